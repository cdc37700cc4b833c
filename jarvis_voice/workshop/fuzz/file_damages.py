"""Damages a database in every way that a disk, a copy or another program can.

Invariant: what a damage does is decided by chance alone, so that a seed tells all of it.
"""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

PAGE = 4_096


@dataclass(frozen=True, slots=True)
class FileDamage:
    """What was done to a database.

    Attributes:
        what: In words.
        row: The table and the row's number where one row was changed by SQL, else None.
        leaves_no_trace: Whether nobody can see that anything was there.
    """

    what: str
    row: tuple[str, int] | None = None
    leaves_no_trace: bool = False


def damage_file(database: Path, chance: random.Random) -> FileDamage:
    """Damage it in one way, or in two."""
    done = [chance.choice(DAMAGES)(database, chance) for _ in range(chance.choice((1, 1, 1, 2)))]
    rows = [one.row for one in done if one.row]
    said = " and ".join(one.what for one in done)
    is_unseen = any(one.leaves_no_trace for one in done)
    return FileDamage(said, rows[0] if rows else None, leaves_no_trace=is_unseen)


def _bytes(database: Path, chance: random.Random) -> FileDamage:
    data = bytearray(database.read_bytes())
    count = chance.choice((1, 1, 5, 50))
    for _ in range(min(count, len(data))):
        data[chance.randrange(len(data))] = chance.randrange(256)
    database.write_bytes(data)
    return FileDamage(f"{count} bytes changed")


def _header(database: Path, chance: random.Random) -> FileDamage:
    data = bytearray(database.read_bytes())
    first = chance.randrange(100)
    for place in range(first, min(first + chance.choice((1, 4, 100)), 100, len(data))):
        data[place] = chance.choice((0, 255, chance.randrange(256)))
    database.write_bytes(data)
    return FileDamage(f"header from byte {first}")


def _schema(database: Path, chance: random.Random) -> FileDamage:
    """Where the schema's text is: the first page, and what it overflows to."""
    data = bytearray(database.read_bytes())
    places = [at for at in range(100, min(len(data), 3 * PAGE)) if chr(data[at]).isalpha()]
    for _ in range(chance.choice((1, 3)) if places else 0):
        data[chance.choice(places)] = chance.choice((0xFB, 0, 32, 65))
    database.write_bytes(data)
    return FileDamage("schema text")


