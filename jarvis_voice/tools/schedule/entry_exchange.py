"""Changes one entry that others may change at the same moment: a button, a satellite, another turn.

Invariant: a change is made to what was read or not at all; nothing becomes two, comes back after it
was cancelled, or loses what another one changed.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from jarvis_voice.core.clock import elapsed
from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.schedule_changes import ScheduleChange
from jarvis_voice.core.schedule_entries import Entry
from jarvis_voice.core.types import ToolResult
from jarvis_voice.tools.dependencies import ToolDependencies
from jarvis_voice.tools.registry import ToolContext

MOST_TRIES = 3


def changed_meanwhile() -> ToolError:
    """What is said where others change the same again and again."""
    return ToolError(
        "changed-meanwhile",
        "What is set was changed by somebody else at the same moment. Ask me what is set.",
    )


async def tried_again(attempt: Callable[[], Awaitable[ToolResult | None]]) -> ToolResult:
    """Read and change; once more where what was read is not there any more.

    Args:
        attempt: Reads what is set and changes it; None where somebody else was faster.

    Raises:
        ToolError: Somebody else was faster each time.
    """
    for _ in range(MOST_TRIES):
        if result := await attempt():
            return result
    raise changed_meanwhile()


def note_change(
    around: ToolDependencies,
    context: ToolContext,
    told: str,
    gone: Sequence[Entry],
    come: Sequence[Entry] = (),
) -> None:
    """Keep what was changed, so that it can be undone.

    Args:
        around: What the tools work with.
        context: Who changed it.
        told: The sentence that tells it.
        gone: The entries as they were.
        come: What is there in their place.
    """
    change = ScheduleChange(context.turn_id, (told,), tuple(gone), tuple(come))
    around.alarm_state.last_changes.note(context.origin.user_id, change, elapsed()[0])


def note_left_out(
    around: ToolDependencies, context: ToolContext, told: str, old: Entry, rest: Entry | None
) -> None:
    """Keep of what times were left out, so that just these can be brought back.

    Args:
        around: What the tools work with.
        context: Who left them out.
        told: The sentences that tell it.
        old: The entry as it was.
        rest: What is there in its place; None where it does not come again.
    """
    come = (rest,) if rest else ()
    change = ScheduleChange(context.turn_id, (told,), (old,), come)
    around.alarm_state.last_left_out.note(context.origin.user_id, change, elapsed()[0])
