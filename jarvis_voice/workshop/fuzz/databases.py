"""Damages a database at random and uses it: nothing readable is lost, and every loss is told.

Invariant: a row is readable whose pages are those that were written.
"""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import sqlite3
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from jarvis_voice.core.paths import Paths, find_paths
from jarvis_voice.core.types import ME
from jarvis_voice.store.factory import make_reader
from jarvis_voice.store.reader_port import StoreReader
from jarvis_voice.workshop.fuzz.database_rows import (
    KEY_COLUMNS,
    Row,
    Rows,
    image_of,
    keys_of,
    rows_of,
    unharmed,
)
from jarvis_voice.workshop.fuzz.database_use import DatabaseUse, use_database
from jarvis_voice.workshop.fuzz.file_damages import damage_file
from jarvis_voice.workshop.fuzz.grown_database import PEOPLE, grow

ASKED = (
    "what time is it",
    "what do you know about me",
    "remember that the spare key is under the mat",
    "what is on my shopping list",
    "add soap to my shopping list",
    "what timers are set",
    "set a timer for 50 minutes",
)
"""Questions that read and write every table of what is kept."""

BREAKS = ("broke", "went wrong", "may be full")
"""Words of an answer, or of what is told, that no damage of the file excuses."""

TELLS_A_LOSS = frozenset(
    {
        *("database-damaged", "database-log-damaged", "database-unusable", "database-newer"),
        *("rows-unreadable", "conversation-unreadable"),
    }
)

COMMANDS = (
    *(("memory", "list"), ("memory", "list", "--json"), ("memory", "forget", "1")),
    *(("threads", "list"), ("threads", "show"), ("threads", "clear", "work", "--yes")),
    *(("memory", "forget", "name"), ("memory", "clear", "--user", "ana", "--yes")),
    *(("user", "list"), ("user", "list", "--json"), ("user", "remove", "ana", "--yes")),
    *(("token", "list"), ("token", "list", "--json"), ("token", "remove", "ana-0")),
    *(("timers", "list"), ("timers", "list", "--json"), ("timers", "cancel", "2")),
    *(("trace",), ("trace", "t2", "--json"), ("cost", "--json"), ("cost",), ("latency",)),
    *(("forget", "--last", "--yes"), ("forget", "--all", "--yes"), ("ask", "what time is it")),
)
COMMAND_SECONDS = 120.0
PROBABLY_IN_USE = 0.3
"""How often the file is one of a program that was killed, with its log of changes beside it."""


async def databases_round(chance: random.Random, folder: Path) -> str | None:
    """Grow a database, damage it, use it; see `runner.Round`."""
    paths = find_paths({"JARVIS_HOME": str(folder / "home")})
    await _grown(paths, chance, folder)
    shutil.copytree(folder / "home", folder / "whole")
    whole = folder / "whole" / paths.database.name
    pages = image_of(whole)
    damage = damage_file(paths.database, chance)
    before, there = rows_of(whole), unharmed(whole, pages, image_of(paths.database))
    shutil.copytree(folder / "home", folder / "other")
    command = chance.choice(COMMANDS)
    use = await use_database(paths, ASKED)
    gave_way = (
        _broken(use)
        or _lost(before, there, rows_of(paths.database))
        or (None if damage.leaves_no_trace else _untold(before, paths, use, damage.row))
        or await _told_again(paths)
        or await _command(folder / "other", command)
        or await _examined(paths, use)
    )
    return f"{gave_way} ({damage.what})" if gave_way else None


async def _grown(paths: Paths, chance: random.Random, folder: Path) -> None:
    """A database of a program that has ended, or of one that was killed."""
    if chance.random() >= PROBABLY_IN_USE:
        await grow(paths, chance)
        await _talk(paths)
        return
    killed = find_paths({"JARVIS_HOME": str(folder / "killed")})
    await grow(killed, random.Random(chance.random()))  # noqa: S311 - to be repeated
    with closing(sqlite3.connect(killed.database)) as connection:
        connection.execute("PRAGMA wal_autocheckpoint=0")
        connection.execute("SELECT count(*) FROM turns").fetchone()
        await grow(killed, chance)
        await _talk(killed)
        shutil.copytree(folder / "killed", folder / "home")


