"""Makes the store and its reader; no other module needs to know which adapter that is.

Invariant: an adapter's library is imported when a store is opened, not before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from jarvis_voice.core.paths import Paths
    from jarvis_voice.store.ports import Store
    from jarvis_voice.store.reader_port import StoreReader


def make_store(
    paths: Paths, *, is_kept: bool = True, is_passing: bool = False, is_known: bool = True
) -> Store:
    """The store of these folders; open it with `async with`, and hold the process lock meanwhile.

    Args:
        paths: The user's folders.
        is_kept: False where the store cannot be used: what is written then lasts for this process.
        is_passing: Whether this process ends with its command, so that nothing of it can matter.
        is_known: Whether what was kept before could be read.
    """
    from jarvis_voice.store.sqlite.store import SqliteStore

    return SqliteStore(paths.database, is_kept=is_kept, is_passing=is_passing, is_known=is_known)


def make_trial_store() -> Store:
    """An empty store in memory, for a trial of the program; what it keeps ends with it."""
    from jarvis_voice.store.in_memory.store import InMemoryStore

    return InMemoryStore()


def make_reader(paths: Paths) -> StoreReader:
    """Looks at the store of these folders, beside whoever writes it."""
    from jarvis_voice.store.sqlite.readonly import SqliteReader

    return SqliteReader(paths.database)
