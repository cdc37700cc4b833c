"""The move_schedule tool: moves an alarm, a reminder or a routine to another time.

Invariant: an entry is moved in one write, so that no crash can lose it or make two of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC
from typing import Annotated, Literal

from pydantic import Field, model_validator

from jarvis_voice.core.clock import local_zone
from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.schedule_changes import is_among
from jarvis_voice.core.schedule_entries import Entry
from jarvis_voice.core.types import Receipt, ReceiptKind, ToolResult
from jarvis_voice.language.en.schedule_limits import limit_in
from jarvis_voice.language.en.schedule_moves import (
    is_of_some_days,
    moved_by,
    moved_to,
    rule_of_the_rest,
)
from jarvis_voice.language.en.schedule_phrases import Teller, begun, rule_said
from jarvis_voice.language.en.schedule_times import Due
from jarvis_voice.language.en.schedule_words import When, read_when
from jarvis_voice.language.en.spoken_lengths import length_in
from jarvis_voice.tools.dependencies import ToolDependencies
from jarvis_voice.tools.errors import as_tool_error, check_known
from jarvis_voice.tools.registry import Tool, ToolContext
from jarvis_voice.tools.schedule.entries_spoken_of import speaks_of_entries
from jarvis_voice.tools.schedule.entry_exchange import note_change, tried_again
from jarvis_voice.tools.schedule.entry_match import (
    Place,
    WhichArguments,
    in_place,
    meant,
    none_such,
    one_day_of,
    teller_for,
    which_one,
)
from jarvis_voice.tools.schedule.entry_sentences import MOVE
from jarvis_voice.tools.schedule.schedule_tools import Said, moment_now


class MoveArguments(WhichArguments):
    """What is moved, and to when or by how much: "half past six", "an hour"."""

    to: Annotated[Said, Field(description="Its new time, as the user said it: half past six.")] = ""
    by: Annotated[Said, Field(description="By how much, as the user said it: an hour.")] = ""
    way: Annotated[Literal["later", "earlier"], Field(description="Where by leads.")] = "later"
    which: Annotated[Place, Field(description="Which of several.")] = "one"

    @model_validator(mode="after")
    def _is_time(self) -> MoveArguments:
        if self.what in {"timer", "ringing"}:
            raise ValueError("what must be an alarm, a reminder or a routine; see change_timer")
        if bool(self.to) == bool(self.by):
            raise ValueError("say either to or by")
        if self.by and length_in(self.by) is None:
            raise ValueError("by must be a length such as: ten minutes")
        if self.to and (read_when(self.to, is_bare=True) is None or limit_in(self.to)):
            raise ValueError("to must be a time such as: seven, tomorrow, Friday at half past six")
        return self


def tools(around: ToolDependencies) -> Iterator[Tool]:
    """move_schedule."""

    async def run(arguments: MoveArguments, context: ToolContext) -> ToolResult:
        return await tried_again(lambda: _move(around, arguments, context))

    yield Tool(
        name="move_schedule",
        purpose="Move an alarm, a reminder or a routine that is set to another time: to is its new "
        'time as the user said it ("eight", "tomorrow"), or by and way say how far it is moved '
        '("an hour", "earlier"); what and name say which one.',
        ability="move alarms and reminders",
        arguments=MoveArguments,
        tier="act",
        needs="talk",
        timeout_seconds=10,
        in_words=("to", "by", "name", "day"),
        run=run,
        speaks_of=speaks_of_entries,
        asked_by=frozenset(
            (
                *("move", "change", "shift", "reschedule", "push", "postpone", "delay", "bring"),
                *("adjust", "update", "edit", "put", "make", "switch", "reset", "later", "earlier"),
            )
        ),
        sentences=MOVE,
        fulfils=("move_schedule",),
    )


async def _move(
    around: ToolDependencies, arguments: MoveArguments, context: ToolContext
) -> ToolResult | None:
    """What came of it; None where somebody else changed the same meanwhile."""
    moment, teller = moment_now(context.now), teller_for(around, context)
    shown, which = arguments.model_dump(), arguments.which
    found = await meant(around, context, arguments, teller, moment)
    found = in_place([one for one in found if one.kind != "timer"], which)
    if not found:
        check_known(around.schedule)
        none = none_such(arguments, teller, which)
        return ToolResult(Receipt(ReceiptKind.NO_OP, none), shown)
    if len(found) > 1:
        return which_one(found, arguments, teller, moment)
    if not (around.schedule.is_kept or around.alarm_state.is_attended):
        raise ToolError("not-moved", "I could not move that: nothing can be kept.")
    [old] = found
    if refusal := _of_some_days(old, arguments, teller):
        return ToolResult(Receipt(ReceiptKind.NO_OP, refusal), shown)
    new = _moved(old, arguments, context)
    with as_tool_error():
        if not await around.schedule.exchange(old.user_id, old.number, new):
            return None
        kept = await around.schedule.entries(old.user_id)
    numbers = {one.number for one in kept}
    if old.number in numbers or not is_among(new, kept):
        raise ToolError("not-moved", "I tried to move that, in vain.")
    around.alarm_state.silence([old])
    around.alarm_state.touch()
    observed = f"I have moved {teller.named(old)}: it is due {teller.repeated(new)}."
    note_change(around, context, observed, [old], [new])
    return ToolResult(Receipt(ReceiptKind.EFFECT, observed), shown)


def _of_some_days(old: Entry, arguments: MoveArguments, teller: Teller) -> str:
    """What is said where some days alone of what comes again get another time; "" elsewhere."""
    day = one_day_of(old, arguments, teller)
    if not day and not (arguments.to and is_of_some_days(old, arguments.to, teller.zone)):
        return ""
    has_one = (
        f"{begun(teller.named(old))} comes {teller.repeated(old)}, and has one time for all of its "
        "days. I have changed nothing."
    )
    thing = f"{old.kind} to {old.words}"
    if old.kind == "alarm":
        thing = f"{old.name or teller.clock_of(old.due_at)} alarm"
    if day:
        return f"{has_one} For one day, say: skip the {thing} {day}. Then set another for that day."
    again = f"an alarm for {arguments.to}" if old.kind == "alarm" else "another for those days"
    rest = rule_of_the_rest(old, arguments.to)
    first = f"move the {thing} to {rule_said(rest)}. Then: " if rest else ""
    return f"{has_one} You can say: {first}set {again}."


def _moved(old: Entry, arguments: MoveArguments, context: ToolContext) -> Entry:
    """The entry as it is to be.

    Raises:
        ToolError: It cannot be there, or the words leave open where.
    """
    zone = local_zone(context.now)
    if arguments.by:
        sign = -1 if arguments.way == "earlier" else 1
        found = moved_by(old, sign * (length_in(arguments.by) or 0.0), context.now, zone)
    else:
        if length_in(arguments.to) is not None:
            question = f"By {arguments.to}, or to {arguments.to} from now?"
            raise ToolError("by-or-to", question)
        when = read_when(arguments.to, is_bare=True) or When()
        found = moved_to(old, when, context.now, zone)
    if not isinstance(found, Due):
        raise ToolError("not-moved", found)
    return replace(
        old,
        due_at=found.at.astimezone(UTC),
        set_at=context.now.astimezone(UTC),
        rule=found.rule,
        state="waiting",
        length_seconds=0.0,
        boot="",
        due_elapsed_seconds=0.0,
        number=0,
    )
