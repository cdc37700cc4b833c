"""HttpDoor: serves the application at a port while it is open; uvicorn runs in our loop.

Invariant: a port that others can reach opens only with a token, and with TLS or a proxy that speaks
it. Our signals stay ours. Closing ends every stream first, and is bounded in time.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import socket
import time
from asyncio.sslproto import SSLProtocol
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from typing import Self

import uvicorn

from jarvis_voice.assistant.assistant import Assistant
from jarvis_voice.core.bus import Bus
from jarvis_voice.core.door_config import HttpConfig
from jarvis_voice.core.errors import ConfigError
from jarvis_voice.core.operations import ControlOperations
from jarvis_voice.core.ports import Clock
from jarvis_voice.doors.http.admissions import Admissions
from jarvis_voice.doors.http.application import make_application
from jarvis_voice.doors.http.caller_pace import Callers
from jarvis_voice.doors.http.chat_turns import ChatTurns
from jarvis_voice.doors.http.connection import HttpConnection
from jarvis_voice.doors.http.context import HttpContext
from jarvis_voice.doors.http.guard import EVERYWHERE
from jarvis_voice.doors.http.listening_socket import MOST_OPEN, Address, Client, ListeningSocket
from jarvis_voice.doors.http.metrics_route import metrics_router
from jarvis_voice.doors.http.passing_threads import is_passing
from jarvis_voice.doors.http.recent_events import EventRing
from jarvis_voice.doors.http.satellite_socket import SatelliteSetting
from jarvis_voice.doors.http.socket_connection import SocketConnection
from jarvis_voice.doors.http.sound_desk import SoundDesk, SoundSetting
from jarvis_voice.doors.http.sound_limits import SoundLimits
from jarvis_voice.doors.http.tls_check import refuse_bad_certificate
from jarvis_voice.doors.http.tls_reads import measured
from jarvis_voice.doors.http.turn_limits import TurnLimits
from jarvis_voice.doors.http.turn_metrics import TurnMetrics
from jarvis_voice.doors.http.visitor import VisitorCheck
from jarvis_voice.doors.people.authenticator import Authenticator
from jarvis_voice.store.people_port import PeopleStore
from jarvis_voice.store.reader_port import StoreReader

BACKLOG = 128
MOST_CONNECTIONS = MOST_OPEN + BACKLOG
MESSAGE_BYTES = 16_384
"""Of one message of a socket."""

PING_SECONDS = 5.0
"""A socket that is silent is asked so often, and gone when it does not answer for as long."""

TLS_READ_BYTES = 32_768
"""asyncio makes a buffer of 256 KB for each TLS connection, before anything has come over it."""

CLOSE_SECONDS = 0.6
"""How long answers under way may take when the port shuts; then their connections are cut."""


class _Server(uvicorn.Server):
    """uvicorn without its own signals, and without its ten looks a second whether to end."""

    capture_signals = staticmethod(contextlib.nullcontext)  # type: ignore[assignment]

    def __init__(self, config: uvicorn.Config, closing: asyncio.Event) -> None:
        super().__init__(config)
        self._closing = closing
        self.ready = asyncio.Event()

    async def main_loop(self) -> None:
        self.ready.set()
        await self._closing.wait()

    def clients(self) -> dict[Address, Client]:
        """The connections over which something came, by their clients."""
        kinds = (HttpConnection, SocketConnection)
        every = [one for one in self.server_state.connections if isinstance(one, kinds)]
        return {one.client: one for one in every if one.client}


@dataclass(frozen=True, slots=True)
class DoorParts:
    """What the port stands on.

    Attributes:
        assistant: Runs the turns.
        bus: Where their events come from.
        operations: What else the running program does.
        reader: Reads what is kept.
        clock: Times.
        sound: The models that hear and speak, and how they are used.
        satellites: What they stand on; None lets none come.
    """

    assistant: Assistant
    bus: Bus
    operations: ControlOperations
    reader: StoreReader
    clock: Clock
    sound: SoundSetting
    satellites: SatelliteSetting | None = None


class HttpDoor:
    """The HTTP port; open inside `async with`.

    Args:
        http: Where and for whom it is open.
        parts: What it stands on.

    Attributes:
        metrics: What is counted meanwhile.
        satellites: What they stand on.
    """

    def __init__(self, http: HttpConfig, parts: DoorParts) -> None:
        assistant, clock = parts.assistant, parts.clock
        self._http = http
        self._people = assistant.people
        self.satellites = parts.satellites
        self._ring = EventRing(parts.bus, clock.now)
        limits = TurnLimits(http.turns_per_minute, http.concurrent_turns, time.monotonic)
        sounds = SoundLimits(http.sound_seconds, time.monotonic)
        self._sound = SoundDesk(parts.sound, sounds, clock.seconds)
        self._context = HttpContext(
            assistant,
            parts.bus,
            parts.operations,
            parts.reader,
            self._ring,
            limits,
            clock.now,
            self._sound,
            Admissions(parts.bus),
        )
        visitors = VisitorCheck(Authenticator(assistant.people, clock.now), http)
        self.metrics = TurnMetrics(parts.bus)
        route, chats = metrics_router(self.metrics), ChatTurns()
        self._application = make_application(
            http, self._context, visitors, [route], parts.satellites, chats
        )
        self._passing = assistant.passing
        self._words = (self._ring, self._sound.spoken, chats.recent, self._context.pictures)
        self._serving: asyncio.Task[None] | None = None
        self._server: _Server | None = None

    @property
    def url(self) -> str:
        """Where it is."""
        return self._url_at(self._http.host)

    def _url_at(self, host: str) -> str:
        host = f"[{host}]" if ":" in host else host
        return f"{'https' if self._http.certificate else 'http'}://{host}:{self._http.port}"

    def entry_link(self) -> str:
        """A link with which the owner's browser comes in, once."""
        host = self._http.host
        if host in EVERYWHERE:
            host = next(iter(self._http.names), "localhost")
        return f"{self._url_at(host)}/#enter={self._context.links.new_code()}"

    async def __aenter__(self) -> Self:
        """Open the port.

        Raises:
            ConfigError: It would be unsafe, the port is taken, or the certificate is bad.
            StoreError: It cannot be read whether there is a token.
        """
        await refuse_unsafe(self._http, self._people)
        refuse_bad_certificate(self._http, self._context.now())
        proxies = () if self._http.certificate else self._http.trust_proxy
        callers = Callers(time.monotonic, proxies)
        config = uvicorn.Config(
            self._application,
            http=partial(HttpConnection, callers=callers),  # type: ignore[arg-type]
            ws=partial(SocketConnection, callers=callers),  # type: ignore[arg-type]
            ws_max_size=MESSAGE_BYTES,
            ws_per_message_deflate=False,
            ws_ping_interval=PING_SECONDS,
            ws_ping_timeout=PING_SECONDS,
            log_config=None,
            log_level=logging.WARNING,  # below that are addresses, with what was asked
            access_log=False,
            lifespan="off",
            server_header=False,
            date_header=False,
            proxy_headers=False,
            limit_concurrency=MOST_CONNECTIONS,
            backlog=BACKLOG,
            timeout_graceful_shutdown=1,
            ssl_certfile=self._http.certificate or None,
            ssl_keyfile=self._http.certificate_key or None,
        )
        config.load()
        measured(config.ssl)
        SSLProtocol.max_size = TLS_READ_BYTES
        listening = bound_socket(self._http)
        self._server = _Server(config, self._context.closing)
        listening.know(self._server.clients, callers.admits)
        self._passing.add(*self._words, outlives=is_passing)
        await self._context.pictures.clear()
        await self._ring.__aenter__()
        await self._context.admissions.__aenter__()
        await self._sound.__aenter__()
        self.metrics.__enter__()
        self._serving = asyncio.create_task(self._server.serve([listening]), name="http")
        ready = asyncio.create_task(self._server.ready.wait())
        await asyncio.wait({ready, self._serving}, return_when=asyncio.FIRST_COMPLETED)
        ready.cancel()
        if self._serving.done():  # it could not begin
            await self.__aexit__()
            raise _not_opened(self._http, self._serving.exception())
        return self

    async def __aexit__(self, *exc: object) -> None:
        """Shut the port: streams end, turns that were asked here are cancelled."""
        self._context.closing.set()
        self._passing.drop(*self._words)
        await self._context.admissions.__aexit__()
        self.metrics.__exit__()
        if self._server and self._serving:
            await asyncio.wait({self._serving}, timeout=CLOSE_SECONDS)
            self._server.force_exit = True
            await asyncio.wait({self._serving})
            await _cancelled(self._server.server_state.tasks)
        await self._ring.__aexit__()
        await self._sound.__aexit__()
        await self._context.pictures.clear()
        if self.satellites:
            await self.satellites.voices.__aexit__()


