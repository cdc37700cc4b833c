"""The get_calendar_fact tool: numbers of weeks, leap years, lengths of months, clock changes.

Invariant: words that name no day, month or year of the calendar are no argument.
"""

from __future__ import annotations

import calendar
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from datetime import date, datetime, tzinfo
from typing import Annotated, Literal

from pydantic import Field, model_validator

from jarvis_voice.core.clock import local_zone
from jarvis_voice.core.types import Receipt, ReceiptKind, ToolResult
from jarvis_voice.language.en.calendar_days import read_day
from jarvis_voice.language.en.calendar_phrases import date_said
from jarvis_voice.language.en.calendar_spans import read_month, read_year
from jarvis_voice.language.en.clock_changes import changes_after
from jarvis_voice.language.en.schedule_phrases import Teller, length_said
from jarvis_voice.tools.dependencies import ToolDependencies
from jarvis_voice.tools.registry import Arguments, Tool, ToolContext

Fact = Literal["week_number", "leap_year", "days_in_month", "clock_change"]

NEXT, LAST = "next", "last"
FORWARD, BACK = "forward", "back"
_ANY_DAY = date(2024, 1, 1)
_FEBRUARY, _MOST_YEARS = 2, 10

_NOW = "[it|this] [today|now|right now|this week|at the moment]"
_CLOCKS = "(the clocks|the clock|clocks|our clocks|the time)"
_SUMMER = "(daylight saving|daylight savings|daylight saving time|daylight savings time|dst|d s t)"
_WHEN = "(when|what day|which day|on what day|what date|on which day)"

