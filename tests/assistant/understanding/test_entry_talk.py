"""Unit: what is said in short about timers and alarms, said out whole."""

import pytest
from tools.schedule_home import knowledge

from jarvis_voice.assistant.state import MessageState
from jarvis_voice.assistant.understanding.entry_talk import about_entries

pytestmark = pytest.mark.unit

TIMER = "set a pasta timer for ten minutes"
ALARM = "wake me at 7 am tomorrow"
REMINDER = "remind me to call Ana at 6 pm"


def whole(text: str, *said: str) -> str:
    messages = [
        message
        for one in said
        for message in (
            MessageState(role="user", text=one),
            MessageState(role="assistant", text="Done."),
        )
    ]
    return about_entries(text, messages, knowledge().grammar.understand)


@pytest.mark.parametrize(
    ("said", "text", "meant"),
    [
        (
            [],
            "set alarms for 6:30 and 7:15 tomorrow",
            "set an alarm for 6:30 tomorrow and then set an alarm for 7:15 tomorrow",
        ),
        (
            [],
            "set two timers for 5 and 10 minutes",
            "set a timer for 5 minutes and then set a timer for 10 minutes",
        ),
        (
            [],
            "set a timer for 5 minutes and one for 10 minutes and one for an hour",
            "set a timer for 5 minutes and then set a timer for 10 minutes and then "
            "set a timer for an hour",
        ),
        (
            [],
            "a timer for the rice, 9 minutes, and another for the fish, 8 minutes",
            "set a timer called rice for 9 minutes and then set a timer called fish for 8 minutes",
        ),
        (
            [],
            "start a rice timer for 12 minutes then a fish timer for 20",
            "start a rice timer for 12 minutes and then a fish timer for 20 minutes",
        ),
        (
            [],
            "how many timers do i have and how long is left on the pasta one",
            "how many timers do i have and then how long is left on the pasta timer",
        ),
        ([], "cancel all timers and alarms", "cancel all timers and then cancel all alarms"),
        ([ALARM], "get rid of the later one", "cancel the later alarm"),
        ([TIMER], "scrap both of them", "cancel all the timers"),
        (
            [],
            "cancel the timer and set one for 5 minutes",
            "cancel the timer and then set a timer for 5 minutes",
        ),
        (
            [],
            "delete my alarm and then set a new one for 8 am",
            "delete my alarm and then set an alarm for 8 am",
        ),
        ([TIMER], "set another one for 3 minutes", "set a timer for 3 minutes"),
        (["what timers do I have"], "cancel the longer one", "cancel the longer timer"),
        (["what alarms do I have"], "cancel the first one", "cancel the first alarm"),
        (
            [],
            "set a timer for 5 minutes and another for 10 minutes",
            "set a timer for 5 minutes and then set a timer for 10 minutes",
        ),
        ([], "timer for rice, 12 minutes", "set a timer called rice for 12 minutes"),
        ([], "set a timer for tea for 4 minutes", "set a timer called tea for 4 minutes"),
        ([], "set an alarm for work, 6 am", "set an alarm called work for 6 am"),
        ([TIMER], "set one for beans, half an hour", "set a timer called beans for half an hour"),
        ([REMINDER], "and to feed the cat", "remind me to feed the cat"),
        ([REMINDER], "and to feed the cat at 8 pm", "at 8 pm remind me to feed the cat"),
    ],
)
def test_one_and_it_are_what_was_spoken_of(said: list[str], text: str, meant: str) -> None:
    assert whole(text, *said) == meant


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ([], "add 5 minutes"),
        ([], "cancel the first one"),
        (["what time is it"], "move it to 8"),
        ([TIMER], "move it to 8"),
        ([TIMER, "what time is it"], "add 5 minutes"),
        ([TIMER], "what about Rome"),
        ([TIMER], "and at home"),
        ([REMINDER], "and for dinner"),
        ([TIMER], "add milk to my shopping list"),
        ([], "open github and set one for 5 minutes"),
        ([], "set one for beans, 30 minutes"),
        ([], "set a timer for three quarters of an hour"),
        ([], "set an alarm for next week at 7"),
        ([TIMER], "and to feed the cat"),
    ],
)
def test_elsewhere_it_means_nothing(said: list[str], text: str) -> None:
    assert whole(text, *said) == ""
