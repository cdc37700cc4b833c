"""The rename_schedule tool: gives a timer or an alarm that is set another name.

Invariant: an entry is renamed in one write, and rings when it would have rung before.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated, Literal

from pydantic import Field

from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.schedule_changes import is_among
from jarvis_voice.core.types import Receipt, ReceiptKind, ToolResult
from jarvis_voice.tools.dependencies import ToolDependencies
from jarvis_voice.tools.errors import as_tool_error, check_known
from jarvis_voice.tools.registry import Tool, ToolContext
from jarvis_voice.tools.schedule.entries_spoken_of import speaks_of_entries
from jarvis_voice.tools.schedule.entry_exchange import note_change, tried_again
from jarvis_voice.tools.schedule.entry_match import (
    Place,
    WhichArguments,
    bare,
    in_place,
    meant,
    none_such,
    teller_for,
    which_one,
)
from jarvis_voice.tools.schedule.schedule_tools import Name, moment_now
from jarvis_voice.tools.schedule.sentences import Sentences

_WHOSE = "[the|my|that|this]"


def _renaming(kind: str) -> Sentences:
    """How somebody gives one kind another name."""
    thing = f"{_WHOSE} [{{which}}] [{{name}}] {kind}"
    return {
        f"rename {thing} (to|as|into) {{to}}": {"what": kind},
        f"(call|name|label|title) {_WHOSE} [{{which}}] {kind} {{to}}": {"what": kind},
        f"(call|name|label) [the|my] {{name}} {kind} {{to}}": {"what": kind},
        f"(change|set) the name of {thing} (to|into) {{to}}": {"what": kind},
        f"give {thing} the name {{to}}": {"what": kind},
    } | {
        f"(call|name|label|rename) {_WHOSE} {word} {kind} [to|as] {{to}}": {
            "what": kind,
            "which": "newest",
        }
        for word in ("newest", "latest", "new")
    }


class RenameArguments(WhichArguments):
    """What gets another name, and which: "pasta"."""

    what: Annotated[Literal["timer", "alarm"], Field(description="Which kind.")] = "timer"
    to: Annotated[Name, Field(description="The new name, as the user said it: pasta.")]
    which: Annotated[Place, Field(description="Which of several.")] = "one"


def tools(around: ToolDependencies) -> Iterator[Tool]:
    """rename_schedule."""

    async def run(arguments: RenameArguments, context: ToolContext) -> ToolResult:
        return await tried_again(lambda: _rename(around, arguments, context))

    yield Tool(
        name="rename_schedule",
        purpose="Give a timer or an alarm that is set another name: to is the new name as the user "
        'said it ("pasta"); what and name say which one.',
        ability="give timers and alarms another name",
        arguments=RenameArguments,
        tier="act",
        needs="talk",
        timeout_seconds=10,
        in_words=("to", "name"),
        run=run,
        speaks_of=speaks_of_entries,
        asked_by=frozenset(("rename", "call", "name", "label", "title")),
        sentences=_renaming("timer") | _renaming("alarm"),
        fulfils=("rename_schedule",),
    )


async def _rename(
    around: ToolDependencies, arguments: RenameArguments, context: ToolContext
) -> ToolResult | None:
    """What came of it; None where somebody else changed the same meanwhile."""
    moment, teller = moment_now(context.now), teller_for(around, context)
    shown, name = arguments.model_dump(), bare(arguments.to)
    if not name:
        raise ToolError("no-name", "What shall it be called?")
    fitting = await meant(around, context, arguments, teller, moment)
    found = in_place([one for one in fitting if one.state == "waiting"], arguments.which)
    if not found:
        check_known(around.schedule)
        none = none_such(arguments, teller, arguments.which)
        return ToolResult(Receipt(ReceiptKind.NO_OP, none), shown)
    if len(found) > 1:
        return which_one(found, arguments, teller, moment)
    if not (around.schedule.is_kept or around.alarm_state.is_attended):
        raise ToolError("not-renamed", "I could not rename that: nothing can be kept.")
    [old] = found
    new = replace(old, name=name)
    with as_tool_error():
        if not await around.schedule.exchange(old.user_id, old.number, new):
            return None
        kept = await around.schedule.entries(old.user_id)
    if not is_among(new, kept) or old.number in {one.number for one in kept}:
        raise ToolError("not-renamed", "I tried to rename that, in vain.")
    around.alarm_state.touch()
    observed = f"I have renamed {teller.named(old)} to {name}."
    note_change(around, context, observed, [old], [new])
    return ToolResult(Receipt(ReceiptKind.EFFECT, observed), shown)