async def _cancelled(requests: Iterable[asyncio.Task[None]]) -> None:
    """Cancel what is still carried out for clients: uvicorn would leave it behind."""
    left = tuple(requests)
    for one in left:
        one.cancel()
    if left:
        await asyncio.wait(left, timeout=CLOSE_SECONDS)


async def refuse_unsafe(http: HttpConfig, people: PeopleStore) -> None:
    """Let a port pass that only those can use who may.

    Raises:
        ConfigError: Others could reach it without a token, or read along.
    """
    if http.is_local:
        return
    what = "is reached from other machines"
    if not http.certificate and not http.trust_proxy:
        message = (
            f"The HTTP port stays shut: {http.host} {what}, where others can read along. Set "
            "certificate in [http], or trust_proxy where a proxy speaks TLS."
        )
        raise ConfigError("http-unsafe", message)
    if not await people.tokens():
        message = (
            f"The HTTP port stays shut: {http.host} {what}, and there is no token yet. "
            "Make one: jarvis token add NAME"
        )
        raise ConfigError("http-unsafe", message)


def bound_socket(http: HttpConfig) -> ListeningSocket:
    """A socket that is bound to the port.

    Raises:
        ConfigError: It is taken, or there is no such address here.
    """
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            http.host, http.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        found = ListeningSocket(family, kind, protocol)
        try:
            if os.name == "posix":  # elsewhere two programs could have the port then
                found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            found.bind(address)
        except OSError:
            found.close()
            raise
    except OSError as error:
        raise _not_opened(http, error) from error
    return found


def _not_opened(http: HttpConfig, error: BaseException | None) -> ConfigError:
    why = error.strerror if isinstance(error, OSError) else type(error).__name__
    return ConfigError("http-port", f"Cannot listen at {http.host}, port {http.port}: {why}.")
