"""People who come and go at the port for long, and what must not grow meanwhile.

Invariant: each round erases what it let the program keep, so that every count has to come back.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

import httpx

from jarvis_voice.core.types import ME
from jarvis_voice.workshop.benches.bench_progress import OnProgress
from jarvis_voice.workshop.benches.doors.served_program import ServedProgram
from jarvis_voice.workshop.soak.soak_watch import file_sizes, table_rows

PEOPLE = 20
QUESTIONS = ("what is 12 times 12", "remember that my cat is grey", "what time is it", "zzz qqq")
CHAT = {"model": "jarvis", "messages": [{"role": "user", "content": "what is 2 plus 2"}]}
SOON_SECONDS = 0.03
PAUSE_SECONDS = 0.3
"""After a round: what was left ends."""


@dataclass(frozen=True, slots=True)
class SoakLook:
    """What was there after a round.

    Attributes:
        at_seconds: Since the beginning.
        memory_mb: Heaps and stacks of the program; None where the system does not tell.
        descriptors: Its open files and sockets; None where the system does not tell.
        threads: Of the program; None where the system does not tell.
        tasks: Of its event loop.
        rows: Of all tables; None where they are not in a file.
        database_mb: Of the file; 0 where there is none.
        journal_mb: Of what lies beside it: written, and not moved into it yet.
    """

    at_seconds: float
    memory_mb: float | None
    descriptors: int | None
    threads: int | None
    tasks: int
    rows: int | None
    database_mb: float = 0.0
    journal_mb: float = 0.0


async def soak(
    program: ServedProgram,
    database: Path | None,
    seconds: float,
    looks: list[SoakLook],
    on_progress: OnProgress,
) -> None:
    """Let people come and go for so long; a look is added after each round."""
    began_at = perf_counter()
    while (at := perf_counter() - began_at) < seconds:
        on_progress(int(at), int(seconds), "seconds of people who come and go")
        await asyncio.gather(*(_visit(program, f"user{number}") for number in range(PEOPLE)))
        await asyncio.sleep(PAUSE_SECONDS)
        looks.append(await _look(program, database, at))


async def _look(program: ServedProgram, database: Path | None, at_seconds: float) -> SoakLook:
    late, memory = await program.lateness(), program.memory
    rows, sizes = None, dict[str, int]()
    if database:
        rows = sum((await asyncio.to_thread(table_rows, database)).values())
        sizes = await asyncio.to_thread(file_sizes, database)
    own = sizes.pop(database.name, 0) if database else 0
    return SoakLook(
        at_seconds,
        memory.own_mb if memory else None,
        program.descriptors,
        program.threads,
        late.tasks,
        rows,
        own / 1e6,
        sum(sizes.values()) / 1e6,
    )


async def _visit(program: ServedProgram, user: str) -> None:
    """Somebody asks, follows, leaves in the middle, is refused, and has all of it forgotten."""
    user = user if user in program.tokens else ME
    thread = f"soak {user}"
    async with program.client(user, most=4) as client:
        for text in QUESTIONS:
            await client.post("/api/v1/turns", json={"text": text, "thread": thread})
        await client.post("/v1/chat/completions", json=CHAT)
        await client.get("/api/v1/turns/none")
        await client.get("/healthz", headers={"Authorization": "Bearer jv_wrong"})
        async with client.stream("GET", "/api/v1/events"):
            await client.post("/api/v1/turns", json={"text": QUESTIONS[0], "thread": thread})
        with suppress(TimeoutError, httpx.HTTPError):  # leaves before it is answered
            async with asyncio.timeout(SOON_SECONDS):
                await client.post("/api/v1/turns", json={"text": QUESTIONS[1], "thread": thread})
        for fact in (await client.get("/api/v1/facts")).json()["facts"]:
            await client.delete(f"/api/v1/facts/{fact['number']}")
        for one in (await client.get("/api/v1/threads")).json()["threads"]:
            await client.delete(f"/api/v1/threads/{one['thread_id']}")
