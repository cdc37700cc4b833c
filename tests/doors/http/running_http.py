"""A whole Jarvis in a program of its own, with its HTTP port open, and tokens of two users."""

import asyncio
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import httpx
from cli.command import environment
from doors.http.served_http import free_port

from jarvis_voice.core.clock import SystemClock
from jarvis_voice.core.operations import Forgotten
from jarvis_voice.core.paths import Paths, find_paths
from jarvis_voice.core.types import EVERY_SCOPE, ME, TALK_ONLY, Scope
from jarvis_voice.doors.people.register import PeopleRegister
from jarvis_voice.store.sqlite.store import SqliteStore

START_SECONDS = 60.0
END_SECONDS = 20.0

USERS: Mapping[str, frozenset[Scope]] = {ME: EVERY_SCOPE, "anna": TALK_ONLY}
"""The owner with a token for everything, and somebody who may talk."""


NO_SETTINGS: Mapping[str, str] = {}


@dataclass
class RunningJarvis:
    """A Jarvis that runs.

    Attributes:
        url: Where its port is.
        tokens: By the user.
        process: The program.
        output: What it has printed, in a file.
    """

    url: str
    tokens: dict[str, str]
    process: subprocess.Popen[bytes]
    output: Path

    def headers(self, user: str) -> dict[str, str]:
        """With which a user comes in."""
        return {"Authorization": f"Bearer {self.tokens[user]}"}

    @property
    def resident_bytes(self) -> int:
        """Its memory."""
        pages = Path(f"/proc/{self.process.pid}/statm").read_text("ascii").split()[1]
        return int(pages) * 4_096


async def _tokens(paths: Paths, users: Mapping[str, frozenset[Scope]]) -> dict[str, str]:
    async def forget(_: str) -> Forgotten:
        return Forgotten()

    async with SqliteStore(paths.database) as store:
        people = PeopleRegister(store.people, forget, SystemClock().now)
        for user in users.keys() - {ME}:
            await people.add_user(user)
        return {
            user: await people.add_token(f"{user}-phone", user, may) for user, may in users.items()
        }


@contextmanager
def running_jarvis(
    paths: Paths,
    users: Mapping[str, frozenset[Scope]] = USERS,
    settings: Mapping[str, str] = NO_SETTINGS,
) -> Iterator[RunningJarvis]:
    """A Jarvis without ears and mouth, with the shipped models; settings are its environment."""
    tokens, port = asyncio.run(_tokens(paths, users)), free_port()
    output = paths.config / "output"
    with output.open("wb") as printed:
        process = subprocess.Popen(
            [sys.executable, "-m", "jarvis_voice", "run", "--text-only"],
            stdin=subprocess.PIPE,
            stdout=printed,
            stderr=subprocess.STDOUT,
            env=environment(
                paths.config,
                **{"JARVIS_MODELS": str(find_paths().models), **settings},
                JARVIS_HTTP__PORT=str(port),
            ),
        )
    jarvis = RunningJarvis(f"http://127.0.0.1:{port}", tokens, process, output)
    try:
        transport = httpx.HTTPTransport(retries=0)
        with httpx.Client(transport=transport, trust_env=False) as client:
            wait_for(client, f"{jarvis.url}/healthz", process)
        yield jarvis
    finally:
        process.terminate()
        process.wait(END_SECONDS)


def wait_for(client: httpx.Client, url: str, process: subprocess.Popen[bytes]) -> None:
    """Wait until it answers."""
    clock = SystemClock()
    until = clock.seconds() + START_SECONDS
    while clock.seconds() < until:
        with suppress(httpx.ConnectError):
            client.get(url)
            return
        with suppress(subprocess.TimeoutExpired):
            process.wait(0.1)
            raise AssertionError("it has ended")
    raise TimeoutError(url)
