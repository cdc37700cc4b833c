"""Finds the newest state of a conversation that can be read, and drops those behind it that cannot.

Invariant: a database that fails drops nothing: only what was read and came apart is dropped.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from jarvis_voice.store.checkpoint_shape import is_state

if TYPE_CHECKING:
    from langgraph.checkpoint.base import CheckpointTuple

    from jarvis_voice.store.ports import IsWhole

log = logging.getLogger(__name__)

DROPPED = (
    "What was said before in this conversation cannot be read any more: I go on without it. "
    "`jarvis threads show` still has its turns."
)
MOST_DROPPED = 1_000
"""Checkpoints of one conversation that are tried: each turn leaves one, without the older ones."""


async def newest_whole(
    read: Callable[[], Awaitable[CheckpointTuple | None]],
    drop: Callable[[], Awaitable[bool]],
    is_whole: IsWhole | None,
    failures: tuple[type[Exception], ...],
) -> CheckpointTuple | None:
    """The newest state of a conversation that can be read; None where there is none.

    Args:
        read: Reads the newest one.
        drop: Drops the newest one, or a part of it; whether there was anything.
        is_whole: Whether a state has the shape that its reader expects; None takes each.
        failures: What is raised where the database fails, and a state may be whole.

    Raises:
        Exception: One of the failures.
        MemoryError: There was no room to read it.
    """
    for _ in range(MOST_DROPPED):
        try:
            found = await read()
            if found is None or is_whole is None:
                return found
            if is_state(found.checkpoint, found.metadata, is_whole):
                return found
        except failures:
            raise
        except MemoryError:  # what there was no room for may be whole
            raise
        except Exception as error:  # noqa: BLE001 - bytes of any kind come apart in any way
            log.warning("a conversation cannot be read: %s", type(error).__name__)
        if not await drop():
            return None
    return None
