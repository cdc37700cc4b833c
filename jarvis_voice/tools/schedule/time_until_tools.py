"""The get_time_until tool: tells how long it is until a time, and what time it will be then.

Invariant: words that are no time are no argument, so that nobody plans it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, tzinfo
from typing import Annotated, Literal

from pydantic import Field, model_validator

from jarvis_voice.core.clock import local_zone
from jarvis_voice.core.types import Receipt, ReceiptKind, ToolResult
from jarvis_voice.core.wall_times import moment_after, seconds_between
from jarvis_voice.language.en.calendar_phrases import counted, day_said
from jarvis_voice.language.en.coming_times import (
    coming_day,
    coming_time,
    is_clock_time,
    seconds_away,
)
from jarvis_voice.language.en.schedule_phrases import Teller, length_said
from jarvis_voice.language.en.schedule_times import PAST
from jarvis_voice.tools.dependencies import ToolDependencies
from jarvis_voice.tools.registry import Arguments, Tool, ToolContext

Unit = Literal["any", "seconds", "minutes", "hours"]

MIDNIGHT = "midnight"
_NAMED = {(0, 0): MIDNIGHT, (12, 0): "noon"}
_MINUTE, _HOUR = 60, 3_600
_ANY_MOMENT = datetime(2024, 1, 1, tzinfo=UTC)

_UNTIL = "(until|till|til|to|before)"
_IS = (
    "[is it|are there|is there|are left|is left|do we have|do i have|have i got|have we got|"
    "will it be|left] [left|to go] [from now]"
)
_DAY = "(the day|today|this day)"


def _of_unit(unit: str, said: str) -> dict[str, dict[str, str]]:
    fixed = {} if unit == "any" else {"unit": unit}
    return {
        f"{said} {_IS} {_UNTIL} {{when}}": fixed,
        f"{said} {_UNTIL} (it is|it's|its) {{when}}": fixed,
        f"{said} away is {{when}}": fixed,
        f"{said} [is|are] [there] (left|remaining) (in|of) {_DAY}": {**fixed, "when": MIDNIGHT},
        f"{said} (are left|is left|left|do i have left|do we have left) today": {
            **fixed,
            "when": MIDNIGHT,
        },
        f"{said} {_UNTIL} (the end of the day|the day ends|the day is over|the end of today)": {
            **fixed,
            "when": MIDNIGHT,
        },
    }


_CLOCK = "(what time|what hour|how late)"
SENTENCES: dict[str, dict[str, str]] = {
    **_of_unit("any", "how (long|far|much time|much longer)"),
    **_of_unit("hours", "[how many] [more] hours"),
    **_of_unit("minutes", "[how many] [more] minutes"),
    **_of_unit("seconds", "[how many] [more] seconds"),
    f"[what is|tell me] [the] [amount of] time [left|remaining] {_UNTIL} {{when}}": {},
    f"{_CLOCK} (will it be|is it|is it going to be|would it be) [in] {{when}}": {"tell": "clock"},
    f"{_CLOCK} (is|will be) {{when}} (from now|from today)": {"tell": "clock"},
    "what (will|would) the time be [in] {when}": {"tell": "clock"},
    "[what is|tell me] the time [in] {when}": {"tell": "clock"},
    f"in {{when}} {_CLOCK} (will it be|is it|would it be)": {"tell": "clock"},
    f"{_CLOCK} was it {{when}}": {"tell": "clock"},
    "what was the time {when}": {"tell": "clock"},
    f"[tell me|do you know] {_CLOCK} it (will be|is) [in] {{when}}": {"tell": "clock"},
}


class TimeUntilArguments(Arguments):
    """A time, and what the user asks about it."""

    when: Annotated[
        str,
        Field(
            description='As the user said it: "5 pm", "midnight", "tomorrow at nine"; for clock a '
            'length: "in 3 hours", "20 minutes ago".',
            min_length=1,
            max_length=80,
        ),
    ]
    tell: Annotated[
        Literal["left", "clock"],
        Field(description="How long it is until then, or what the clock shows then."),
    ] = "left"
    unit: Annotated[Unit, Field(description="In what the length of time is told.")] = "any"

    @model_validator(mode="after")
    def _is_time(self) -> TimeUntilArguments:
        if self.tell == "clock":
            is_known = seconds_away(self.when) is not None
        else:
            is_day = self.unit != "any" and coming_day(self.when, _ANY_MOMENT, UTC) is not None
            is_known = is_clock_time(self.when) or is_day
        if not is_known:
            raise ValueError("when must be a time such as: 5 pm; for clock a length: in 3 hours")
        return self


def tools(around: ToolDependencies) -> Iterator[Tool]:
    """get_time_until."""
    yield time_until_tool(around)


def time_until_tool(
    around: ToolDependencies, zone_at: Callable[[datetime], tzinfo] = local_zone
) -> Tool:
    """The tool.

    Args:
        around: What tools are made with.
        zone_at: The local zone at a moment.
    """
    is_american = around.user.locale == "en_US"

    async def run(arguments: TimeUntilArguments, context: ToolContext) -> ToolResult:
        teller = Teller(around.user.clock, context.now, zone_at(context.now))
        shown = arguments.model_dump()
        if arguments.tell == "clock":
            observed = _clock_said(
                seconds_away(arguments.when) or 0.0, teller, is_american=is_american
            )
            return ToolResult(Receipt(ReceiptKind.LOOKUP, observed), shown)
        found = _meant(arguments, teller, is_american=is_american)
        if found is None:
            return ToolResult(Receipt(ReceiptKind.NO_OP, PAST), shown)
        moment, name = found
        length = _length(seconds_between(context.now, moment), arguments.unit)
        return ToolResult(Receipt(ReceiptKind.LOOKUP, f"It is {length} until {name}."), shown)

    return Tool(
        name="get_time_until",
        purpose='How long it is until a time of day (tell="left", "how long until 5 pm"), or what '
        'time it will be or was (tell="clock", "what time will it be in 3 hours").',
        ability="tell how long it is until a time",
        arguments=TimeUntilArguments,
        tier="read",
        timeout_seconds=5,
        run=run,
        sentences=SENTENCES,
        fulfils=("get_time_until",),
    )


def _meant(
    arguments: TimeUntilArguments, teller: Teller, *, is_american: bool
) -> tuple[datetime, str] | None:
    """The moment that is meant, and how it is spoken of."""
    today = teller.now.astimezone(teller.zone).date()
    if is_clock_time(arguments.when):
        moment = coming_time(arguments.when, teller.now, teller.zone)
        return (moment, _name(moment, teller)) if moment else None
    found = coming_day(arguments.when, teller.now, teller.zone)
    if found is None:
        return None
    day, begins = found
    said = day_said(day.date, today, is_american=is_american).removeprefix("on ")
    return begins, day.name or said


def _name(moment: datetime, teller: Teller) -> str:
    here = moment.astimezone(teller.zone)
    ahead = (here.date() - teller.now.astimezone(teller.zone).date()).days
    named = _NAMED.get((here.hour, here.minute))
    if named and ahead <= (named == MIDNIGHT):
        return named
    said = teller.moment_of(moment).removeprefix("at ").removeprefix("on ")
    return said.removesuffix(" today")


def _clock_said(seconds: float, teller: Teller, *, is_american: bool) -> str:
    moment = moment_after(teller.now, seconds)
    here, today = moment.astimezone(teller.zone), teller.now.astimezone(teller.zone).date()
    day = day_said(here.date(), today, is_american=is_american)
    day = "" if day == "today" else f" {day}"
    return f"It {'was' if seconds < 0 else 'will be'} {teller.clock_of(moment)}{day}."


def _length(seconds: float, unit: Unit) -> str:
    match unit:
        case "seconds":
            return counted((max(round(seconds), 1), "second"))
        case "minutes" if seconds >= _MINUTE:
            return counted((round(seconds / _MINUTE), "minute"))
        case "hours" if seconds >= _HOUR:
            minutes = round(seconds / _MINUTE)
            return counted((minutes // _MINUTE, "hour"), (minutes % _MINUTE, "minute"))
        case _:
            return length_said(seconds)
