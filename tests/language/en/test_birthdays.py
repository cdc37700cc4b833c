"""Unit: birthdays as they are said, and the age that follows."""

from datetime import date

import pytest

from jarvis_voice.language.en.birthdays import (
    age_on,
    days_until_birthday,
    names_birthday,
    read_birthday,
    said_birthday,
)

pytestmark = pytest.mark.unit

TODAY = date(2026, 11, 25)


@pytest.mark.parametrize(
    ("words", "birthday"),
    [
        ("the 3rd of May", "05-03"),
        ("May 3", "05-03"),
        ("on december 24th", "12-24"),
        ("29 February", "02-29"),
        ("3 May 1990", "1990-05-03"),
        ("May 3rd, 1990", "1990-05-03"),
        ("the 3rd of May in 1990", "1990-05-03"),
        ("May the third nineteen ninety", "1990-05-03"),
        ("May 3 two thousand and five", "2005-05-03"),
        ("1990-05-03", "1990-05-03"),
        ("today", "11-25"),
        ("tomorrow", "11-26"),
    ],
)
def test_a_birthday_is_read_with_its_year_where_one_was_said(words: str, birthday: str) -> None:
    assert read_birthday(words, TODAY) == birthday
    assert names_birthday(words)


@pytest.mark.parametrize(
    "words",
    ["", "Christmas", "May", "in May", "next Friday", "the 3rd", "soon", "5/3/1990", "30 February"],
)
def test_what_is_no_birthday_is_none(words: str) -> None:
    assert read_birthday(words, TODAY) == ""
    assert not names_birthday(words)


@pytest.mark.parametrize("words", ["3 May 2999", "3 May 1790", "26 November 2026"])
def test_nobody_was_born_then(words: str) -> None:
    assert read_birthday(words, TODAY) == ""


def test_it_is_told_by_the_user_s_own_calendar() -> None:
    assert said_birthday("05-03", is_american=False) == "3 May"
    assert said_birthday("05-03", is_american=True) == "May 3"
    assert said_birthday("1990-05-03", is_american=False) == "3 May 1990"
    assert said_birthday("1990-05-03", is_american=True) == "May 3, 1990"


@pytest.mark.parametrize(
    ("birthday", "age"),
    [("1990-11-25", 36), ("1990-11-26", 35), ("1990-11-24", 36), ("11-25", None)],
)
def test_the_age_needs_a_year(birthday: str, age: int | None) -> None:
    assert age_on(birthday, TODAY) == age


@pytest.mark.parametrize(
    ("birthday", "days"),
    [("11-25", 0), ("11-26", 1), ("1990-11-24", 364), ("02-29", 96)],
)
def test_the_days_to_the_next_one(birthday: str, days: int) -> None:
    assert days_until_birthday(birthday, TODAY) == days
