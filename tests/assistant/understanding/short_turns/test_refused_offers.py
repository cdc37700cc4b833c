"""Unit: words that take a refusal back go in, what we had offered comes out."""

import pytest

from jarvis_voice.assistant.state import MessageState
from jarvis_voice.assistant.understanding.short_turns.refused_offers import after_refusal
from jarvis_voice.assistant.understanding.short_turns.resolved import ResolvedTurn

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
