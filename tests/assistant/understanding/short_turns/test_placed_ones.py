"""Unit: places among several things go in, a request for each of them comes out."""

import pytest
from tools.schedule_home import knowledge

from jarvis_voice.assistant.understanding.short_turns.placed_ones import placed_ones
from jarvis_voice.assistant.understanding.short_turns.topic import Topic
from jarvis_voice.assistant.understanding.short_turns.touched import Touched

pytestmark = pytest.mark.unit

TIMERS = [Touched("timer", value=f"{many} minutes", state="set") for many in (5, 10, 20)]
ALARM = Touched("alarm", value="07:00 tomorrow", state="set")


def meant(text: str, *touched: Touched) -> str | None:
    topic = Topic(tuple((one,) for one in reversed(touched)))
    found = placed_ones(text, topic, knowledge().grammar.understand)
    return (found.sentence or found.question) if found else None


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("cancel the first and the last", "cancel the last timer and then cancel the first timer"),
        (
            "cancel the first and second one",
            "cancel the second timer and then cancel the first timer",
        ),
        (
            "stop the first timer and the third",
            "cancel the third timer and then cancel the first timer",
        ),
        ("cancel the first two", "cancel the second timer and then cancel the first timer"),
        ("cancel the last two", "cancel the last timer and then cancel the last timer"),
        (
            "cancel the last, second and first",
            "cancel the last timer and then cancel the second timer "
            "and then cancel the first timer",
        ),
        (
            "add five minutes to the first and the last",
            "add five minutes to the last timer and then add five minutes to the first timer",
        ),
        (
            "take a minute off the first and the second",
            "take a minute off the first timer and then take a minute off the second timer",
        ),
        ("which one ends last", "which timer rings last"),
        ("cancel the last but one", "Say which one by its name or its time, please."),
    ],
)
def test_all_places_that_are_said_are_meant(text: str, sentence: str) -> None:
    assert meant(text, *TIMERS) == sentence


def test_what_is_first_when_it_moves_is_not_known_beforehand() -> None:
    alarms = [Touched("alarm", value=f"0{hour}:00 tomorrow", state="set") for hour in (7, 8, 9)]
    told = "I can do that for one after the other. Say which one first."
    assert meant("move the first and the last to 10 am", *alarms) == told


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("cancel the first one", "cancel what is set"),
        ("cancel the last one", "cancel what is set"),
        ("which one is first", "which one rings first"),
        ("which one ends last", "which one rings last"),
    ],
)
def test_of_several_kinds_a_place_is_asked_about(text: str, sentence: str) -> None:
    assert meant(text, TIMERS[0], ALARM) == sentence


@pytest.mark.parametrize(
    "text", ["cancel the first one", "cancel the timer", "which one is first", "the last and first"]
)
def test_of_one_kind_the_others_know_it(text: str) -> None:
    assert meant(text, *TIMERS) is None


def test_what_is_gone_makes_no_second_kind() -> None:
    gone = Touched("alarm", value="07:00 tomorrow", state="gone")
    assert meant("cancel the first one", gone, TIMERS[0]) is None
