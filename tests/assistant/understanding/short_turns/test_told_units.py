"""Unit: a unit told behind a sum goes in, the conversion or the question for the unit comes out."""

import pytest

from jarvis_voice.assistant.understanding.short_turns.resolved import ResolvedTurn
from jarvis_voice.assistant.understanding.short_turns.told_units import in_told_unit
from jarvis_voice.assistant.understanding.short_turns.topic import Topic
from jarvis_voice.assistant.understanding.short_turns.touched import Touched

pytestmark = pytest.mark.unit

SUM = Touched("sum", "500 times 30", "15000", "set")
GRAMS = Touched("sum", "180 grams times 240", "43200", "set")


def said_of(last: Touched, text: str) -> ResolvedTurn | None:
    return in_told_unit(text, Topic(((last,),)))


@pytest.mark.parametrize(
    ("last", "text", "sentence"),
    [
        (SUM, "That is milligrams, how much is it in grams", "convert 15000 milligrams to grams"),
        (SUM, "how much is that in inches, it was centimeters",
         "convert 15000 centimeters to inches"),
        (SUM, "it's in minutes so what is that in hours", "convert 15000 minutes to hours"),
        (SUM, "those are minutes. how many hours is that", "convert 15000 minutes to hours"),
        (GRAMS, "how many kilos is that", "convert 43200 grams to kilos"),
        (GRAMS, "and in ounces", "convert 43200 grams to ounces"),
    ],
)  # fmt: skip
def test_the_unit_that_is_told(last: Touched, text: str, sentence: str) -> None:
    assert said_of(last, text) == ResolvedTurn(sentence)


@pytest.mark.parametrize("text", ["and what's that in hours", "how many hours is that"])
def test_a_unit_that_nobody_told_is_asked_for(text: str) -> None:
    assert said_of(SUM, text) == ResolvedTurn("convert 15000 {unit} to hours", "15000 what?")


@pytest.mark.parametrize(
    ("last", "text"),
    [
        (SUM, "and in words"),
        (SUM, "how many people is that"),
        (SUM, "that is grams, how much is it in hours"),
        (SUM, "what is 5 miles in kilometers"),
        (SUM, "that is minutes"),
        (SUM, "in hours"),
        (Touched("conversion", "5 miles", "8 kilometers", "set"), "what is that in hours"),
    ],
)
def test_what_asks_for_no_unit_of_a_kind_is_left_alone(last: Touched, text: str) -> None:
    assert said_of(last, text) is None
