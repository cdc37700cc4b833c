"""The tools read_schedule, cancel_schedule and snooze, for entries that are already set.

Invariant: what is said to be cancelled is gone from the database; which one is meant is asked where
the words fit several.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Annotated, Literal

from pydantic import Field, model_validator

from jarvis_voice.core.alarm_state import AlarmState
from jarvis_voice.core.clock import local_zone
from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.schedule_entries import (
    Entry,
    Moment,
    advanced,
    in_seconds,
    seconds_left,
)
from jarvis_voice.core.types import Origin, Receipt, ReceiptKind, ToolResult
from jarvis_voice.language.en.schedule_phrases import (
    FOR_A_TIMER,
    NOTHING_RINGS,
    Teller,
    begun,
    length_said,
)
from jarvis_voice.language.en.spoken_lengths import length_in
from jarvis_voice.language.en.spoken_lists import key_of, spoken
from jarvis_voice.tools.dependencies import ToolDependencies
from jarvis_voice.tools.errors import as_tool_error, check_known
from jarvis_voice.tools.registry import Arguments, Tool, ToolContext
from jarvis_voice.tools.schedule.entries_spoken_of import speaks_of_entries
from jarvis_voice.tools.schedule.entry_exchange import changed_meanwhile, note_change
from jarvis_voice.tools.schedule.entry_match import (
    Place,
    WhichArguments,
    bare,
    compares,
    in_place,
    meant,
    named_in,
    names_time,
    none_such,
    on_one_day,
    place_named,
    teller_for,
    which_one,
)
from jarvis_voice.tools.schedule.entry_sentences import CANCEL, READ, SNOOZE
from jarvis_voice.tools.schedule.schedule_tools import Said, moment_now
from jarvis_voice.tools.schedule.skip_tools import left_out, several

SNOOZE_SECONDS = 300.0
SNOOZABLE_SECONDS = 300.0
"""How long after it rang something can still be put off."""

_MOST_OTHERS = 4
"""Entries that are told where none has the name that was asked for."""

_LOUD = frozenset({"any", "alarm", "timer"})
"""What people call a thing that rings, whatever it is."""


class CancelArguments(WhichArguments):
    """What to cancel: one entry, all of a kind or of a day, or only what rings."""

    which: Annotated[Place, Field(description="Which of several.")] = "one"


class ReadArguments(WhichArguments):
    """Which entries to read, and whether to tell the time left."""

    tell: Annotated[
        Literal["time", "left", "count"],
        Field(description="The time of each, how long until the next, or how many there are."),
    ] = "time"
    which: Annotated[Place, Field(description="Which of several.")] = "all"


class SnoozeArguments(Arguments):
    """How long to snooze: "five minutes", or just "five"; "" is the usual length."""

    length: Annotated[
        Said, Field(description="For how long, as the user said it; empty is the usual.")
    ] = ""

    @model_validator(mode="after")
    def _is_length(self) -> SnoozeArguments:
        if self.length and _snoozed_for(self.length) is None:
            raise ValueError("length must be one such as: five minutes")
        return self


def tools(around: ToolDependencies) -> Iterator[Tool]:
    """read_schedule, cancel_schedule and snooze."""
    yield _read_schedule(around)
    yield _cancel_schedule(around)
    yield _snooze(around)


def _read_schedule(around: ToolDependencies) -> Tool:
    async def run(arguments: ReadArguments, context: ToolContext) -> ToolResult:
        moment, teller = moment_now(context.now), teller_for(around, context)
        found = await meant(around, context, arguments, teller, moment)
        if not found and (place := place_named(arguments.name)):
            found = await meant(around, context, arguments.called(""), teller, moment)
            placed = place if found else "all"
            arguments = arguments.model_copy(update={"name": "", "which": placed})
        if not found and compares(arguments.name):  # all of them are told: that answers it, too
            arguments = arguments.model_copy(update={"name": ""})
            found = await meant(around, context, arguments, teller, moment)
        found = in_place(found, arguments.which)
        shown = arguments.model_dump()
        if not found:
            check_known(around.schedule)
            none = none_such(arguments, teller, arguments.which)
            others = await _others(around, context, arguments, teller, moment)
            return ToolResult(Receipt(ReceiptKind.NO_OP, f"{none}{others}"), shown)
        told = [teller.told(one, seconds_left(one, moment)) for one in found]
        soonest = _soonest(found) if arguments.tell == "left" else None
        if len(found) == 1 and found[0].kind == "timer" and found[0].state == "waiting":
            [one] = found
            left = length_said(seconds_left(one, moment))
            observed = f"{begun(teller.named(one))} has {left} left."
        elif soonest:
            left = length_said(seconds_left(soonest, moment))
            observed = f"{begun(left)} until {teller.named(soonest)}."
        elif arguments.tell == "count" and len(found) > 1:
            things = "entries" if arguments.what == "any" else f"{arguments.what}s"
            observed = f"You have {len(found)} {things}: {'; '.join(told)}."
        else:
            observed = f"You have {'; '.join(told)}."
        data = {"entries": told}
        return ToolResult(Receipt(ReceiptKind.LOOKUP, observed), shown, data=data)

    return Tool(
        name="read_schedule",
        purpose="Tell which timers, alarms, reminders and routines are set, and how long is left; "
        'what narrows it, name is that of one ("pasta"), day that of some ("tomorrow"). Say '
        'tell="left" for how long until the next, tell="count" for how many there are.',
        ability="tell how long a timer has left",
        arguments=ReadArguments,
        tier="read",
        timeout_seconds=10,
        run=run,
        sentences=READ,
        is_private=True,
        fulfils=("read_schedule",),
    )


async def _others(
    around: ToolDependencies,
    context: ToolContext,
    arguments: ReadArguments,
    teller: Teller,
    moment: Moment,
) -> str:
    """What there is of the kind, where nothing has the name that was asked for."""
    if not bare(arguments.name) or names_time(arguments, teller):
        return ""
    found = await meant(around, context, arguments.called(""), teller, moment)
    told = [teller.told(one, seconds_left(one, moment)) for one in found[:_MOST_OTHERS]]
    return f" You have {'; '.join(told)}." if told else ""


def _cancel_schedule(around: ToolDependencies) -> Tool:
    async def run(arguments: CancelArguments, context: ToolContext) -> ToolResult:
        return await _cancel(around, arguments, context)

    return Tool(
        name="cancel_schedule",
        purpose="Cancel a timer, an alarm, a reminder or a routine, or stop one that rings: what "
        'and name as the user said them ("pasta", "7 am"); which="all" for all of a kind, day for '
        "those of a day; "
        'what="ringing" only stops what rings ("turn it off").',
        ability="cancel them",
        arguments=CancelArguments,
        tier="act",
        needs="talk",
        timeout_seconds=10,
        in_words=("name", "day"),
        run=run,
        speaks_of=speaks_of_entries,
        asked_by=frozenset(
            (
                *("cancel", "delete", "remove", "clear", "stop", "end", "off", "erase", "drop"),
                *("silence", "dismiss", "kill", "rid", "don't", "not"),
            )
        ),
        sentences=CANCEL,
        fulfils=("cancel_schedule",),
    )


async def _named_instead(
    around: ToolDependencies,
    arguments: CancelArguments,
    context: ToolContext,
    teller: Teller,
    moment: Moment,
) -> Sequence[Entry]:
    """What the user's words name, where a plan names another kind, which they do not."""
    kind, goal = arguments.what, set(key_of(context.goal))
    if arguments.name or arguments.day or kind in {"any", "ringing"} or kind in goal:
        return ()
    kept = await meant(around, context, WhichArguments(), teller, moment)
    named = [one for one in kept if one.name and set(key_of(one.name)) <= goal]
    return [one for one in named if one.kind != kind]


