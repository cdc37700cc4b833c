"""Unit: what was told of birthdays goes in, the next one comes out."""

from datetime import date

import pytest

from jarvis_voice.language.en.calendar_days import Day
from jarvis_voice.language.en.told_birthdays import is_birthday, next_birthday

pytestmark = pytest.mark.unit

TODAY = date(2026, 11, 23)
TOLD = [
    "my birthday is on May 4th",
    "my birthday is on May 3rd",  # the newest counts
    "My wife's birthday is 9 December 1988",
    "my mother was born on March 1st 1950",
    "my son\u2019s birthday is tomorrow",
    "my sister's birthday is always fun",
    "my brother's birthday is february 29",
]


@pytest.mark.parametrize(
    ("asked", "day"),
    [
        ("my birthday", Day(date(2027, 5, 3), "your birthday")),
        ("my wife's birthday", Day(date(2026, 12, 9), "your wife's birthday")),
        ("My Wife birthday", Day(date(2026, 12, 9), "your wife's birthday")),
        ("my mother's birthday", Day(date(2027, 3, 1), "your mother's birthday")),
        ("my son's birthday", Day(date(2027, 11, 2), "your son's birthday")),
        ("my brother's birthday", Day(date(2028, 2, 29), "your brother's birthday")),
        ("my sister's birthday", None),
        ("my dog's birthday", None),
        ("Christmas", None),
    ],
)
def test_the_next_birthday(asked: str, day: Day | None) -> None:
    said_on = date(2026, 11, 1)
    assert next_birthday(asked, [(text, said_on) for text in TOLD], TODAY) == day


def test_somebody_is_born_without_the_word() -> None:
    told = [("I was born on 3 May 1990", TODAY)]
    assert next_birthday("my birthday", told, TODAY) == Day(date(2027, 5, 3), "your birthday")
    assert next_birthday("my birthday", [("he is born on 3 May", TODAY)], TODAY) is None


def test_what_is_a_birthday() -> None:
    assert is_birthday("my birthday")
    assert is_birthday("our son's birthday")
    assert not is_birthday("the birthday")
    assert not is_birthday("my party")
