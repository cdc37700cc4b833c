"""A tool of the calendar: which date a day has, and how long it is until then.

Invariant: what is no day that the calendar knows is no argument, so that nobody plans it.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from jarvis_voice.tools.calendar_days import Day, read_day
from jarvis_voice.tools.registry import Arguments, Tool, ToolContext
from jarvis_voice.tools.surroundings import Surroundings
from jarvis_voice.turn.calendar import between
from jarvis_voice.types import Receipt, ReceiptKind, ToolResult

_ANY_DAY = date(2024, 2, 29)
_WEEK = 7

_UNTIL = "(until|till|til|to|before)"
_DATE = "(day|date|weekday|day of the week)"
_WHICH = f"(what|which) {_DATE}"
_LEFT = "[is it|are there|are left|left|do we have|do i have|have i got] [left]"
SENTENCES: dict[str, dict[str, str]] = {
    f"how (many days|long) {_LEFT} {_UNTIL} {{day}}": {"what": "until", "unit": "days"},
    f"how many weeks {_LEFT} {_UNTIL} {{day}}": {"what": "until", "unit": "weeks"},
    f"how many months {_LEFT} {_UNTIL} {{day}}": {"what": "until", "unit": "months"},
    "how many days [are] (left|there are left|remain) in (the|this) year": {
        "what": "until",
        "unit": "days",
        "day": "the end of the year",
    },
    "how many days [are] (left|there are left|remain) in (the|this) month": {
        "what": "until",
        "unit": "days",
        "day": "the end of the month",
    },
    "how far away is {day}": {"what": "until", "unit": "days"},
    "how (many days|long) (since|has it been since|is it since|ago was|ago is) {day}": {
        "what": "since",
        "unit": "days",
    },
    "how many weeks (since|has it been since|is it since|ago was|ago is) {day}": {
        "what": "since",
        "unit": "weeks",
    },
    f"[on] {_WHICH} (is|was|will|would) [it|that] [be] {{day}}": {"what": "date"},
    f"[on] {_WHICH} is {{day}} on": {"what": "date"},
    f"[on] {_WHICH} does {{day}} fall [on]": {"what": "date"},
    f"(what is|what was|what will be|tell me|give me) the {_DATE} [of|on] {{day}}": {
        "what": "date"
    },
    "when (is|was) {day}": {"what": "date"},
}


def _must_be_day(words: str) -> str:
    if read_day(words, _ANY_DAY) is None:
        raise ValueError("no day of the calendar")
    return words


class CountDaysArguments(Arguments):
    """A day, and what is asked about it."""

    day: Annotated[str, Field(min_length=1, max_length=80), AfterValidator(_must_be_day)]
    what: Literal["date", "until", "since"] = "date"
    unit: Literal["days", "weeks", "months"] = "days"


def tools(around: Surroundings) -> Iterator[Tool]:
    """count_days."""
    yield _count_days(is_american=around.user.locale == "en_US")


def _count_days(*, is_american: bool) -> Tool:
    async def run(arguments: CountDaysArguments, context: ToolContext) -> ToolResult:
        today = context.now.date()
        day = read_day(arguments.day, today, is_past=arguments.what == "since")
        if day is None:
            nothing = Receipt(ReceiptKind.NO_OP, "There is no such day.")
            return ToolResult(nothing, arguments.model_dump())
        if arguments.what == "date":
            observed = _which(day, today, is_american=is_american)
        else:
            observed = _how_long(day, today, arguments.unit)
        return ToolResult(Receipt(ReceiptKind.LOOKUP, observed), arguments.model_dump())

    return Tool(
        name="count_days",
        purpose='The date and weekday of a day (what="date"), or how long it is until it '
        '(what="until") or since it (what="since"). day is said in English: "July 4th", '
        '"in 10 days", "3 weeks ago", "next Friday", "Christmas".',
        ability="count the days to a date",
        arguments=CountDaysArguments,
        tier="read",
        timeout_seconds=5,
        run=run,
        sentences=SENTENCES,
    )


def _which(day: Day, today: date, *, is_american: bool) -> str:
    on = day.date
    numbered = f"{on:%B} {on.day}, {on.year}" if is_american else f"{on.day} {on:%B %Y}"
    was = "was" if on < today else "is"
    what = f"{day.name} {was} on" if day.name else f"That {was}"
    return f"{what} {on:%A}, {numbered}."


def _how_long(day: Day, today: date, unit: str) -> str:
    then = day.name or "then"
    if day.date == today:
        return f"{day.name or 'That'} is today."
    length = _length(min(today, day.date), max(today, day.date), unit)
    if day.date > today:
        return f"It is {length} until {then}."
    return f"It has been {length} since {then}."


def _length(begin: date, end: date, unit: str) -> str:
    days = (end - begin).days
    if unit == "weeks" and days >= _WEEK:
        return _counted((days // _WEEK, "week"), (days % _WEEK, "day"))
    months, rest = between(begin, end)
    if unit == "months" and months:
        return _counted((months, "month"), (rest, "day"))
    return _counted((days, "day"))


def _counted(*amounts: tuple[int, str]) -> str:
    return " and ".join(
        f"{number} {unit}{'' if number == 1 else 's'}" for number, unit in amounts if number
    )
