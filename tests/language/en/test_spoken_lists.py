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


@pytest.mark.parametrize(
    ("text", "things"),
    [
        ("rice, and also garlic", ["rice", "garlic"]),
        ("tape plus glue", ["tape", "glue"]),
        ("tea as well as a pen", ["tea", "a pen"]),
        ("soap, plus tea along with milk", ["soap", "tea", "milk"]),
        ("eggs and some of the cheese", ["eggs", "cheese"]),
    ],
)
def test_more_words_than_and_stand_between_things(text: str, things: list[str]) -> None:
    assert things_in(text, "shopping") == things


def test_what_is_to_be_done_keeps_its_words() -> None:
    assert things_in("call Ana plus Ben", "to-do") == ["call Ana plus Ben"]
