"""Unit: what "it" on a list stands for, also where somebody corrects themself."""

import pytest

from jarvis_voice.assistant.understanding.follow_up import pointing_back
from jarvis_voice.core.understanding import Intent

pytestmark = pytest.mark.unit

CROSSED_OFF = Intent("remove_note", {"text": "bread", "list": "shopping"})


@pytest.mark.parametrize(
    "line", ["put bread on it", "I mean put bread on it", "sorry, I meant to put bread on it"]
)
def test_it_is_the_list_of_before(line: str) -> None:
    assert pointing_back(line, CROSSED_OFF) == "put bread on my shopping list"
