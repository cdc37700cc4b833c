"""Unit: another value in the place of the one that a fact has."""

import pytest

from jarvis_voice.assistant.understanding.short_turns.fact_values import changed, date_in

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("fact", "text", "new"),
    [
        ("the audit is on the ninth", "put back to the twelfth", "the audit is on the twelfth"),
        ("the audit is on the ninth of May", "tenth, I misread it",
         "the audit is on the tenth of May"),
        ("the bins go out on Monday", "Tuesday now, they changed it", "the bins go out on Tuesday"),
        ("the roof was mended in April", "June, I have the bill", "the roof was mended in June"),
        ("I parked on level three", "it's five actually, I looked", "I parked on level five"),
        ("I lent Bo forty pounds", "fifty it was", "I lent Bo fifty pounds"),
        ("the gate code is four one two", "four two one, I mixed it up",
         "the gate code is four two one"),
        ("I take the pill in the morning", "evening, she swapped them",
         "I take the pill in the evening"),
        ("the camp ends on the third", "the fourth, not the third", "the camp ends on the fourth"),
    ],
)  # fmt: skip
def test_a_value_takes_the_place_of_the_only_one_of_its_kind(
    fact: str, text: str, new: str
) -> None:
    found = changed(fact, text)
    assert found is not None
    assert (found.fact, found.is_sure) == (new, True)


@pytest.mark.parametrize(
    ("fact", "text", "new"),
    [
        ("Ravi's wife is called Meena", "Leena, not Meena", "Ravi's wife is called Leena"),
        ("the hose is in the shed", "under the porch, new place", "the hose is under the porch"),
        ("the hose is in the green box", "the red box now", "the hose is in the red box"),
        ("the hose is in the shed", "to the garage", "the hose is in the garage"),
        ("I'm in row f seats ten and twelve", "row g, I squinted",
         "I'm in row g seats ten and twelve"),
        ("the hall paint is cream", "it's ivory", "the hall paint is ivory"),
    ],
)  # fmt: skip
def test_other_words_take_a_place_in_doubt(fact: str, text: str, new: str) -> None:
    found = changed(fact, text)
    assert found is not None
    assert (found.fact, found.is_sure) == (new, False)


@pytest.mark.parametrize(
    ("fact", "text"),
    [
        ("the audit is on the ninth", "two whole hours of it"),
        ("the audit is on the ninth", "it was meant to be the tenth"),
        ("the audit is from two till four on the ninth", "what a day"),
    ],
)
def test_what_names_no_value_changes_nothing(fact: str, text: str) -> None:
    assert changed(fact, text) is None


def test_the_one_day_of_a_fact_is_found() -> None:
    assert date_in("the audit is on the ninth of May") == "the ninth of May"
    assert date_in("the roofer comes on Monday") == "Monday"
    assert date_in("open from Monday to Friday") == ""
    assert date_in("the fair is Thursday week") == ""
