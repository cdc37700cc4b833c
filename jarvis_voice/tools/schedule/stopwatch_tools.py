"""The stopwatch tool: measures how long something takes.

Invariant: what is said of a stopwatch was read back from the database, so that it outlives a
restart; each user has one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Literal

from pydantic import Field

from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.stopwatch_runs import begun, held, measured_seconds
from jarvis_voice.core.types import Receipt, ReceiptKind, ToolResult
from jarvis_voice.language.en.schedule_phrases import length_said
from jarvis_voice.store.ports import ScheduleStore
from jarvis_voice.tools.dependencies import ToolDependencies
from jarvis_voice.tools.errors import as_tool_error, check_known
from jarvis_voice.tools.registry import Arguments, Tier, Tool, ToolContext
from jarvis_voice.tools.schedule.schedule_tools import moment_now

Action = Literal["start", "stop", "read", "reset"]

NO_STOPWATCH = "No stopwatch is running."
_WATCH = "[(a|the|my|another)] [new] (stopwatch|stop watch|chronometer)"
_WORK = "(me|this|it|that|my run|my workout|the time)"

_SENTENCES: Mapping[Action, tuple[str, ...]] = {
    "start": (
        f"(start|begin|run|launch|set|set off|open) {_WATCH} [now]",
        f"start {_WATCH} again",
        "stopwatch (start|on|go)",
        f"(start|begin) (timing|clocking) [{_WORK}] [now]",
        f"(time|clock) {_WORK} [please|now]",
        "(start|begin) (measuring|counting) [the] time",
        "(start the clock|start counting up|count up)",
        f"(i need|i want|give me) {_WATCH}",
        "[the|a] (stopwatch|stop watch)",
    ),
    "stop": (
        f"(stop|end|pause|halt|finish|hold) {_WATCH} [now]",
        f"(stop|end|finish) [the] (timing|clocking) [{_WORK}]",
        "stopwatch (stop|off|end)",
        "stop (the clock|measuring [the] time|counting up)",
    ),
    "read": (
        f"(read|check|show|tell me|show me|read out|what is|what is on) {_WATCH} [time|now|at|on]",
        f"what (does|did) {_WATCH} (say|show|read)",
        f"what (time is|is the time) on {_WATCH}",
        f"how long (has|is|does) {_WATCH} [been] [running|going|on|at|say|show] [for]",
        f"how (much|many) (time|minutes|seconds) [is|are|has] [on|passed on] {_WATCH}",
        f"how (much time|long) is on {_WATCH}",
        "how long did (that|it|this) take [me]",
        "how long (was that|did i take|did i need|did that last|has that taken)",
        "how long (have i been going|have you been timing|has it been running)",
        "how long has (it been|passed|elapsed) [so far|now]",
        "how much time (has|did) (passed|elapsed|pass|elapse|that take|it take) [so far|now]",
        "what (is|was) my time",
        "[the] (stopwatch|stop watch) (time|status)",
    ),
    "reset": (
        f"(reset|clear|zero|delete|cancel|remove) {_WATCH}",
        "stopwatch (reset|zero)",
        f"(set|put|turn) {_WATCH} [back] to (zero|0|nothing)",
    ),
}
SENTENCES: dict[str, dict[str, str]] = {
    template: {"action": action}
    for action, templates in _SENTENCES.items()
    for template in templates
}


class StopwatchArguments(Arguments):
    """What to do with the stopwatch."""

    action: Annotated[
        Action,
        Field(description="start begins at zero; stop keeps what was measured; read tells it."),
    ]


def tools(around: ToolDependencies) -> Iterator[Tool]:
    """Stopwatch."""
    yield _stopwatch(around.schedule)


def _stopwatch(store: ScheduleStore) -> Tool:
    async def run(arguments: StopwatchArguments, context: ToolContext) -> ToolResult:
        with as_tool_error():
            match arguments.action:
                case "start":
                    receipt = await _start(store, context)
                case "stop":
                    receipt = await _stop(store, context)
                case "read":
                    receipt = await _read(store, context)
                case _:
                    receipt = await _reset(store, context)
        return ToolResult(receipt, arguments.model_dump())

    return Tool(
        name="stopwatch",
        purpose="A stopwatch that counts up: start, stop, read what it has measured, reset. A "
        "length of time after which something rings is a timer instead.",
        ability="measure how long something takes",
        arguments=StopwatchArguments,
        tier=_tier,
        needs="talk",
        timeout_seconds=10,
        run=run,
        asked_by=frozenset(
            (
                *("stopwatch", "watch", "chronometer", "time", "timing", "clock", "clocking"),
                *("counting", "count", "take"),
            )
        ),
        sentences=SENTENCES,
        fulfils=("stopwatch",),
    )


def _tier(arguments: StopwatchArguments) -> Tier:
    return "read" if arguments.action == "read" else "act"


async def _start(store: ScheduleStore, context: ToolContext) -> Receipt:
    user_id, moment = context.origin.user_id, moment_now(context.now)
    before = await store.stopwatch(user_id)
    if before and before.stopped_seconds is None:
        shows = length_said(measured_seconds(before, moment))
        return Receipt(ReceiptKind.NO_OP, f"The stopwatch is running already, for {shows}.")
    await store.keep_stopwatch(user_id, begun(moment, context.turn_id))
    after = await store.stopwatch(user_id)
    if after is None or after.stopped_seconds is not None:
        raise ToolError("not-kept", "I tried to start the stopwatch, and it did not start.")
    return Receipt(ReceiptKind.EFFECT, "The stopwatch is running.")


async def _stop(store: ScheduleStore, context: ToolContext) -> Receipt:
    user_id, moment = context.origin.user_id, moment_now(context.now)
    before = await store.stopwatch(user_id)
    if before is None:
        check_known(store)
        return Receipt(ReceiptKind.NO_OP, NO_STOPWATCH)
    shows = length_said(measured_seconds(before, moment))
    if before.stopped_seconds is not None:
        return Receipt(ReceiptKind.NO_OP, f"The stopwatch is stopped already, at {shows}.")
    await store.keep_stopwatch(user_id, held(before, moment))
    after = await store.stopwatch(user_id)
    if after is None or after.stopped_seconds is None:
        raise ToolError("not-kept", "I tried to stop the stopwatch, and it is still running.")
    return Receipt(ReceiptKind.EFFECT, f"I have stopped the stopwatch at {shows}.")


async def _read(store: ScheduleStore, context: ToolContext) -> Receipt:
    found = await store.stopwatch(context.origin.user_id)
    if found is None:
        check_known(store)
        return Receipt(ReceiptKind.NO_OP, NO_STOPWATCH)
    shows = length_said(measured_seconds(found, moment_now(context.now)))
    was = "is" if found.stopped_seconds is None else "was stopped"
    return Receipt(ReceiptKind.LOOKUP, f"The stopwatch {was} at {shows}.")


async def _reset(store: ScheduleStore, context: ToolContext) -> Receipt:
    user_id = context.origin.user_id
    if await store.stopwatch(user_id) is None:
        check_known(store)
        return Receipt(ReceiptKind.NO_OP, "There is no stopwatch to reset.")
    await store.keep_stopwatch(user_id, None)
    if await store.stopwatch(user_id) is not None:
        raise ToolError("not-kept", "I tried to reset the stopwatch, and it is still there.")
    return Receipt(ReceiptKind.EFFECT, "The stopwatch is reset, and it does not run.")
