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
from collections.abc import AsyncIterator
from contextlib import aclosing
from pathlib import Path
from typing import Any, Protocol, Self

from jarvis_voice.assistant import Assistant
from jarvis_voice.bus import Bus, Subscription
from jarvis_voice.errors import ControlError, JarvisError
from jarvis_voice.events import ProblemReported, TurnEnded, to_json
from jarvis_voice.frontends.control_peer import is_own_user, until_gone
from jarvis_voice.logs import log_broken
from jarvis_voice.paths import ensure, is_own
from jarvis_voice.thread_names import thread_named

log = logging.getLogger(__name__)

REQUEST_BYTES = 64 * 1024
FORWARD_SECONDS = 5.0
"""How long the last events of a turn may take to reach a slow client."""

CLOSE_SECONDS = 5.0
"""How long the connections may take to end; a turn may take 3 s to be cancelled."""

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
        """The voice session, or None without ears.

        Raises:
            ControlError: It is not known yet whether there will be ears.
        """
        ...

    async def speak(self, turn_id: str, sentences: AsyncIterator[str]) -> None:
        """Speak an answer; where there is no voice, that is reported."""
        ...

    async def clear(self, thread_id: str) -> int:
        """Forget a thread; how many turns it had."""
        ...

    async def forget(self, facts: tuple[int, ...]) -> int:
        """Forget facts by their numbers; how many there were."""
        ...


class ControlServer:
    """Listens on the socket; open inside `async with`."""

    def __init__(self, path: Path, assistant: Assistant, bus: Bus, backstage: Backstage) -> None:
        self._path = path
        self._assistant = assistant
        self._bus = bus
        self._backstage = backstage
        self._server: asyncio.Server | None = None
        self._connections: set[asyncio.Task[None]] = set()

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
            if not is_own(ensure(self._path.parent)):
                raise ControlError(
                    "control-folder",
                    f"{self._path.parent} must be yours, and nobody else may write to it "
                    "(chmod go-w): no control socket is made there.",
                )
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
        """Stop listening, and end what clients have under way: their turns end before the store."""
        if self._server:
            self._server.close()
        for connection in self._connections:
            connection.cancel()
        if self._connections:
            _, late = await asyncio.wait(self._connections, timeout=CLOSE_SECONDS)
            for _ in late:
                log.error("a control connection did not end when it was cancelled")
        self._path.unlink(missing_ok=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        connection = asyncio.current_task()
        if connection:
            self._connections.add(connection)
            connection.add_done_callback(self._connections.discard)
        try:
            if is_own_user(writer):
                await self._answer(reader, writer)
        except (ConnectionError, TimeoutError, asyncio.CancelledError):
            log.info("a control connection was closed")
        finally:
            writer.close()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            last = await self._work_for(reader, writer)
        except (ConnectionError, TimeoutError):
            raise
        except JarvisError as error:
            last = _refusal(error.code, error.message)
        except Exception as error:  # noqa: BLE001 - logged without its words, which may be the user's
            log_broken(log, "a control request", error)
            last = _refusal("request-broke", f"It broke: {type(error).__name__}. See the log.")
        if last:
            async with asyncio.timeout(FORWARD_SECONDS):
                await _send(writer, last)

    async def _work_for(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> dict[str, Any] | None:
        """What is said to a client at last; None when it left, which cancels what it asked for."""
        request = _parse(await _line(reader))
        gone = asyncio.create_task(until_gone(reader, writer))
        work = asyncio.create_task(self._carry_out(request, writer))
        try:
            await asyncio.wait({gone, work}, return_when=asyncio.FIRST_COMPLETED)
            return {"type": "control-done", **work.result()} if work.done() else None
        finally:
            gone.cancel()
            work.cancel()
            await asyncio.gather(gone, work, return_exceptions=True)

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
            case "forget":
                return {"facts": await self._backstage.forget(_numbers(request, "facts"))}
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
            thread_id=_thread(request),
            dry_run=bool(request.get("dry_run")),
        )
        events = self._bus.subscribe()
        forward = asyncio.create_task(_forward(events, turn.turn_id, writer))
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
            events.close()


async def _forward(events: Subscription, turn_id: str, writer: asyncio.StreamWriter) -> None:
    """Send the events of a turn as they come, and what anybody should know meanwhile."""
    async for event in events:
        if isinstance(event, ProblemReported) or getattr(event, "turn_id", None) == turn_id:
            await _send(writer, to_json(event))
        if isinstance(event, TurnEnded) and event.turn_id == turn_id:
            return


async def _line(reader: asyncio.StreamReader) -> bytes:
    try:
        return await reader.readline()
    except ValueError as error:
        raise ControlError("request-too-long", "The request is too long.") from error


def _refusal(code: str, message: str) -> dict[str, Any]:
    return {"type": "control-error", "code": code, "message": message}


def _thread(request: dict[str, Any]) -> str | None:
    name = request.get("thread")
    if not isinstance(name, str | None):
        raise ControlError("bad-request", 'The request needs a text "thread", or none.')
    return thread_named(name)


def _text(request: dict[str, Any], name: str) -> str:
    value = request.get(name)
    if not isinstance(value, str) or not value.strip():
        raise ControlError("bad-request", f'The request needs a text "{name}".')
    return value


def _numbers(request: dict[str, Any], name: str) -> tuple[int, ...]:
    value = request.get(name)
    if not isinstance(value, list) or not all(type(one) is int for one in value):
        raise ControlError("bad-request", f'The request needs a list of numbers "{name}".')
    return tuple(value)


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
