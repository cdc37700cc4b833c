"""What an answer says of what is kept, beside what a tool of the turn told."""

from __future__ import annotations

import pytest

from jarvis_voice.language.en.reports.kept_states import tells_another_state

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("told", "sentence"),
    [
        ("On your shopping list: milk and eggs.", "There's no milk on it, so no pancakes."),
        ("On your shopping list: milk and eggs.", "No milk is on it."),
        ("On your shopping list: milk and eggs.", "Milk isn't on your list."),
        (
            "You have an alarm at 06:00 tomorrow.",
            "Six is early, but the alarm is only for Sundays.",
        ),
        ("You have an alarm at 06:00 tomorrow.", "It won't ring tomorrow."),
        (
            "The tea timer is set for 4 minutes. But nothing will ring until Jarvis runs: start "
            "it with `jarvis run`.",
            "The pasta timer has finished.",
        ),
        (
            "The tea timer is set for 4 minutes. But nothing will ring until Jarvis runs: start "
            "it with `jarvis run`.",
            "It's your only timer.",
        ),
        (
            "The tea timer is set for 4 minutes. But nothing will ring until Jarvis runs: start "
            "it with `jarvis run`.",
            "It rings in an hour.",
        ),
        (
            "The tea timer is set for 4 minutes. But nothing will ring until Jarvis runs: start "
            "it with `jarvis run`.",
            "The other one is gone.",
        ),
        (
            "The tea timer is set for 4 minutes. But nothing will ring until Jarvis runs: start "
            "it with `jarvis run`.",
            "That makes it the third timer now.",
        ),
        (
            "The tea timer is set for 4 minutes. But nothing will ring until Jarvis runs: start "
            "it with `jarvis run`.",
            "Your alarm stays off.",
        ),
        (
            "The tea timer is set for 4 minutes. But nothing will ring until Jarvis runs: start "
            "it with `jarvis run`.",
            "Eighty degrees, but the timer may not ring.",
        ),
        (
            "The tea timer is set for 4 minutes. But nothing will ring until Jarvis runs: start "
            "it with `jarvis run`.",
            "The pasta timer is still at an hour.",
        ),
        ("I have added lemons to the shopping list.", "It's the only thing on your list."),
        ("I have taken milk off the shopping list.", "There is nothing left on your list."),
        ("I have taken milk off the shopping list.", "The list was empty before."),
        ("The pasta timer has 9 minutes and 57 seconds left.", "The timer is paused, so go ahead."),
        ("You have an alarm at 06:00 tomorrow.", "Your alarm has already rung."),
        ("You have an alarm at 06:00 tomorrow.", "Your alarm is off."),
        (
            "The tea timer is set for 4 minutes. But nothing will ring until Jarvis runs: start "
            "it with `jarvis run`.",
            "The pasta timer was cancelled.",
        ),
    ],
)
def test_a_state_that_no_tool_told_is_found(told: str, sentence: str) -> None:
    assert tells_another_state(sentence, told, "")


@pytest.mark.parametrize(
    ("told", "sentence"),
    [
        ("On your shopping list: milk and eggs.", "There is no flour on it, so buy some."),
        ("On your shopping list: milk and eggs.", "Flour isn't on your list."),
        ("On your shopping list: milk and eggs.", "Milk and eggs make pancakes."),
        ("On your shopping list: milk and eggs.", "Eggs are not dairy."),
        ("You have an alarm at 06:00 tomorrow.", "Six is early for a student."),
        ("You have an alarm at 06:00 tomorrow.", "Your alarm at six is early."),
        (
            "The pasta timer has 9 minutes and 57 seconds left.",
            "The timer has nearly ten minutes left.",
        ),
        ("The pasta timer has 9 minutes and 57 seconds left.", "You can leave for five minutes."),
        (
            "The tea timer is set for 4 minutes. But nothing will ring until Jarvis runs: start "
            "it with `jarvis run`.",
            "Green tea likes eighty degrees.",
        ),
        (
            "The tea timer is set for 4 minutes. But nothing will ring until Jarvis runs: start "
            "it with `jarvis run`.",
            "When the timer is over, take the bag out.",
        ),
        (
            "The tea timer is set for 4 minutes. But nothing will ring until Jarvis runs: start "
            "it with `jarvis run`.",
            "Once the timer has ended, drink it.",
        ),
        ("I have added lemons to the shopping list.", "Lemons keep for four weeks."),
        ("I have added lemons to the shopping list.", "No lemon keeps for ever."),
        ("I have taken milk off the shopping list.", "How about porridge?"),
        ("I have taken milk off the shopping list.", "Porridge is a good start."),
        ("You have no alarms.", "Your alarm is not set."),
        ("The pasta timer is paused.", "The pasta timer is paused, so it does not run."),
        ("You have an alarm at 06:00 tomorrow.", "If it doesn't ring, tell me."),
        ("I have cancelled the pasta timer.", "The pasta timer is cancelled, so eat."),
        (
            "The tea timer is set for 4 minutes. But nothing will ring until Jarvis runs: start "
            "it with `jarvis run`.",
            "It is the best tea.",
        ),
    ],
)
def test_what_was_told_or_speaks_of_else_is_none(told: str, sentence: str) -> None:
    assert not tells_another_state(sentence, told, "")
