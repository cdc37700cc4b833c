"""The server of the control socket: `jarvis ask`, `status`, `mute` and others reach the daemon.

Invariant: only this user's processes may speak to it (`address`); one JSON request a
connection, answered by JSON lines, the last of which is `control-done` or `control-error`.
However many connect and whatever they send, they cost bounded places, bytes and seconds.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable
from contextlib import aclosing
from dataclasses import asdict
from pathlib import Path
from typing import Any, Self

from jarvis_voice.assistant.assistant import Assistant
from jarvis_voice.assistant.erasure import FORGETTABLE
from jarvis_voice.core.bus import Bus, Subscription
from jarvis_voice.core.errors import ControlError, JarvisError
from jarvis_voice.core.events import Event, ProblemReported, TurnEnded, to_json
from jarvis_voice.core.operations import ControlOperations
from jarvis_voice.core.types import ME, ThreadKey
from jarvis_voice.doors.control.address import ControlAddress
from jarvis_voice.doors.control.briefing_requests import briefing_commands
from jarvis_voice.doors.control.connections import Connections, refusal, send
from jarvis_voice.doors.control.peer import until_gone
from jarvis_voice.doors.control.people_requests import people_commands
from jarvis_voice.doors.control.requests import (
    Commands,
    flag_in,
    numbers_in,
    parse,
    picture_in,
    text_in,
    texts_in,
    thread_in,
    user_in,
)
from jarvis_voice.platform.logs import log_broken
from jarvis_voice.voice.output.sentence_queue import spoken_texts

__all__ = ["PTT_ACTIONS", "REQUEST_BYTES", "ControlOperations", "ControlServer"]

log = logging.getLogger(__name__)

REQUEST_BYTES = 64 * 1024
FIRST_LINE_SECONDS = 5.0
"""How long a client that has connected may take to send its request."""

LOOK_SECONDS = 5.0
"""How often to look whether clients can still find the socket."""

FORWARD_SECONDS = 5.0
"""How long the last events of a turn may take to reach a slow client."""

NAMED = 40
"""Characters of an unknown command that are said back."""

PTT_ACTIONS = ("press", "release", "toggle")


class ControlServer:
    """Answers requests on the control socket; open inside `async with`."""

    def __init__(
        self, path: Path, assistant: Assistant, bus: Bus, operations: ControlOperations
    ) -> None:
        self._door = ControlAddress(path)
        self._assistant = assistant
        self._bus = bus
        self._operations = operations
        self._is_to_quit = False
        self._server: asyncio.Server | None = None
        self._watch: asyncio.Task[None] | None = None
        self._connections = Connections(self._door.is_own, self._answer)

    async def __aenter__(self) -> Self:
        """Start listening; the process lock makes sure that a socket left behind is nobody's.

        Raises:
            ControlError: The socket cannot be made.
        """
        self._server = await self._listen()
        self._watch = asyncio.create_task(self._stay_reachable(), name="control socket")
        return self

    async def __aexit__(self, *exc: object) -> None:
        """Stop listening, and end what clients have under way: their turns end before the store."""
        if self._watch:
            self._watch.cancel()
            await asyncio.gather(self._watch, return_exceptions=True)
        if self._server:
            self._server.close()
        await self._connections.end()
        self._door.close()

    def _listen(self) -> Awaitable[asyncio.Server]:
        return self._door.listen(self._connections.take, REQUEST_BYTES)

    async def _stay_reachable(self) -> None:
        """Make the socket's file anew where it is gone; what is under way for clients goes on."""
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            if self._server is None or self._door.leads_here():
                continue
            self._server.close()
            try:
                self._server = await self._listen()
                log.warning("the control socket was gone: it is there again")
            except ControlError:
                log.warning("the control socket is gone and cannot be made")

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            last = await self._work_for(reader, writer)
        except (ConnectionError, TimeoutError):
            raise
        except JarvisError as error:
            last = refusal(error.code, error.message)
        except Exception as error:  # noqa: BLE001 - logged without its words, which may be the user's
            log_broken(log, "a control request", error)
            last = refusal("request-broke", f"It broke: {type(error).__name__}. See the log.")
        try:
            if last:
                async with asyncio.timeout(FORWARD_SECONDS):
                    await send(writer, last)
        finally:
            if self._is_to_quit:
                self._operations.quit()

    async def _work_for(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> dict[str, Any] | None:
        """What is said to a client at last; None when it left, which cancels what it asked for."""
        request = parse(await _line(reader))
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
        name = str(request.get("command"))
        if name in {"ask", "say"}:
            await (self._ask if name == "ask" else self._say)(request, writer)
            return {}
        carry_out = self._commands.get(name)
        if carry_out is None:
            raise ControlError("unknown-command", f"Unknown control command: {name[:NAMED]!r}.")
        return await carry_out(request)

    @property
    def _commands(self) -> Commands:
        return {
            "ptt": self._press,
            "schedule": self._schedule,
            "threads": self._threads,
            "clear": self._clear,
            "forget": self._forget,
            "cancel": self._cancel,
            "forget-words": self._forget_words,
            "status": self._status,
            "mute": self._mute,
            "unmute": self._unmute,
            "stop": self._stop,
            "reload": self._reload,
            "quit": self._quit,
            "dashboard": self._dashboard,
            **people_commands(self._operations),
            **briefing_commands(self._operations),
        }

    async def _schedule(self, _: dict[str, Any]) -> dict[str, Any]:
        from jarvis_voice.language.en.schedule_phrases import listed

        return {"entries": listed(await self._operations.schedule(ME))}

    async def _threads(self, _: dict[str, Any]) -> dict[str, Any]:
        return {"threads": [asdict(one) for one in await self._operations.threads(ME)]}

    async def _clear(self, request: dict[str, Any]) -> dict[str, Any]:
        return {"turns": await self._operations.clear(ThreadKey(ME, text_in(request, "thread")))}

    async def _forget(self, request: dict[str, Any]) -> dict[str, Any]:
        facts, fields = numbers_in(request, "facts"), texts_in(request, "fields")
        return {"facts": await self._operations.forget(user_in(request), facts, fields)}

    async def _cancel(self, request: dict[str, Any]) -> dict[str, Any]:
        numbers = numbers_in(request, "entries")
        return {"entries": await self._operations.cancel_entries(ME, numbers)}

    async def _forget_words(self, request: dict[str, Any]) -> dict[str, Any]:
        what = text_in(request, "what")
        if what not in FORGETTABLE:
            raise ControlError("unknown-action", f"Use one of: {', '.join(FORGETTABLE)}.")
        name = "" if what == "all" else text_in(request, "name")
        return asdict(await self._operations.forget_words(user_in(request), what, name))

    async def _status(self, _: dict[str, Any]) -> dict[str, Any]:
        return {"status": asdict(await self._operations.status())}

    async def _mute(self, _: dict[str, Any]) -> dict[str, Any]:
        return {"changed": await self._operations.mute()}

    async def _unmute(self, _: dict[str, Any]) -> dict[str, Any]:
        return {"changed": await self._operations.unmute()}

    async def _stop(self, _: dict[str, Any]) -> dict[str, Any]:
        return {"changed": await self._operations.stop()}

    async def _say(self, request: dict[str, Any], writer: asyncio.StreamWriter) -> None:
        events = self._bus.subscribe()
        try:
            await self._operations.say(text_in(request, "text"))
        finally:
            events.close()
        async for event in events:
            if _is_own_problem(event):
                await send(writer, to_json(event))

    async def _reload(self, _: dict[str, Any]) -> dict[str, Any]:
        return asdict(await self._operations.reload())

    async def _quit(self, _: dict[str, Any]) -> dict[str, Any]:
        self._is_to_quit = True  # as soon as this is answered
        return {}

    async def _dashboard(self, _: dict[str, Any]) -> dict[str, Any]:
        return {"link": await self._operations.dashboard()}

    async def _press(self, request: dict[str, Any]) -> dict[str, Any]:
        action, key = request.get("action"), self._operations.talk_key
        if action not in PTT_ACTIONS:
            raise ControlError("unknown-action", f"Use one of: {', '.join(PTT_ACTIONS)}.")
        if key is None:
            raise ControlError("no-ears", "The running Jarvis has no microphone to listen with.")
        getattr(key, str(action))()
        return {}

    async def _ask(self, request: dict[str, Any], writer: asyncio.StreamWriter) -> None:
        speaks = flag_in(request, "speak")
        turn = self._assistant.new_turn(
            text_in(request, "text"),
            source="stdin",
            thread_id=thread_in(request),
            dry_run=flag_in(request, "dry_run"),
            picture=picture_in(request),
        )
        events = self._bus.subscribe()
        forward = asyncio.create_task(_forward(events, turn.turn_id, writer))
        try:
            async with aclosing(self._assistant.submit(turn)) as replies:
                if speaks:
                    await self._operations.speak(turn.turn_id, spoken_texts(replies))
                async for _ in replies:
                    continue
            await asyncio.wait_for(forward, FORWARD_SECONDS)
        finally:
            forward.cancel()
            events.close()


async def _forward(events: Subscription, turn_id: str, writer: asyncio.StreamWriter) -> None:
    """Send the events of a turn as they come, and what anybody should know meanwhile."""
    async for event in events:
        if _is_own_problem(event) or getattr(event, "turn_id", None) == turn_id:
            await send(writer, to_json(event))
        if isinstance(event, TurnEnded) and event.turn_id == turn_id:
            return


def _is_own_problem(event: Event) -> bool:
    """Whether it is a problem of the program or of the owner, and not of a turn of another user."""
    return isinstance(event, ProblemReported) and event.origin.user_id == ME


async def _line(reader: asyncio.StreamReader) -> bytes:
    try:
        async with asyncio.timeout(FIRST_LINE_SECONDS):
            return await reader.readline()
    except TimeoutError as error:
        message = f"No whole request came within {FIRST_LINE_SECONDS:.0f} s."
        raise ControlError("request-late", message) from error
    except ValueError as error:
        message = f"The request is longer than {REQUEST_BYTES:,} bytes: send less at a time."
        raise ControlError("request-too-long", message) from error
