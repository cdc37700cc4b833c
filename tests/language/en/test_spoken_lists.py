"""Unit: the entries that a text names."""

import pytest

from jarvis_voice.language.en.spoken_lists import things_in

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("text", "things"),
    [
        ("milk, eggs and bread", ["milk", "eggs", "bread"]),
        ("bin bags, the big ones", ["bin bags, the big ones"]),
        ("soap, the liquid kind, and tea", ["soap, the liquid kind", "tea"]),
        ("the big ones, tea", ["big ones", "tea"]),
    ],
)
def test_a_kind_stays_with_its_thing(text: str, things: list[str]) -> None:
    assert things_in(text, "shopping") == things
