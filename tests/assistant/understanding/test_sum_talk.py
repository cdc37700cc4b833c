"""A sum and a conversion go on with what is said next."""

from __future__ import annotations

import pytest

from jarvis_voice.assistant.understanding.sum_talk import gone_on, sum_told
from jarvis_voice.core.understanding import Intent

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("words", "expression"),
    [
        ("half of that", "(37 plus 48) / 2"),
        ("and double it", "(37 plus 48) * 2"),
        ("multiply it by itself", "(37 plus 48) ** 2"),
        ("split three ways", "(37 plus 48) / three"),
        ("10 percent of that", "10 percent of (37 plus 48)"),
    ],
)
def test_a_sum_goes_on(words: str, expression: str) -> None:
    going = gone_on(words, Intent("calculate", {"expression": "37 plus 48"}))
    assert going is not None
    assert going.slots["expression"] == expression


def test_a_bare_number_is_of_the_unit_before() -> None:
    going = gone_on("85", Intent("convert", {"what": "70 kilos", "to": "pounds"}))
    assert going is not None
    assert going.slots["what"] == "85 kilos"


def test_another_amount_of_the_same_kind_is_converted() -> None:
    before = Intent("convert", {"what": "80 dollars", "to": "yen"})
    going = gone_on("make it 500 dollars", before)
    assert going is not None
    assert going.slots == {"what": "500 dollars", "to": "yen"}
    assert gone_on("5 minutes", before) is None


def test_what_is_no_sum_goes_on_with_none() -> None:
    assert gone_on("the weather", Intent("calculate", {"expression": "37 plus 48"})) is None


def test_a_sum_is_taken_from_our_answer() -> None:
    assert sum_told("37 plus 48 is 85.") == "37 plus 48"
    assert sum_told("The weather is 85.") == ""


def test_a_sum_of_its_own_does_not_go_on() -> None:
    before = Intent("calculate", {"expression": "2.5 plus 1.75"})
    assert gone_on("what is minus three minus minus five", before) is None
    assert gone_on("minus three", before) == before.having(expression="(2.5 plus 1.75) minus three")
    assert gone_on("what is minus three", before) is not None
