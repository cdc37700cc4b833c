"""Unit: the end of an answer goes in; whether it asks comes out."""

import pytest

from jarvis_voice.language.en.asked_last import ends_asking, wants_a_yes

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("Shall I tell you more?", True),
        ("Shall I tell you more? \U0001f600", True),
        ("Shall I tell you more? :)", True),
        ("Want more? ;-)", True),
        ("Want more? :D", True),
        ('He asked, "Why?"', True),
        ("(Do you want more detail?)", True),
        ("Really?!", True),
        ("Want more?\n", True),
        ("Why? Because it is so.", False),
        ("Is it so? Yes", False),
        ("It is so.", False),
        ("", False),
    ],
)
def test_a_question_stays_one_whatever_stands_behind_it(text: str, *, asks: bool) -> None:
    assert ends_asking(text) is asks


@pytest.mark.parametrize(
    ("text", "wants"),
    [
        ("Say yes and I tell you a joke about it.", True),
        ("The next question is about a joke, so say yes.", True),
        ("Want a joke? \U0001f600", True),
        ("Soap works well.", False),
        ("Yes, soap works well.", False),
    ],
)
def test_who_is_told_to_say_yes_is_asked(text: str, *, wants: bool) -> None:
    assert wants_a_yes(text) is wants
