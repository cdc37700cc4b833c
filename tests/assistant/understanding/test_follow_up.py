"""Unit: what "it" on a list stands for, also where somebody corrects themself."""

import pytest

from jarvis_voice.assistant.understanding.follow_up import (
    Continuation,
    continuation,
    followed,
    pointing_back,
)
from jarvis_voice.core.understanding import Intent

pytestmark = pytest.mark.unit

CROSSED_OFF = Intent("remove_note", {"text": "bread", "list": "shopping"})


@pytest.mark.parametrize(
    "line", ["put bread on it", "I mean put bread on it", "sorry, I meant to put bread on it"]
)
def test_it_is_the_list_of_before(line: str) -> None:
    assert pointing_back(line, CROSSED_OFF) == "put bread on my shopping list"


@pytest.mark.parametrize(("words", "unit"), [("in weeks", "weeks"), ("days", "days")])
def test_days_are_counted_on_in_another_unit(words: str, unit: str) -> None:
    counted = Intent("count_days", {"day": "Christmas", "what": "until", "unit": "days"})
    found = followed(Continuation(words, is_marked=False), counted, None)
    assert found == counted.having(unit=unit)


def test_where_a_place_lies_is_no_part_of_its_name() -> None:
    found = continuation("and down in Tenby", "down in Tenby")
    assert found is not None
    assert found.words == "in Tenby"
