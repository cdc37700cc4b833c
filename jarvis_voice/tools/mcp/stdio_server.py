"""Starts a tool server and exchanges messages with it over its pipes, a line each.

Invariant: a line and a message have a bounded size, and they are taken no faster than the loop can
bear. When it is left, the server and its whole process group are gone within `END_SECONDS`,
whatever they do, and so is what it started in a session of its own.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import subprocess
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from typing import TYPE_CHECKING, Any

from jarvis_voice.platform.bounded_program import touch
from jarvis_voice.platform.descriptor_limit import OPEN_FILES
from jarvis_voice.platform.outbound.json_answer import MOST_PARTS
from jarvis_voice.platform.own_thread import in_own_thread
from jarvis_voice.platform.process_family import MARK, descendants_of, end_family, new_mark

if TYPE_CHECKING:
    from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
    from mcp.shared.message import SessionMessage

    Streams = tuple[
        MemoryObjectReceiveStream[SessionMessage | Exception],
        MemoryObjectSendStream[SessionMessage],
    ]

LINE_BYTES = 10_000_000
"""Of one message: pictures are among them."""

LEAVE_SECONDS = 0.4
"""For a server to end by itself once its input has ended, and again after SIGTERM."""

END_SECONDS = 1.0

_PIECE_BYTES = 65_536
_BURST_LINES = 50
_PACE_SECONDS = 0.01
"""After so many lines, so that a server that prints without end is slowed by its own pipe."""

_LOOK_SECONDS = 0.02
_KILL_SECONDS = 0.2


class BrokenServerError(Exception):
    """A server printed what no message is. Its text is in fixed words."""


@asynccontextmanager
async def stdio_server(argv: Sequence[str], env: Mapping[str, str]) -> AsyncIterator[Streams]:
    """Start a server and hand over the streams of its messages.

    Args:
        argv: The program and its arguments.
        env: Its whole environment.

    Raises:
        OSError: It cannot be started.
        BrokenServerError: In a group, where it printed a line or a message beyond its bound.
    """
    import anyio

    await in_own_thread(f"program {argv[0]}", lambda _: touch(argv[0]))
    into, received = anyio.create_memory_object_stream[Any](0)
    sent, outgoing = anyio.create_memory_object_stream[Any](0)
    with contextlib.ExitStack() as stack:
        for stream in (into, received, sent, outgoing):
            stack.callback(stream.close)
        mark = new_mark()
        child = stack.enter_context(_started(argv, {**env, MARK: mark}))
        async with anyio.create_task_group() as group:
            group.start_soon(_receive, child, into)
            group.start_soon(_send, child, outgoing)
            try:
                yield received, sent
            finally:
                received.close()  # what the server still prints is read away
                sent.close()  # which ends its input
                with anyio.CancelScope(shield=True):
                    await _end(child, mark)
                group.cancel_scope.cancel()


@contextmanager
def _started(argv: Sequence[str], env: Mapping[str, str]) -> Iterator[subprocess.Popen[bytes]]:
    """The running server; it is left to nobody, whatever happens."""
    with OPEN_FILES.as_it_was():
        child = subprocess.Popen(  # noqa: S603 - the user's own argument vector, never a shell
            argv,
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=env,
            start_new_session=True,
        )
    pipes = [pipe for pipe in (child.stdin, child.stdout) if pipe]
    try:
        for pipe in pipes:
            os.set_blocking(pipe.fileno(), False)
        yield child
    finally:
        for pipe in pipes:
            pipe.close()
        _signal(child, signal.SIGKILL)
        with contextlib.suppress(subprocess.TimeoutExpired):
            child.wait(_KILL_SECONDS)


async def _end(child: subprocess.Popen[bytes], mark: str) -> None:
    """Let the server end by itself, ask it to, then kill it and whatever else it has started."""
    apart = await in_own_thread("tool server's children", lambda _: descendants_of(child.pid))
    await _end_group(child)
    await in_own_thread("tool server's children", lambda _: end_family(apart, mark))


async def _end_group(child: subprocess.Popen[bytes]) -> None:
    for asked in (None, signal.SIGTERM):
        if asked:
            _signal(child, asked)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LEAVE_SECONDS):
                while child.poll() is None or _signal(child, 0):  # noqa: ASYNC110 - a group tells nobody
                    await asyncio.sleep(_LOOK_SECONDS)
                return
    _signal(child, signal.SIGKILL)


def _signal(child: subprocess.Popen[bytes], number: int) -> bool:
    """Send a signal to the server's group; whether anything of it is there."""
    try:
        os.killpg(child.pid, number)
    except ProcessLookupError:
        return False
    except PermissionError:  # what is left became another user's
        return True
    return True


async def _receive(child: subprocess.Popen[bytes], into: MemoryObjectSendStream[Any]) -> None:
    """Hand over each message that comes, until the server's output ends."""
    from anyio import BrokenResourceError, ClosedResourceError
    from mcp.shared.message import SessionMessage
    from mcp.types import JSONRPCMessage

    n_lines = 0
    async for line in _lines(child):
        n_lines += 1
        if n_lines % _BURST_LINES == 0:
            await asyncio.sleep(_PACE_SECONDS)
        if line.count(b"[") + line.count(b"{") > MOST_PARTS:
            raise BrokenServerError(f"a message of more than {MOST_PARTS:,} parts")
        try:
            message = JSONRPCMessage.model_validate_json(line.decode("utf-8", "replace"))
        except ValueError:
            continue  # some print other things besides
        # nobody takes it any more while the server is being ended
        with contextlib.suppress(BrokenResourceError, ClosedResourceError):
            await into.send(SessionMessage(message))
    into.close()


async def _lines(child: subprocess.Popen[bytes]) -> AsyncIterator[bytes]:
    """The lines that a server prints.

    Raises:
        BrokenServerError: One is longer than its bound.
    """
    begun = bytearray()
    while piece := await _read(child):
        *ends, rest = piece.split(b"\n")
        for end in ends:
            yield bytes(begun + end)
            begun.clear()
        begun += rest
        if len(begun) > LINE_BYTES:
            raise BrokenServerError(f"a line of more than {LINE_BYTES // 10**6} MB")


async def _read(child: subprocess.Popen[bytes]) -> bytes:
    """What there is, at least a byte; b"" at the end of the output."""
    assert child.stdout  # noqa: S101 - it was started with this pipe
    place, loop = child.stdout.fileno(), asyncio.get_running_loop()
    while True:
        await _ready(place, loop.add_reader, loop.remove_reader)
        with contextlib.suppress(BlockingIOError):
            return os.read(place, _PIECE_BYTES)


async def _send(child: subprocess.Popen[bytes], outgoing: MemoryObjectReceiveStream[Any]) -> None:
    """Write down each message; the server's input ends with the last.

    Raises:
        OSError: The server takes nothing any more.
    """
    assert child.stdin  # noqa: S101 - it was started with this pipe
    place, loop = child.stdin.fileno(), asyncio.get_running_loop()
    with child.stdin:
        async for message in outgoing:
            text = message.message.model_dump_json(by_alias=True, exclude_none=True)
            left = memoryview((text + "\n").encode("utf-8", "replace"))
            while left:
                await _ready(place, loop.add_writer, loop.remove_writer)
                with contextlib.suppress(BlockingIOError):
                    left = left[os.write(place, left) :]


async def _ready(place: int, add: Callable[..., Any], remove: Callable[[int], Any]) -> None:
    """Wait until a pipe can be read from, or written to."""
    ready = asyncio.Event()
    add(place, ready.set)
    try:
        await ready.wait()
    finally:
        remove(place)
