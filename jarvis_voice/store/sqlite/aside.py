"""Puts a new file in the place of a damaged database, which is kept beside it.

Invariant: at each moment either the damaged file is in its place, or the new one is complete: a
program that is killed between goes on where it was, and nothing that could be read is lost.
"""

from __future__ import annotations

import logging
import os
import shutil
from datetime import datetime
from pathlib import Path

from jarvis_voice.store.sqlite.image import log_of, parts_of

log = logging.getLogger(__name__)


def successor_of(database: Path) -> Path:
    """Where the new file is made."""
    return database.with_name(f"{database.name}.new")


def copy_of(database: Path) -> Path:
    """Where a copy of what a server keeps is made, before it becomes the database."""
    return database.with_name(f"{database.name}.copy")


def drop_successor(database: Path) -> None:
    """Remove what was begun of a new file.

    Raises:
        OSError: It cannot be removed.
    """
    remove(successor_of(database))


def remove(database: Path) -> None:
    """Remove a database with what SQLite keeps beside it.

    Raises:
        OSError: It cannot be removed.
    """
    for part in parts_of(database):
        part.unlink(missing_ok=True)


def keep_log(database: Path) -> Path:
    """Keep a copy of a damaged log: SQLite writes over it.

    Raises:
        OSError: It cannot be written.
    """
    target = log_of(_free_name(database))
    shutil.copyfile(log_of(database), target)
    target.chmod(0o600)
    log.error("changes to the database were damaged, and are kept aside")
    return target


def move_log(database: Path) -> Path:
    """Move a log away that is not of this database; where it is.

    Raises:
        OSError: It cannot be moved.
    """
    target = log_of(_free_name(database))
    log_of(database).rename(target)
    log.error("changes of another database lay beside the database, and are kept aside")
    return target


def replace_damaged(database: Path) -> Path:
    """Set the damaged file aside and put the complete new one in its place; where the old one is.

    Raises:
        OSError: A file cannot be moved.
    """
    _write_through(successor_of(database))
    target = _free_name(database)
    database.rename(target)
    log.error("the database was damaged and has been set aside")
    _settle(database, target)
    return target


def finish_replacing(database: Path) -> Path | None:
    """Finish what a kill cut off in `replace_damaged`; where the old file is, None if none was.

    A copy from a server that was cut off is dropped: it was never complete.

    Raises:
        OSError: A file cannot be moved.
    """
    remove(copy_of(database))
    if database.exists():
        drop_successor(database)  # it was never complete
    if not successor_of(database).exists():
        return None
    sides = ("-wal", "-shm", "-journal")
    found = database.parent.glob(f"{database.name}.damaged-*")
    aside = [one for one in found if not one.name.endswith(sides)]
    if not aside:  # the user removed the database while the new one was made: that is not complete
        drop_successor(database)
        return None
    target = max(aside, key=lambda one: (one.stat().st_ctime_ns, one.name))
    _settle(database, target)
    return target


def _settle(database: Path, target: Path) -> None:
    """Move what SQLite kept beside the old file, before the new one gets its name."""
    for part, new in zip(parts_of(database)[1:], parts_of(target)[1:], strict=True):
        if part.exists():
            part.replace(new)
    successor_of(database).rename(database)


def _write_through(file: Path) -> None:
    """Let the disk have all of a file before its name says that it is complete."""
    handle = os.open(file, os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _free_name(database: Path) -> Path:
    """A name that no other damaged file has: a clock may show the same second twice."""
    stamp = datetime.now().astimezone().strftime("%Y%m%d-%H%M%S")
    target, number = database.with_name(f"{database.name}.damaged-{stamp}"), 1
    while target.exists() or log_of(target).exists():
        number += 1
        target = database.with_name(f"{database.name}.damaged-{stamp}-{number}")
    return target
