"""Unit: another value in the place of the one that a fact has."""

import pytest

from jarvis_voice.assistant.understanding.short_turns.fact_values import (
    changed,
    date_in,
    is_of_other,
    only_denies,
    said_anew,
    value_in,
)

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


@pytest.mark.parametrize(
    ("words", "value"),
    [
        ("dinner is at nine", "at nine"),
        ("it is at nine", "at nine"),
        ("at nine", "at nine"),
        ("at Graham's", "at Graham's"),
        ("dinner is", ""),
        ("it's", ""),
        ("it", ""),
    ],
)
def test_a_value_is_what_is_said_of_the_subject(words: str, value: str) -> None:
    assert value_in(words, "dinner is at eight") == value


@pytest.mark.parametrize(
    ("fact", "text"),
    [
        ("dinner is at eight", "dinner is not at eight"),
        ("dinner is at eight", "no, dinner isn't at eight"),
        ("dinner is at eight", "it's not at eight"),
        ("dinner is at eight", "it is not at eight any more"),
        ("my car is on level 3", "my car is not on level 3"),
        ("Ana likes fish", "Ana does not like fish"),
        ("Ana likes fish", "she doesn't like fish"),
    ],
)
def test_what_only_denies_says_no_value(fact: str, text: str) -> None:
    assert only_denies(fact, text)


@pytest.mark.parametrize(
    ("fact", "text"),
    [
        ("dinner is at eight", "dinner is not at eight but at nine"),
        ("dinner is at eight", "dinner is not at eight, it's at nine"),
        ("dinner is at eight", "dinner is at nine, not eight"),
        ("dinner is at eight", "dinner is not cheap"),
        ("dinner is at eight", "lunch is not at eight"),
        ("my car is red", "that is not nice"),
    ],
)
def test_what_says_more_or_something_else_is_no_mere_denial(fact: str, text: str) -> None:
    assert not only_denies(fact, text)


def test_what_something_else_is_not_changes_nothing() -> None:
    assert is_of_other("dinner is at eight", "lunch is not at eight")
    assert is_of_other("dinner is at eight", "no, the meeting is at nine")
    assert is_of_other("my car is red", "no, Tom's car is blue")
    assert not is_of_other("dinner is at eight", "no, dinner is at nine")
    assert not is_of_other("dinner is at eight", "the time is nine")
    assert not is_of_other("dinner is at eight", "it is at nine")
    assert not is_of_other("dinner is at eight", "dinner is not at eight")
    assert not is_of_other("dinner is at eight", "it is not at eight")


@pytest.mark.parametrize(
    ("fact", "answer", "new"),
    [
        ("dinner is at eight", "at nine", "dinner is at nine"),
        ("dinner is at eight", "nine", "dinner is at nine"),
        ("dinner is at eight", "it's at nine", "dinner is at nine"),
        ("dinner is at eight", "dinner is at nine", "dinner is at nine"),
        ("the key is under the mat", "in the shed", "the key is in the shed"),
        ("Ana likes fish", "she likes meat", "Ana likes meat"),
        ("Ana likes fish", "meat", "Ana likes meat"),
        ("dinner is at eight", "I don't know", ""),
        ("dinner is at eight", "forget it", ""),
        ("dinner is at eight", "when is dinner", ""),
        ("dinner is at eight", "the party is at nine", ""),
    ],
)
def test_an_answer_tells_the_value_anew(fact: str, answer: str, new: str) -> None:
    assert said_anew(fact, answer) == new


@pytest.mark.parametrize(
    ("fact", "text", "new"),
    [
        ("my car is on level 3", "my car is on level 4, not level 3", "my car is on level 4"),
        ("Ana likes fish", "Ana likes meat, not fish", "Ana likes meat"),
        ("the cat eats fish", "it eats chicken, not fish", "the cat eats chicken"),
        ("the key is under the mat", "it's under the pot, not the mat",
         "the key is under the pot"),
    ],
)  # fmt: skip
def test_a_whole_sentence_says_its_subject_once(fact: str, text: str, new: str) -> None:
    found = changed(fact, text)
    assert found is not None
    assert found.fact == new