async def _cancel(
    around: ToolDependencies, arguments: CancelArguments, context: ToolContext
) -> ToolResult:
    """Stop what rings, or remove what is meant; ask where several entries fit the words."""
    moment, teller = moment_now(context.now), teller_for(around, context)
    shown = arguments.model_dump()
    found = in_place(await meant(around, context, arguments, teller, moment), arguments.which)
    if rung := _stopped(around.alarm_state, arguments, context.origin, found):
        names = spoken([teller.named(one) for one in rung])
        return ToolResult(Receipt(ReceiptKind.EFFECT, f"I have stopped {names}."), shown)
    if found and (others := await _named_instead(around, arguments, context, teller, moment)):
        return which_one([*found, *others], arguments, teller, moment)
    if not found:
        if arguments.what != "ringing":
            check_known(around.schedule)
        none = none_such(arguments, teller, arguments.which)
        return ToolResult(Receipt(ReceiptKind.NO_OP, none), shown)
    lasting = [one for one in found if on_one_day(one, arguments, teller)]
    single = [one for one in found if one not in lasting]
    if len(found) > 1 and lasting and arguments.which == "one":
        return ToolResult(Receipt(ReceiptKind.NO_OP, several(found, arguments, teller)), shown)
    rest = await left_out(around, lasting, arguments, context, teller) if lasting else None
    if not single and rest:
        return ToolResult(rest, shown)
    stays = [rest.observed] if rest else []
    named = named_in(single, arguments.name, teller)
    if len(single) > max(len(named), 1) and arguments.which == "one":
        return which_one(single, arguments, teller, moment)
    await _remove(around, context, single)
    names = spoken(teller.apart([(one, seconds_left(one, moment)) for one in single]))
    missing = [
        none_such(arguments.called(name), teller)
        for name, is_there in named.items()
        if not is_there
    ]
    cancelled = f"I have cancelled {names}."
    note_change(around, context, cancelled, single)
    told = " ".join([cancelled, *missing, *stays])
    is_whole = not missing and (rest is None or rest.kind is ReceiptKind.EFFECT)
    kind = ReceiptKind.EFFECT if is_whole else ReceiptKind.PARTIAL
    return ToolResult(Receipt(kind, told), shown)


