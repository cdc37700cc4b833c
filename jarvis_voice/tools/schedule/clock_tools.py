"""The get_time tool: tells the time and the date, here and elsewhere.

Invariant: another place's time is the turn's own moment in that place's zone; a place that is not
known for certain has no time. "Here" is this machine, and beside it the user's city, where its
clocks show another time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import Annotated, Literal
from zoneinfo import ZoneInfo

from pydantic import Field

from jarvis_voice.core.types import Receipt, ReceiptKind, ToolResult
from jarvis_voice.tools.dependencies import ToolDependencies
from jarvis_voice.tools.places.home import profile_of
from jarvis_voice.tools.places.places import LONGEST_NAME, is_here
from jarvis_voice.tools.registry import Arguments, Tool, ToolContext
from jarvis_voice.tools.schedule.spoken_zones import SpokenZone, spoken_zone

_NOON = 12
_Clock = Callable[[datetime], str]

SENTENCES: dict[str, dict[str, str]] = {
    "what time is it [now|right now|currently] (in|at) {place}": {"what": "time"},
    "(tell me|do you know) what time it is [now|right now] in {place}": {"what": "time"},
    "[what is|tell me|give me|check] the [current|local] time [over|out|down|up|right now] in "
    "{place}": {"what": "time"},
    "(time|current time|local time) [now|right now] in {place}": {"what": "time"},
    "what time is it [over|out|down|up] there in {place}": {"what": "time"},
    "how late is it in {place}": {"what": "time"},
    "when is it in {place}": {"what": "time"},
    "what time is it {place} time": {"what": "time"},
    "(what|which) (day|date) is it [now|today|right now] in {place}": {"what": "date"},
    "[what is|tell me|give me] (the|today's|the current) (date|day) [today|now] in {place}": {
        "what": "date"
    },
    "(what|which) (day|date) is [it|that] tomorrow": {"what": "date", "day": "tomorrow"},
    "(what|which) (day|date) is it tomorrow in {place}": {"what": "date", "day": "tomorrow"},
    "(what|which) (day|date) (is tomorrow|will it be tomorrow)": {
        "what": "date",
        "day": "tomorrow",
    },
    "[what is|tell me|give me] (tomorrow's date|the date [of] tomorrow)": {
        "what": "date",
        "day": "tomorrow",
    },
    "(what|which) (day|date) was [it|that] yesterday": {"what": "date", "day": "yesterday"},
    "(what|which) (day|date) was yesterday": {"what": "date", "day": "yesterday"},
    "[what was|tell me|give me] (yesterday's date|the date [of] yesterday)": {
        "what": "date",
        "day": "yesterday",
    },
}

_DAYS = {"yesterday": (-1, "Yesterday was"), "today": (0, "It is"), "tomorrow": (1, "Tomorrow is")}
"""How far it is from today, and how its date is said."""


class GetTimeArguments(Arguments):
    """Whether the user asks for the time or the date, where, and of which day."""

    what: Annotated[
        Literal["time", "date"], Field(description="The time, or the date with its weekday.")
    ] = "time"
    place: Annotated[
        str,
        Field(
            description="A city, country or zone that the user named; empty is here.",
            max_length=LONGEST_NAME,
        ),
    ] = ""
    day: Annotated[
        Literal["yesterday", "today", "tomorrow"], Field(description="Which day's date.")
    ] = "today"


def tools(around: ToolDependencies) -> Iterator[Tool]:
    """get_time."""
    clock = _hours_12 if around.user.clock == "12" else _hours_24
    date = _american_date if around.user.locale == "en_US" else _date
    yield _get_time(around, clock, date)


def _get_time(around: ToolDependencies, clock: _Clock, date: _Clock) -> Tool:
    async def run(arguments: GetTimeArguments, context: ToolContext) -> ToolResult:
        now = context.now
        if is_here(arguments.place):
            is_date = arguments.what == "date"
            observed = _on(arguments.day, now, date) if is_date else f"It is {clock(now)}."
            if arguments.day == "today" and (home := await _home(around, context)):
                there = now.astimezone(ZoneInfo(home.zone))
                if not is_date or there.date() != now.date():
                    at_home = date(there) if is_date else clock(there)
                    observed += f" In {home.said} it is {at_home}."
            return ToolResult(Receipt(ReceiptKind.LOOKUP, observed), arguments.model_dump())
        where = await spoken_zone(arguments.place, now)
        if isinstance(where, str):
            return ToolResult(Receipt(ReceiptKind.NO_OP, where), arguments.model_dump())
        there = now.astimezone(ZoneInfo(where.zone))
        if arguments.what == "date":
            observed = f"{_on(arguments.day, there, date)[:-1]}, in {where.said}."
        else:
            day = f" on {there:%A}" if there.date() != now.date() else ""
            observed = f"It is {clock(there)}{day} in {where.said}."
        return ToolResult(Receipt(ReceiptKind.LOOKUP, observed), arguments.model_dump())

    return Tool(
        name="get_time",
        purpose='The time (what="time") or the date and weekday (what="date"), here (place="") or '
        "in a city, country or time zone that the user named. day: which day's date.",
        ability="tell the time and the date, here and in any city",
        arguments=GetTimeArguments,
        tier="read",
        timeout_seconds=10,
        run=run,
        sentences=SENTENCES,
        fulfils=("get_time", "get_date"),
    )


async def _home(around: ToolDependencies, context: ToolContext) -> SpokenZone | None:
    """The user's city, where its clocks show another time than this machine's; else None.

    What is set rings by the clock of this machine, so that one is told in any case.
    """
    city = (await profile_of(around, context)).city
    where = await spoken_zone(city, context.now) if city.strip() else ""
    if isinstance(where, str):
        return None
    there = context.now.astimezone(ZoneInfo(where.zone))
    return where if there.utcoffset() != context.now.utcoffset() else None


def _on(day: str, now: datetime, date: _Clock) -> str:
    days, said = _DAYS[day]
    return f"{said} {date(now + timedelta(days=days))}."


def _date(now: datetime) -> str:
    return f"{now:%A}, {now.day} {now:%B %Y}"


def _american_date(now: datetime) -> str:
    return f"{now:%A}, {now:%B} {now.day}, {now.year}"


def _hours_24(now: datetime) -> str:
    return f"{now:%H:%M}"


def _hours_12(now: datetime) -> str:
    half = "AM" if now.hour < _NOON else "PM"
    return f"{now.hour % _NOON or _NOON}:{now:%M} {half}"