async def _talk(paths: Paths) -> None:
    """Leave a conversation of two turns in each thread."""
    for thread in ("default", "work"):
        await use_database(paths, ("what time is it", "flip a coin"), thread)


def _broken(use: DatabaseUse) -> str | None:
    """The first answer, or sentence, that says that something broke."""
    said = [*use.answers, *(message for _, message in use.told)]
    return next((f"It said: {one}" for one in said if any(word in one for word in BREAKS)), None)


def _lost(before: Rows, there: Rows, after: Rows) -> str | None:
    """Rows that the damage has not touched, and that are gone.

    Where a changed byte gives another row the same key, nobody can tell which of them is right.
    """
    twins = {
        (table, row[: KEY_COLUMNS[table]])
        for table, rows in after.items()
        for row in rows - before[table]
        if any(row[KEY_COLUMNS[table] :] == one[KEY_COLUMNS[table] :] for one in before[table])
    }
    lost = [
        f"{table} {row[0]!r}"
        for table, rows in there.items()
        for row in rows - after[table]
        if (table, row[: KEY_COLUMNS[table]]) not in twins
        and not (table == "checkpoints" and row[0] == "default")  # the asked one has gone on
    ]
    return f"{len(lost)} rows are lost: {', '.join(sorted(lost)[:3])}" if lost else None


def _untold(
    before: Rows, paths: Paths, use: DatabaseUse, changed: tuple[str, int] | None
) -> str | None:
    """Whether what can no longer be shown was told."""
    if any(code in TELLS_A_LOSS for code, _ in use.told):
        return None
    shown = _shown(make_reader(paths))
    wanted = {key for key in keys_of(before) if key[0] in _SHOWN}
    hidden = wanted - shown - ({(changed[0], (changed[1],))} if changed else set())
    if changed and changed[0] == "profile":  # its key is no row number
        hidden = {key for key in hidden if key[0] != "profile"}
    return f"Nobody was told that {sorted(hidden, key=str)[:3]} are not there" if hidden else None


_SHOWN = ("facts", "schedule", "profile")
"""Tables all of whose rows can be shown by their keys."""


def _shown(reader: StoreReader) -> set[tuple[str, Row]]:
    """The keys of the rows of these tables that can be seen."""
    users = (ME, *PEOPLE)
    shown: set[tuple[str, Row]] = {("facts", (one.number,)) for one in reader.facts(ME)}
    shown |= {("schedule", (one.number,)) for one in reader.all_entries()}
    shown |= {("profile", (user, one.field)) for user in users for one in reader.profile(user)}
    return shown


async def _told_again(paths: Paths) -> str | None:
    """Whether a second start tells the same again."""
    use = await use_database(paths, ASKED)
    again = [message for code, message in use.told if code == "rows-unreadable"]
    return f"It was told twice: {again[0]}" if again else _broken(use)


async def _command(home: Path, command: Sequence[str]) -> str | None:
    """What a command says of a damaged database that nobody has opened yet."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "jarvis_voice", *command),
        env=os.environ | {"JARVIS_HOME": str(home), "NO_COLOR": "1"},
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        async with asyncio.timeout(COMMAND_SECONDS):
            said, complained = await process.communicate()
    except TimeoutError:
        process.kill()
        await process.wait()
        return f"`jarvis {' '.join(command)}` did not end"
    text = (said + complained).decode(errors="replace")
    if "Traceback" in text or any(word in text for word in BREAKS):
        return f"`jarvis {' '.join(command)}` said: {text.strip().splitlines()[-1][:200]}"
    return None


async def _examined(paths: Paths, use: DatabaseUse) -> str | None:
    """Whether `jarvis doctor` sees what is left: rows that cannot be read, and else nothing."""
    from jarvis_voice.workshop.doctor.database_check import check_database
    from jarvis_voice.workshop.doctor.options import DiagnosticOptions
    from jarvis_voice.workshop.doctor.run import DiagnosticRun

    async with DiagnosticRun(paths, DiagnosticOptions()) as visit:
        verdict = await check_database(visit)
    codes = {code for code, _ in use.told}
    if codes & {"database-newer", "database-unusable"}:
        return None
    if verdict.status == "failed":
        return f"After the start the doctor says: {verdict.detail}"
    if "rows-unreadable" in codes and verdict.status == "ok":
        return "The doctor does not name the rows that cannot be read"
    return None
