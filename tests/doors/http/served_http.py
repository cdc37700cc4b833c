"""The HTTP port, a real one, on the real assistant; and clients that knock at it."""

import asyncio
import json
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx
from assistant.turns import PLAIN_MIND, HeldPlanner, Mind, assistant_with
from doors.control.served import NotedOperations
from doors.http.known_routes import know_routes
from doors.http.scripted_speech import ScriptedSpeech

from jarvis_voice.assistant.assistant import Assistant
from jarvis_voice.assistant.planning.plan import Planner
from jarvis_voice.core.bus import Bus
from jarvis_voice.core.clock import SystemClock
from jarvis_voice.core.config import load_config
from jarvis_voice.core.door_config import HttpConfig
from jarvis_voice.core.events import Event
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.ports import SpeechPool
from jarvis_voice.core.types import ME, TALK_ONLY, Scope
from jarvis_voice.doors.http.satellite_socket import SatelliteSetting
from jarvis_voice.doors.http.server import DoorParts, HttpDoor
from jarvis_voice.doors.http.sound_desk import SoundSetting
from jarvis_voice.store.factory import make_reader

know_routes()

CERTIFICATES = httpx.create_ssl_context(trust_env=False)
"""Those of a client that is told none, read once."""

WAIT_SECONDS = 10.0
"""What a test waits for at the most."""


@dataclass
class Port:
    """An open port.

    Attributes:
        url: Where it is.
        events: What happened.
        tokens: By the user.
    """

    url: str
    port: int
    planner: HeldPlanner
    assistant: Assistant
    operations: NotedOperations
    bus: Bus
    events: list[Event]
    door: HttpDoor
    tokens: dict[str, str] = field(default_factory=dict)

    async def let_in(
        self, user: str = ME, may: frozenset[Scope] = TALK_ONLY, name: str = ""
    ) -> str:
        """A new token of a user, who is added where there is none of that name."""
        if user != ME and user not in {one.user_id for one in await self.assistant.people.users()}:
            await self.operations.people.add_user(user)
        token = await self.operations.people.add_token(name or f"{user}-phone", user, may)
        self.tokens[user] = token
        return token

    def client(self, user: str = ME, **headers: str) -> httpx.AsyncClient:
        """A client with a user's token, where there is one."""
        token = self.tokens.get(user)
        auth = {"Authorization": f"Bearer {token}"} if token else {}
        return httpx.AsyncClient(
            base_url=self.url,
            headers={**auth, **headers},
            timeout=WAIT_SECONDS,
            trust_env=False,
            verify=CERTIFICATES,
        )

    async def raw(self, *sent: bytes, ends: bool = False) -> bytes:
        """All that a client that speaks bytes is answered."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        try:
            for part in sent:
                writer.write(part)
            await writer.drain()
            if ends:
                writer.write_eof()
            async with asyncio.timeout(WAIT_SECONDS):
                return await reader.read()
        finally:
            writer.close()


def free_port() -> int:
    """A port that nobody has."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


def http_config(paths: Paths, **changes: Any) -> HttpConfig:
    """The shipped settings, at a free port."""
    shipped = load_config(paths).http
    return shipped.model_copy(update={"port": free_port(), **changes})


@asynccontextmanager
async def http_port(
    paths: Paths,
    *planners: Planner,
    mind: Mind = PLAIN_MIND,
    pool: SpeechPool | None = None,
    satellites: SatelliteSetting | None = None,
    **changes: Any,
) -> AsyncIterator[Port]:
    """The port with some settings changed."""
    held, bus, clock = HeldPlanner(), Bus(), SystemClock()
    config = http_config(paths, **changes)
    around = assistant_with(paths, *(planners or (held,)), mind=mind, bus=bus)
    async with around as (assistant, events):
        operations = NotedOperations(assistant, bus, None)
        sound = SoundSetting(pool or ScriptedSpeech(), "en", 1.0, ("jarvis",))
        parts = DoorParts(assistant, bus, operations, make_reader(paths), clock, sound, satellites)
        door = HttpDoor(config, parts)
        async with door:
            url = f"http://127.0.0.1:{config.port}"
            yield Port(url, config.port, held, assistant, operations, bus, events, door)


def sent_events(text: str) -> list[dict[str, Any]]:
    """The events in the bytes of a stream."""
    found = []
    for block in text.split("\n\n"):
        fields = dict(line.split(": ", 1) for line in block.splitlines() if ": " in line)
        if "data" in fields and "event" in fields:
            found.append({"event": fields["event"], **json.loads(fields["data"])})
    return found
