"""Tools for what is set already: hear it, cancel it, put off what rings.

Invariant: what is said to be cancelled is gone from the database; which one is meant is asked where
the words fit several.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Literal

from pydantic import model_validator

from jarvis_voice.clock import local_zone
from jarvis_voice.errors import ToolError
from jarvis_voice.tools.keeping import keeping
from jarvis_voice.tools.registry import Arguments, Tool, ToolContext
from jarvis_voice.tools.schedule_sentences import CANCEL, READ, SNOOZE
from jarvis_voice.tools.schedule_tools import Name, Said, moment_now
from jarvis_voice.tools.schedule_wording import NOTHING_RINGS, Teller, length_said
from jarvis_voice.tools.schedule_words import read_when
from jarvis_voice.tools.spoken_lengths import length_in
from jarvis_voice.tools.spoken_lists import key_of, spoken
from jarvis_voice.tools.surroundings import Surroundings
from jarvis_voice.turn.schedule import Entry, advanced, in_order, in_seconds, seconds_left
from jarvis_voice.types import Receipt, ReceiptKind, ToolResult

AnyKind = Literal["any", "timer", "alarm", "reminder", "routine"]
SNOOZE_SECONDS = 300.0
SNOOZABLE_SECONDS = 300.0
"""How long after it rang something can still be put off."""

_HALF_A_DAY = 12


class WhichArguments(Arguments):
    """What is meant of what is set."""

    what: AnyKind = "any"
    name: Name = ""


class CancelArguments(WhichArguments):
    """What to cancel: one, or all of a kind."""

    which: Literal["one", "all"] = "one"


class SnoozeArguments(Arguments):
    """For how long: "five minutes"; nothing is the usual."""

    length: Said = ""

    @model_validator(mode="after")
    def _is_length(self) -> SnoozeArguments:
        if self.length and length_in(self.length) is None:
            raise ValueError("length must be one such as: five minutes")
        return self


def tools(around: Surroundings) -> Iterator[Tool]:
    """read_schedule, cancel_schedule and snooze."""
    yield _read_schedule(around)
    yield _cancel_schedule(around)
    yield _snooze(around)


def _read_schedule(around: Surroundings) -> Tool:
    async def run(arguments: WhichArguments, context: ToolContext) -> ToolResult:
        moment, teller = moment_now(context.now), _teller(around, context)
        found = in_order(await _meant(around, arguments, teller), moment)
        shown = arguments.model_dump()
        if not found:
            return ToolResult(Receipt(ReceiptKind.NO_OP, _none(arguments)), shown)
        told = [teller.told(one, seconds_left(one, moment)) for one in found]
        if len(found) == 1 and found[0].kind == "timer" and found[0].state == "waiting":
            [one] = found
            left = length_said(seconds_left(one, moment))
            observed = f"{_begun(teller.named(one))} has {left} left."
        else:
            observed = f"You have {'; '.join(told)}."
        data = {"entries": told}
        return ToolResult(Receipt(ReceiptKind.LOOKUP, observed), shown, data=data)

    return Tool(
        name="read_schedule",
        purpose="Tell which timers, alarms, reminders and routines are set, and how long is left; "
        'what narrows it, name is that of one ("pasta").',
        ability="tell how long a timer has left",
        arguments=WhichArguments,
        tier="read",
        timeout_seconds=10,
        run=run,
        sentences=READ,
        is_private=True,
    )


def _cancel_schedule(around: Surroundings) -> Tool:
    async def run(arguments: CancelArguments, context: ToolContext) -> ToolResult:
        teller, shown = _teller(around, context), arguments.model_dump()
        found = await _meant(around, arguments, teller)
        ringing = [one for one in found if one.state == "ringing"]
        is_stopped = bool(ringing) and around.bell.hush()
        if is_stopped and (arguments.which == "one" or len(ringing) == len(found)):
            names = spoken([teller.named(one) for one in ringing])
            return ToolResult(Receipt(ReceiptKind.EFFECT, f"I have stopped {names}."), shown)
        if not found:
            return ToolResult(Receipt(ReceiptKind.NO_OP, _none(arguments)), shown)
        if len(found) > 1 and arguments.which == "one":
            names = spoken([teller.named(one) for one in found])
            asked = Receipt(ReceiptKind.NO_OP, f"Which one do you mean: {names}?")
            return ToolResult(asked, shown, data={"asks": True})
        numbers = {one.number for one in found}
        with keeping():
            await around.schedule.remove(numbers)
            left = {one.number for one in await around.schedule.entries()}
        if left & numbers:
            raise ToolError("not-cancelled", "I tried to cancel that, in vain.")
        around.bell.touch()
        names = spoken([teller.named(one) for one in found])
        return ToolResult(Receipt(ReceiptKind.EFFECT, f"I have cancelled {names}."), shown)

    return Tool(
        name="cancel_schedule",
        purpose="Cancel a timer, an alarm, a reminder or a routine, or stop one that rings: what "
        'and name as the user said them ("pasta"); which="all" for all of a kind.',
        ability="cancel them",
        arguments=CancelArguments,
        tier="act",
        timeout_seconds=10,
        run=run,
        asked_by=frozenset(
            (
                *("cancel", "delete", "remove", "clear", "stop", "end", "off", "erase", "drop"),
                *("silence", "dismiss", "kill", "rid", "don't", "not"),
            )
        ),
        sentences=CANCEL,
    )


def _snooze(around: Surroundings) -> Tool:
    async def run(arguments: SnoozeArguments, context: ToolContext) -> ToolResult:
        moment, shown = moment_now(context.now), arguments.model_dump()
        bell = around.bell
        is_fresh = moment.elapsed_seconds - bell.rang_at_seconds <= SNOOZABLE_SECONDS
        put_off = bell.ringing or (bell.rang if is_fresh else ())
        if not put_off:
            return ToolResult(Receipt(ReceiptKind.NO_OP, NOTHING_RINGS), shown)
        seconds = (length_in(arguments.length) if arguments.length else None) or SNOOZE_SECONDS
        zone = local_zone(context.now)
        new = [
            replace(
                in_seconds(one.kind, seconds, moment, one.name, one.words),
                length_seconds=one.length_seconds,
                turn_id=one.turn_id,
            )
            for one in put_off
        ]
        again = [next_one for one in put_off if (next_one := advanced(one, context.now, zone))]
        with keeping():
            if bell.ringing:
                await around.schedule.settle([one.number for one in put_off], [*again, *new])
            else:
                await around.schedule.add(*new)
        bell.rang = ()
        bell.hush()
        bell.touch()
        observed = f"Snoozed for {length_said(seconds)}."
        return ToolResult(Receipt(ReceiptKind.EFFECT, observed), shown)

    return Tool(
        name="snooze",
        purpose='Put off what rings or has just rung, by length ("five minutes").',
        ability="snooze an alarm",
        arguments=SnoozeArguments,
        tier="act",
        timeout_seconds=10,
        run=run,
        asked_by=frozenset(("snooze", "more", "longer", "again", "later")),
        sentences=SNOOZE,
    )


async def _meant(
    around: Surroundings, arguments: WhichArguments, teller: Teller
) -> Sequence[Entry]:
    """What the words fit."""
    with keeping():
        entries = await around.schedule.entries()
    entries = tuple(one for one in entries if arguments.what in {"any", one.kind})
    return [one for one in entries if not arguments.name or _fits(one, arguments.name, teller)]


def _fits(entry: Entry, said: str, teller: Teller) -> bool:
    """Whether an entry is called that: by its name, its words, its length or its time."""
    if set(key_of(said)) <= set(key_of(f"{entry.name} {entry.words}")):
        return True
    if (length := length_in(said)) is not None:
        return round(length) == round(entry.length_seconds)
    when = read_when(said, is_bare=True)
    if when is None or when.hour is None:
        return False
    here = entry.due_at.astimezone(teller.zone)
    is_hour = when.hour % _HALF_A_DAY == here.hour % _HALF_A_DAY
    return is_hour and when.minute == here.minute


def _none(arguments: WhichArguments) -> str:
    """What is said where nothing fits."""
    kinds = "timers, alarms or reminders" if arguments.what == "any" else f"{arguments.what}s"
    if arguments.name:
        thing = "timer" if arguments.what == "any" else arguments.what
        return f"There is no {arguments.name} {thing}."
    return f"You have no {kinds}."


def _teller(around: Surroundings, context: ToolContext) -> Teller:
    return Teller(around.user.clock, context.now, local_zone(context.now))


def _begun(text: str) -> str:
    return text[:1].upper() + text[1:]