_SENTENCES: Mapping[Fact, tuple[tuple[str, str], ...]] = {
    "week_number": (
        (f"(what|which) [calendar] week [number] (is|are we in|is this|do we have) {_NOW}", ""),
        ("(what|which) [calendar] week [number] (of|in) the year (is it|is this|are we in)", ""),
        ("(what|which) number [of] week is (it|this)", ""),
        ("[(what is|tell me|give me)] (the|this|the current|this week's) [current] [calendar] week "
         "number [today|now|this week|of today|of this week]", ""),
        ("[current] [calendar] week number", ""),
        ("what is the calendar week", ""),
        ("(what|which) [calendar] week [number] (is|will it be) next week", "in 7 days"),
        ("(what is|tell me|give me) the number of (this|the current) week", ""),
        ("(what|which) [calendar] week [number] is {when} [in]", ""),
        ("(what|which) [calendar] week [number] [of the year] (does|will) {when} (fall|be) "
         "[in|into]", ""),
        ("(in|in the) (what|which) [calendar] week [number] is {when}", ""),
        ("[(what is|tell me|give me)] the [calendar] week number (of|for|on) {when}", ""),
        ("(what|which) [calendar] week [number] (will it be|is it|was it) [on] {when}", ""),
    ),
    "leap_year": (
        ("is (it|this|this year|the current year) [a] leap year", ""),
        ("(are we in|do we have|is this [year]) a leap year [this year|now]", ""),
        ("(is|was|will) {when} [be] [a] leap year", ""),
        ("is {when} [a] leap year or not", ""),
        (f"{_WHEN} (is|will be) [the|our] next leap year", NEXT),
        ("[(what|which) (year|is)] [is|will be] the next leap year", NEXT),
        ("next leap year", NEXT),
        (f"{_WHEN} was the last leap year", LAST),
        ("[(what|which) (year|is|was)] [was|is] the last leap year", LAST),
    ),
    "days_in_month": (
        ("how many days (are|are there|is there|does it have|do we have) in {when}", ""),
        ("how many days [in] (has|does) {when} [have|got|has] [this year]", ""),
        ("how many days [are there] in the month of {when}", ""),
        ("how many days {when} (has|have)", ""),
        ("how many days in {when}", ""),
        ("how many days are [there] this month", "this month"),
        ("how many days are [there] this year", "this year"),
        ("how long is [the month of] {when}", ""),
        ("(what is|tell me) the number of days in {when}", ""),
        ("(does|has|will) {when} [have] (28|29|30|31) days [this year]", ""),
    ),
    "clock_change": (
        (f"{_WHEN} (do|will|does|are) [we] {_CLOCKS} [be] [next] (change|changed|changing|shift) "
         "[next|this year|again]", ""),
        (f"{_WHEN} (do|will|should|must) (we|i|you) [next] (change|adjust|reset) {_CLOCKS} "
         "[next|this year]", ""),
        (f"{_WHEN} is the [next] (clock|time) change", ""),
        ("[(what is|tell me|give me)] the (date|day) of the [next] (clock|time) change", ""),
        (f"{_WHEN} (do|will|does|are) {_CLOCKS} [be] [next] "
         "(go|going|move|spring|jump|put|set|moved) (forward|forwards|ahead)", FORWARD),
        (f"{_WHEN} (do|will|should|must) (we|i|you) (put|set|turn|move) {_CLOCKS} "
         "(forward|forwards|ahead)", FORWARD),
        (f"{_WHEN} (do|will) we (lose|lose an|get an) hour [less|of sleep]", FORWARD),
        (f"{_WHEN} (does|will|is) {_SUMMER} (start|begin|starting|beginning|starts|begins) "
         "[this year|next]", FORWARD),
        (f"{_WHEN} (does|will) (summer time|british summer time) (start|begin)", FORWARD),
        (f"{_WHEN} (does|will) (winter time|standard time) (end|stop|finish)", FORWARD),
        (f"{_WHEN} is (summer time|{_SUMMER}) [this year]", FORWARD),
        (f"{_WHEN} (do|will) we (switch|change|go|go back|switch back) to summer time", FORWARD),
        (f"{_WHEN} (do|will|does|are) {_CLOCKS} [be] [next] "
         "(go|going|move|fall|put|set|turned|moved) (back|backwards|backward)", BACK),
        (f"{_WHEN} (do|will|should|must) (we|i|you) (put|set|turn|move) {_CLOCKS} "
         "(back|backwards|backward)", BACK),
        (f"{_WHEN} (do|will) we (gain|get) an [extra] hour [more|back|extra] [of sleep]", BACK),
        (f"{_WHEN} (does|will|is) ({_SUMMER}|summer time) (end|ending|over|stop|finish|ends) "
         "[this year|next]", BACK),
        (f"{_WHEN} (does|will) (winter time|standard time) (start|begin)", BACK),
        (f"{_WHEN} (do|will) we (switch|change|go|go back|switch back) to (winter|standard) time",
         BACK),
    ),
}  # fmt: skip
"""Templates, and what they fix `when` to."""

SENTENCES: dict[str, dict[str, str]] = {
    template: {"what": what, "when": when} if when else {"what": what}
    for what, templates in _SENTENCES.items()
    for template, when in templates
}


class CalendarFactArguments(Arguments):
    """What of the calendar the user asks about, and of which day, month or year."""

    what: Annotated[Fact, Field(description="What to tell.")]
    when: Annotated[
        str,
        Field(
            description="The day for week_number, the month or year for days_in_month, the year, "
            "next or last for leap_year, forward or back for clock_change; empty is the present.",
            max_length=80,
        ),
    ] = ""

    @model_validator(mode="after")
    def _is_of_calendar(self) -> CalendarFactArguments:
        if self.when and not _IS_KNOWN[self.what](self.when):
            raise ValueError("when is none that goes with this fact")
        return self


_IS_KNOWN: Mapping[Fact, Callable[[str], object]] = {
    "week_number": lambda words: read_day(words, _ANY_DAY),
    "leap_year": lambda words: words in {NEXT, LAST} or read_year(words, _ANY_DAY),
    "days_in_month": lambda words: read_month(words, _ANY_DAY) or read_year(words, _ANY_DAY),
    "clock_change": lambda words: words in {FORWARD, BACK},
}


