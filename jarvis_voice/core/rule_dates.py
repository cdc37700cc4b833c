"""The dates that a rule leaves out, kept at its end: "FREQ=DAILY;BYHOUR=7;EXDATE=20261107". Pure.

Invariant: a date is one of the local wall; all of a rule's times on that date are left out.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

_PART = ";EXDATE="
MOST_DATES = 400
"""Dates that one rule leaves out, a year of what comes each day; those that are over are forgotten
first."""


def bare_rule(rule: str) -> str:
    """A rule without the dates that it leaves out: an iCalendar RRULE."""
    return rule.partition(_PART)[0]


def dates_left_out(rule: str) -> frozenset[date]:
    """The dates that a rule leaves out; what is none, in a damaged file, leaves out nothing."""
    return frozenset(filter(None, map(_read, rule.partition(_PART)[2].split(",")[:MOST_DATES])))


def without_dates(rule: str, dates: Iterable[date], today: date) -> str:
    """A rule that leaves out more dates, up to `MOST_DATES`; those that are over are forgotten.

    Args:
        rule: With or without dates that it leaves out already.
        dates: Which it leaves out, too.
        today: The local date.
    """
    all_dates = dates_left_out(rule) | frozenset(dates)
    kept = sorted(one for one in all_dates if one >= today)[:MOST_DATES]
    written = ",".join(f"{one:%Y%m%d}" for one in kept)
    return f"{bare_rule(rule)}{_PART}{written}" if kept else bare_rule(rule)


def _read(written: str) -> date | None:
    try:
        return date.fromisoformat(written)
    except ValueError:
        return None
