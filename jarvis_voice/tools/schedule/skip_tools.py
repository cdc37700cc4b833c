"""The skip_schedule tool: leaves out the next times of what comes again, or brings them back.

Invariant: an entry is changed in one write; what is said to be left out does not ring, and what
comes next is told with it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field, model_validator

from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.left_out import (
    MOST_TIMES,
    LeftOut,
    brought_back,
    brought_back_on,
    leave_out,
    leave_out_next,
)
from jarvis_voice.core.rule_dates import dates_left_out
from jarvis_voice.core.schedule_changes import is_among
from jarvis_voice.core.schedule_entries import Entry
from jarvis_voice.core.types import Receipt, ReceiptKind, ToolResult
from jarvis_voice.language.en.schedule_phrases import Teller, begun
from jarvis_voice.language.en.schedule_spans import Span
from jarvis_voice.tools.dependencies import ToolDependencies
from jarvis_voice.tools.errors import as_tool_error, check_known
from jarvis_voice.tools.registry import Tool, ToolContext
from jarvis_voice.tools.schedule.entries_spoken_of import speaks_of_entries
from jarvis_voice.tools.schedule.entry_exchange import changed_meanwhile, note_change, note_left_out
from jarvis_voice.tools.schedule.entry_match import (
    Place,
    WhichArguments,
    bare,
    days_named,
    in_place,
    meant,
    none_such,
    parted_day,
    teller_for,
)
from jarvis_voice.tools.schedule.schedule_tools import moment_now
from jarvis_voice.tools.schedule.sentences import Sentences
from jarvis_voice.tools.schedule.undo_tools import put_change_back

Way = Literal["skip", "restore", "restore_last"]

_KINDS = ("alarm", "reminder", "routine")
_WHOSE = "[the|my|our|that|this]"
_SKIP = "(skip|leave out|miss out|pass over|omit)"
_DAY = "[on|for] {day}"
_RESTORE = "(bring back|restore|put back|turn back on|switch back on|re-enable)"
_NOT_NEEDED = "(i|we) (don't|do not|won't|will not) (need|want)"
_WAKE = "(don't|do not) wake (me|us) [up]"
_REMIND = "(don't|do not) remind (me|us)"


def _skipping(kind: str) -> Iterator[tuple[str, dict[str, str]]]:
    """How somebody leaves out a time of one kind, or brings it back."""
    fixed = {"what": kind}
    yield f"{_SKIP} {_WHOSE} [{{name}}] {kind} {_DAY}", fixed
    yield f"{_SKIP} {_WHOSE} {{name}} {kind}", fixed
    yield f"{_SKIP} {_WHOSE} next [{{name}}] {kind}", fixed
    yield f"{_SKIP} {_WHOSE} [{{name}}] {kind} [just] (this|the next|this one) (once|time)", fixed
    yield f"{_SKIP} {_WHOSE} {kind} (to|about|called|named|for) {{name}} [{_DAY}]", fixed
    yield f"{_SKIP} (all|all of|both|both of) {_WHOSE} {kind}s {_DAY}", fixed | {"which": "all"}
    yield f"{_SKIP} (all|all of|both|both of) {_WHOSE} {kind}s", fixed | {"which": "all"}
    yield f"{_SKIP} {_WHOSE} {kind}s {_DAY}", fixed | {"which": "all"}
    yield f"no {kind} {_DAY}", fixed
    yield f"no {kind}s {_DAY}", fixed | {"which": "all"}
    yield f"{_NOT_NEEDED} (the|my|an|that) [{{name}}] {kind} {_DAY}", fixed
    back = {"way": "restore", **fixed}
    yield f"{_RESTORE} (the|my) skipped [{{name}}] {kind}", back
    yield f"{_RESTORE} (the|my) skipped {kind} (to|for|about) {{name}}", back
    yield f"{_RESTORE} (the|my) skipped [{{name}}] {kind} {_DAY}", back
    yield f"{_RESTORE} (all|all of|both|both of) {_WHOSE} skipped {kind}s", back | {"which": "all"}
    last = back | {"way": "restore_last"}
    yield f"{_RESTORE} (the|my) last skipped [{{name}}] {kind}", last
    yield f"{_RESTORE} (the|my) last skipped {kind} (to|for|about) {{name}}", last
    yield f"(don't|do not) skip [the|my] [{{name}}] {kind} [after all]", back
    yield f"(unskip|un-skip) [the|my] [{{name}}] {kind} [{_DAY}]", back
    yield f"(don't|do not) skip (the|my) {kind} {_DAY} [after all]", back


SKIP: Sentences = {
    template: fixed for kind in _KINDS for template, fixed in _skipping(kind)
} | {
    f"{_WAKE} {_DAY}": {"what": "alarm", "which": "all"},
    f"{_REMIND} {_DAY}": {"what": "reminder"},
    f"{_REMIND} (to|about|of) {{name}} (on|for) {{day}}": {"what": "reminder"},
} | {
    f"{_REMIND} (to|about|of) {{name}} {day}": {"what": "reminder", "day": day}
    for day in ("today", "tonight", "tomorrow", "this week", "this weekend")
}  # fmt: skip


class SkipArguments(WhichArguments):
    """What is left out or brought back, and on which days; else what comes next, or all."""

    which: Annotated[Place, Field(description="Which of several.")] = "one"
    way: Annotated[
        Way,
        Field(description="Leave it out, bring back what was left out, or only what was last."),
    ] = "skip"

    @model_validator(mode="after")
    def _comes_again(self) -> SkipArguments:
        if self.what in {"timer", "ringing"}:
            raise ValueError("what must be an alarm, a reminder or a routine; see cancel_schedule")
        return self


def tools(around: ToolDependencies) -> Iterator[Tool]:
    """skip_schedule."""

    async def run(arguments: SkipArguments, context: ToolContext) -> ToolResult:
        if arguments.way == "restore_last" and (
            receipt := await _restored_last(around, arguments, context)
        ):
            return ToolResult(receipt, arguments.model_dump())
        if arguments.way != "skip":
            return await _restore(around, arguments, context)
        return await _skip(around, arguments, context)

    yield Tool(
        name="skip_schedule",
        purpose="Leave out the next time of an alarm, a reminder or a routine that comes again, "
        'and keep the rest: day says on which day ("tomorrow", "this week"), what and name which '
        'one; way="restore" brings back what was left out.',
        ability="leave out one day of what comes again",
        arguments=SkipArguments,
        tier="act",
        needs="talk",
        timeout_seconds=10,
        in_words=("name", "day"),
        run=run,
        speaks_of=speaks_of_entries,
        asked_by=frozenset(
            (
                *("skip", "leave", "omit", "miss", "pass", "no", "not", "don't", "won't", "cancel"),
                *("off", "stop", "pause", "back", "restore", "except", "need"),
            )
        ),
        sentences=SKIP,
        fulfils=("skip_schedule",),
    )


async def _skip(
    around: ToolDependencies, arguments: SkipArguments, context: ToolContext
) -> ToolResult:
    """Leave out what is meant; what comes only once is cancelled by other words."""
    moment, teller = moment_now(context.now), teller_for(around, context)
    shown = arguments.model_dump()
    found = await meant(around, context, arguments, teller, moment)
    if not found and (parted := parted_day(arguments, teller)):
        arguments = arguments.model_copy(update=parted)
        found = await meant(around, context, arguments, teller, moment)
    found = in_place([one for one in found if one.kind != "timer"], arguments.which)
    if not found:
        check_known(around.schedule)
        return ToolResult(Receipt(ReceiptKind.NO_OP, none_such(arguments, teller)), shown)
    if len(found) > 1 and arguments.which == "one":
        return ToolResult(Receipt(ReceiptKind.NO_OP, several(found, arguments, teller)), shown)
    return ToolResult(await left_out(around, found, arguments, context, teller), shown)


def several(found: Sequence[Entry], arguments: WhichArguments, teller: Teller) -> str:
    """What is said where the words fit several things.

    Args:
        found: What the words fit, two or more.
        arguments: The words.
        teller: Words the moments.
    """
    day = arguments.day or bare(arguments.name)
    names = [f"skip the {_called(one, teller)} {day}".strip() for one in (found[0], found[-1])]
    return f"Several of them come then. Say for example: {names[0]}; or: {names[1]}."


def _called(entry: Entry, teller: Teller) -> str:
    """An entry as a sentence calls it: "07:00 alarm", "reminder to call Ana"."""
    if entry.kind == "alarm":
        return f"{entry.name or teller.clock_of(entry.due_at)} alarm"
    return f"{entry.kind} to {entry.words}"


async def left_out(
    around: ToolDependencies,
    found: Sequence[Entry],
    arguments: WhichArguments,
    context: ToolContext,
    teller: Teller,
) -> Receipt:
    """Leave out the days that are meant of each entry, and tell what comes next.

    Args:
        around: What the tools work with.
        found: What is meant; what comes only once is cancelled.
        arguments: The days, by their name.
        context: Who asks, and when.
        teller: Words the moments.

    Raises:
        ToolError: Somebody else changed the same meanwhile, or nothing can be kept.
    """
    days = days_named(arguments, teller, found)
    told, done = [], 0
    for entry in found:
        if days is None:
            rest = leave_out_next(entry, context.now, teller.zone)
        else:
            rest = leave_out(entry, days.holds, days.last, context.now, teller.zone)
        reason = _refusal(entry, rest, teller)
        if not reason:
            await _change(around, entry, rest.rest)
            done += 1
            told_so = _told(entry, rest, teller)
            if entry.rule:
                note_left_out(around, context, told_so, entry, rest.rest)
            else:
                note_change(around, context, told_so, [entry])
        told.append(reason or _told(entry, rest, teller))
    kind = ReceiptKind.EFFECT if done == len(found) else ReceiptKind.PARTIAL
    return Receipt(kind if done else ReceiptKind.NO_OP, " ".join(told))


def _refusal(entry: Entry, rest: LeftOut, teller: Teller) -> str:
    """Why nothing is left out; "" where something can be."""
    if entry.state == "ringing":
        return f"{begun(teller.named(entry))} is ringing. Say: stop."
    if rest.is_full:
        return f"So many days of {teller.named(entry)} are left out that no more can be."
    if not rest.times:
        return (
            f"I can leave out whole days or what comes next: {teller.named(entry)} comes next "
            f"{teller.moment_of(entry.due_at)}."
        )
    if len(rest.times) >= MOST_TIMES:
        return (
            f"{begun(teller.named(entry))} comes too often for that: {teller.repeated(entry)}. "
            f"To end it, say: cancel {teller.named(entry)}."
        )
    return ""


async def _change(around: ToolDependencies, old: Entry, new: Entry | None) -> None:
    """Put an entry in the place of another in one write, or remove it where none is left.

    Raises:
        ToolError: Somebody else changed it meanwhile, or nothing can be kept.
    """
    if not (around.schedule.is_kept or around.alarm_state.is_attended):
        raise ToolError("not-left-out", "I could not change that: nothing can be kept.")
    with as_tool_error():
        if new is None:
            is_changed = await around.schedule.remove(old.user_id, {old.number}) == 1
        else:
            is_changed = await around.schedule.exchange(old.user_id, old.number, new)
        kept = await around.schedule.entries(old.user_id)
    around.alarm_state.touch()
    if not is_changed:
        raise changed_meanwhile()
    is_there = new is None or is_among(new, kept)
    if not is_there or old.number in {one.number for one in kept}:
        raise ToolError("not-left-out", "I tried to change that, in vain.")


def _told(entry: Entry, rest: LeftOut, teller: Teller) -> str:
    """What was left out, and what comes next."""
    if not entry.rule:
        return f"I have cancelled {teller.named(entry)}."
    name, first, count = teller.named(entry), teller.day_of(rest.times[0]), len(rest.times)
    said = f"I have left out {name} {first}."
    if count > 1:
        said = (
            f"I have left out {name} {count} times, first {first} and last "
            f"{teller.day_of(rest.times[-1])}."
        )
    if rest.rest is None:
        return f"{said} It does not come again."
    return f"{said} It comes next {teller.moment_of(rest.rest.due_at)}."


async def _restore(
    around: ToolDependencies, arguments: SkipArguments, context: ToolContext
) -> ToolResult:
    """Bring back what was left out; what is not left out is told as it is."""
    moment, teller = moment_now(context.now), teller_for(around, context)
    shown = arguments.model_dump()
    name = "" if days_named(arguments, teller) else arguments.name
    fitting = await meant(
        around, context, WhichArguments(what=arguments.what, name=name), teller, moment
    )
    days = days_named(arguments, teller)
    pairs = [(one, new) for one in fitting if (new := _back(one, days, context.now, teller))]
    if not pairs:
        check_known(around.schedule)
        return ToolResult(Receipt(ReceiptKind.NO_OP, "Nothing is left out."), shown)
    if len(pairs) > 1 and arguments.which == "one":
        names = [f"restore the skipped {_called(old, teller)}" for old, _ in (pairs[0], pairs[-1])]
        told = f"Several are left out. Say for example: {names[0]}; or: {names[1]}."
        return ToolResult(Receipt(ReceiptKind.NO_OP, told), shown)
    for old, new in pairs:
        await _change(around, old, new)
    told = " ".join(
        f"{begun(teller.named(new))} comes next {teller.moment_of(new.due_at)} again."
        f"{_also_back(old, new, teller)}"
        for old, new in pairs
    )
    return ToolResult(Receipt(ReceiptKind.EFFECT, told), shown)


def _back(entry: Entry, days: Span | None, now: datetime, teller: Teller) -> Entry | None:
    """The entry with all that was left out, or with what was on some days; None where none was."""
    if days is None:
        return brought_back(entry, now, teller.zone)
    return brought_back_on(entry, days.holds_day, now, teller.zone)


def _also_back(old: Entry, new: Entry, teller: Teller) -> str:
    """What is said of the days that come again beside the next one, and of those that do not."""
    today = teller.now.astimezone(teller.zone).date()
    before = {one for one in dates_left_out(old.rule) if one >= today}
    if after := dates_left_out(new.rule) & before:
        return f" {len(after)} other {'day stays' if len(after) == 1 else 'days stay'} left out."
    rest = before - {new.due_at.astimezone(teller.zone).date()}
    return " No day of it is left out any more." if rest else ""


async def _restored_last(
    around: ToolDependencies, arguments: SkipArguments, context: ToolContext
) -> Receipt | None:
    """Bring back what was left out last; None where that is not known, or has changed since."""
    moment, teller = moment_now(context.now), teller_for(around, context)
    user_id, kept = context.origin.user_id, around.alarm_state.last_left_out
    last = kept.last(user_id, moment.elapsed_seconds)
    if last is None:
        return None
    which = WhichArguments(what=arguments.what, name=arguments.name)
    found = {one.number for one in await meant(around, context, which, teller, moment)}
    with as_tool_error():
        there = last.there_of(await around.schedule.entries(user_id))
    is_named = any(one.number in found for one in there) or not (found or last.come)
    if len(there) < len(last.come) or not is_named:
        return None
    kept.forget(user_id)  # nobody else can bring back the same meanwhile
    try:
        receipt = await put_change_back(around, last, context, moment)
    except ToolError:
        kept.note(user_id, last, moment.elapsed_seconds)
        raise
    return None if receipt.kind is ReceiptKind.NO_OP else receipt
