"""Unit: words that take a refusal back go in, what we had offered comes out."""

import pytest

from jarvis_voice.assistant.state import MessageState
from jarvis_voice.assistant.understanding.short_turns.refused_offers import (
    after_cancelling,
    after_refusal,
)
from jarvis_voice.assistant.understanding.short_turns.resolved import ResolvedTurn
from jarvis_voice.assistant.understanding.short_turns.topic import Topic
from jarvis_voice.assistant.understanding.short_turns.touched import Touched

pytestmark = pytest.mark.unit


def talk(*texts: str) -> list[MessageState]:
    return [
        {"role": "assistant" if place % 2 else "user", "text": text}
        for place, text in enumerate(texts)
    ]


REFUSED = talk(
    "set fifteen for my nap", "Did you mean: set a timer for 15 minutes?", "never mind", "Okay."
)


@pytest.mark.parametrize(
    "text",
    ["okay, set it again", "actually, do it", "no wait, start it after all", "set it then please"],
)
def test_what_was_refused_is_wanted_after_all(text: str) -> None:
    assert after_refusal(text, REFUSED) == ResolvedTurn("set a timer for 15 minutes")


@pytest.mark.parametrize("text", ["set it", "okay", "okay, set the oven", "do you know it"])
def test_what_takes_nothing_back_is_left_alone(text: str) -> None:
    assert after_refusal(text, REFUSED) is None


def test_nothing_was_refused() -> None:
    assert after_refusal("okay, set it again", REFUSED[:2]) is None
    done = talk("set a timer", "For how long?", "never mind", "Okay.")
    assert after_refusal("okay, set it again", done) is None


ALARM = Touched("alarm", "", "07:00 tomorrow", "set")
CANCELLED = Topic(((Touched("alarm", "", "07:00", "gone"),), (ALARM,)))
TAKEN_OFF = Topic(((Touched("list", "shopping", state="gone", things=("milk",)),),))


@pytest.mark.parametrize(
    ("topic", "text", "sentence"),
    [
        (CANCELLED, "no, I still need that", "set an alarm for 07:00"),
        (CANCELLED, "oh no I still need it, put it back", "set an alarm for 07:00"),
        (TAKEN_OFF, "no I still need it", "add milk to my shopping list"),
    ],
)
def test_what_is_still_wanted_is_set_anew(topic: Topic, text: str, sentence: str) -> None:
    found = after_cancelling(text, topic)
    assert found is not None
    assert found.sentence == sentence


@pytest.mark.parametrize("text", ["do I still need it", "I still need a lamp", "I need it gone"])
def test_who_wants_nothing_back(text: str) -> None:
    assert after_cancelling(text, CANCELLED) is None


def test_what_is_still_set_stays() -> None:
    assert after_cancelling("I still need it", Topic(((ALARM,),))) is None
