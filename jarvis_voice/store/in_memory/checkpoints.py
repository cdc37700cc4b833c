"""Lists and deletes LangGraph's conversations in memory."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from langgraph.checkpoint.memory import InMemorySaver


def drop_superseded(saver: InMemorySaver | None, name: str) -> None:
    """Keep the last checkpoint of a conversation alone."""
    if saver is None or name not in saver.storage:
        return
    for kept in saver.storage[name].values():
        for old in sorted(kept)[:-1]:
            del kept[old]
    last = {one for kept in saver.storage[name].values() for one in kept}
    for key in [key for key in saver.writes if key[0] == name and key[2] not in last]:
        del saver.writes[key]


def drop_checkpoints(saver: InMemorySaver | None, names: Iterable[str]) -> None:
    """Forget conversations."""
    if saver is None:
        return
    for name in names:
        saver.delete_thread(name)


def rename_checkpoints(saver: InMemorySaver | None, old: str, new: str) -> None:
    """Give a conversation another name."""
    if saver is None or old not in saver.storage:
        return
    saver.storage[new] = saver.storage.pop(old)
    for write in [key for key in saver.writes if key[0] == old]:
        saver.writes[new, write[1], write[2]] = saver.writes.pop(write)
    for blob in [key for key in saver.blobs if key[0] == old]:
        saver.blobs[new, blob[1], blob[2], blob[3]] = saver.blobs.pop(blob)


def names_in(saver: InMemorySaver | None) -> list[str]:
    """The conversations that are kept."""
    return [name for name, kept in saver.storage.items() if any(kept.values())] if saver else []
