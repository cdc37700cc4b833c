"""Unit: slips of the fingers in words of time."""

import pytest

from jarvis_voice.assistant.understanding.slipped_words import mended

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("5 minuts", "5 minutes"),
        ("an huor", "an huor"),
        ("tommorow at six", "tomorrow at six"),
        ("wendesday morning", "wednesday morning"),
        ("ten minutes", "ten minutes"),
        ("at xylophone", "at xylophone"),
    ],
)
def test_a_word_of_time_is_mended(said: str, meant: str) -> None:
    assert mended({"time": said, "length": said}) == {"time": meant, "length": meant}


def test_other_words_stay() -> None:
    assert mended({"item": "minuts of the meeting"}) == {"item": "minuts of the meeting"}
