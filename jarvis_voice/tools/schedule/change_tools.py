"""The change_timer tool: gives a running timer more time, less, or another length.

Invariant: a timer is changed in one write, so that no crash can lose it or make two of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field, model_validator

from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.schedule_entries import Entry, Moment, seconds_left, with_time_left
from jarvis_voice.core.types import Receipt, ReceiptKind, ToolResult
from jarvis_voice.language.en.schedule_phrases import length_said
from jarvis_voice.language.en.spoken_lengths import LONGEST_SECONDS, length_in
from jarvis_voice.tools.dependencies import ToolDependencies
from jarvis_voice.tools.errors import as_tool_error, check_known
from jarvis_voice.tools.registry import Arguments, Tool, ToolContext
from jarvis_voice.tools.schedule.entry_exchange import note_change, tried_again
from jarvis_voice.tools.schedule.entry_match import (
    Place,
    WhichArguments,
    in_place,
    meant,
    none_such,
    teller_for,
    which_one,
)
from jarvis_voice.tools.schedule.entry_sentences import CHANGE
from jarvis_voice.tools.schedule.list_tools import put_off
from jarvis_voice.tools.schedule.schedule_tools import Name, Said, moment_now

_SHORTEST_SECONDS = 1.0


class ChangeArguments(Arguments):
    """How much time to add, to take or to give anew, and for which timer: "five minutes"."""

    change: Annotated[
        Literal["add", "take", "set"],
        Field(description="Whether time is added, taken away, or begun anew from now."),
    ] = "add"
    length: Annotated[Said, Field(description="How much, as the user said it: five minutes.")]
    name: Annotated[
        Name, Field(description="Which timer, as the user said it: its name or its length.")
    ] = ""
    which: Annotated[Place, Field(description="Which of several.")] = "one"

    @model_validator(mode="after")
    def _is_length(self) -> ChangeArguments:
        if length_in(self.length) is None:
            raise ValueError("length must be one such as: five minutes")
        return self


def tools(around: ToolDependencies) -> Iterator[Tool]:
    """change_timer."""

    async def run(arguments: ChangeArguments, context: ToolContext) -> ToolResult:
        return await tried_again(lambda: _change(around, arguments, context))

    yield Tool(
        name="change_timer",
        purpose='Give a timer that runs more time (change="add"), less (change="take") or another '
        'length from now on (change="set"): length as the user said it ("five minutes"), name is '
        'that of the timer ("pasta").',
        ability="add time to a timer",
        arguments=ChangeArguments,
        tier="act",
        needs="talk",
        timeout_seconds=10,
        in_words=("length", "name"),
        run=run,
        asked_by=frozenset(
            (
                *("add", "put", "give", "more", "extend", "lengthen", "prolong", "longer", "take"),
                *("subtract", "remove", "knock", "shorten", "reduce", "cut", "shorter", "less"),
                *("change", "set", "make", "reset"),
            )
        ),
        sentences=CHANGE,
        fulfils=("change_timer",),
    )


async def _change(
    around: ToolDependencies, arguments: ChangeArguments, context: ToolContext
) -> ToolResult | None:
    """What came of it; None where somebody else changed the same meanwhile."""
    moment, teller = moment_now(context.now), teller_for(around, context)
    shown, which = arguments.model_dump(), arguments.which
    timers = WhichArguments(what="timer", name=arguments.name)
    found = in_place(await meant(around, context, timers, teller, moment), which)
    is_ringing = bool(around.alarm_state.rings_for(context.origin))
    if _may_snooze(arguments) and (is_ringing or not found):
        seconds = length_in(arguments.length) or 0.0
        if receipt := await put_off(around, context, seconds):
            return ToolResult(receipt, shown)
    if not found:
        check_known(around.schedule)
        none = none_such(timers, teller, which)
        return ToolResult(Receipt(ReceiptKind.NO_OP, none), shown)
    if len(found) > 1:
        return which_one(found, arguments, teller, moment)
    if not (around.schedule.is_kept or around.alarm_state.is_attended):
        raise ToolError("not-changed", "I could not change that: nothing can be kept.")
    [old] = found
    new = _changed(old, arguments, moment)
    with as_tool_error():
        if not await around.schedule.exchange(old.user_id, old.number, new):
            return None
        kept = await around.schedule.entries(old.user_id)
    if not any(one.due_elapsed_seconds == new.due_elapsed_seconds for one in kept):
        raise ToolError("not-changed", "I tried to change that, in vain.")
    around.alarm_state.silence([old])
    around.alarm_state.touch()
    named = teller.named(new, "The")
    observed = f"{named} has {length_said(seconds_left(new, moment))} left now."
    note_change(around, context, observed, [old], [new])
    return ToolResult(Receipt(ReceiptKind.EFFECT, observed), shown)


def _may_snooze(arguments: ChangeArguments) -> bool:
    """Whether what rings may be meant: "five more minutes" names no timer."""
    return arguments.change == "add" and arguments.which == "newest" and not arguments.name


def _changed(old: Entry, arguments: ChangeArguments, moment: Moment) -> Entry:
    """The timer as it is to be.

    Raises:
        ToolError: It would have no time left, or too much.
    """
    seconds = length_in(arguments.length) or 0.0
    more = -seconds if arguments.change == "take" else seconds
    left = 0.0 if arguments.change == "set" else max(seconds_left(old, moment), 0.0)
    if left + more < _SHORTEST_SECONDS:
        raise ToolError("too-short", f"It has only {length_said(left)} left.")
    if left + more > LONGEST_SECONDS:
        raise ToolError("too-long", "That is too long for a timer.")
    before = 0.0 if arguments.change == "set" else old.length_seconds
    return with_time_left(old, left + more, before + more, moment)
