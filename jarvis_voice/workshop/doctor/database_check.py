"""Checks the database: SQLite opens it read-only while another process may write it.

Invariant: nothing is repaired or set aside here; no content of a row is shown.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING

from jarvis_voice.core.store_config import is_on_server
from jarvis_voice.workshop.doctor.check_result import CheckVerdict, failed, ok, warning

if TYPE_CHECKING:
    from pathlib import Path

    from jarvis_voice.workshop.doctor.run import DiagnosticRun

BUSY_SECONDS = 2.0
MEGABYTE = 1_000_000
LARGE_BYTES = 2_000 * MEGABYTE
SET_ASIDE = "`jarvis run` sets a damaged database aside and begins a new one; keep a copy before"


LEFT_OUT = (
    "They are left out, and all else works; `jarvis forget --all` takes them away with the rest"
)
MOST_SHOWN = 5
"""Numbers of rows of one table that are shown."""


@dataclass(frozen=True, slots=True)
class FileExamination:
    """What was found in a database.

    Attributes:
        complaints: What SQLite's own check says against it.
        version: The number of its schema.
        unreadable: By table, the numbers of the rows that cannot be read.
        conversations: How many conversations cannot be gone on with.
    """

    complaints: Sequence[str]
    version: int
    unreadable: dict[str, list[str]]
    conversations: int


async def check_database(visit: DiagnosticRun) -> CheckVerdict:
    """Whether it opens, is whole, and was written by this version or an older one."""
    from jarvis_voice.store.sqlite.failures import FAILURES, is_damage
    from jarvis_voice.workshop.doctor.system_probe import apart

    if is_on_server(visit.paths.config_file, visit.outside.environment):
        return await _check_server(visit)
    file = visit.paths.database
    if refused := _refused(visit):
        return refused
    if not file.exists():
        return ok("There is none yet: the first turn makes it.")
    try:
        found = await apart(lambda: _examine(file))
    except MemoryError:
        problem = f"{file} was not examined: there is too little memory."
        return failed(problem, "End other programs, and try again")
    except FAILURES as error:
        if is_damage(error):
            return failed(f"{file} is damaged: {error}.", SET_ASIDE)
        return failed(
            f"{file} cannot be opened: {error}.",
            "End the program that holds it, or see who may read the file",
        )
    return _verdict(file, found)


async def _check_server(visit: DiagnosticRun) -> CheckVerdict:
    """Whether the database that is set can be worked with."""
    from jarvis_voice.core.errors import JarvisError
    from jarvis_voice.store.factory import examine_server
    from jarvis_voice.workshop.doctor.system_probe import apart

    try:
        examined = await apart(lambda: examine_server(visit.paths))
    except JarvisError as error:
        return failed(error.message, "docs/postgres.md says how to mend that")
    if examined is None:
        return ok("No database is set: the first turn makes a file.")
    called, found = examined
    said = f"{called}, server {found.server}, {found.milliseconds:.0f} ms a question"
    if found.is_read_only:
        return failed(f"{said}: it can only be read.", "Use the main server, not a copy of it")
    if found.is_newer:
        return failed(f"{said}: a newer Jarvis wrote it.", "Update Jarvis: `jarvis update`")
    if found.hindrance:
        why, _, todo = found.hindrance.partition(". ")
        return failed(f"{said}: {why}.", todo)
    if not found.schema:
        return ok(f"{said}; the first start makes its tables.")
    return ok(f"{said}, {found.rows['turns']} turns.")


def _verdict(file: Path, found: FileExamination) -> CheckVerdict:
    from jarvis_voice.store.sqlite.schema import MIGRATIONS

    complaints, version = found.complaints, found.version
    size = sum(one.stat().st_size for one in _files(file))
    said = f"{size / MEGABYTE:.1f} MB, schema {version} of {len(MIGRATIONS)}"
    if complaints:
        return failed(f"{file} is damaged in {len(complaints)} places.", SET_ASIDE)
    if version > len(MIGRATIONS):
        return failed(f"{said}: a newer Jarvis wrote it.", "Update Jarvis: `jarvis update`")
    if left_out := _left_out(found):
        return warning(f"{said}. What cannot be read in it: {left_out}.", LEFT_OUT)
    if size > LARGE_BYTES:
        return warning(f"{said}.", "Let it forget old threads: `jarvis threads clear`")
    return ok(f"{said}, whole.")


def _refused(visit: DiagnosticRun) -> CheckVerdict | None:
    """The verdict where it, or a file beside it, is no file or may not be written."""
    from jarvis_voice.core.file_kind import no_file
    from jarvis_voice.store.process_lock import pid_file_of
    from jarvis_voice.store.sqlite.image import is_cut_to_nothing, parts_of

    file, lock = visit.paths.database, visit.paths.lock
    parts = (*parts_of(file), lock, pid_file_of(lock))
    for part in parts:
        if why := no_file(part):
            problem, _, advice = why.partition(". ")
            return failed(f"{part} cannot be used: {problem}. Nothing is kept.", advice)
    barred = [str(part) for part in parts if part.exists() and not visit.outside.may_use(part)]
    if barred:
        told = f"You may not write {', '.join(barred)}: nothing new is kept."
        return failed(told, f"Make it yours and writable: chmod u+rw {barred[0]}")
    if is_cut_to_nothing(file):
        return failed(f"{file} is empty, and what belongs into it lies beside it.", SET_ASIDE)
    return None


def _files(file: Path) -> list[Path]:
    return [one for one in (file, file.with_name(f"{file.name}-wal")) if one.exists()]


def _examine(file: Path) -> FileExamination:
    """What SQLite's check and our own find in it."""
    from jarvis_voice.assistant.state import is_whole
    from jarvis_voice.store.sqlite.conversation_check import unreadable_conversations
    from jarvis_voice.store.sqlite.failures import decoded
    from jarvis_voice.store.sqlite.schema import MIGRATIONS
    from jarvis_voice.store.sqlite.unreadable_rows import find_unreadable

    uri = f"{file.absolute().as_uri()}?mode=ro"
    with closing(sqlite3.connect(uri, uri=True, timeout=BUSY_SECONDS)) as connection:
        connection.text_factory = decoded
        rows = connection.execute("PRAGMA integrity_check(20)").fetchall()
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        complaints = [str(row[0]) for row in rows if row[0] != "ok"]
        if complaints or version != len(MIGRATIONS):  # the next start changes the file
            return FileExamination(complaints, int(version), {}, 0)
        return FileExamination(
            complaints,
            int(version),
            find_unreadable(connection),
            unreadable_conversations(connection, is_whole),
        )


def _left_out(found: FileExamination) -> str:
    """What cannot be read, in words: tables with the numbers of rows, and conversations."""
    parts = []
    for table, keys in found.unreadable.items():
        shown = ", ".join(keys[:MOST_SHOWN]) + (", ..." if len(keys) > MOST_SHOWN else "")
        rows = "1 row" if len(keys) == 1 else f"{len(keys)} rows"
        parts.append(f"{rows} of {table} ({shown})")
    if count := found.conversations:
        parts.append("1 conversation" if count == 1 else f"{count} conversations")
    return "; ".join(parts)
