"""The count_days tool: tells the date of a day, and how long it is until it or between two.

Invariant: what is no day that the calendar knows is no argument, so that nobody plans it; of a
birthday only what the user told is known.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, model_validator

from jarvis_voice.core.types import Receipt, ReceiptKind, ToolResult
from jarvis_voice.language.en.birthdays import said_birthday
from jarvis_voice.language.en.calendar import between
from jarvis_voice.language.en.calendar_days import Day, read_day
from jarvis_voice.language.en.calendar_phrases import counted, date_said
from jarvis_voice.language.en.told_birthdays import is_birthday, next_birthday
from jarvis_voice.tools.dependencies import ToolDependencies
from jarvis_voice.tools.errors import as_tool_error
from jarvis_voice.tools.places.home import profile_of
from jarvis_voice.tools.registry import Arguments, Tool, ToolContext

_ANY_DAYS = tuple(date(year, 1, 1) for year in range(2023, 2028))
"""With the 29th of February among what follows, whichever year is meant."""

_WEEK = 7
NO_BIRTHDAY = (
    "You have not told me that birthday. Say for example: remember that my birthday is on May 3rd."
)

_DATE = "(day|date|weekday|day of the week)"
_WHICH = f"[on] (what|which) {_DATE}"
_UNTIL = "(until|till|til|to|before)"
_FROM_NOW = "[from (now|today)]"
_LEFT = (
    "[is it|are there|are left|left|do we have|do i have|have i got|have we got|will it be] [left]"
)
_AND = "(and|to|until|till|til)"
_COUNT = "[what is|tell me|count|calculate|work out]"
_BEHIND = "[are|are there|is it|is there|will there be|lie|is] [there]"
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
        f"{many} {_BEHIND} between {{begin}} {_AND} {{day}}": {"what": "between", "unit": unit},
        f"{many} {_BEHIND} from {{begin}} (to|until|till|til) {{day}}": {
            "what": "between",
            "unit": unit,
        },
        f"{_COUNT} [the] [number of] {unit} from {{begin}} (to|until|till|til) {{day}}": {
            "what": "between",
            "unit": unit,
        },
        f"{_COUNT} [the] [number of] {unit} between {{begin}} {_AND} {{day}}": {
            "what": "between",
            "unit": unit,
        },
    }


SENTENCES: dict[str, dict[str, str]] = {
    **_of_unit("days"),
    **_of_unit("weeks"),
    **_of_unit("months"),
    f"how long {_FROM_NOW} {_LEFT} [to go] {_FROM_NOW} {_UNTIL} {{day}}": {"what": "until"},
    f"[the] [number of] days [left] {_UNTIL} {{day}}": {"what": "until"},
    "how many [more] sleeps [are left|left|is it] (until|till|til|to) {day}": {"what": "until"},
    "how (far|long) away is {day}": {"what": "until"},
    f"how long [is it|is there] between {{begin}} {_AND} {{day}}": {"what": "between"},
    "how long is it from {begin} (to|until|till|til) {day}": {"what": "between"},
    f"[what is|tell me] the (time|difference|distance) between {{begin}} {_AND} {{day}}": {
        "what": "between"
    },
    f"how long {_SINCE} {{day}}": {"what": "since"},
    f"{_WHICH} (is|will|would) [it|that] [be] {{day}}": {"what": "date"},
    f"{_WHICH} is {{day}} on [this year]": {"what": "date"},
    f"{_WHICH} does {{day}} fall [on] [this year]": {"what": "date"},
    f"what (will|would) the {_DATE} be {{day}}": {"what": "date"},
    f"(what is|what will be|tell me|give me) the {_DATE} [of|on] {{day}}": {"what": "date"},
    f"[tell me|show me|let me know|do you know|find out] what the {_DATE} (will|would|is going to) "
    "be {day}": {"what": "date"},
    f"(tell me|show me|let me know|do you know|find out) {_WHICH} {{day}} (is|falls|lands|will be) "
    "[on]": {"what": "date"},
    "what (is|will be) the (month and day|day and month|date and day|day and date) [of|on] {day}": {
        "what": "date"
    },
    "when is {day}": {"what": "date"},
    f"{_WHICH} was [it|that] {{day}}": {"what": "past_date"},
    f"{_WHICH} did {{day}} fall [on]": {"what": "past_date"},
    f"what was the {_DATE} [of|on] {{day}}": {"what": "past_date"},
    "when was {day}": {"what": "past_date"},
}


def _must_be_day(words: str) -> str:
    if words and not any(read_day(words, day) for day in _ANY_DAYS):
        raise ValueError("no day of the calendar")
    return words


def _must_be_day_or_birthday(words: str) -> str:
    return words if is_birthday(words) else _must_be_day(words)


class CountDaysArguments(Arguments):
    """A day, and what the user asks about it."""

    day: Annotated[
        str,
        Field(description="A day in English, or as 2026-12-25.", min_length=1, max_length=80),
        AfterValidator(_must_be_day_or_birthday),
    ]
    what: Annotated[
        Literal["date", "past_date", "until", "since", "between"],
        Field(description="What to tell of the day."),
    ] = "date"
    begin: Annotated[
        str,
        Field(description="The earlier day, where days between two are counted.", max_length=80),
        AfterValidator(_must_be_day),
    ] = ""
    unit: Annotated[
        Literal["days", "weeks", "months"], Field(description="In what a length of time is told.")
    ] = "days"

    @model_validator(mode="after")
    def _is_complete(self) -> CountDaysArguments:
        if (self.what == "between") != bool(self.begin):
            raise ValueError("begin goes with between")
        if self.what != "until" and is_birthday(self.day):
            raise ValueError("of a birthday only the time until it is told")
        return self


def tools(around: ToolDependencies) -> Iterator[Tool]:
    """count_days."""
    yield _count_days(around, is_american=around.user.locale == "en_US")


def _count_days(around: ToolDependencies, *, is_american: bool) -> Tool:
    async def run(arguments: CountDaysArguments, context: ToolContext) -> ToolResult:
        today, shown = context.now.date(), arguments.model_dump()
        is_past = arguments.what in {"past_date", "since"}
        if is_birthday(arguments.day):
            day = await _birthday(arguments.day, around, context)
            none = NO_BIRTHDAY
        else:
            day = read_day(arguments.day, today, is_past=is_past)
            none = "There is no such day."
        begin = read_day(arguments.begin, today) if arguments.begin else None
        if day is None or (arguments.begin and begin is None):
            return ToolResult(Receipt(ReceiptKind.NO_OP, none), shown)
        if begin:
            ends = _two_days(begin, arguments, today)
            observed = _between(*ends, arguments.unit, is_american=is_american)
        elif arguments.what in {"date", "past_date"}:
            observed = _which(day, today, is_american=is_american)
        else:
            observed = _how_long(day, today, arguments.unit)
        return ToolResult(Receipt(ReceiptKind.LOOKUP, _sentence(observed)), shown)

    return Tool(
        name="count_days",
        purpose='The date and weekday of a day (what="date"; "past_date" for the last one of its '
        'name), or how long it is until it (what="until"), since it (what="since"), or from begin '
        'to it (what="between"). day is said in English or written 2026-12-25: "July 4th", "in 10 '
        'days", "3 weeks ago", "Christmas", and for until also "my birthday".',
        ability="count the days to a date",
        arguments=CountDaysArguments,
        tier="read",
        timeout_seconds=5,
        run=run,
        sentences=SENTENCES,
        fulfils=("count_days",),
    )


async def _birthday(words: str, around: ToolDependencies, context: ToolContext) -> Day | None:
    """The next birthday, where the user told of it: as a fact, or as their own."""
    with as_tool_error():
        facts = await around.memory.facts(context.origin.user_id)
    told = [(fact.text, fact.said_at.date()) for fact in facts]
    if own := (await profile_of(around, context)).birthday:
        said = said_birthday(own, is_american=False)
        told.append((f"my birthday is on {said}", context.now.date()))
    return next_birthday(words, told, context.now.date())


def _two_days(begin: Day, arguments: CountDaysArguments, today: date) -> tuple[Day, Day]:
    """Both days, the earlier one first: the second is the one that follows the first."""
    end = read_day(arguments.day, today) or begin
    if end.date < begin.date:
        following = read_day(arguments.day, begin.date) or end
        end = following if following.date > begin.date else end
    return (begin, end) if begin.date <= end.date else (end, begin)


def _between(begin: Day, end: Day, unit: str, *, is_american: bool) -> str:
    if begin.date == end.date:
        return "that is the same day."
    first, last = (_name(one, is_american=is_american) for one in (begin, end))
    return f"it is {_length(begin.date, end.date, unit)} from {first} to {last.rstrip(',')}."


def _name(day: Day, *, is_american: bool) -> str:
    on = date_said(day.date, is_american=is_american)
    return f"{day.name}, {on}," if day.name and not day.begins else on


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
