"""Unit: a sentence and what the reader takes it for go in, the kind of telling comes out."""

from collections.abc import Mapping

import pytest

from jarvis_voice.assistant.understanding.tellings import telling
from jarvis_voice.core.sentence_reader import MeaningReading

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("text", "chances", "told"),
    [
        ("my cat died", {"bad_news": 0.9}, "bad_news"),
        ("my cat died", {"bad_news": 0.7, "good_news": 0.2}, "remark"),
        ("the nights draw in", {"remark": 0.62}, "remark"),
        ("bit cheeky", {"bad_news": 0.41, "teasing": 0.3, "remark": 0.2}, "remark"),
        ("you soppy thing", {"teasing": 0.45, "compliment": 0.41}, "teasing"),
        ("bit cheeky", {"bad_news": 0.41, "teasing": 0.3, "volume_up": 0.2}, ""),
        ("the oven is hot", {"refuse_home": 0.41, "remark": 0.59}, ""),
        ("is my cat ill", {"bad_news": 0.95}, ""),
        ("look after my cat please", {"bad_news": 0.95}, ""),
        ("the cat is on the list", {"remark": 0.95}, ""),
        ("and buns", {"remark": 0.75}, ""),
        ("Sunday only", {"remark": 0.75}, ""),
        ("the alarm was loud", {"remark": 0.95}, ""),
    ],
)
def test_what_is_told(text: str, chances: Mapping[str, float], told: str) -> None:
    best = max(chances, key=lambda one: chances[one])
    assert telling(text, MeaningReading(best, chances[best], chances=chances)) == told


def test_less_tells_in_the_middle_of_a_chat() -> None:
    reading = MeaningReading("compliment", 0.3, chances={"compliment": 0.3, "remark": 0.3})
    assert telling("beautifully put", reading) == ""
    assert telling("beautifully put", reading, in_chat=True) == "remark"
    assert telling("what was that", reading, in_chat=True) == ""
