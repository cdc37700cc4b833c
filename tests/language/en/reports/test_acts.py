"""Unit: a verb and what stands behind it go in; whether it is an act comes out."""

import pytest

from jarvis_voice.language.en.reports.acts import denies_neglect, is_act
from jarvis_voice.language.en.reports.clause_words import Reading
from jarvis_voice.language.en.reports.plain_words import plain_words

pytestmark = pytest.mark.unit

MILD = Reading()
STRICT = Reading(is_strict=True)
TELLING = Reading(is_telling=True)
OURS = Reading(is_ours=True)
TALK = Reading(is_talk=True)
LOOKED = Reading(has_looked=True)


def is_act_at_the_beginning(clause: str, tense: str, how: Reading) -> bool:
    """Whether the verb that a clause begins with is an act."""
    return is_act(plain_words(clause).words, 0, tense, how)


@pytest.mark.parametrize(
    ("clause", "tense", "how"),
    [
        ("taken care of your bill", "perfect", MILD),
        ("took the liberty of calling them", "past", MILD),
        ("had a look at your mail", "past", MILD),
        ("gone through your notes", "perfect", MILD),
        ("booked your table", "past", MILD),
        ("written it down", "perfect", MILD),
        ("checked your calendar", "perfect", MILD),
        ("looking over the list", "perfect", MILD),
        ("remembered that", "perfect", MILD),
        ("set the timer", "past", MILD),
        ("watered the plants", "past", MILD),
        ("told him", "past", MILD),
        ("cancelled your order", "past", TELLING),
        ("cancelled it", "past", OURS),
        ("ask Anna", "future", MILD),
        ("let them know", "future", MILD),
        ("make a reservation", "future", MILD),
        ("got a taxi", "perfect", MILD),
        ("put it on", "future", MILD),
        ("played it", "perfect", MILD),
        ("cancel it", "future", TALK),
        ("restart", "future", MILD),
        ("order pizza", "future", STRICT),
    ],
)
def test_an_act_is_seen(clause: str, tense: str, how: Reading) -> None:
    assert is_act_at_the_beginning(clause, tense, how)


@pytest.mark.parametrize(
    ("clause", "tense", "how"),
    [
        ("take the bus", "future", MILD),
        ("keep in touch", "future", MILD),
        ("had a look at your mail", "past", LOOKED),
        ("put together", "perfect", MILD),
        ("run on", "future", MILD),
        ("added up", "past", MILD),
        ("ordered nothing", "past", MILD),
        ("checked the spelling", "perfect", MILD),
        ("cleaned my room", "past", MILD),
        ("changed the second sentence", "perfect", MILD),
        ("looked into the sky", "past", OURS),
        ("checked your calendar", "perfect", LOOKED),
        ("forgot", "past", MILD),
        ("order dinner", "past", MILD),
        ("left the house", "past", MILD),
        ("booked a hotel", "past", TELLING),
        ("tell me", "future", MILD),
        ("let you know", "future", MILD),
        ("sleep", "future", MILD),
    ],
)
def test_what_is_no_act_is_none(clause: str, tense: str, how: Reading) -> None:
    assert not is_act_at_the_beginning(clause, tense, how)


def test_no_verb_is_no_act() -> None:
    assert not is_act(("i", "did"), 2, "past", MILD)


@pytest.mark.parametrize(
    ("behind", "is_denied"),
    [("forgotten to lock the door", True), ("forgotten him", False), ("locked it", False)],
)
def test_what_was_not_forgotten_was_done(behind: str, is_denied: bool) -> None:
    assert denies_neglect(plain_words(behind).words, 0) == is_denied