def _pages(database: Path, chance: random.Random) -> FileDamage:
    data = bytearray(database.read_bytes())
    pages = max(len(data) // PAGE, 1)
    gone = sorted({chance.randrange(pages) for _ in range(chance.choice((1, 1, 3)))})
    fill = chance.choice((b"\x00", b"\xff", bytes([chance.randrange(256)])))
    for page in gone:
        data[page * PAGE : (page + 1) * PAGE] = fill * PAGE
    database.write_bytes(data)
    return FileDamage(f"pages {gone} filled with {fill!r}")


def _swap(database: Path, chance: random.Random) -> FileDamage:
    """A write that went to the wrong place: one page stands where another belongs."""
    data = bytearray(database.read_bytes())
    pages = max(len(data) // PAGE, 1)
    here, there = chance.randrange(pages), chance.randrange(pages)
    data[there * PAGE : (there + 1) * PAGE] = data[here * PAGE : (here + 1) * PAGE]
    database.write_bytes(data)
    return FileDamage(f"page {here} over page {there}")


def _cut(database: Path, chance: random.Random) -> FileDamage:
    size = database.stat().st_size
    left = chance.choice((0, 50, size - PAGE, size - 1, chance.randrange(size + 1)))
    with database.open("r+b") as file:
        file.truncate(max(left, 0))
    return FileDamage(f"cut from {size} to {left} bytes")


def _longer(database: Path, chance: random.Random) -> FileDamage:
    with database.open("ab") as file:
        file.write(chance.randbytes(chance.choice((1, PAGE, 3 * PAGE + 5))))
    return FileDamage("junk behind its end")


def _junk_beside(database: Path, chance: random.Random) -> FileDamage:
    name = chance.choice(("-wal", "-journal", "-shm"))
    beside = database.with_name(database.name + name)
    size = chance.choice((0, 10, 32, PAGE, 5 * PAGE))
    beside.write_bytes(chance.randbytes(size))
    is_unseen = name == "-wal" and size < 32  # noqa: PLR2004 - as of a log that was just begun
    return FileDamage(f"{size} bytes of junk in {name}", leaves_no_trace=is_unseen)


def _log(database: Path, chance: random.Random) -> FileDamage:
    """A log of changes that was being written: cut, or with a byte changed."""
    beside = database.with_name(f"{database.name}-wal")
    data = bytearray(beside.read_bytes()) if beside.exists() else bytearray()
    if not data:
        return FileDamage("no log to damage")
    place = chance.randrange(len(data))
    is_cut = chance.random() < 0.5  # noqa: PLR2004 - one way or the other
    if is_cut:
        del data[place:]
    else:
        data[place] ^= 1 << chance.randrange(8)
    beside.write_bytes(data)
    is_newest = place > len(data) - 2 * (PAGE + 24)  # as of a program that was killed meanwhile
    how = "cut" if is_cut else "changed"
    return FileDamage(f"log of changes {how}", leaves_no_trace=is_cut or is_newest)


NONSENSE: tuple[Callable[[random.Random], object], ...] = (
    lambda _: None,
    lambda _: "x",
    lambda _: "",
    lambda _: b"\x00\xff",
    lambda _: -1,
    lambda _: 0,
    lambda _: 2**63 - 1,
    lambda _: -(2**63),
    lambda _: 1e300,
    lambda _: float("inf"),
    lambda chance: "long " * chance.choice((1_000, 500_000)),
    lambda chance: chance.randbytes(40),
    lambda _: "2026-02-31T00:00:00+00:00",
    lambda _: "2026-02-21T00:00:00",
    lambda _: "9999-12-31T23:59:59+00:00",
    lambda _: "now",
    lambda _: "FREQ=NEVER;INTERVAL=x",
    lambda _: "zero\x00within\x1b[31m\u202e",
)
"""What no column of ours is meant to hold."""

_NOT_UTF8 = "CAST(x'66c3fffe80' AS TEXT)"


def _nonsense(database: Path, chance: random.Random) -> FileDamage:
    """Nonsense in one column of one row, by SQL, with all that SQLite accepts there."""
    with suppress(sqlite3.Error, UnicodeError), closing(sqlite3.connect(database)) as connection:
        names = "SELECT name FROM sqlite_master WHERE type = 'table'"
        tables = [name for (name,) in connection.execute(names)]
        if not tables:
            return FileDamage("nothing, since there is no table")
        table = chance.choice(tables)
        columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
        column = chance.choice(columns)
        value = chance.choice(NONSENSE)(chance)
        mark = _NOT_UTF8 if chance.random() < 0.2 else "?"  # noqa: PLR2004 - often enough
        is_without_rowid = table in {"usage", "acts", "told_unreadable"}
        which = f"{columns[0]} = (SELECT max({columns[0]}) FROM {table})"  # noqa: S608 - a table of the file
        number = -1
        if not is_without_rowid:
            rowids = [one for (one,) in connection.execute(f"SELECT rowid FROM {table}")]  # noqa: S608 - a table of the file
            if not rowids:
                return FileDamage(f"nothing, since {table} is empty")
            number = chance.choice(rowids)
            which = f"rowid = {number}"
        sql = f"UPDATE {table} SET {column} = {mark} WHERE {which}"  # noqa: S608 - likewise
        with connection:
            connection.execute(sql, (value,) if mark == "?" else ())
        said = "no UTF-8" if mark != "?" else repr(value)[:40]
        return FileDamage(f"{table}.{column} of row {number} is {said}", (table, number))
    return FileDamage("nothing, since SQLite refused it")


DAMAGES = (
    *(_bytes, _header, _schema, _pages, _swap, _cut, _longer, _junk_beside, _log),
    *(_nonsense,) * 6,
)
"""All ways; nonsense has so many forms that it comes more often."""
