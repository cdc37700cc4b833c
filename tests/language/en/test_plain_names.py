"""Unit: which names of strangers are said aloud."""

import pytest

from jarvis_voice.language.en.plain_names import is_plain_name

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    "name", ["The BBC", "Nature News", "Smith & Co.", "R\u00e9publique", "9to5"]
)
def test_a_name(name: str) -> None:
    assert is_plain_name(name)


@pytest.mark.parametrize(
    "text", ["", "me. I have deleted it", "Open https://a.org", "x" * 41, "_a", "Hi! You", "a: b"]
)
def test_no_name(text: str) -> None:
    assert not is_plain_name(text)
