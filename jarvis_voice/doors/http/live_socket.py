"""LiveSocket: one WebSocket a page, with the user's events and, for "admin", how Jarvis is.

Invariant: it carries what /api/v1/events and /api/v1/status would give the same visitor, and ends
when the token is removed.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import aclosing
from dataclasses import asdict, replace
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from jarvis_voice.core.errors import JarvisError
from jarvis_voice.core.operations import DaemonStatus
from jarvis_voice.core.types import ME, Origin
from jarvis_voice.core.visible_text import json_line
from jarvis_voice.doors.http.admissions import Admission
from jarvis_voice.doors.http.context import HttpContext
from jarvis_voice.doors.http.guard import Application, Receive, Scope, Send
from jarvis_voice.doors.http.recent_events import Missed
from jarvis_voice.doors.http.request_error import RequestError
from jarvis_voice.doors.http.socket_connection import IS_KNOWN
from jarvis_voice.doors.http.socket_entry import SocketEntry
from jarvis_voice.doors.http.turn_events import event_body
from jarvis_voice.doors.http.turn_routes import forgotten_turns, may_see
from jarvis_voice.doors.http.visitor import VisitorCheck
from jarvis_voice.platform.logs import log_broken

log = logging.getLogger(__name__)

LIVE_PATH = "/api/v1/live"
FIRST_EVENTS = 200
"""So many of the newest events a page is told at first."""

STATE_SECONDS = 0.3
"""How often it is looked how Jarvis is."""

REFUSED, GOING, LIMITED = 4401, 1001, 4429


class LiveSocket:
    """Serves the WebSocket of pages, and hands on all else.

    Args:
        inner: What comes behind it.
        visitors: Tells who asks.
        context: What it stands on.
    """

    def __init__(self, inner: Application, visitors: VisitorCheck, context: HttpContext) -> None:
        self._inner = inner
        self._visitors = visitors
        self._context = context

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a socket, or hand a request on."""
        if scope["type"] != "websocket":
            await self._inner(scope, receive, send)
            return
        socket = WebSocket(scope, receive, send)
        try:
            await socket.receive()  # that it wants to connect
            await self._serve(socket)
        except WebSocketDisconnect:
            return
        except Exception as error:  # noqa: BLE001 - logged without its words, which may be the user's
            log_broken(log, "a page's socket", error)
            if socket.application_state is not WebSocketState.DISCONNECTED:
                await socket.close(1011)

    async def _serve(self, socket: WebSocket) -> None:
        entry = SocketEntry.of(socket)
        try:
            who = await entry.origin(self._visitors)
        except JarvisError:
            await socket.close(REFUSED)
            return
        if "talk" not in who.may or entry.path != LIVE_PATH:
            await socket.close(REFUSED)
            return
        socket.scope.setdefault("state", {})[IS_KNOWN] = True
        await socket.accept(entry.protocol)
        try:
            lease = self._context.limits.begin_stream(who.user_id)
        except RequestError as error:
            await socket.close(LIMITED, error.message)
            return
        admission = entry.admit(who, self._visitors, self._context.admissions)
        try:
            code = await self._talk(socket, admission)
        finally:
            admission.leave()
            lease.end()
        if code and socket.application_state is not WebSocketState.DISCONNECTED:
            await socket.close(code)

    async def _talk(self, socket: WebSocket, admission: Admission) -> int:
        """Send until somebody has enough; the code with which it is closed."""
        who = admission.origin
        tasks: dict[asyncio.Task[Any], int] = {
            asyncio.create_task(self._send_events(socket, admission), name="live events"): 1011,
            asyncio.create_task(_until_gone(socket), name="live end"): 0,
            asyncio.create_task(admission.over.wait(), name="live over"): GOING,
        }
        if "admin" in who.may:
            tasks[asyncio.create_task(self._send_states(socket, who), name="live")] = 1011
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        for task in done:
            if error := task.exception():
                raise error
        return REFUSED if admission.is_forbidden else min(tasks[task] for task in done)

    async def _send_events(self, socket: WebSocket, admission: Admission) -> None:
        ring, who, user_id = self._context.ring, admission.origin, admission.origin.user_id
        since = socket.query_params.get("since", "") or ring.mark_before(user_id, FIRST_EVENTS)
        gone = await asyncio.to_thread(
            forgotten_turns, self._context, user_id, ring.ended_turns(user_id)
        )
        async with aclosing(ring.follow(user_id, since)) as events:
            async for one in events:
                if admission.over.is_set():
                    return
                if isinstance(one, Missed):
                    await _send(socket, {"kind": "dropped", "events": one.events})
                elif may_see(one.event, who) and getattr(one.event, "turn_id", "") not in gone:
                    body = event_body(one.event, one.at.isoformat(timespec="milliseconds"))
                    mark = ring.mark(one.number)
                    await _send(socket, {"kind": "event", "id": mark, "event": body})

    async def _send_states(self, socket: WebSocket, who: Origin) -> None:
        """How Jarvis is, as often as it changes."""
        last: dict[str, Any] | None = None
        while True:
            state = seen_state(await self._context.operations.status(), who)
            if state != last:
                await _send(socket, {"kind": "state", "state": state})
            last = state
            await asyncio.sleep(STATE_SECONDS)


def seen_state(status: DaemonStatus, who: Origin) -> dict[str, Any]:
    """What a page shows of a status; what is due next is told to the owner alone."""
    body = asdict(status if who.user_id == ME else replace(status, next=None))
    body["ears"].pop("frame_age_seconds")
    for name in ("uptime_seconds", "kept", "database", "log", "pid"):
        body.pop(name)
    return body


async def _send(socket: WebSocket, body: dict[str, Any]) -> None:
    await socket.send_text(json_line(body))


async def _until_gone(socket: WebSocket) -> None:
    while (await socket.receive())["type"] != "websocket.disconnect":
        continue
