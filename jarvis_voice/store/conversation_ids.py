"""Names conversations for LangGraph, which knows no users. Pure."""

from __future__ import annotations

from jarvis_voice.core.types import ME, ThreadKey

_SEPARATOR = "\x1f"


def checkpoint_id(thread: ThreadKey) -> str:
    """The id by which LangGraph knows a conversation; two conversations never share one.

    A thread of the owner is its plain name, as it was before there were other users.
    """
    user_id, thread_id = thread
    if user_id == ME and _SEPARATOR not in thread_id:
        return thread_id
    return f"{_escaped(user_id)}{_SEPARATOR}{thread_id}"


def owns_checkpoint(user_id: str, checkpoint: str) -> bool:
    """Whether a conversation is of this user, by the id that `checkpoint_id` made."""
    owner, separator, _ = checkpoint.partition(_SEPARATOR)
    return owner == _escaped(user_id) if separator else user_id == ME


def _escaped(user_id: str) -> str:
    """The user without the separator, so that the first one in an id ends the user."""
    return user_id.replace("%", "%25").replace(_SEPARATOR, "%1F")
