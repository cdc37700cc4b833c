"""Calendar arithmetic: moves a day by months, finds Easter, counts between two days. Pure.

Invariant: a month later than the 31st is the last of a shorter month.
"""

from __future__ import annotations

from datetime import date

from dateutil.easter import easter
from dateutil.relativedelta import relativedelta

MONTHS_A_YEAR = 12

EASTER_YEARS = range(1583, 4100)
"""Those of the calendar that is in use now, for which the rule holds."""


def easter_sunday(year: int) -> date:
    """Easter of the western churches.

    Raises:
        ValueError: The year is none of `EASTER_YEARS`.
    """
    if year not in EASTER_YEARS:
        raise ValueError(f"no Easter is known of {year}")
    return easter(year)


def moved(day: date, *, months: int = 0, days: int = 0) -> date:
    """The day so much later, or earlier: months first.

    Raises:
        OverflowError: The calendar does not go so far.
        ValueError: Nor does the year.
    """
    return day + relativedelta(months=months, days=days)


def between(begin: date, end: date) -> tuple[int, int]:
    """Whole months from a day to a later one, and the days behind them."""
    length = relativedelta(end, begin)
    return MONTHS_A_YEAR * length.years + length.months, length.days
