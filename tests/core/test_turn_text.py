"""Unit: the longest text of a turn, by whatever door it comes."""

import pytest

from jarvis_voice.core.errors import TextError
from jarvis_voice.core.turn_text import LINE_CHARACTERS, as_composed, refuse_long

pytestmark = pytest.mark.unit


@pytest.mark.parametrize("text", ["", "hello", "x" * LINE_CHARACTERS, "日" * LINE_CHARACTERS])
def test_what_is_short_enough_passes(text: str) -> None:
    refuse_long(text)


def test_what_is_longer_is_refused_without_its_words() -> None:
    with pytest.raises(TextError) as caught:
        refuse_long("secret " * LINE_CHARACTERS, "Line 3 of the input")
    assert caught.value.code == "text-too-long"
    assert caught.value.message == (
        "Line 3 of the input has more than 4,000 characters: it is too long for a turn. "
        "Ask for less at a time."
    )


@pytest.mark.parametrize(
    ("text", "composed"),
    [
        ("cafe\u0301", "caf\u00e9"),
        ("Re\u0301ne\u0301e at 9", "R\u00e9n\u00e9e at 9"),
        ("\u0938\u094d\u0924\u0947", "\u0938\u094d\u0924\u0947"),
        ("half \ud800 a sign", "half ? a sign"),
    ],
)
def test_a_letter_and_its_accent_are_one_sign(text: str, composed: str) -> None:
    assert as_composed(text) == composed
