"""Counts the conversations that no longer can be read, in a file that is only looked at."""

from __future__ import annotations

import json
import os
import sqlite3
from typing import TYPE_CHECKING

from jarvis_voice.store.checkpoint_shape import is_state

if TYPE_CHECKING:
    from jarvis_voice.store.ports import IsWhole

_NEWEST = """
SELECT type, checkpoint, metadata FROM checkpoints AS one WHERE checkpoint_id = (
    SELECT max(checkpoint_id) FROM checkpoints AS other
    WHERE other.thread_id = one.thread_id AND other.checkpoint_ns = one.checkpoint_ns
)
"""


def unreadable_conversations(connection: sqlite3.Connection, is_whole: IsWhole) -> int:
    """How many conversations cannot be gone on with from their newest checkpoint.

    Args:
        connection: The open file.
        is_whole: Whether a conversation's state has the shape that its reader expects.

    Raises:
        MemoryError: There was no room to read one.
    """
    if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'checkpoints'").fetchone():
        return 0
    os.environ.setdefault("LANGGRAPH_STRICT_MSGPACK", "true")
    from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer

    serializer, count = JsonPlusSerializer(), 0
    for kind, state, about in connection.execute(_NEWEST):
        try:
            metadata = {} if about is None else json.loads(about)
            can_go_on = is_state(serializer.loads_typed((kind, state)), metadata, is_whole)
        except MemoryError:  # what there was no room for may be whole
            raise
        except Exception:  # noqa: BLE001 - bytes of any kind come apart in any way
            can_go_on = False
        count += not can_go_on
    return count
