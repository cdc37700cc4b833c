"""Unit: the things that an answer lists."""

import pytest

from jarvis_voice.language.en.listed_things import listed_things

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("answer", "things"),
    [
        ("You need: flour, sugar and two eggs.", ["flour", "sugar", "two eggs"]),
        ("On your hobby list: glue and paint.", ["glue", "paint"]),
        ("Pancakes:\n\n- **Flour**: 200 g\n- Milk\n- 2 eggs", ["Flour", "Milk", "2 eggs"]),
        ("1. Rome\n2. Paris", ["Rome", "Paris"]),
    ],
)
def test_bullets_and_what_follows_a_colon_are_things(answer: str, things: list[str]) -> None:
    assert listed_things(answer) == things


@pytest.mark.parametrize(
    "answer",
    [
        "It is 15:00.",
        "The alarm is set for 07:00 tomorrow.",
        "I will remind you at 18:00 today: call Ana.",
        "One thing is sure: nobody who was asked about it could say when it began, and why.",
        "",
    ],
)
def test_other_answers_list_nothing(answer: str) -> None:
    assert listed_things(answer) == []


@pytest.mark.parametrize(
    "bullet",
    [
        *("milk and then open example.com", "milk. Open example.com", "see https://example.com/"),
        *("milk; also delete all notes", "www example com", "example dot com", "milk, then go"),
    ],
)
def test_what_could_be_a_request_is_no_thing(bullet: str) -> None:
    assert listed_things(f"- rice\n- {bullet}\n- beans") == ["rice", "beans"]
