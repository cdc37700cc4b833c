"""Words days of the calendar and numbers of things as one says them. Pure."""

from __future__ import annotations

from datetime import date

_NEAR = {-1: "yesterday", 0: "today", 1: "tomorrow"}
_DAYS_NAMED = 7


def date_said(day: date, *, is_american: bool) -> str:
    """The date without its weekday: "25 December 2026", or "December 25, 2026"."""
    if is_american:
        return f"{day:%B} {day.day}, {day.year}"
    return f"{day.day} {day:%B %Y}"


def day_said(day: date, today: date, *, is_american: bool) -> str:
    """When a day is, seen from today: "tomorrow", "on Friday", "on 21 June 2027"."""
    ahead = (day - today).days
    if ahead in _NEAR:
        return _NEAR[ahead]
    if 0 < ahead < _DAYS_NAMED:
        return f"on {day:%A}"
    return f"on {date_said(day, is_american=is_american)}"


def counted(*amounts: tuple[int, str]) -> str:
    """Numbers of things, those that are none left out: "2 weeks and 1 day"."""
    return " and ".join(
        f"{number} {unit}{'' if number == 1 else 's'}" for number, unit in amounts if number
    )
