"""The control socket: lets `jarvis ask` and `jarvis ptt` reach the running daemon.

Invariant: a unix socket of mode 0600 that only this user's processes may speak to; one JSON request
a connection, answered by JSON lines, the last of which is `control-done` or `control-error`.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import socket
import struct
import sys
from collections.abc import AsyncIterator
from contextlib import aclosing, suppress
from pathlib import Path
from typing import Any, Protocol, Self

from jarvis_voice.assistant import Assistant
from jarvis_voice.bus import Bus, Subscription
from jarvis_voice.errors import ControlError, JarvisError
from jarvis_voice.events import TurnEnded, to_json
from jarvis_voice.paths import ensure

log = logging.getLogger(__name__)

REQUEST_BYTES = 64 * 1024
FORWARD_SECONDS = 5.0
"""How long the last events of a turn may take to reach a slow client."""

PTT_ACTIONS = ("press", "release", "toggle")


class TalkKey(Protocol):
    """What push-to-talk presses."""

    def press(self) -> None:
        """The key went down."""
        ...

    def release(self) -> None:
        """The key went up."""
        ...

    def toggle(self) -> None:
        """A key without a release was struck."""
        ...


class Backstage(Protocol):
    """What the daemon does for its control socket beside running turns."""

    @property
    def talk_key(self) -> TalkKey | None:
        """The voice session, or None without ears."""
        ...

    async def speak(self, turn_id: str, sentences: AsyncIterator[str]) -> None:
        """Speak an answer."""
        ...

    async def clear(self, thread_id: str) -> int:
        """Forget a thread; how many turns it had."""
        ...


class ControlServer:
    """Listens on the socket; open inside `async with`."""

    def __init__(self, path: Path, assistant: Assistant, bus: Bus, backstage: Backstage) -> None:
        self._path = path
        self._assistant = assistant
        self._bus = bus
        self._backstage = backstage
        self._server: asyncio.Server | None = None

    async def __aenter__(self) -> Self:
        """Start listening; the process lock makes sure that a socket left behind is nobody's.

        Raises:
            ControlError: The socket cannot be made.
        """
        if not hasattr(socket, "AF_UNIX"):
            raise ControlError(
                "no-unix-sockets", "This system has no unix sockets: `jarvis ask` cannot reach it."
            )
        try:
            ensure(self._path.parent)
            self._path.unlink(missing_ok=True)
            before = os.umask(0o177)
            try:
                self._server = await asyncio.start_unix_server(
                    self._serve, self._path, limit=REQUEST_BYTES
                )
            finally:
                os.umask(before)
        except OSError as error:
            raise ControlError(
                "control-socket", f"Cannot listen on {self._path}: {error.strerror}."
            ) from error
        return self

    async def __aexit__(self, *exc: object) -> None:
        if self._server:
            self._server.close()
            if sys.version_info >= (3, 13):
                self._server.close_clients()
        self._path.unlink(missing_ok=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            if not _is_own_user(writer):
                return
            await self._answer(reader, writer)
        except (ConnectionError, asyncio.CancelledError):
            log.info("a control connection was closed")
        finally:
            writer.close()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            request = _parse(await reader.readline())
            gone = asyncio.create_task(reader.read(1))
            work = asyncio.create_task(self._carry_out(request, writer))
            try:
                await asyncio.wait({gone, work}, return_when=asyncio.FIRST_COMPLETED)
                if not work.done():
                    return
                last = {"type": "control-done", **work.result()}
            finally:
                for task in (gone, work):
                    task.cancel()
                    with suppress(asyncio.CancelledError, ConnectionError, JarvisError):
                        await task
        except JarvisError as error:
            last = {"type": "control-error", "code": error.code, "message": error.message}
        except ValueError:
            last = {
                "type": "control-error",
                "code": "request-too-long",
                "message": "The request is too long.",
            }
        await _send(writer, last)

    async def _carry_out(
        self, request: dict[str, Any], writer: asyncio.StreamWriter
    ) -> dict[str, Any]:
        match request.get("command"):
            case "ask":
                await self._ask(request, writer)
                return {}
            case "ptt":
                self._press(request.get("action"))
                return {}
            case "clear":
                return {"turns": await self._backstage.clear(_text(request, "thread"))}
            case other:
                raise ControlError("unknown-command", f"Unknown control command: {other!r}.")

    def _press(self, action: object) -> None:
        key = self._backstage.talk_key
        if action not in PTT_ACTIONS:
            raise ControlError("unknown-action", f"Use one of: {', '.join(PTT_ACTIONS)}.")
        if key is None:
            raise ControlError("no-ears", "The running Jarvis has no microphone to listen with.")
        getattr(key, str(action))()

    async def _ask(self, request: dict[str, Any], writer: asyncio.StreamWriter) -> None:
        turn = self._assistant.new_turn(
            _text(request, "text"),
            source="stdin",
            thread_id=_text(request, "thread") if request.get("thread") is not None else None,
            dry_run=bool(request.get("dry_run")),
        )
        forward = asyncio.create_task(_forward(self._bus.subscribe(), turn.turn_id, writer))
        try:
            async with aclosing(self._assistant.submit(turn)) as replies:
                if request.get("speak"):
                    sentences = (reply.text async for reply in replies if reply.text)
                    await self._backstage.speak(turn.turn_id, sentences)
                async for _ in replies:
                    continue
            await asyncio.wait_for(forward, FORWARD_SECONDS)
        finally:
            forward.cancel()


async def _forward(subscription: Subscription, turn_id: str, writer: asyncio.StreamWriter) -> None:
    try:
        async for event in subscription:
            if getattr(event, "turn_id", None) == turn_id:
                await _send(writer, to_json(event))
            if isinstance(event, TurnEnded) and event.turn_id == turn_id:
                return
    finally:
        subscription.close()


def _text(request: dict[str, Any], name: str) -> str:
    value = request.get(name)
    if not isinstance(value, str) or not value.strip():
        raise ControlError("bad-request", f'The request needs a text "{name}".')
    return value


def _parse(line: bytes) -> dict[str, Any]:
    try:
        request = json.loads(line)
    except ValueError:
        request = None
    if not isinstance(request, dict):
        raise ControlError("bad-request", "A control request is one line with a JSON object.")
    return request


async def _send(writer: asyncio.StreamWriter, body: dict[str, Any]) -> None:
    writer.write(json.dumps(body, ensure_ascii=False).encode() + b"\n")
    await writer.drain()


def _is_own_user(writer: asyncio.StreamWriter) -> bool:
    """Whether the peer runs as us; where the system does not tell, the file mode must do."""
    if not hasattr(socket, "SO_PEERCRED"):
        return True
    peer = writer.get_extra_info("socket")
    raw = peer.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i"))
    return bool(struct.unpack("3i", raw)[1] == os.getuid())
