"""Erasure: a turn, a thread, or all that is known of the user, from every file of the program.

Invariant: what was forgotten is in no byte of the data folder: rows and what hangs on them, the
conversation's checkpoints, the log of changes, typed lines, databases that were set aside.
"""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Iterable
from pathlib import Path

from jarvis_voice.core.errors import StoreError
from jarvis_voice.core.operations import Forgotten
from jarvis_voice.core.paths import Paths
from jarvis_voice.store.sqlite.database import Database, Statement
from jarvis_voice.store.sqlite.schema import COLUMNS
from jarvis_voice.store.sqlite.threads import ThreadStore

OF_A_TURN = "SELECT number FROM turns WHERE 't' || number = ?"
OF_A_THREAD = "SELECT number FROM turns WHERE thread_id = ?"


class Erasure:
    """Takes words out of the data folder; no turn of theirs may run meanwhile.

    Args:
        store: The threads, open.
        paths: The user's folders.
    """

    def __init__(self, store: ThreadStore, paths: Paths) -> None:
        self._database: Database = store.database
        self._paths = paths

    async def turn(self, turn_id: str) -> Forgotten:
        """Forget one turn, and what was kept because of it.

        Raises:
            StoreError: The file cannot be written; nothing has changed.
        """
        return await self._turns(OF_A_TURN, turn_id)

    async def thread(self, thread_id: str) -> Forgotten:
        """Forget a conversation, and what was kept because of it.

        Raises:
            StoreError: The file cannot be written; nothing has changed.
        """
        return await self._turns(OF_A_THREAD, thread_id)

    async def everything(self) -> Forgotten:
        """Forget all that is known of the user. Settings, screenshots and recordings stay.

        Raises:
            StoreError: A file cannot be written.
        """
        self._database.check_kept("forgotten")
        tables = await self._tables()
        counted = {name: await self._count(name) for name in tables}
        others = sum(counted.get(name, 0) for name in ("facts", "notes", "schedule"))
        await self._erase([(f"DELETE FROM {name}", ()) for name in tables])  # noqa: S608 - our own
        files = await asyncio.to_thread(self._drop_files, None)
        return Forgotten(counted.get("turns", 0), others, files)

    async def _turns(self, sql: str, value: str) -> Forgotten:
        self._database.check_kept("forgotten")
        rows = await self._database.rows(
            f"SELECT number, thread_id, text FROM turns WHERE number IN ({sql})",  # noqa: S608 - two constants
            value,
        )
        if not rows:
            return Forgotten()
        numbers = json.dumps([number for number, _, _ in rows])
        threads = json.dumps(sorted({thread_id for _, thread_id, _ in rows}))
        tables = await self._tables()
        others = await self._count_kept(tables, numbers)
        await self._erase(_deletions(tables, numbers, threads))
        files = await asyncio.to_thread(self._drop_files, {text for _, _, text in rows})
        return Forgotten(len(rows), others, files)

    async def _tables(self) -> dict[str, set[str]]:
        """Every table there is with its columns: a new one is forgotten without a word here."""
        tables: dict[str, set[str]] = {}
        for table, column in await self._database.rows(COLUMNS):
            tables.setdefault(table, set()).add(column)
        return tables

    async def _count(self, table: str) -> int:
        count: int = await self._database.value(f"SELECT count(*) FROM {table}")  # noqa: S608 - our own
        return count

    async def _count_kept(self, tables: dict[str, set[str]], numbers: str) -> int:
        total = 0
        for table, columns in tables.items():
            if "turn_id" in columns:
                sql = f"SELECT count(*) FROM {table} WHERE {_SAID_IN_THEM}"  # noqa: S608 - our own
                total += await self._database.value(sql, numbers)
        return total

    async def _erase(self, statements: list[Statement]) -> None:
        """Delete, rebuild the file without what was there, and empty the log of changes."""
        await self._database.erase(*statements)
        await self._database.rebuild()

    def _drop_files(self, lines: Iterable[str] | None) -> int:
        """Take words out of files beside the database; None is all words. How many files went."""
        aside = [*self._paths.database.parent.glob(f"{self._paths.database.name}.damaged-*")]
        try:
            drop_lines(self._paths.line_history, lines)
            for file in aside:
                file.unlink(missing_ok=True)
            for file in self._logs() if lines is None else ():
                with file.open("r+b") as log:
                    log.truncate(0)
        except OSError as error:
            raise StoreError(
                "file-kept", f"Cannot remove what is in {error.filename}: {error.strerror}."
            ) from error
        return sum(not file.name.endswith(("-wal", "-shm")) for file in aside)

    def _logs(self) -> list[Path]:
        return [*self._paths.log_file.parent.glob(f"{self._paths.log_file.name}*")]


_SAID_IN_THEM = "turn_id IN (SELECT 't' || value FROM json_each(?))"


def _deletions(tables: dict[str, set[str]], numbers: str, threads: str) -> list[Statement]:
    """What hangs on turns, then the turns; of their threads the checkpoints, which hold all."""
    statements: list[Statement] = []
    for table, columns in tables.items():
        if "turn_id" in columns:
            statements.append((f"DELETE FROM {table} WHERE {_SAID_IN_THEM}", (numbers,)))  # noqa: S608 - our own
        if "turn" in columns:
            sql = f"DELETE FROM {table} WHERE turn IN (SELECT value FROM json_each(?))"  # noqa: S608 - our own
            statements.append((sql, (numbers,)))
        if "checkpoint_id" in columns:
            sql = f"DELETE FROM {table} WHERE thread_id IN (SELECT value FROM json_each(?))"  # noqa: S608 - our own
            statements.append((sql, (threads,)))
    sql = "DELETE FROM turns WHERE number IN (SELECT value FROM json_each(?))"
    return [*statements, (sql, (numbers,))]


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
