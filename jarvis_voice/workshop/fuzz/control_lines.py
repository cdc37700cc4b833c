"""Sends what no client of ours sends to a real control server, and looks how it answers.

Invariant: whatever is sent, each connection ends with one line that says done or why not, nothing
inside breaks, and the next client is answered.
"""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

from jarvis_voice.app.context import AppContext
from jarvis_voice.app.operations import Operations
from jarvis_voice.assistant.assistant import Assistant, AssistantSettings
from jarvis_voice.assistant.graph.brain import GraphBrain
from jarvis_voice.core.bus import Bus
from jarvis_voice.core.clock import SystemClock
from jarvis_voice.core.config import load_config
from jarvis_voice.core.errors import JarvisError
from jarvis_voice.core.parsed_text import parsed_json
from jarvis_voice.core.paths import Paths, find_paths
from jarvis_voice.doors.control.address import ControlAddress
from jarvis_voice.doors.control.client import command
from jarvis_voice.doors.control.server import REQUEST_BYTES, ControlServer
from jarvis_voice.language.en.stop_words import is_stop
from jarvis_voice.store.factory import make_store
from jarvis_voice.workshop.worlds.scripted_brain import MAX_STEPS, nodes

ATTACKS = 12
ANSWER_SECONDS = 30.0
LONGEST_MESSAGE = 3_000
LONGEST_ANSWER = 2 * 1024 * 1024

REQUESTS: tuple[dict[str, Any], ...] = (
    {"command": "ask", "text": "hello", "thread": "default", "speak": False, "dry_run": False},
    {"command": "say", "text": "dinner is ready"},
    {"command": "ptt", "action": "press"},
    {"command": "clear", "thread": "default"},
    {"command": "forget", "facts": [1, 2], "fields": ["name"], "user": "ana"},
    {"command": "cancel", "entries": [1]},
    {"command": "forget-words", "what": "turn", "name": "t1"},
    {"command": "schedule"},
    {"command": "threads"},
    {"command": "status"},
    {"command": "mute"},
    {"command": "unmute"},
    {"command": "stop"},
    {"command": "reload"},
    {"command": "quit"},
)

ODD: tuple[Any, ...] = (
    *(None, True, 0, -1, 2**63, 1e308, "", " ", "\x00", "\ud800", "a" * 5_000, "../..", "\x1b[2J"),
    *([], [None], [[[]]], [-1], [1.5], [True], ["1"], {}, {"text": "hello"}, "all", "status"),
)


async def control_lines_round(chance: random.Random, folder: Path) -> str | None:
    """Some connections with odd lines to one server.

    Args:
        chance: Decides what is sent.
        folder: An empty folder, for the socket and the database.

    Returns:
        None where everything held, else a sentence that says what gave way.
    """
    paths = find_paths({"JARVIS_HOME": str(folder)})
    async with _server(paths):
        for _ in range(ATTACKS):
            kind, sent, ends = _attack(chance)
            if what := await _answered(paths, sent, ends=ends):
                return f"{kind} ({len(sent):,} bytes, {sent[:40]!r}): {what}"
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                await command(paths.control_socket, "status")
        except (JarvisError, TimeoutError) as error:
            return f"The next client was not answered: {type(error).__name__}."
    return None


@asynccontextmanager
async def _server(paths: Paths) -> AsyncIterator[None]:
    """The control server of a running program without ears, around a scripted brain."""
    bus, clock, config = Bus(), SystemClock(), load_config(paths)
    async with make_store(paths) as store:
        brain = GraphBrain(*nodes(), store.checkpointer(), MAX_STEPS)

        async def give() -> GraphBrain:
            return brain

        settings = AssistantSettings("default", ANSWER_SECONDS, is_stop, paths)
        assistant = Assistant(give, store, bus, clock, settings)
        operations = Operations(AppContext(config, paths, bus, clock, assistant), asyncio.Event())
        operations.is_starting = operations.may_get_mouth = operations.wants_ears = False
        async with ControlServer(paths.control_socket, assistant, bus, operations):
            yield


async def _answered(paths: Paths, sent: bytes, *, ends: bool) -> str | None:
    """What is wrong with the answer, or None; who does not end its line leaves without one."""
    is_whole = ends or b"\n" in sent or len(sent) > REQUEST_BYTES
    reader, writer = await ControlAddress(paths.control_socket).knock(LONGEST_ANSWER)
    try:
        with suppress(ConnectionError):  # an answer may come, and the end, before all was sent
            writer.write(sent)
            await writer.drain()
            if ends and writer.can_write_eof():
                writer.write_eof()
        if not is_whole:
            return None
        async with asyncio.timeout(ANSWER_SECONDS):
            lines = [line async for line in reader]
    except ConnectionError:
        return "the connection broke before the answer was read."
    except TimeoutError:
        return "no answer came."
    finally:
        writer.transport.abort()
    return _mistake(lines)


