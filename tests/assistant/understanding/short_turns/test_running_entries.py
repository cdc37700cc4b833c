"""Unit: a turn about a timer that runs goes in, or a time that is named; the request comes out."""

import pytest

from jarvis_voice.assistant.understanding.short_turns.resolved import ResolvedTurn
from jarvis_voice.assistant.understanding.short_turns.running_entries import of_running
from jarvis_voice.assistant.understanding.short_turns.topic import Topic
from jarvis_voice.assistant.understanding.short_turns.touched import Touched

pytestmark = pytest.mark.unit

TIMER = Touched("timer", "", "8 minutes", "set")
PASTA = Touched("timer", "pasta", "9 minutes", "set")
PLACE = Touched("place", "Carlisle")
SONG = Touched("other")
MORNING = Touched("reminder", "pay the fee", "on Saturday at 09:00", "set")
EVENING = Touched("alarm", "", "19:00 today", "set")


def said_behind(text: str, *newest_first: Touched) -> ResolvedTurn | None:
    return of_running(text, Topic(tuple((one,) for one in newest_first)))


@pytest.mark.parametrize(
    ("text", "touched", "sentence"),
    [
        ("pause it, I'm at the door", [TIMER], "pause the timer"),
        ("hold that for a sec", [TIMER], "pause the timer"),
        ("okay, carry on with it", [TIMER], "resume the timer"),
        ("how long have I got left on my break", [PLACE, TIMER], "how long is left on the timer"),
        ("how much time have I still", [PLACE, TIMER], "how long is left on the timer"),
        ("and how long is left", [PLACE, TIMER], "how long is left on the timer"),
        ("how long is left on the pasta", [PLACE, TIMER, PASTA],
         "how long is left on the pasta timer"),
        ("how long is left", [PLACE, TIMER, PASTA], "what timers do I have"),
        ("restart the pasta one", [TIMER, PASTA], "change the pasta timer to 9 minutes"),
        ("say seven", [MORNING], "move the newest reminder to 7:00 AM"),
        ("let's say half past eight then", [EVENING], "move the newest alarm to 8:30 PM"),
        ("say 6 pm", [MORNING], "move the newest reminder to 6 pm"),
    ],
)  # fmt: skip
def test_a_turn_about_what_was_set(text: str, touched: list[Touched], sentence: str) -> None:
    assert said_behind(text, *touched) == ResolvedTurn(sentence)


@pytest.mark.parametrize(
    ("text", "touched"),
    [
        ("pause it", [SONG, TIMER]),
        ("pause the music", [TIMER]),
        ("restart the computer", [PASTA]),
        ("restart the tea one", [PASTA]),
        ("how long is left on the battery", [PLACE, TIMER]),
        ("how long have I got left", [PLACE]),
        ("how long is left of the film tonight", [PLACE, TIMER]),
        ("say hello", [MORNING]),
        ("say seven", [TIMER]),
        ("say seven", [PLACE]),
    ],
)
def test_what_is_about_something_else_is_left_alone(text: str, touched: list[Touched]) -> None:
    assert said_behind(text, *touched) is None
