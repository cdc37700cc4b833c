"""Measures what the HTTP port of a whole program carries: idle streams, many users, a shutdown.

Invariant: the program runs in a process of its own, so that the clients are in none of its figures;
an answer that is wrong is an error, and no figure.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

import httpx

from jarvis_voice.core.errors import ConfigError, ControlError
from jarvis_voice.core.paths import Paths, ensure, find_paths
from jarvis_voice.core.types import ME
from jarvis_voice.doors.http.turn_limits import MOST_STREAMS
from jarvis_voice.store.factory import make_reader
from jarvis_voice.workshop.benches.bench_progress import OnProgress
from jarvis_voice.workshop.benches.doors.doors_soak import SoakLook, soak
from jarvis_voice.workshop.benches.doors.served_program import (
    LoopLateness,
    ServedProgram,
    served_program,
)
from jarvis_voice.workshop.benches.store_bench import StoreFigures, bench_store

QUESTION, ANSWER = "what is 12 times 12", "144"
WARM_UP = 20
THREADS = ("one", "two", "three")
AT_ONCE = 16
"""Users who ask at the same time."""

SETTLE_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class DoorsOptions:
    """What is measured.

    Attributes:
        streams: Idle streams of events.
        turns: Beside them, and without them.
        users: Each asks once in each of three threads.
        soak_minutes: How long people come and go at the end; 0 is not at all.
        url: Of an empty PostgreSQL database to keep things in; "" is the file.
        store_turns: In a store alone, each way.
    """

    streams: int = 200
    turns: int = 100
    users: int = 1_000
    soak_minutes: float = 0.0
    url: str = ""
    store_turns: int = 400


@dataclass(frozen=True, slots=True)
class BesideStreams:
    """Turns beside so many streams.

    Attributes:
        took_ms: Of each turn, one after the other.
        late: How late the program's loop was meanwhile.
    """

    took_ms: tuple[float, ...]
    late: LoopLateness


@dataclass(frozen=True, slots=True)
class CrowdFigures:
    """Many users, each in several threads.

    Attributes:
        took_ms: Of each turn.
        seconds: For all.
        late: How late the program's loop was meanwhile.
        processor_seconds: Of the program, for all; None where the system does not tell.
    """

    took_ms: tuple[float, ...]
    seconds: float
    late: LoopLateness
    processor_seconds: float | None = None


@dataclass(slots=True)
class DoorsFigures:
    """All that was measured so far; None is what was not, or what the system does not tell.

    Attributes:
        alone: Without a stream.
        beside: With all streams open.
        streams_mb: What the program has more when they are open.
        stores: Turns a second by where things are kept.
        streams_end_seconds: From the signal to the end of the last of the streams.
        program_ends_seconds: From the signal to the end of the program.
        looks: What was seen in the soak, in order.
    """

    options: DoorsOptions
    alone: BesideStreams | None = None
    beside: BesideStreams | None = None
    streams_mb: float | None = None
    crowd: CrowdFigures | None = None
    stores: dict[str, StoreFigures] = field(default_factory=dict)
    streams_end_seconds: float | None = None
    program_ends_seconds: float | None = None
    looks: list[SoakLook] = field(default_factory=list)


async def bench_doors(figures: DoorsFigures, on_progress: OnProgress) -> None:
    """Measure in folders that are removed afterwards.

    Args:
        figures: What is to be measured; what was is put in as it comes.
        on_progress: Told of each turn.

    Raises:
        JarvisError: The program does not start, a store cannot be opened or is not empty, an
            answer is wrong.
    """
    options = figures.options
    with TemporaryDirectory(prefix="jarvis-bench-", ignore_cleanup_errors=True) as folder:
        paths = _home(Path(folder) / "served", options.url)
        await asyncio.to_thread(refuse_used, paths)
        await _stores(Path(folder), figures, on_progress)
        on_progress(0, 1, "starting, with many users")
        n_users = max(options.users, -(-options.streams // MOST_STREAMS))
        async with served_program(paths, n_users) as program:
            await _turns(program, WARM_UP, lambda *_: None)
            figures.alone = await _beside(program, options.turns, on_progress)
            before = program.memory
            async with _streams(program, options.streams):
                with_them = program.memory
                if before and with_them:
                    figures.streams_mb = with_them.own_mb - before.own_mb
                figures.beside = await _beside(program, options.turns, on_progress)
            figures.crowd = await _crowd(program, options.users, on_progress)
            database = None if options.url else paths.database
            seconds = 60 * options.soak_minutes
            await soak(program, database, seconds, figures.looks, on_progress)
            on_progress(0, 1, "ending beside its streams")
            ends = await _shut(program, options.streams)
            figures.streams_end_seconds, figures.program_ends_seconds = ends


def refuse_used(paths: Paths) -> None:
    """Let a store pass in which nothing is kept: what the bench leaves in it stays.

    Raises:
        ConfigError: Something is kept in it.
        StoreError: It cannot be read.
    """
    reader = make_reader(paths)
    if reader.tokens() or reader.users() or reader.turn(ME):
        message = "The database of --url is not empty. Make one for this bench alone."
        raise ConfigError("bench-database", message)


def _home(folder: Path, url: str) -> Paths:
    paths = find_paths({"JARVIS_HOME": str(folder)})
    ensure(paths.config)
    if url:
        quoted = url.replace("\\", "\\\\").replace('"', '\\"')
        paths.config_file.write_text(f'[store]\nurl = "{quoted}"\n', "utf-8")
    return paths


async def _stores(folder: Path, figures: DoorsFigures, on_progress: OnProgress) -> None:
    options = figures.options
    ways = {"SQLite": "", **({"PostgreSQL": options.url} if options.url else {})}
    for number, (name, url) in enumerate(ways.items()):
        on_progress(number, len(ways), f"turns a second on {name}")
        home = _home(folder / name, url)
        figures.stores[name] = await bench_store(home, options.store_turns, AT_ONCE)


async def _beside(program: ServedProgram, turns: int, on_progress: OnProgress) -> BesideStreams:
    before = await program.lateness()
    took = await _turns(program, turns, on_progress)
    late = (await program.lateness()).since(before)
    return BesideStreams(tuple(took), late)


async def _turns(program: ServedProgram, turns: int, on_progress: OnProgress) -> list[float]:
    took = []
    async with program.client(ME) as client:
        for number in range(turns):
            on_progress(number, turns, "turns, one after the other")
            took.append(await _ask(client, "default"))
    return took


async def _ask(client: httpx.AsyncClient, thread: str) -> float:
    """Ask in a thread; the milliseconds until the answer was there.

    Raises:
        ControlError: It is wrong.
    """
    began_at = perf_counter()
    answer = await client.post("/api/v1/turns", json={"text": QUESTION, "thread": thread})
    took_ms = 1_000 * (perf_counter() - began_at)
    if answer.is_error or ANSWER not in answer.json()["reply"]:
        message = f"A turn was not answered: {answer.status_code} {answer.text[:200]}"
        raise ControlError("bench-answer", message)
    return took_ms


@asynccontextmanager
async def _streams(program: ServedProgram, count: int) -> AsyncIterator[list[httpx.Response]]:
    """So many streams of events that are open, of as few users as may have them."""
    async with AsyncExitStack() as stack:
        opened = []
        for number in range(count):
            if number % MOST_STREAMS == 0:
                user = f"user{number // MOST_STREAMS}"
                client = await stack.enter_async_context(program.client(user, MOST_STREAMS))
            stream = await stack.enter_async_context(client.stream("GET", "/api/v1/events"))
            opened.append(stream.raise_for_status())
        await asyncio.sleep(SETTLE_SECONDS)
        yield opened


async def _crowd(program: ServedProgram, users: int, on_progress: OnProgress) -> CrowdFigures:
    before, took = await program.lateness(), list[float]()
    worked = program.processor_seconds
    asked = iter(list(product(THREADS, (f"user{number}" for number in range(users)))))
    total = users * len(THREADS)
    began_at = perf_counter()

    async def ask_on(asked: Iterator[tuple[str, str]], client: httpx.AsyncClient) -> None:
        for thread, user in asked:
            client.headers.update(program.headers(user))
            took.append(await _ask(client, thread))
            on_progress(len(took), total, f"{users:,} users in {len(THREADS)} threads each")

    async with AsyncExitStack() as stack:
        clients = [await stack.enter_async_context(program.client(ME)) for _ in range(AT_ONCE)]
        await asyncio.gather(*(ask_on(asked, client) for client in clients))
        seconds = perf_counter() - began_at
    late, now = (await program.lateness()).since(before), program.processor_seconds
    used = None if now is None or worked is None else now - worked
    return CrowdFigures(tuple(took), seconds, late, used)


async def _shut(program: ServedProgram, streams: int) -> tuple[float, float]:
    """Seconds from the signal to the end of the last stream, and to the end of the program."""
    async with _streams(program, streams) as opened:
        began_at = perf_counter()

        async def read(stream: httpx.Response) -> None:
            async for _ in stream.aiter_raw():
                continue

        reading = asyncio.gather(*(read(one) for one in opened), return_exceptions=True)
        ending = asyncio.create_task(program.stop())
        ends = [one for one in await reading if isinstance(one, BaseException)]
        streams_end = perf_counter() - began_at
        program_ends = await ending
    if ends:
        message = f"{len(ends)} streams broke off and did not end: {type(ends[0]).__name__}."
        raise ControlError("bench-answer", message)
    return streams_end, program_ends
