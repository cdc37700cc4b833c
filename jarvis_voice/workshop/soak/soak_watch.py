"""Samples what must not grow in a long run, from inside the process.

Invariant: to look costs the event loop next to nothing: files are read in a thread, and the count
of queues and objects, which takes long, is left out of the lag.
"""

from __future__ import annotations

import asyncio
import gc
import queue
import sqlite3
import threading
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

from jarvis_voice.platform.loop_lag import LagCount, LoopLag
from jarvis_voice.platform.malloc import give_back

FULL_SPEED, LISTENING = "full speed", "listening"
"""The two parts of a soak."""

_ROLLUP = Path("/proc/self/smaps_rollup")
_DESCRIPTORS = (Path("/proc/self/fd"), Path("/dev/fd"))
_LAG_SECONDS = 0.02
_QUEUES = (asyncio.Queue, queue.Queue, queue.SimpleQueue)
_KIB = 1_024 / 1e6

Blocked = Callable[[float, str], None]


@dataclass(frozen=True, slots=True)
class ProcessMemory:
    """Memory use of the process, in MB (10^6 bytes).

    Attributes:
        rss_mb: All pages that are there, shared ones in full.
        pss_mb: Shared ones in proportion; changes when other processes come and go.
        own_mb: Pages without a file behind them: heaps and stacks.
    """

    rss_mb: float
    pss_mb: float
    own_mb: float


@dataclass(frozen=True, slots=True)
class Sample:
    """Memory, files and tasks of the process at one moment.

    Attributes:
        part: Which part of the soak it belongs to.
        turns: How many turns had ended.
        at_seconds: Since the soak began.
        memory: What is in use; None where the system does not tell.
        held_mb: RSS before what is free was given back to the system.
        descriptors: Open files and sockets; None where the system does not tell.
        threads: Of Python.
        tasks: Of the event loop that are not done.
        log_bytes: Of the log with its older files.
        database_bytes: Of the database.
        journal_bytes: Of what lies beside it: written, and not moved into it yet.
        lag: Of the event loop since the sample before.
    """

    part: str
    turns: int
    at_seconds: float
    memory: ProcessMemory | None
    held_mb: float | None
    descriptors: int | None
    threads: int
    tasks: int
    log_bytes: int
    database_bytes: int
    journal_bytes: int
    lag: LagCount


@dataclass(frozen=True, slots=True)
class Census:
    """Counts of queues, rows and objects, which are taken less often.

    Attributes:
        turns: How many turns had ended.
        queued: What waits in all queues together.
        rows: Rows of each table of the database.
        objects: How many objects of a type there are, by its name.
    """

    turns: int
    queued: int
    rows: Mapping[str, int]
    objects: Mapping[str, int]


class Watch:
    """Takes samples of this process while it is open.

    Args:
        log_file: The log; older ones lie beside it.
        database: The database.
        blocked: Told of a loop that stands still, on a thread of its own.
        bound_seconds: For how long it must stand still.
    """

    def __init__(
        self, log_file: Path, database: Path, blocked: Blocked, bound_seconds: float = 0.2
    ) -> None:
        self._log_file = log_file
        self._database = database
        self._lag = LoopLag(every_seconds=_LAG_SECONDS, bound_seconds=bound_seconds, told=blocked)
        self._began_at = monotonic()

    async def __aenter__(self) -> Watch:
        self._began_at = monotonic()
        await self._lag.__aenter__()
        return self

    async def __aexit__(self, *exc: object) -> None:
        await self._lag.__aexit__(*exc)

    async def sample(self, part: str, turns: int) -> Sample:
        """Look, beside the loop."""
        lag = self._lag.take()
        held, memory = await asyncio.to_thread(_read_in_use)
        descriptors = await asyncio.to_thread(open_descriptors)
        log_bytes = sum((await asyncio.to_thread(file_sizes, self._log_file)).values())
        database = await asyncio.to_thread(file_sizes, self._database)
        return Sample(
            part,
            turns,
            monotonic() - self._began_at,
            memory,
            held.rss_mb if held else None,
            descriptors,
            threading.active_count(),
            len(asyncio.all_tasks()),
            log_bytes,
            database.get(self._database.name, 0),
            sum(size for name, size in database.items() if name != self._database.name),
            lag,
        )

    async def census(self, turns: int) -> Census:
        """Count queues, rows and objects; what that takes is no lag."""
        rows = await asyncio.to_thread(table_rows, self._database)
        with self._lag.unwatched():
            gc.collect()  # what only waits to be collected is no growth
            objects = gc.get_objects()
            queued = sum(one.qsize() for one in objects if type(one) in _QUEUES)
            kinds = Counter(map(type, objects))
            del objects
        names: Counter[str] = Counter()
        for kind, count in kinds.items():
            names[f"{kind.__module__}.{kind.__qualname__}"] += count
        return Census(turns, queued, rows, names)


def read_memory(rollup: Path = _ROLLUP) -> ProcessMemory | None:
    """What this process has in memory; None where the system does not tell."""
    try:
        lines = rollup.read_text(encoding="ascii").splitlines()[1:]
    except OSError:
        return None
    kib = {name: int(rest.split()[0]) for name, _, rest in (line.partition(":") for line in lines)}
    return ProcessMemory(kib["Rss"] * _KIB, kib["Pss"] * _KIB, kib["Anonymous"] * _KIB)


def _read_in_use() -> tuple[ProcessMemory | None, ProcessMemory | None]:
    """With what is free and without: freed memory lies about in pieces, more or less of it."""
    held = read_memory()
    give_back()
    return held, read_memory()


def open_descriptors(*folders: Path) -> int | None:
    """How many files and sockets are open, without the one that is needed to look.

    Args:
        folders: Where the system tells it, the first of them that is there; this process's own
            where none is given.
    """
    for folder in folders or _DESCRIPTORS:
        try:
            return sum(1 for _ in folder.iterdir()) - 1
        except OSError:
            continue
    return None


def table_rows(database: Path) -> dict[str, int]:
    """Rows of each table, virtual ones and their insides left out; empty where there is no file."""
    if not database.exists():
        return {}
    with closing(sqlite3.connect(f"{database.as_uri()}?mode=ro", uri=True)) as connection:
        found = connection.execute(
            "SELECT name FROM pragma_table_list WHERE type = 'table' AND schema = 'main' "
            "AND name NOT LIKE 'sqlite%'"
        )
        names = [name for (name,) in found]
        counts = {}
        for name in names:
            counting = f'SELECT count(*) FROM "{name}"'  # noqa: S608 - the file's own tables
            [counts[name]] = connection.execute(counting).fetchone()
        return counts


def file_sizes(file: Path) -> dict[str, int]:
    """Bytes of a file and of those whose names begin with its name, by name."""
    sizes = {}
    for one in file.parent.glob(f"{file.name}*"):
        with suppress(FileNotFoundError):  # a journal that was removed meanwhile
            sizes[one.name] = one.stat().st_size
    return sizes
