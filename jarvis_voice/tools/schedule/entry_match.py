"""Finds the schedule entries that the user means, by kind, name, length, time or position.

Invariant: nothing is changed here; where the words fit several, the question names each apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import Field

from jarvis_voice.core.clock import local_zone
from jarvis_voice.core.schedule_entries import Entry, Moment, as_clock_shows, in_order, seconds_left
from jarvis_voice.core.types import Receipt, ReceiptKind, ToolResult
from jarvis_voice.language.en.schedule_phrases import WHICH_ONE, Teller, length_said
from jarvis_voice.language.en.schedule_words import read_when
from jarvis_voice.language.en.spoken_lengths import length_in
from jarvis_voice.language.en.spoken_lists import key_of, spoken
from jarvis_voice.tools.dependencies import ToolDependencies
from jarvis_voice.tools.errors import as_tool_error
from jarvis_voice.tools.registry import Arguments, ToolContext
from jarvis_voice.tools.schedule.schedule_tools import Name

AnyKind = Literal["any", "timer", "alarm", "reminder", "routine"]
Place = Literal["one", "all", "first", "second", "third", "last"]

_HALF_A_DAY = 12
_PLACES = {"first": 0, "second": 1, "third": 2, "last": -1}


class WhichArguments(Arguments):
    """Kind and name of the entries that the user means."""

    what: Annotated[AnyKind, Field(description="Which kind.")] = "any"
    name: Annotated[Name, Field(description="Which one, where the user named it.")] = ""


async def meant(
    around: ToolDependencies,
    context: ToolContext,
    what: str,
    name: str,
    teller: Teller,
    moment: Moment,
) -> Sequence[Entry]:
    """What of this user's the words fit, the earliest first."""
    with as_tool_error():
        kept = await around.schedule.entries(context.origin.user_id)
    entries = [as_clock_shows(one, moment) for one in kept]
    of_kind = [one for one in entries if what in {"any", one.kind}]
    return in_order([one for one in of_kind if not name or _fits(one, name, teller)], moment)


def in_place(found: Sequence[Entry], which: Place) -> Sequence[Entry]:
    """Of what fits, the one in its place in the order of time; all of it where none is said."""
    if which not in _PLACES:
        return found
    place = _PLACES[which] % len(found) if found else 0
    return found[place : place + 1] if _PLACES[which] < len(found) else ()


def which_one(
    found: Sequence[Entry], arguments: Arguments, teller: Teller, moment: Moment
) -> ToolResult:
    """The question which of several is meant."""
    names = teller.apart([(one, seconds_left(one, moment)) for one in found])
    receipt = Receipt(ReceiptKind.NO_OP, f"{WHICH_ONE}: {spoken(names, 'or')}?")
    return ToolResult(receipt, arguments.model_dump(), data={"asks": True})


def none_such(what: str, name: str, which: Place = "one") -> str:
    """What is said where nothing fits."""
    thing = "timer" if what == "any" else what
    if name:
        return f"There is no {name} {thing}."
    if which in _PLACES:
        return f"There is no such {thing}."
    kinds = "timers, alarms or reminders" if what == "any" else f"{what}s"
    return f"You have no {kinds}."


def teller_for(around: ToolDependencies, context: ToolContext) -> Teller:
    """Who words moments for this user, now."""
    return Teller(around.user.clock, context.now, local_zone(context.now))


def _fits(entry: Entry, said: str, teller: Teller) -> bool:
    """Whether an entry is called that: by its name, its words, its length or its time."""
    if set(key_of(said)) <= set(key_of(f"{entry.name} {entry.words}")):
        return True
    if (length := length_in(said)) is not None:
        return length_said(length) == length_said(entry.length_seconds)
    when = read_when(said, is_bare=True)
    if when is None or when.hour is None:
        return False
    here = entry.due_at.astimezone(teller.zone)
    is_hour = when.hour % _HALF_A_DAY == here.hour % _HALF_A_DAY
    return is_hour and when.minute == here.minute
