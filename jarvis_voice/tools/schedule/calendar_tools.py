"""The count_days tool: tells the date of a day and the time until or since it.

Invariant: what is no day that the calendar knows is no argument, so that nobody plans it.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from jarvis_voice.core.types import Receipt, ReceiptKind, ToolResult
from jarvis_voice.language.en.calendar import between
from jarvis_voice.language.en.calendar_days import Day, read_day
from jarvis_voice.language.en.calendar_phrases import counted, date_said
from jarvis_voice.tools.dependencies import ToolDependencies
from jarvis_voice.tools.registry import Arguments, Tool, ToolContext

_ANY_DAYS = tuple(date(year, 1, 1) for year in range(2023, 2028))
"""With the 29th of February among what follows, whichever year is meant."""

_WEEK = 7

_DATE = "(day|date|weekday|day of the week)"
_WHICH = f"[on] (what|which) {_DATE}"
_UNTIL = "(until|till|til|to|before)"
_FROM_NOW = "[from (now|today)]"
_LEFT = (
    "[is it|are there|are left|left|do we have|do i have|have i got|have we got|will it be] [left]"
)
_SINCE = "(since|has it been since|is it since|have passed since|ago was|ago is)"


def _of_unit(unit: str) -> dict[str, dict[str, str]]:
    many = f"how many [more] {unit}"
    left = f"{many} [are] [there] (left|remain|remaining|are left|there are left) [in] (the|this)"
    until = {"what": "until", "unit": unit}
    return {
        f"{many} {_FROM_NOW} {_LEFT} [to go] {_FROM_NOW} {_UNTIL} {{day}}": until,
        f"{left} year": until | {"day": "the end of the year"},
        f"{left} month": until | {"day": "the end of the month"},
        f"{many} away is {{day}}": until,
        f"{many} {_SINCE} {{day}}": {"what": "since", "unit": unit},
    }


SENTENCES: dict[str, dict[str, str]] = {
    **_of_unit("days"),
    **_of_unit("weeks"),
    **_of_unit("months"),
    f"how long {_FROM_NOW} {_LEFT} [to go] {_FROM_NOW} {_UNTIL} {{day}}": {"what": "until"},
    f"[the] [number of] days [left] {_UNTIL} {{day}}": {"what": "until"},
    "how many [more] sleeps [are left|left|is it] (until|till|til|to) {day}": {"what": "until"},
    "how (far|long) away is {day}": {"what": "until"},
    f"how long {_SINCE} {{day}}": {"what": "since"},
    f"{_WHICH} (is|will|would) [it|that] [be] {{day}}": {"what": "date"},
    f"{_WHICH} is {{day}} on [this year]": {"what": "date"},
    f"{_WHICH} does {{day}} fall [on] [this year]": {"what": "date"},
    f"(what is|what will be|tell me|give me) the {_DATE} [of|on] {{day}}": {"what": "date"},
    "when is {day}": {"what": "date"},
    f"{_WHICH} was [it|that] {{day}}": {"what": "past_date"},
    f"{_WHICH} did {{day}} fall [on]": {"what": "past_date"},
    f"what was the {_DATE} [of|on] {{day}}": {"what": "past_date"},
    "when was {day}": {"what": "past_date"},
}


def _must_be_day(words: str) -> str:
    if not any(read_day(words, day) for day in _ANY_DAYS):
        raise ValueError("no day of the calendar")
    return words


class CountDaysArguments(Arguments):
    """A day, and what the user asks about it."""

    day: Annotated[
        str,
        Field(description="A day in English, or as 2026-12-25.", min_length=1, max_length=80),
        AfterValidator(_must_be_day),
    ]
    what: Annotated[
        Literal["date", "past_date", "until", "since"],
        Field(description="What to tell of the day."),
    ] = "date"
    unit: Annotated[
        Literal["days", "weeks", "months"], Field(description="In what a length of time is told.")
    ] = "days"


def tools(around: ToolDependencies) -> Iterator[Tool]:
    """count_days."""
    yield _count_days(is_american=around.user.locale == "en_US")


def _count_days(*, is_american: bool) -> Tool:
    async def run(arguments: CountDaysArguments, context: ToolContext) -> ToolResult:
        today = context.now.date()
        is_past = arguments.what in {"past_date", "since"}
        day = read_day(arguments.day, today, is_past=is_past)
        if day is None:
            nothing = Receipt(ReceiptKind.NO_OP, "There is no such day.")
            return ToolResult(nothing, arguments.model_dump())
        if arguments.what in {"date", "past_date"}:
            observed = _which(day, today, is_american=is_american)
        else:
            observed = _how_long(day, today, arguments.unit)
        return ToolResult(Receipt(ReceiptKind.LOOKUP, _sentence(observed)), arguments.model_dump())

    return Tool(
        name="count_days",
        purpose='The date and weekday of a day (what="date"; "past_date" for the last one of its '
        'name), or how long it is until it (what="until") or since it (what="since"). day is said '
        'in English or written 2026-12-25: "July 4th", "in 10 days", "3 weeks ago", "Christmas".',
        ability="count the days to a date",
        arguments=CountDaysArguments,
        tier="read",
        timeout_seconds=5,
        run=run,
        sentences=SENTENCES,
        fulfils=("count_days",),
    )


def _which(day: Day, today: date, *, is_american: bool) -> str:
    on, is_past = day.date, day.date < today
    numbered = date_said(on, is_american=is_american)
    was = ("began" if is_past else "begins") if day.begins else "was" if is_past else "is"
    what = f"{day.name} {was} on" if day.name else f"that {was}"
    return f"{what} {on:%A}, {numbered}."


def _how_long(day: Day, today: date, unit: str) -> str:
    if day.date == today:
        return f"{day.name or 'that'} {'begins' if day.begins else 'is'} today."
    then = day.name or "then"
    length = _length(min(today, day.date), max(today, day.date), unit)
    if day.date > today:
        return f"it is {length} until {then}."
    return f"it has been {length} since {then}."


def _length(begin: date, end: date, unit: str) -> str:
    days = (end - begin).days
    if unit == "weeks" and days >= _WEEK:
        return counted((days // _WEEK, "week"), (days % _WEEK, "day"))
    months, rest = between(begin, end)
    if unit == "months" and months:
        return counted((months, "month"), (rest, "day"))
    return counted((days, "day"))


def _sentence(text: str) -> str:
    return text[0].upper() + text[1:]
