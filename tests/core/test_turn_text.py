"""Unit: the longest text of a turn, by whatever door it comes."""

import pytest

from jarvis_voice.core.errors import TextError
from jarvis_voice.core.turn_text import LINE_CHARACTERS, refuse_long

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
