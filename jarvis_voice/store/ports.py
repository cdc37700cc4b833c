"""What the rooms above need of a store."""

from __future__ import annotations

from jarvis_voice.core.types import ME, ThreadKey

_BETWEEN = "\x1f"
"""Stands in no name of a thread, so that no user's thread can be taken for another's."""


def checkpoint_id(thread: ThreadKey) -> str:
    """The name of a conversation among the checkpoints; the owner's is the plain thread name."""
    user_id, thread_id = thread
    return thread_id if user_id == ME else f"{user_id}{_BETWEEN}{thread_id}"
