"""Reads spoken birthdays, and tells them with the age. Pure.

Invariant: a birthday is "1990-05-03", or "05-03" where no year was said; nobody's year is guessed.
"""

from __future__ import annotations

import re
from datetime import date

from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.language.en.calendar import between
from jarvis_voice.language.en.calendar_days import read_day
from jarvis_voice.language.en.schedule_rules import MONTHS
from jarvis_voice.language.en.spoken_lengths import plain

OLDEST_YEARS = 130
_LEAP_YEAR = 2024
_WITHOUT_YEAR = len("05-03")
_YEAR = re.compile(r"\b\d{4}\b")
_MONTH = re.compile(rf"\b(?:{'|'.join(month[:3] for month in MONTHS)})|\d-\d")
_YEAR_IN_TWO = re.compile(r"\b(1[89]|20) (\d\d)\Z")
"""As it is spoken: "nineteen ninety"."""

_WRITTEN = re.compile(r"\d{4}-\d\d-\d\d")
_NEAR = frozenset({"today", "tomorrow", "yesterday"})
_NO_DATE = lazy_pattern(
    r"\b(?:today|tomorrow|yesterday|now|ago|in|next|last|this|week|weeks|days|weekend|end)\b"
)


def read_birthday(words: str, today: date) -> str:
    """The birthday in some words; "" where they are no day with its month, or no possible one.

    Args:
        words: "the 3rd of May", "May 3rd, 1990", "May third nineteen ninety", "today".
        today: The day on which they are said.
    """
    said = _plain(words)
    day = _named(said, today)
    if day is None or not _YEAR.search(said):
        return f"{day:%m-%d}" if day else ""
    is_possible = day <= today and today.year - day.year <= OLDEST_YEARS
    return day.isoformat() if is_possible else ""


def names_birthday(words: str) -> bool:
    """Whether some words are a day that may be told as a birthday."""
    return _named(_plain(words), date(_LEAP_YEAR, 1, 1)) is not None


def said_birthday(birthday: str, *, is_american: bool) -> str:
    """A birthday as it is spoken: "3 May 1990", "May 3"."""
    day = _date(birthday)
    month_and_day = f"{day:%B} {day.day}" if is_american else f"{day.day} {day:%B}"
    if not _has_year(birthday):
        return month_and_day
    return f"{month_and_day}{',' if is_american else ''} {day.year}"


def age_on(birthday: str, today: date) -> int | None:
    """How many years old somebody is; None where the year is not known."""
    if not _has_year(birthday):
        return None
    months, _ = between(_date(birthday), today)
    return months // 12


def days_until_birthday(birthday: str, today: date) -> int:
    """How many days it is to the next birthday; 0 is today."""
    day = _date(birthday)
    coming = (_in_year(day, year) for year in (today.year, today.year + 1))
    return min((one - today).days for one in coming if one >= today)


def _plain(words: str) -> str:
    if _WRITTEN.fullmatch(words.strip()):
        return words.strip()
    said = _YEAR_IN_TWO.sub(r"\1\2", plain(words).removeprefix("on "))
    return re.sub(r"\b(?:in|of) (?=\d{4}\b)", "", said)


def _named(said: str, today: date) -> date | None:
    """The day of a date with its month, or of one of three words."""
    if said not in _NEAR and (_NO_DATE.search(said) or not _MONTH.search(said)):
        return None
    day = read_day(said, today)
    return day.date if day and not day.begins else None


def _has_year(birthday: str) -> bool:
    return len(birthday) > _WITHOUT_YEAR


def _date(birthday: str) -> date:
    return date.fromisoformat(birthday if _has_year(birthday) else f"{_LEAP_YEAR}-{birthday}")


def _in_year(day: date, year: int) -> date:
    """The birthday of a year; who was born on the 29th of February has it a day later else."""
    try:
        return day.replace(year=year)
    except ValueError:
        return date(year, 3, 1)
