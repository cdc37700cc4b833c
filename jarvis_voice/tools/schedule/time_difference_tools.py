"""The get_time_difference tool: tells how far the clocks of two places are apart.

Invariant: it is the difference at the turn's own moment, as summer time changes it.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Annotated
from zoneinfo import ZoneInfo

from pydantic import Field

from jarvis_voice.core.types import Receipt, ReceiptKind, ToolResult
from jarvis_voice.language.en.schedule_phrases import length_said
from jarvis_voice.tools.dependencies import ToolDependencies
from jarvis_voice.tools.places.places import LONGEST_NAME, is_here
from jarvis_voice.tools.registry import Arguments, Tool, ToolContext
from jarvis_voice.tools.schedule.spoken_zones import spoken_zone

_HERE = "(here|us|me|you|our time|my time|local time)"
_HOURS = "(how many hours|how far|how much|how many time zones|how long)"
_WAY = "(ahead|behind|ahead or behind|earlier|later|in front|apart)"
_OF = "(of|from|than|to)"
_DIFFERENCE = (
    "(time difference|time zone difference|hour difference|difference in time|difference in hours|"
    "time gap)"
)
_ASK = "[what is|tell me|give me|is there|how big is|how much is|how large is] [the|a]"

SENTENCES: dict[str, dict[str, str]] = {
    f"{_ASK} {_DIFFERENCE} between {{first}} (and|to) {{second}}": {},
    f"{_ASK} {_DIFFERENCE} from {{first}} to {{second}}": {},
    f"{_ASK} {_DIFFERENCE} between {_HERE} and {{first}}": {},
    f"{_ASK} {_DIFFERENCE} between {{first}} and {_HERE}": {},
    f"{_ASK} {_DIFFERENCE} [from {_HERE}] (to|with|in|for) {{first}}": {},
    "(how many hours|how much) (difference|time difference) [is there|is it] between {first} "
    "and {second}": {},
    f"what {_DIFFERENCE} is there between {{first}} (and|to) {{second}}": {},
    "how (many hours|far) apart are {first} and {second} in time": {},
    "how many hours (apart|different) are {first} and {second}": {},
    "how many hours are {first} and {second} (apart|different)": {},
    "how many hours (are|is it|lie) between {first} and {second} time": {},
    f"{_HOURS} {_WAY} is {{first}} [{_OF} {_HERE}]": {},
    f"{_HOURS} {_WAY} {_OF} {_HERE} is {{first}}": {},
    f"{_HOURS} {_WAY} is {{first}} {_OF} {{second}}": {},
    f"{_HOURS} {_WAY} [{_OF}] {{second}} is {{first}}": {},
    f"{_HOURS} is {{first}} {_WAY} [{_OF} {_HERE}]": {},
    f"{_HOURS} is {{first}} {_WAY} [{_OF}] {{second}}": {},
    f"{_HOURS} (are we|am i) {_WAY} [{_OF}] {{first}}": {},
    f"is {{first}} {_WAY} [{_OF} {_HERE}]": {},
    f"is {{first}} {_WAY} [{_OF}] {{second}}": {},
    "(is|are) {first} and {second} in the same time zone": {},
    "(is|are) {first} in the same time zone as {second}": {},
    "(is|are) {first} in (my|our|the same) time zone [as us|as me|as here]": {},
    f"{_DIFFERENCE} {{first}} [and|to] {{second}}": {},
}

_Place = Annotated[str, Field(max_length=LONGEST_NAME)]


class TimeDifferenceArguments(Arguments):
    """Two places; the second one may be left out."""

    first: Annotated[
        _Place, Field(description="A city, country or zone that the user named.", min_length=1)
    ]
    second: Annotated[_Place, Field(description="The other one; empty is here.")] = ""


def tools(_: ToolDependencies) -> Iterator[Tool]:
    """get_time_difference."""
    yield Tool(
        name="get_time_difference",
        purpose="How many hours the clocks of two cities, countries or zones are apart now, or of "
        'one and here (second="").',
        ability="tell the time difference between two places",
        arguments=TimeDifferenceArguments,
        tier="read",
        timeout_seconds=10,
        run=_run,
        sentences=SENTENCES,
        fulfils=("get_time_difference",),
    )


async def _run(arguments: TimeDifferenceArguments, context: ToolContext) -> ToolResult:
    first, second = arguments.first, arguments.second
    if is_here(first):
        first, second = second, first
    offsets: list[timedelta] = []
    names: list[str] = []
    for spoken in (first, second):
        if is_here(spoken):
            offsets.append(context.now.utcoffset() or timedelta(0))
            names.append("you")
            continue
        found = await spoken_zone(spoken, context.now)
        if isinstance(found, str):
            return ToolResult(Receipt(ReceiptKind.NO_OP, found), arguments.model_dump())
        offsets.append(_offset(found.zone, context.now))
        names.append(found.said)
    observed = _said(names, offsets[0] - offsets[1])
    return ToolResult(Receipt(ReceiptKind.LOOKUP, observed), arguments.model_dump())


def _said(names: list[str], difference: timedelta) -> str:
    first, second = names
    if not difference:
        same = f"{first} has the same time as {second}."
        return same if first != second else "That is the same place."
    way = "ahead of" if difference > timedelta(0) else "behind"
    return f"{_begun(first)} is {length_said(abs(difference.total_seconds()))} {way} {second}."


def _begun(name: str) -> str:
    return name[:1].upper() + name[1:]


def _offset(zone: str, now: datetime) -> timedelta:
    return now.astimezone(ZoneInfo(zone)).utcoffset() or timedelta(0)
