"""Unit: a question as the part of a sentence."""

import pytest

from jarvis_voice.language.en.indirect_questions import indirect

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("question", "subject", "said"),
    [
        ("does Anna like fish", "Anna", "whether Anna likes fish"),
        ("and does Anna have a dog?", "Anna", "whether Anna has a dog"),
        ("does Anna ever watch tennis", "Anna", "whether Anna ever watches tennis"),
        ("does Anna study law", "Anna", "whether Anna studies law"),
        ("is Anna married", "Anna", "whether Anna is married"),
        ("How old is Anna", "Anna", "how old Anna is"),
        ("where does Anna work", "Anna", "where Anna works"),
        ("when's Anna's birthday", "Anna", "when Anna's birthday is"),
        ("what is Anna's shoe size", "Anna", "what Anna's shoe size is"),
        ("do the twins like fish", "the twins", "whether the twins like fish"),
        ("can Rex eat beef", "Rex", "whether Rex can eat beef"),
    ],
)
def test_the_verb_stands_behind_its_subject(question: str, subject: str, said: str) -> None:
    assert indirect(question, subject) == said


@pytest.mark.parametrize(
    ("question", "subject"),
    [
        ("who does the surgery", "grandma's surgery"),
        ("did Anna call", "Anna"),
        ("is Anna's dog brown", "Anna"),
        ("what about Anna", "Anna"),
        ("does Anna", "Anna"),
        ("where is it", ""),
    ],
)
def test_what_has_no_known_subject_stays_as_it_is(question: str, subject: str) -> None:
    assert indirect(question, subject) == ""
