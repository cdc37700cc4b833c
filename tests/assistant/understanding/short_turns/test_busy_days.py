"""Unit: a clause about a day without time goes in, the question for another time comes out."""

import pytest

from jarvis_voice.assistant.understanding.short_turns.busy_days import busy_then
from jarvis_voice.assistant.understanding.short_turns.resolved import ResolvedTurn
from jarvis_voice.assistant.understanding.short_turns.topic import Topic
from jarvis_voice.assistant.understanding.short_turns.touched import Touched

pytestmark = pytest.mark.unit

BANK = Touched("reminder", "call the bank", "on Wednesday at 15:00", "set")
ALARM = Touched("alarm", "", "07:00 tomorrow", "set")
TIMER = Touched("timer", "", "8 minutes", "set")


@pytest.mark.parametrize(
    "text",
    [
        "no, I'm busy on Thursday",
        "no, I don't work on Saturday",
        "we're away on Friday",
        "oh wait, he isn't in on Wednesday",
        "I've got the dentist on Wednesday",
        "I can't make Wednesday",
        "hm, I won't be up on Monday morning",
        "I'm off tomorrow",
    ],
)
def test_such_a_day_moves_nothing(text: str) -> None:
    asked = ResolvedTurn("move the newest reminder to {time}", "When then?")
    assert busy_then(text, Topic(((BANK,),))) == asked
    asked = ResolvedTurn("move the newest alarm to {time}", "When then?")
    assert busy_then(text, Topic(((ALARM,),))) == asked


@pytest.mark.parametrize(
    "text",
    [
        "no, thursday",
        "no, I said Saturday",
        "I don't mean Saturday, I mean Sunday",
        "I can't do Friday, make it Thursday",
        "I meant thursday",
        "I don't want it on Saturday",
        "I have time on Saturday",
        "I'm busy",
        "make it Thursday",
    ],
)
def test_what_names_a_new_day_is_left_alone(text: str) -> None:
    assert busy_then(text, Topic(((BANK,),))) is None


def test_a_timer_has_no_day() -> None:
    assert busy_then("I'm busy on Thursday", Topic(((TIMER,),))) is None
