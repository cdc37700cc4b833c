"""SatelliteSocket: the WebSocket by which a browser is a microphone and a loudspeaker of Jarvis.

Invariant: nothing is loaded before it is known who comes; a bad message ends the connection with a
sentence. When the port shuts, every one of them ends.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from jarvis_voice.core.errors import JarvisError
from jarvis_voice.core.types import Origin
from jarvis_voice.core.visible_text import json_line
from jarvis_voice.doors.http.admissions import Admission
from jarvis_voice.doors.http.context import HttpContext
from jarvis_voice.doors.http.guard import Application, Receive, Scope, Send
from jarvis_voice.doors.http.socket_connection import IS_KNOWN
from jarvis_voice.doors.http.socket_entry import SocketEntry
from jarvis_voice.doors.http.visitor import VisitorCheck
from jarvis_voice.doors.people.names import place_of
from jarvis_voice.doors.satellite.house import House
from jarvis_voice.doors.satellite.message_pace import MessagePace
from jarvis_voice.doors.satellite.messages import (
    Hello,
    Message,
    MessageError,
    read_frame,
    read_message,
)
from jarvis_voice.doors.satellite.satellite import Satellite, VoiceMaker
from jarvis_voice.platform.logs import log_broken
from jarvis_voice.tools.effect_place import EffectPlaces

log = logging.getLogger(__name__)

SATELLITE_PATH = "/api/v1/satellite"
HELLO_SECONDS = 10.0

GOING, BROKEN, REFUSED, DISPLACED, LIMITED, SLOW = 1001, 1011, 4401, 4409, 4429, 4408
BAD_MESSAGE = 4400


@dataclass(frozen=True, slots=True)
class SatelliteSetting:
    """What satellites stand on.

    Attributes:
        voices: Makes their conversations.
        places: Told what can be done there; None is nobody.
        house: Those that are there.
        seconds: The clock of events.
    """

    voices: VoiceMaker
    places: EffectPlaces | None
    house: House
    seconds: Callable[[], float]
    numbers: count[int] = field(default_factory=lambda: count(1))


class SatelliteSocket:
    """Serves satellites, and hands on all else.

    Args:
        inner: What comes behind it.
        visitors: Tells who asks.
        context: What the port stands on.
        setting: What satellites stand on.
    """

    def __init__(
        self,
        inner: Application,
        visitors: VisitorCheck,
        context: HttpContext,
        setting: SatelliteSetting,
    ) -> None:
        self._inner = inner
        self._visitors = visitors
        self._context = context
        self._setting = setting

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a socket, or hand a request on."""
        if scope["type"] != "websocket" or scope["path"] != SATELLITE_PATH:
            await self._inner(scope, receive, send)
            return
        socket = WebSocket(scope, receive, send)
        try:
            await socket.receive()  # that it wants to connect
            await self._serve(socket)
        except WebSocketDisconnect:
            return
        except Exception as error:  # noqa: BLE001 - logged without its words, which may be the user's
            log_broken(log, "a satellite", error)
            await _close(socket, BROKEN)

    async def _serve(self, socket: WebSocket) -> None:
        entry = SocketEntry.of(socket)
        await socket.accept(entry.protocol)
        try:
            who = await entry.origin(self._visitors)
            if "talk" not in who.may:
                raise MessageError("not-allowed", 'This needs a token that may "talk".')
        except JarvisError as error:
            await _refuse(socket, error, REFUSED)
            return
        socket.scope.setdefault("state", {})[IS_KNOWN] = True
        admission = entry.admit(who, self._visitors, self._context.admissions)
        try:
            await self._greet(socket, admission)
        finally:
            admission.leave()

    async def _greet(self, socket: WebSocket, admission: Admission) -> None:
        try:
            async with asyncio.timeout(HELLO_SECONDS):
                hello = await _next(socket)
        except TimeoutError:
            await _close(socket, SLOW)
            return
        except MessageError as error:
            await _refuse(socket, error, BAD_MESSAGE)
            return
        if not isinstance(hello, Hello):
            no_hello = MessageError("no-hello", "The first message is a hello.")
            await _refuse(socket, no_hello, BAD_MESSAGE)
            return
        await self._welcome(socket, hello, admission)

    async def _welcome(self, socket: WebSocket, hello: Hello, admission: Admission) -> None:
        setting, who = self._setting, admission.origin
        place = place_of(who.place, hello.name)
        session = f"satellite-{next(setting.numbers)}"
        origin = Origin(who.user_id, place, session, who.may)
        context = self._context
        satellite = Satellite(
            hello,
            origin,
            context.assistant,
            context.bus,
            setting.seconds,
            lambda: context.limits.begin_turn(who.user_id).end,
        )
        try:
            displaced = setting.house.enter(satellite)
        except JarvisError as error:
            await _refuse(socket, error, LIMITED)
            return
        tasks: dict[asyncio.Task[Any], int] = {
            asyncio.create_task(self._talk(satellite), name="satellite"): BROKEN,
            asyncio.create_task(
                _take(socket, satellite, MessagePace(setting.seconds)), name="satellite in"
            ): BAD_MESSAGE,
            asyncio.create_task(_send(socket, satellite), name="satellite out"): BROKEN,
            asyncio.create_task(satellite.outbox.is_full.wait()): SLOW,
            asyncio.create_task(displaced.wait()): DISPLACED,
            asyncio.create_task(admission.over.wait()): GOING,
        }
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            try:  # who cancels this end, too, must leave no satellite behind
                await asyncio.gather(*tasks, return_exceptions=True)
            finally:
                setting.house.leave(satellite)
        if admission.is_forbidden:
            await _close(socket, REFUSED)
        else:
            await self._end(socket, done, tasks)

    async def _end(
        self,
        socket: WebSocket,
        done: set[asyncio.Task[Any]],
        codes: dict[asyncio.Task[Any], int],
    ) -> None:
        for task in done:
            match task.exception():
                case WebSocketDisconnect():
                    return
                case JarvisError() as error:
                    await _refuse(socket, error, codes[task])
                    return
                case BaseException() as error:
                    raise error
        await _close(socket, min(codes[task] for task in done))

    async def _talk(self, satellite: Satellite) -> None:
        async with self._setting.voices.open(satellite.link) as voice:
            await satellite.run(voice, self._setting.places)


async def _take(socket: WebSocket, satellite: Satellite, pace: MessagePace) -> None:
    while True:
        await satellite.take(await _next(socket))
        if wait := pace.wait_seconds():
            await asyncio.sleep(wait)  # the server reads no further meanwhile


async def _send(socket: WebSocket, satellite: Satellite) -> None:
    while True:
        message = await satellite.outbox.take()
        if isinstance(message, bytes):
            await socket.send_bytes(message)
        else:
            await socket.send_text(message)


async def _next(socket: WebSocket) -> Message | bytes:
    """The next message.

    Raises:
        MessageError: It is none of the protocol.
        WebSocketDisconnect: The satellite is gone.
    """
    found = await socket.receive()
    if found["type"] == "websocket.disconnect":
        raise WebSocketDisconnect
    if (data := found.get("bytes")) is not None:
        return read_frame(data)
    return read_message(found.get("text") or "")


async def _refuse(socket: WebSocket, error: JarvisError, code: int) -> None:
    """Tell why, and end."""
    if socket.application_state is WebSocketState.CONNECTED:
        body = {"type": "error", "code": error.code, "message": error.message}
        await socket.send_text(json_line(body))
    await _close(socket, code)


async def _close(socket: WebSocket, code: int) -> None:
    if socket.application_state is not WebSocketState.DISCONNECTED:
        await socket.close(code)
