"""Unit: which texts go round in circles."""

import pytest

from jarvis_voice.language.en.repetition import is_loop, starts_over

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("text", "loops", "again"),
    [
        ("", False, False),
        ("Open the mail.", False, False),
        ("Open the mail. Open the mail.", False, True),
        ("Open the mail open the mail open", False, True),
        ("Open the mail. Open the mail. Open the mail.", True, True),
        ("I'm going to, I'm going to, I'm going to", True, True),
        ("and so on " * 20, True, True),
        ("go back, go back", False, False),
        ("what is 2 plus 2 plus 2 plus 2", False, False),
        ("stop stop stop stop stop stop", False, True),
        ("a large coffee with milk and a large coffee with sugar", False, False),
    ],
)
def test_loops_and_restarts(text: str, loops: bool, again: bool) -> None:
    assert (is_loop(text), starts_over(text)) == (loops, again)
