"""Writes numbers as English words, by CLDR's spell-out rules.

Invariant: every function takes plain numbers or digits; what kind of number a text holds is
decided elsewhere.
"""

# ruff: noqa: PLR2004 - the numbers of the calendar and the clock are their own names

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from unicode_rbnf import RbnfEngine

MOST_DIGITS = 15
"""Longer numbers are read digit by digit, as nobody follows a quadrillion."""

MOST_READ_DIGITS = 60
"""Of a longer number it is only told how long it is."""

_DIGITS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")

MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August",
          "September", "October", "November", "December")  # fmt: skip


@cache
def _engine() -> RbnfEngine:
    from unicode_rbnf import RbnfEngine

    return RbnfEngine.for_language("en")


def cardinal(number: int) -> str:
    """240 -> "two hundred forty"."""
    if len(str(abs(number))) > MOST_DIGITS:
        return digits(str(number))
    return str(_engine().format_number(number).text)


def ordinal(number: int) -> str:
    """21 -> "twenty-first"."""
    from unicode_rbnf import FormatPurpose

    if len(str(abs(number))) > MOST_DIGITS:
        return digits(str(number))
    return str(_engine().format_number(number, FormatPurpose.ORDINAL).text)


def digits(text: str) -> str:
    """Each digit by itself: "007" -> "zero zero seven"; other signs are left out."""
    return " ".join(_DIGITS[int(sign)] for sign in text if sign.isdecimal())


def whole(text: str) -> str:
    """A whole number of any length, given by its digits.

    "240" -> "two hundred forty"; of 5,000 digits it says "a number of five thousand digits".
    """
    if len(text) > MOST_READ_DIGITS:
        return f"a number of {cardinal(len(text))} digits"
    return cardinal(int(text))


def decimal(text: str) -> str:
    """A plain number without separators: "-3.5" -> "minus three point five"."""
    sign = "minus " if text.startswith("-") else ""
    before, _, fraction = text.removeprefix("-").partition(".")
    if 1 < len(before) <= MOST_READ_DIGITS and before.startswith("0"):
        spoken = digits(before)
    else:
        spoken = whole(before or "0")
    if len(fraction) > MOST_READ_DIGITS:
        return f"{sign}{spoken} point {cardinal(len(fraction))} more digits"
    return f"{sign}{spoken} point {digits(fraction)}" if fraction else sign + spoken


def year(number: int) -> str:
    """1905 -> "nineteen oh five", 2026 -> "twenty twenty-six", 2005 -> "two thousand five"."""
    century, rest = divmod(number, 100)
    if number >= 10_000 or number < 1_000 or (century % 10 == 0 and rest < 10):
        return cardinal(number)
    if rest == 0:
        return f"{cardinal(century)} hundred"
    return f"{cardinal(century)} {'oh ' if rest < 10 else ''}{cardinal(rest)}"


def date(number_of_year: int | None, month: int, day: int) -> str:
    """2026, 11, 21 -> "November twenty-first, twenty twenty-six"."""
    spoken = f"{MONTHS[month - 1]} {ordinal(day)}"
    return spoken if number_of_year is None else f"{spoken}, {year(number_of_year)}"


def time(hour: int, minute: int, half: str = "") -> str:
    """10, 30 -> "ten thirty"; 14, 5 -> "two oh five P M"; 0, 0 -> "midnight".

    Args:
        hour: 0..23 (24 is midnight too).
        minute: 0..59.
        half: "am", "pm", or "" when the text did not say; hours after twelve tell by themselves.
    """
    if not half and minute == 0 and hour in {0, 12, 24}:
        return "noon" if hour == 12 else "midnight"
    if not half and (hour > 12 or hour == 0):
        half = "pm" if 12 <= hour < 24 else "am"
    twelve = cardinal(hour % 12 or 12)
    spoken_half = f" {half[0].upper()} M" if half else ""
    if minute == 0:
        return twelve + (spoken_half or " o'clock")
    return f"{twelve} {'oh ' if minute < 10 else ''}{cardinal(minute)}{spoken_half}"