def tools(around: ToolDependencies) -> Iterator[Tool]:
    """get_calendar_fact."""
    yield calendar_fact_tool(around)


def calendar_fact_tool(
    around: ToolDependencies, zone_at: Callable[[datetime], tzinfo] = local_zone
) -> Tool:
    """The tool.

    Args:
        around: What tools are made with.
        zone_at: The local zone at a moment.
    """
    is_american = around.user.locale == "en_US"

    async def run(arguments: CalendarFactArguments, context: ToolContext) -> ToolResult:
        today = context.now.date()
        match arguments.what:
            case "week_number":
                observed = _week(arguments.when, today, is_american=is_american)
            case "leap_year":
                observed = _leap(arguments.when, today)
            case "days_in_month":
                observed = _length(arguments.when, today)
            case _:
                teller = Teller(around.user.clock, context.now, zone_at(context.now))
                observed = _change(arguments.when, teller, is_american=is_american)
        return ToolResult(Receipt(ReceiptKind.LOOKUP, observed), arguments.model_dump())

    return Tool(
        name="get_calendar_fact",
        purpose="Facts of the calendar: the number of the week (week_number), whether a year is a "
        "leap year or when the next one is (leap_year), how many days a month or a year has "
        "(days_in_month), when the clocks here change (clock_change).",
        ability="tell the number of the week and when the clocks change",
        arguments=CalendarFactArguments,
        tier="read",
        timeout_seconds=5,
        run=run,
        sentences=SENTENCES,
        fulfils=("get_calendar_fact",),
    )


def _week(when: str, today: date, *, is_american: bool) -> str:
    day = read_day(when, today) if when else None
    on = day.date if day else today
    year, week, _ = on.isocalendar()
    if on == today:
        return f"It is week {week} of {year}."
    is_past = on < today
    return (
        f"{on:%A}, {date_said(on, is_american=is_american)}, {'was' if is_past else 'is'} in week "
        f"{week} of {year}."
    )


def _leap(when: str, today: date) -> str:
    if when in {NEXT, LAST}:
        step = 1 if when == NEXT else -1
        years = (today.year + step * ahead for ahead in range(1, _MOST_YEARS))
        found = next(year for year in years if calendar.isleap(year))
        return f"The {when} leap year {'is' if when == NEXT else 'was'} {found}."
    year = (read_year(when, today) if when else None) or today.year
    is_leap = calendar.isleap(year)
    be = {-1: "was", 0: "is", 1: "will be"}[(year > today.year) - (year < today.year)]
    if not is_leap:
        be = "will not be" if be == "will be" else f"{be} not"
    return f"{'Yes' if is_leap else 'No'}, {year} {be} a leap year."


def _length(when: str, today: date) -> str:
    if when and (year := read_year(when, today)):
        return f"{year} has {366 if calendar.isleap(year) else 365} days."
    month = read_month(when or "this month", today)
    if month is None:
        return "There is no such month."
    first = month.first
    days = calendar.monthrange(first.year, first.month)[1]
    if month.is_year_said:
        return f"{first:%B %Y} has {days} days."
    if first.month == _FEBRUARY:
        return f"{first:%B} has 28 days, and 29 in a leap year. In {first.year} it has {days}."
    return f"{first:%B} has {days} days."


def _change(when: str, teller: Teller, *, is_american: bool) -> str:
    for change in changes_after(teller.now, teller.zone):
        way = FORWARD if change.by.total_seconds() > 0 else BACK
        if when in {"", way}:
            length = length_said(abs(change.by.total_seconds()))
            day = f"{change.at:%A}, {date_said(change.at.date(), is_american=is_american)}"
            at = replace(teller, zone=change.at.tzinfo or teller.zone).clock_of(change.at)
            return f"The clocks go {way} by {length} on {day}, at {at}."
    return "The clocks are not changed here."
