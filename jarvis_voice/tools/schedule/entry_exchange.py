"""Changes one entry that others may change at the same moment: a button, a satellite, another turn.

Invariant: a change is made to what was read or not at all; nothing becomes two, comes back after it
was cancelled, or loses what another one changed.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.types import ToolResult

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
