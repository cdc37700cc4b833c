"""The undo_schedule tool: puts back what was just cancelled, moved or changed of what is set.

Invariant: it is undone in one write, and only where what came in its place is there unchanged; what
is said to be back was read back.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Annotated, Literal

from pydantic import Field

from jarvis_voice.core.clock import local_zone
from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.rule_dates import bare_rule
from jarvis_voice.core.schedule_changes import ScheduleChange, is_among, put_back
from jarvis_voice.core.schedule_entries import Entry, Moment, seconds_left
from jarvis_voice.core.types import Receipt, ReceiptKind, ToolResult
from jarvis_voice.language.en.schedule_phrases import Teller, begun, length_said
from jarvis_voice.language.en.spoken_lists import spoken
from jarvis_voice.tools.dependencies import ToolDependencies
from jarvis_voice.tools.errors import as_tool_error
from jarvis_voice.tools.registry import Arguments, Tool, ToolContext
from jarvis_voice.tools.schedule.entry_match import teller_for
from jarvis_voice.tools.schedule.schedule_tools import moment_now
from jarvis_voice.tools.schedule.sentences import Sentences

NOT_UNDONE = "I cannot undo that. Say in whole words how it should be."
_TOLD_CANCELLED = "I have cancelled "
_CHANGED_SINCE = "That has changed since. Say in whole words how it should be."
_PASSED = "Its time has passed, so I cannot put it back."
LONGEST_REPLY = 20_000

_WHO = "(i|you|we)"
_CANCELLED = "(cancelled|canceled|deleted|removed)"


def _bringing_back(kind: str) -> Sentences:
    """How somebody wants one kind back that was cancelled."""
    thing = f"(the|that|my) {kind}"
    return {
        f"(bring|put|get) back {thing} [that] {_WHO} [have|had] [just] {_CANCELLED}": {
            "what": kind
        },
        f"restore {thing} [that] {_WHO} [have|had] [just] {_CANCELLED}": {"what": kind},
        f"(uncancel|un-cancel|undelete) {thing}": {"what": kind},
    }


UNDO: Sentences = {
    f"(bring|put|get) back what {_WHO} [have|had] [just] {_CANCELLED}": {"what": "cancelled"},
    **_bringing_back("timer"),
    **_bringing_back("alarm"),
    **_bringing_back("reminder"),
    **_bringing_back("routine"),
}


class UndoArguments(Arguments):
    """The answer that told of what is to be undone, and what of it; "" is the last change."""

    told: Annotated[str, Field(description="Leave this empty.", max_length=LONGEST_REPLY)] = ""
    what: Annotated[
        Literal["", "cancelled", "timer", "alarm", "reminder", "routine"],
        Field(description="What was cancelled, where the user says so."),
    ] = ""


def tools(around: ToolDependencies) -> Iterator[Tool]:
    """undo_schedule."""

    async def run(arguments: UndoArguments, context: ToolContext) -> ToolResult:
        return ToolResult(await _undo(around, arguments, context))

    yield Tool(
        name="undo_schedule",
        purpose="Undo the last change of what is set: put back the timer, alarm, reminder or "
        "routine that was just cancelled, moved or changed.",
        ability="undo that",
        arguments=UndoArguments,
        tier="act",
        needs="talk",
        timeout_seconds=10,
        run=run,
        asked_by=frozenset(
            (
                *("undo", "back", "restore", "revert", "reverse", "reinstate", "uncancel"),
                *("undelete", "mistake", "wrong"),
            )
        ),
        sentences=UNDO,
        fulfils=("undo_schedule",),
    )


async def _undo(
    around: ToolDependencies, arguments: UndoArguments, context: ToolContext
) -> Receipt:
    """Put back what the last change took.

    Raises:
        ToolError: Nothing can be kept, or it is not there afterwards.
    """
    moment = moment_now(context.now)
    user_id, changes = context.origin.user_id, around.alarm_state.last_changes
    last = changes.last(user_id, moment.elapsed_seconds)
    change = _meant(last, arguments) if last else None
    if last is None or change is None or not change.gone:
        return Receipt(ReceiptKind.NO_OP, NOT_UNDONE)
    changes.forget(user_id)  # nobody else can undo the same meanwhile
    try:
        return await put_change_back(around, change, context, moment)
    except ToolError:
        if changes.last(user_id, moment.elapsed_seconds) is None:
            changes.note(user_id, last, moment.elapsed_seconds)
        raise


def _meant(change: ScheduleChange, arguments: UndoArguments) -> ScheduleChange | None:
    """What of the last change is to be undone; None where something else is meant."""
    if not change.is_told_in(arguments.told or " ".join(change.told)):
        return None
    if not arguments.what:
        return change
    if not any(told.startswith(_TOLD_CANCELLED) for told in change.told):
        return None
    if arguments.what == "cancelled":
        return change
    named = tuple(one for one in change.gone if one.kind == arguments.what)
    if not named:
        return None
    return change if change.come else replace(change, gone=named)


async def put_change_back(
    around: ToolDependencies, change: ScheduleChange, context: ToolContext, moment: Moment
) -> Receipt:
    """Put back what a change took, in the place of what came.

    Args:
        around: What the tools work with.
        change: What was changed.
        context: Who asks, and when.
        moment: Now.

    Raises:
        ToolError: Nothing can be kept, the store failed, or it is not there afterwards.
    """
    if not (around.schedule.is_kept or around.alarm_state.is_attended):
        raise ToolError("not-undone", "I could not undo that: nothing can be kept.")
    zone, user_id = local_zone(context.now), context.origin.user_id
    back = [one for old in change.gone if (one := put_back(old, moment, zone))]
    with as_tool_error():
        there = change.there_of(await around.schedule.entries(user_id))
        if len(there) < len(change.come):
            return Receipt(ReceiptKind.NO_OP, _CHANGED_SINCE)
        if not back:
            return Receipt(ReceiptKind.NO_OP, _PASSED)
        if not await _exchange(around, there, back):
            return Receipt(ReceiptKind.NO_OP, _CHANGED_SINCE)
        kept = await around.schedule.entries(user_id)
    around.alarm_state.silence(there)
    around.alarm_state.touch()
    if not all(is_among(one, kept) for one in back):
        raise ToolError("not-undone", "I tried to undo that, in vain.")
    return _receipt(change, there, back, teller_for(around, context), moment)


async def _exchange(
    around: ToolDependencies, there: Sequence[Entry], back: Sequence[Entry]
) -> bool:
    """Set what was there before; False where what is there was changed at the same moment."""
    match there, back:
        case [one], [old]:
            return await around.schedule.exchange(one.user_id, one.number, old)
        case [], _:
            await around.schedule.add(*back)
        case _:
            await around.schedule.settle([one.number for one in there], back)
    return True


def _receipt(
    change: ScheduleChange,
    there: Sequence[Entry],
    back: Sequence[Entry],
    teller: Teller,
    moment: Moment,
) -> Receipt:
    """What was put back, what could not be, and what was cancelled for it."""
    others = [one for one in there if one.kind not in {old.kind for old in back}]
    taken = spoken([teller.named(one) for one in others])
    is_whole = len(back) == len(change.gone)
    kind = ReceiptKind.EFFECT if is_whole else ReceiptKind.PARTIAL
    rest = "" if is_whole else " The time of the rest has passed."
    gone = f" I have cancelled {taken}." if taken else ""
    return Receipt(kind, f"{_told(there, back, teller, moment)}{rest}{gone}")


def _was_left_out(entry: Entry, there: Sequence[Entry]) -> bool:
    """Whether only times of what comes again were left out, and it was not moved."""
    return bool(entry.rule) and any(
        (new.kind, new.name, new.words, bare_rule(new.rule))
        == (entry.kind, entry.name, entry.words, bare_rule(entry.rule))
        and (new.rule, new.due_at) != (entry.rule, entry.due_at)
        for new in there
    )


def _told(there: Sequence[Entry], back: Sequence[Entry], teller: Teller, moment: Moment) -> str:
    """What is there again, in the place of what was there."""
    if all(_was_left_out(one, there) for one in back):
        return " ".join(
            f"{begun(teller.named(one))} comes next {teller.moment_of(one.due_at)} again."
            for one in back
        )
    if len(back) > 1:
        names = teller.apart([(one, seconds_left(one, moment)) for one in back])
        return f"I have put back {spoken(names)}."
    [one] = back
    before = [new for new in there if new.kind == one.kind]
    left = length_said(seconds_left(one, moment))
    if one.kind == "timer":
        if before:
            return f"{begun(teller.named(one))} has {left} left now."
        return f"I have put back {teller.named(one)}: it has {left} left."
    due = f"it is due {teller.repeated(one)}"
    if before and before[0].due_at != one.due_at:
        return f"I have moved {teller.named(before[0])} back: {due}."
    return f"I have put back {teller.named(one)}: {due}."
