"""Unit: text of another script, and text without a word."""

import pytest

from jarvis_voice.language.en.scripts import is_in_another_script, is_pictures

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    "text", ["こんにちは", "今何時ですか", "Привет, как дела?", "שלום", "Ελλάδα"]
)
def test_no_latin_letter_is_another_script(text: str) -> None:
    assert is_in_another_script(text)


@pytest.mark.parametrize(
    "text", ["hello", "what does こんにちは mean", "Zürich", "12 + 5", "", "???", "🎉", "ＯＫ"]
)
def test_a_latin_letter_or_none_is_not(text: str) -> None:
    assert not is_in_another_script(text)


def test_a_picture_alone_has_no_word() -> None:
    assert all(map(is_pictures, ("🎉", "👍🏽", "❤️ ❤️", "☎", "½")))
    assert not any(map(is_pictures, ("party 🎉", "5 🎉", "?", "", "...", "+")))