def _mistake(lines: list[bytes]) -> str | None:
    if not lines:
        return "the connection ended without an answer."
    try:
        answers = [parsed_json(line) for line in lines]
        kinds = [answer["type"] for answer in answers]
    except (ValueError, KeyError, TypeError):
        return "a line of the answer is no JSON object with a type."
    *before, last = kinds
    if last not in {"control-done", "control-error"} or {"control-done", "control-error"} & {
        *before
    }:
        return f"the answer is {', '.join(kinds)[:80]}."
    if last == "control-error":
        code, message = answers[-1].get("code"), answers[-1].get("message")
        if code == "request-broke":
            return f"something inside broke: {message}"
        if not code or not isinstance(message, str) or not 0 < len(message) <= LONGEST_MESSAGE:
            return "the refusal has no code, or no sentence of a fair length."
    return None


# ---- what is sent


def _attack(chance: random.Random) -> tuple[str, bytes, bool]:
    """The kind, the bytes, and whether it is told that no more come."""
    kinds: dict[str, Callable[[random.Random], bytes]] = {
        "a good request": _good,
        "random bytes": _noise,
        "a mutated request": _mutated,
        "wrong types": _mistyped,
        "deep brackets": _deep,
        "a huge line": _huge,
        "bad UTF-8": _not_utf8,
        "several lines": lambda dice: b"".join(_mistyped(dice) for _ in range(20)),
        "half a line": lambda dice: _good(dice)[: dice.randint(0, 30)].rstrip(b"\n"),
    }
    kind = chance.choice(list(kinds))
    return kind, kinds[kind](chance), chance.random() < 0.3  # noqa: PLR2004 - some of them


def _line(body: Any) -> bytes:
    return json.dumps(body).encode() + b"\n"


def _good(chance: random.Random) -> bytes:
    return _line(chance.choice(REQUESTS))


def _noise(chance: random.Random) -> bytes:
    return chance.randbytes(chance.choice((0, 1, 30, 3_000))) + b"\n"


def _mutated(chance: random.Random) -> bytes:
    line = bytearray(_good(chance)[:-1])
    for _ in range(chance.randint(1, 5)):
        place = chance.randrange(len(line) + 1)
        match chance.randrange(3):
            case 0:
                line[place : place + 1] = chance.randbytes(1)
            case 1:
                del line[place : place + chance.randint(1, 5)]
            case _:
                line[place:place] = chance.choice((b'"', b"{", b"\\", b"\x00", b"[", b",", b":"))
    return bytes(line) + b"\n"


def _mistyped(chance: random.Random) -> bytes:
    body = dict(chance.choice(REQUESTS))
    for _ in range(chance.randint(1, 3)):
        body[chance.choice([*body, "text", "thread", "what", "name"])] = chance.choice(ODD)
    return _line(body)


def _deep(chance: random.Random) -> bytes:
    times = chance.choice((50, 500, 5_000, 15_000, REQUEST_BYTES))
    opens, closes = chance.choice(((b"[", b"]"), (b'{"a":', b"}"), (b'[{"text":', b"}]")))
    inner = opens * times + (b"1" + closes * times if chance.random() < 0.5 else b"")  # noqa: PLR2004 - half of them
    if chance.random() < 0.5:  # noqa: PLR2004 - half of them
        inner = b'{"command": "ask", "text": ' + inner + b"}"
    return inner + b"\n"


def _huge(chance: random.Random) -> bytes:
    size = chance.choice((4_001, REQUEST_BYTES - 40, REQUEST_BYTES, 200_000, 2_000_000))
    filling = chance.choice((b"x", b"9", b" ", "é".encode(), b"\\u0000"))
    text = filling * (size // len(filling))
    name = chance.choice((b"text", b"thread", b"command", b"name"))
    whole = b'{"command": "ask", "' + name + b'": "' + text + b'"}\n'
    return chance.choice((whole, text + b"\n", b'{"facts": [' + text + b"]}\n", text))


def _not_utf8(chance: random.Random) -> bytes:
    bad = chance.choice((b"\xff", b"\xc3(", b"\xed\xa0\x80", b"\xf8\x88\x80\x80\x80", b"\xfe\xff"))
    return b'{"command": "' + chance.choice((b"ask", bad)) + b'", "text": "a' + bad + b'"}\n'
