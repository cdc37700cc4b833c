"""Unit: "louder" is of the sound, unless a word of speaking stands beside it."""

import pytest

from jarvis_voice.language.en.speaking_words import is_of_voice

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    "text",
    [
        "speak louder",
        "talk a bit louder please",
        "your voice is low",
        "say it louder",
        "I can't hear you",
        "you're too quiet",
        "could you use a louder voice",
    ],
)
def test_a_word_of_speaking_is_of_the_voice(text: str) -> None:
    assert is_of_voice(text)


@pytest.mark.parametrize(
    "text",
    [
        "louder",
        "mum says quieter",
        "could you make it a bit louder",
        "quieter, thank you",
        "a little more if you would",
        "can you go louder",
    ],
)
def test_without_one_it_is_of_the_sound(text: str) -> None:
    assert not is_of_voice(text)
