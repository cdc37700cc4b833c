"""Checks the database: SQLite opens it read-only while another process may write it.

Invariant: nothing is repaired or set aside here; no content of a row is read.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

from jarvis_voice.workshop.doctor.check_result import CheckVerdict, failed, ok, warning

if TYPE_CHECKING:
    from pathlib import Path

    from jarvis_voice.workshop.doctor.run import DiagnosticRun

BUSY_SECONDS = 2.0
MEGABYTE = 1_000_000
LARGE_BYTES = 2_000 * MEGABYTE
SET_ASIDE = "`jarvis run` sets a damaged database aside and begins a new one; keep a copy before"


async def check_database(visit: DiagnosticRun) -> CheckVerdict:
    """Whether it opens, is whole, and was written by this version or an older one."""
    from jarvis_voice.store.sqlite.schema import MIGRATIONS
    from jarvis_voice.workshop.doctor.system_probe import apart

    file = visit.paths.database
    if not file.exists():
        return ok("There is none yet: the first turn makes it.")
    try:
        complaints, version = await apart(lambda: _examine(file))
    except sqlite3.OperationalError as error:
        return failed(
            f"{file} cannot be opened: {error}.",
            "End the program that holds it, or see who may read the file",
        )
    except sqlite3.DatabaseError as error:
        return failed(f"{file} is damaged: {error}.", SET_ASIDE)
    size = sum(one.stat().st_size for one in _files(file))
    said = f"{size / MEGABYTE:.1f} MB, schema {version} of {len(MIGRATIONS)}"
    if complaints:
        return failed(f"{file} is damaged in {len(complaints)} places.", SET_ASIDE)
    if version > len(MIGRATIONS):
        return failed(f"{said}: a newer Jarvis wrote it.", "Update Jarvis: `jarvis update`")
    if size > LARGE_BYTES:
        return warning(f"{said}.", "Let it forget old threads: `jarvis threads clear`")
    return ok(f"{said}, whole.")


def _files(file: Path) -> list[Path]:
    return [one for one in (file, file.with_name(f"{file.name}-wal")) if one.exists()]


def _examine(file: Path) -> tuple[list[str], int]:
    """What the integrity check says against it, and the number of its schema."""
    uri = f"{file.absolute().as_uri()}?mode=ro"
    with closing(sqlite3.connect(uri, uri=True, timeout=BUSY_SECONDS)) as connection:
        rows = connection.execute("PRAGMA integrity_check(20)").fetchall()
        (version,) = connection.execute("PRAGMA user_version").fetchone()
    return [str(row[0]) for row in rows if row[0] != "ok"], int(version)
