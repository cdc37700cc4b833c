"""Unit: what is to ring "instead" goes in, the change of what was set before comes out."""

import pytest
from tools.schedule_home import knowledge

from jarvis_voice.assistant.understanding.short_turns.replaced_ones import replaced_one
from jarvis_voice.assistant.understanding.short_turns.resolved import ResolvedTurn
from jarvis_voice.assistant.understanding.short_turns.topic import Topic
from jarvis_voice.assistant.understanding.short_turns.touched import Touched

pytestmark = pytest.mark.unit

SEVEN = Touched("alarm", "", "07:00 tomorrow", "set")
GYM = Touched("alarm", "gym", "07:00 tomorrow", "set")
FIVE = Touched("timer", "", "5 minutes", "set")
MOM = Touched("reminder", "call mom", "at 19:00 today", "set")
OTHER = Touched("other")


def meant(text: str, *touched: Touched) -> ResolvedTurn | None:
    topic = Topic(tuple((one,) for one in reversed(touched)))
    return replaced_one(text, topic, knowledge().grammar.understand)


@pytest.mark.parametrize(
    ("text", "old", "sentence"),
    [
        ("set an alarm for 8 am instead", SEVEN, "move the 07:00 alarm to 8 am"),
        ("no, wake me at 8 instead", SEVEN, "move the 07:00 alarm to 8"),
        ("instead, wake me at 8 am", SEVEN, "move the 07:00 alarm to 8 am"),
        (
            "set an alarm for 8 am tomorrow instead please",
            GYM,
            "move the gym alarm to 8 am tomorrow",
        ),
        (
            "set an alarm for 8 am called yoga instead",
            GYM,
            "cancel the gym alarm and then set an alarm for 8 am called yoga",
        ),
        (
            "set an alarm for 8 am every weekday instead",
            SEVEN,
            "cancel the 07:00 alarm and then set an alarm for 8 am every weekday",
        ),
        ("set a timer for 10 minutes instead", FIVE, "change the 5 minute timer to 10 minutes"),
        ("remind me to call mom at 8 pm instead", MOM, "move the reminder to call mom to 8 pm"),
        ("remind me daily instead", MOM, "move the reminder to call mom to daily at 19:00"),
        ("remind me at 8 pm instead", MOM, "move the reminder to call mom to 8 pm"),
    ],
)
def test_it_takes_the_place_of_what_was_set(text: str, old: Touched, sentence: str) -> None:
    assert meant(text, old) == ResolvedTurn(sentence)


@pytest.mark.parametrize(
    ("text", "olds", "sentence"),
    [
        ("set an alarm for 8 am instead", (SEVEN, OTHER), "move the 07:00 alarm to 8 am"),
        (
            "set an alarm for 7 am instead",
            (FIVE,),
            "cancel the 5 minute timer and then set an alarm for 7 am",
        ),
        (
            "remind me to call dad instead",
            (MOM,),
            "cancel the reminder to call mom and then remind me at 19:00 today to call dad",
        ),
        (
            "remind me to call dad at 8 pm instead",
            (MOM,),
            "cancel the reminder to call mom and then remind me to call dad at 8 pm",
        ),
    ],
)
def test_what_is_not_sure_to_go_is_asked_about(
    text: str, olds: tuple[Touched, ...], sentence: str
) -> None:
    assert meant(text, *olds) == ResolvedTurn(sentence, is_guess=True)


@pytest.mark.parametrize(
    ("text", "olds"),
    [
        ("set an alarm for 8 am", (SEVEN,)),
        ("set an alarm for 8 am instead", ()),
        ("set an alarm for 8 am instead", (Touched("alarm", "", "07:00", "gone"),)),
        ("play music instead", (SEVEN,)),
        ("set a timer instead", (SEVEN,)),
        ("instead", (SEVEN,)),
    ],
)
def test_any_other_turn_is_left_alone(text: str, olds: tuple[Touched, ...]) -> None:
    assert meant(text, *olds) is None
