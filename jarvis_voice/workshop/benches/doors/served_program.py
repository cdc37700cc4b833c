"""ServedProgram: a whole Jarvis in a process of its own with its port open, and many users.

Invariant: it runs in folders of the bench, hears and speaks nothing, and ends with the bench.
"""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

import httpx

from jarvis_voice.core.clock import SystemClock
from jarvis_voice.core.errors import ControlError
from jarvis_voice.core.operations import Forgotten
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.types import EVERY_SCOPE, ME, TALK_ONLY
from jarvis_voice.doors.people.register import PeopleRegister
from jarvis_voice.store.factory import make_store
from jarvis_voice.workshop.soak.soak_watch import ProcessMemory, open_descriptors, read_memory

START_SECONDS = 60.0
END_SECONDS = 30.0
LOOK_SECONDS = 0.05
ANSWER_SECONDS = 120.0

SETTINGS = {
    "JARVIS_HTTP__TURNS_PER_MINUTE": "100000",
    "JARVIS_HTTP__CONCURRENT_TURNS": "100",
}
"""No user is to be held up here: the limits are not what is measured."""


@dataclass(frozen=True, slots=True)
class LoopLateness:
    """How late the program's event loop has been so far.

    Attributes:
        counts: Looks that were late by no more than these seconds.
        looks: All of them.
        seconds: All lateness together.
        tasks: What runs or waits on it.
    """

    counts: Mapping[float, float]
    looks: float
    seconds: float
    tasks: int

    def since(self, before: LoopLateness) -> LoopLateness:
        """What came after an earlier look."""
        counts = {bound: count - before.counts[bound] for bound, count in self.counts.items()}
        return LoopLateness(
            counts, self.looks - before.looks, self.seconds - before.seconds, self.tasks
        )

    def bound_ms(self, percent: float) -> float:
        """So many percent of the looks were no later than this: a bound that is counted."""
        wanted = percent / 100 * self.looks
        return 1_000 * min(
            (bound for bound, count in self.counts.items() if count >= wanted), default=float("inf")
        )


def lateness_in(page: str) -> LoopLateness:
    """What the page of metrics tells of the event loop."""
    values = {
        name: float(value)
        for name, _, value in (line.rpartition(" ") for line in page.splitlines())
        if name.startswith(("jarvis_loop_late_seconds_", "jarvis_tasks"))
    }
    begin, end = 'jarvis_loop_late_seconds_bucket{le="', '"}'
    counts = {
        float(name.removeprefix(begin).removesuffix(end)): value
        for name, value in values.items()
        if name.startswith(begin)
    }
    return LoopLateness(
        counts,
        values["jarvis_loop_late_seconds_count"],
        values["jarvis_loop_late_seconds_sum"],
        int(values["jarvis_tasks"]),
    )


class ServedProgram:
    """The program while it runs.

    Args:
        process: Of the program.
        url: Where its port is.
        tokens: By the user.
    """

    def __init__(
        self, process: subprocess.Popen[bytes], url: str, tokens: Mapping[str, str]
    ) -> None:
        self._process = process
        self.url = url
        self.tokens = tokens

    def client(self, user: str, most: int = 1) -> httpx.AsyncClient:
        """A client of a user, with so many connections."""
        return httpx.AsyncClient(
            base_url=self.url,
            headers=self.headers(user),
            timeout=ANSWER_SECONDS,
            limits=httpx.Limits(max_connections=most, max_keepalive_connections=most),
            trust_env=False,
        )

    def headers(self, user: str) -> dict[str, str]:
        """With which a user comes in, and asks for one answer."""
        return {"Authorization": f"Bearer {self.tokens[user]}", "Accept": "application/json"}

    @property
    def memory(self) -> ProcessMemory | None:
        """What it has in memory; None where the system does not tell."""
        return read_memory(Path(f"/proc/{self._process.pid}/smaps_rollup"))

    @property
    def processor_seconds(self) -> float | None:
        """Processor time that it has used; None where the system does not tell."""
        try:
            told = Path(f"/proc/{self._process.pid}/stat").read_text("ascii")
        except OSError:
            return None
        user, system = told.rpartition(")")[2].split()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")

    @property
    def descriptors(self) -> int | None:
        """Its open files and sockets; None where the system does not tell."""
        return open_descriptors(Path(f"/proc/{self._process.pid}/fd"))

    @property
    def threads(self) -> int | None:
        """Its threads, those of libraries, too; None where the system does not tell."""
        try:
            return sum(1 for _ in Path(f"/proc/{self._process.pid}/task").iterdir())
        except OSError:
            return None

    async def lateness(self) -> LoopLateness:
        """How late its event loop has been so far."""
        async with self.client(ME) as client:
            return lateness_in((await client.get("/metrics")).raise_for_status().text)

    async def stop(self) -> float:
        """End it as the system does; seconds until it has ended."""
        began_at = perf_counter()
        self._process.terminate()
        try:
            await asyncio.to_thread(self._process.wait, END_SECONDS)
        except subprocess.TimeoutExpired as error:
            message = f"The program did not end within {END_SECONDS:.0f} seconds."
            raise ControlError("no-end", message) from error
        return perf_counter() - began_at


@asynccontextmanager
async def served_program(paths: Paths, n_users: int) -> AsyncIterator[ServedProgram]:
    """Start it, with the owner and so many users, and wait until it answers.

    Raises:
        JarvisError: It does not start, or its store cannot be opened.
    """
    tokens = await _tokens(paths, n_users)
    port = _free_port()
    output = paths.config / "output.txt"
    process = _start(paths, port, output)
    program = ServedProgram(process, f"http://127.0.0.1:{port}", tokens)
    try:
        await _until_it_answers(program, process, output)
        yield program
    finally:
        process.kill()
        process.wait()


def _start(paths: Paths, port: int, output: Path) -> subprocess.Popen[bytes]:
    environment = os.environ | SETTINGS
    environment |= {"JARVIS_HOME": str(paths.config), "JARVIS_HTTP__PORT": str(port)}
    with output.open("wb") as printed:
        return subprocess.Popen(
            [sys.executable, "-m", "jarvis_voice", "run", "--text-only"],
            stdin=subprocess.PIPE,
            stdout=printed,
            stderr=subprocess.STDOUT,
            env=environment,
            start_new_session=True,
        )


async def _tokens(paths: Paths, n_users: int) -> dict[str, str]:
    async def forget(_: str) -> Forgotten:
        return Forgotten()

    now = SystemClock().now
    async with make_store(paths) as store:
        register = PeopleRegister(store.people, forget, now)
        tokens = {ME: await register.add_token("bench-me", ME, EVERY_SCOPE)}
        for name in (f"user{number}" for number in range(n_users)):
            await store.people.add_user(name, now())
            tokens[name] = await register.add_token(f"bench-{name}", name, TALK_ONLY)
    return tokens


async def _until_it_answers(
    program: ServedProgram, process: subprocess.Popen[bytes], output: Path
) -> None:
    until = perf_counter() + START_SECONDS
    async with program.client(ME) as client:
        while perf_counter() < until and process.poll() is None:
            with suppress(httpx.TransportError):
                (await client.get("/healthz")).raise_for_status()
                return
            await asyncio.sleep(LOOK_SECONDS)
    said = output.read_text("utf-8", "replace")[-500:].strip()
    raise ControlError("no-start", f"The program does not answer. It said: {said}")


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port
