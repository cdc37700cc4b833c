"""Erases a turn, a thread or everything about a user from every file of the program.

Invariant: what was forgotten is in no byte of the data folder: in the store, in what
was set aside of it, in typed lines and logs. Typed lines and logs are the owner's alone; what was
set aside holds words of every user.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterable
from pathlib import Path

from jarvis_voice.core.errors import StoreError
from jarvis_voice.core.operations import Forgotten
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.types import ME, ThreadKey
from jarvis_voice.store.ports import Store
from jarvis_voice.store.records import Erased


class Erasure:
    """Erases words from the data folder; no turn of theirs may run meanwhile.

    Args:
        store: All that is kept, open.
        paths: The user's folders.
    """

    def __init__(self, store: Store, paths: Paths) -> None:
        self._store = store
        self._paths = paths

    async def turn(self, user_id: str, turn_id: str) -> Forgotten:
        """Forget one turn, and what was kept because of it.

        Raises:
            StoreError: It cannot be written; nothing has changed.
        """
        return await self._finish(user_id, await self._store.erasure.forget_turn(user_id, turn_id))

    async def thread(self, thread: ThreadKey) -> Forgotten:
        """Forget a conversation, and what was kept because of it.

        Raises:
            StoreError: It cannot be written; nothing has changed.
        """
        return await self._finish(thread.user_id, await self._store.erasure.forget_thread(thread))

    async def everything(self, user_id: str) -> Forgotten:
        """Forget all that is known of a user. Settings, screenshots and recordings stay.

        Raises:
            StoreError: A file cannot be written.
        """
        erased = await self._store.erasure.forget_user(user_id)
        files = await self._drop_files(user_id, None)
        return Forgotten(erased.turns, erased.others, files)

    async def _finish(self, user_id: str, erased: Erased) -> Forgotten:
        files = await self._drop_files(user_id, erased.texts) if erased.turns else 0
        return Forgotten(erased.turns, erased.others, files)

    async def _drop_files(self, user_id: str, lines: Iterable[str] | None) -> int:
        """Take words out of files beside the store; None is all words. How many files went."""
        try:
            if user_id == ME:
                await asyncio.to_thread(drop_lines, self._paths.line_history, lines)
            files = await self._store.erasure.drop_damaged()
            if user_id == ME and lines is None:
                await asyncio.to_thread(self._empty_logs)
                await asyncio.to_thread(self._drop_near_misses)
        except OSError as error:
            raise StoreError(
                "file-kept", f"Cannot remove what is in {error.filename}: {error.strerror}."
            ) from error
        return files

    def _drop_near_misses(self) -> None:
        """What the microphone caught; recordings that the user made stay."""
        for file in self._paths.near_misses.glob("[0-9]*.*"):
            file.unlink(missing_ok=True)

    def _empty_logs(self) -> None:
        for file in self._paths.log_file.parent.glob(f"{self._paths.log_file.name}*"):
            with file.open("r+b") as log:
                log.truncate(0)


async def forget_told(
    store: Store, user_id: str, facts: tuple[int, ...], fields: tuple[str, ...]
) -> int:
    """Forget what a user has told of themselves; how many facts and fields there were.

    Args:
        store: All that is kept, open.
        user_id: Who told it.
        facts: Numbers of facts.
        fields: Names of fields of the profile.

    Raises:
        StoreError: It cannot be written.
    """
    gone = await store.memory.forget_facts(user_id, facts)
    for field in fields:
        gone += await store.profiles.drop(user_id, field)
    return gone


def drop_lines(history: Path, lines: Iterable[str] | None) -> None:
    """Take out every entry that is one of these lines; None is all of them.

    A file of prompt_toolkit: entries of lines that begin with "+", each behind a time in a comment.

    Raises:
        OSError: The file cannot be replaced.
    """
    if not history.exists():
        return
    if lines is None:
        history.unlink()
        return
    unwanted = {line.strip() for line in lines}
    kept = [entry for entry in _entries(history) if _words(entry) not in unwanted]
    fresh = history.with_name(f"{history.name}.new")
    with os.fdopen(os.open(fresh, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "wb") as file:
        file.writelines(line for entry in kept for line in entry)
    fresh.replace(history)


def _entries(history: Path) -> list[list[bytes]]:
    """The lines of the file, entry by entry, the comment before each with it."""
    entries: list[list[bytes]] = [[]]
    for line in history.read_bytes().splitlines(keepends=True):
        if not line.startswith(b"+") and entries[-1] and entries[-1][-1].startswith(b"+"):
            entries.append([])
        entries[-1].append(line)
    return entries


def _words(entry: list[bytes]) -> str:
    lines = (line[1:].decode(errors="replace") for line in entry if line.startswith(b"+"))
    return "".join(lines).strip()