def _stopped(
    alarm_state: AlarmState, arguments: CancelArguments, origin: Origin, found: Sequence[Entry]
) -> Sequence[Entry]:
    """What rang and was meant, and is silent now; nothing where more than that is to be cancelled.

    What rings is silenced in both cases.
    """
    rung = _rung(alarm_state.rings_for(origin), arguments, found)
    if not alarm_state.silence(rung):
        return ()
    is_more = arguments.which == "all" and len(found) > len(rung)
    return () if is_more else rung


async def _remove(around: ToolDependencies, context: ToolContext, found: Sequence[Entry]) -> None:
    """Remove entries, and let the alarm clock look at what is left.

    Raises:
        ToolError: One of them is still there, or the schedule cannot be read or written.
    """
    numbers = {one.number for one in found}
    with as_tool_error():
        removed = await around.schedule.remove(context.origin.user_id, numbers)
        kept = await around.schedule.entries(context.origin.user_id)
    if removed < len(numbers):
        around.alarm_state.touch()
        raise changed_meanwhile()
    if numbers.intersection(one.number for one in kept):
        raise ToolError("not-cancelled", "I tried to cancel that, in vain.")
    around.alarm_state.touch()


def _snooze(around: ToolDependencies) -> Tool:
    async def run(arguments: SnoozeArguments, context: ToolContext) -> ToolResult:
        seconds = _snoozed_for(arguments.length) or SNOOZE_SECONDS
        receipt = await put_off(around, context, seconds)
        is_length = bool(arguments.length) and length_in(arguments.length) is not None
        hint = FOR_A_TIMER.format(length=arguments.length) if is_length else ""
        nothing = Receipt(ReceiptKind.NO_OP, f"{NOTHING_RINGS}{hint}")
        return ToolResult(receipt or nothing, arguments.model_dump())

    return Tool(
        name="snooze",
        purpose='Put off what rings or has just rung, by length ("five minutes").',
        ability="snooze an alarm",
        arguments=SnoozeArguments,
        tier="act",
        needs="talk",
        timeout_seconds=10,
        in_words=("length",),
        run=run,
        asked_by=frozenset(("snooze", "more", "longer", "again", "later", "another")),
        sentences=SNOOZE,
        fulfils=("snooze",),
    )


async def put_off(around: ToolDependencies, context: ToolContext, seconds: float) -> Receipt | None:
    """Let what rings or has just rung ring again after some seconds; None where nothing does."""
    async with around.alarm_state.putting_off:
        return await _put_off(around, context, seconds)


async def _put_off(
    around: ToolDependencies, context: ToolContext, seconds: float
) -> Receipt | None:
    moment, alarm_state = moment_now(context.now), around.alarm_state
    is_fresh = moment.elapsed_seconds - alarm_state.rang_at_seconds <= SNOOZABLE_SECONDS
    ringing = alarm_state.to_put_off(context.origin)
    old = ringing or (_rang_for(alarm_state, context.origin) if is_fresh else ())
    if not old:
        return None
    zone = local_zone(context.now)
    new = [
        replace(
            in_seconds(one.kind, seconds, moment, one.name, one.words),
            length_seconds=one.length_seconds,
            turn_id=one.turn_id,
            user_id=one.user_id,
            place=one.place,
            may=one.may,
        )
        for one in old
    ]
    again = [next_one for one in old if (next_one := advanced(one, context.now, zone))]
    with as_tool_error():
        if ringing:
            await around.schedule.settle([one.number for one in old], [*again, *new])
        else:
            await around.schedule.add(*new)
    alarm_state.rang = ()
    alarm_state.note_put_off(old)
    alarm_state.silence(old)
    alarm_state.touch()
    return Receipt(ReceiptKind.EFFECT, f"Snoozed for {length_said(seconds)}.")


def _soonest(found: Sequence[Entry]) -> Entry | None:
    """What comes next; a timer tells how long it has left whatever is asked."""
    return next((one for one in found if one.state == "waiting" and one.kind != "timer"), None)


def _rang_for(alarm_state: AlarmState, origin: Origin) -> tuple[Entry, ...]:
    """What rang last of this user, or at the place where the user is."""
    return tuple(
        one
        for one in alarm_state.rang
        if one.user_id == origin.user_id or one.place == origin.place
    )


def _rung(
    ringing: Sequence[Entry], arguments: CancelArguments, found: Sequence[Entry]
) -> Sequence[Entry]:
    """What rings and is meant: people call a timer that rings an alarm, and mean it first."""
    if arguments.what == "ringing":
        return ringing
    if meant_ones := [one for one in found if one.state == "ringing"]:
        return meant_ones
    is_loose = arguments.which == "one" and arguments.what in _LOUD
    return (
        ringing if not (bare(arguments.name) or arguments.day) and (is_loose or not found) else ()
    )


def _snoozed_for(said: str) -> float | None:
    """Seconds of "five minutes", and of "five" alone; None where it is no length."""
    return (length_in(said) or length_in(f"{said} minutes")) if said else None
