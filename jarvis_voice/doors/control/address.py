"""The address of the control socket: a unix socket, or on Windows a local port with a token.

Invariant: who comes in runs as this user. A unix socket tells by its peer's id; at a port each end
proves to the other that it could read the token, which lies in a file of the user's alone and
never goes over the connection.
"""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import json
import os
import secrets
import socket
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path

from jarvis_voice.core.errors import BarredError, ControlError, NotRunningError
from jarvis_voice.core.parsed_text import parsed_json
from jarvis_voice.core.paths import ensure, why_shared
from jarvis_voice.doors.control.peer import is_own_user

HAS_UNIX_SOCKETS = hasattr(socket, "AF_UNIX") and hasattr(asyncio, "start_unix_server")
LOOPBACK = "127.0.0.1"
CONNECT_SECONDS = 2.0
KNOCKS, KNOCK_SECONDS = 30, 0.05
"""How often, and how far apart: who finds no room to wait is told so at once by the system."""

PROOF_SECONDS = 2.0
LONGEST_PROOF = 200
"""Bytes of a line before it is known who sends it."""

TOO_MANY = "too-many-connections"
"""The code of a refusal: nothing was done, so the client may ask again."""

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]
Serve = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


class ControlAddress:
    """The address of one user's control socket, for its server and its clients.

    Args:
        path: Of the unix socket; where there are none, of the file with port and token, with
            another ending.
    """

    def __init__(self, path: Path) -> None:
        self._socket = path
        self._note = path.with_suffix(".port")
        self._token = ""
        self._made: os.stat_result | None = None

    @property
    def path(self) -> Path:
        """The file that leads here."""
        return self._socket if HAS_UNIX_SOCKETS else self._note

    async def listen(self, serve: Serve, limit: int) -> asyncio.Server:
        """Take connections from now on; what a Jarvis that died left behind is replaced.

        Args:
            serve: Called with the streams of each; must ask `is_own` first.
            limit: The longest line, in bytes.

        Raises:
            ControlError: It cannot be made, or others may write where its file goes.
        """
        try:
            if why := why_shared(ensure(self.path.parent)):
                raise ControlError(
                    "control-folder",
                    f"No control socket is made, so `jarvis ask` and `jarvis stop` cannot reach "
                    f"me. {why}. Then start Jarvis again.",
                )
            self.path.unlink(missing_ok=True)
            server = await self._listen(serve, limit)
            self._made = self.path.lstat()
        except OSError as error:
            message = f"Cannot listen on {self.path}: {error.strerror}."
            raise ControlError("control-socket", message) from error
        return server

    def leads_here(self) -> bool:
        """Whether the file is still the one that was made; a cleaner of old files may remove it."""
        try:
            return self._made is not None and os.path.samestat(self._made, self.path.lstat())
        except OSError:
            return False

    def close(self) -> None:
        """Nobody listens here any more; a file that somebody else has made stays."""
        with contextlib.suppress(OSError):
            if self.leads_here():
                self.path.unlink(missing_ok=True)

    async def is_own(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        """Whether who came in runs as this user; a port proves itself first."""
        if HAS_UNIX_SOCKETS:
            return is_own_user(writer)
        challenge = secrets.token_hex(16)
        try:
            async with asyncio.timeout(PROOF_SECONDS):
                asked = await _short_line(reader)
                writer.write(f"{_proof(self._token, 'door', asked)} {challenge}\n".encode())
                await writer.drain()
                answer = await _short_line(reader)
        except (TimeoutError, ValueError):
            return False
        return hmac.compare_digest(answer, _proof(self._token, "guest", challenge))

    async def knock(self, limit: int) -> Streams:
        """Connect to the program that listens, if it runs as this user.

        Args:
            limit: The longest line, in bytes.

        Raises:
            NotRunningError: "no-daemon", since there is nobody.
            BarredError: "no-daemon" as well: another user may listen there.
            ControlError: `TOO_MANY` wait to be let in.
        """
        nobody = NotRunningError(
            "no-daemon", "No Jarvis is running that could be reached. Start one with `jarvis run`."
        )
        try:
            if why := why_shared(self.path.parent):
                raise BarredError(
                    "no-daemon",
                    f"No Jarvis can be reached. {why}. Then start Jarvis again.",
                )
            if not HAS_UNIX_SOCKETS:
                async with asyncio.timeout(CONNECT_SECONDS):
                    return await self._knock_at_port(limit)
            streams = await self._knock_at_socket(limit)  # the system answers at once
        except (OSError, ValueError, KeyError, TypeError, OverflowError) as error:
            # what a daemon that was killed left behind is as good as nothing
            raise nobody from error
        if not is_own_user(streams[1]):
            streams[1].close()
            raise nobody
        return streams

    async def _knock_at_socket(self, limit: int) -> Streams:
        """Connect by ourselves: asyncio takes a socket for connected that found no room to wait."""
        for _ in range(KNOCKS):
            knocking = socket.socket(socket.AF_UNIX)
            try:
                knocking.settimeout(0)
                knocking.connect(os.fspath(self._socket))
            except BlockingIOError:
                knocking.close()
                await asyncio.sleep(KNOCK_SECONDS)
                continue
            except BaseException:
                knocking.close()
                raise
            return await asyncio.open_unix_connection(sock=knocking, limit=limit)
        raise ControlError(
            TOO_MANY,
            "More programs want to reach the running Jarvis than it can take. "
            "Try again in a moment.",
        )

    async def _listen(self, serve: Serve, limit: int) -> asyncio.Server:
        if not HAS_UNIX_SOCKETS:
            return await self._listen_at_port(serve, limit)
        listening = _bound(self._socket)
        try:
            return await asyncio.start_unix_server(serve, sock=listening, limit=limit)
        except BaseException:
            listening.close()
            raise

    # ---- a port of this machine

    async def _listen_at_port(self, serve: Serve, limit: int) -> asyncio.Server:
        server = await asyncio.start_server(serve, LOOPBACK, 0, limit=limit)
        port = server.sockets[0].getsockname()[1]
        self._token = secrets.token_hex(32)
        try:
            self._write_note(json.dumps({"port": port, "token": self._token}))
        except OSError:
            server.close()
            raise
        return server

    def _write_note(self, text: str) -> None:
        """Whole or not at all, and readable for the user alone from its first byte on."""
        descriptor, name = tempfile.mkstemp(dir=self._note.parent, prefix=".port-")  # mode 0600
        try:
            with os.fdopen(descriptor, "w", encoding="utf-8") as note:
                note.write(text)
            Path(name).replace(self._note)
        except OSError:
            Path(name).unlink(missing_ok=True)
            raise

    async def _knock_at_port(self, limit: int) -> Streams:
        """Raises ValueError where who answers does not know the token."""
        note = parsed_json(self._note.read_text(encoding="utf-8"))
        port, token = int(note["port"]), str(note["token"])
        reader, writer = await asyncio.open_connection(LOOPBACK, port, limit=limit)
        try:
            await _prove_as_guest(token, reader, writer)
        except BaseException:
            writer.close()
            raise
        return reader, writer


def _bound(path: Path) -> socket.socket:
    """A unix socket that is the user's alone from its first moment on.

    The umask is that of the whole process: nothing may be awaited between its two settings.
    """
    bound = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    before = os.umask(0o177)
    try:
        bound.bind(os.fspath(path))
    except OSError:
        bound.close()
        raise
    finally:
        os.umask(before)
    return bound


async def _prove_as_guest(
    token: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> None:
    """Raises ValueError where the other end does not know the token."""
    challenge = secrets.token_hex(16)
    writer.write(f"{challenge}\n".encode())
    proof, _, asked = (await _short_line(reader)).partition(" ")
    if not hmac.compare_digest(proof, _proof(token, "door", challenge)):
        raise ValueError("somebody else listens at the port")
    writer.write(f"{_proof(token, 'guest', asked)}\n".encode())
    await writer.drain()


async def _short_line(reader: asyncio.StreamReader) -> str:
    """The next line, in ASCII.

    Raises:
        ValueError: It is long, no text, or has no end.
    """
    line = await reader.readline()
    if len(line) > LONGEST_PROOF or not line.endswith(b"\n"):
        raise ValueError("no proof")
    return line[:-1].decode("ascii")


def _proof(token: str, end: str, challenge: str) -> str:
    """What only who knows the token can answer; an end's own, so that none can be handed back."""
    return hmac.digest(token.encode(), f"{end} {challenge}".encode(), "sha256").hex()
