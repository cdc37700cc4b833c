"""A desktop portal for global shortcuts, on a session bus of its own, as the specification has it.

It speaks `org.freedesktop.portal.GlobalShortcuts` (version 1), `Request`, `Session`, and
`org.freedesktop.host.portal.Registry`; it is as strict as a desktop is, and as moody as it is told.
"""

from __future__ import annotations

import asyncio
import os
import re
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

import pytest

NAME = "org.freedesktop.portal.Desktop"
PATH = "/org/freedesktop/portal/desktop"
SHORTCUTS = "org.freedesktop.portal.GlobalShortcuts"
REGISTRY = "org.freedesktop.host.portal.Registry"
REQUEST = "org.freedesktop.portal.Request"
SESSION = "org.freedesktop.portal.Session"
SCREEN_SAVER = "org.freedesktop.ScreenSaver"
NOT_ALLOWED = "org.freedesktop.portal.Error.NotAllowed"
UNKNOWN_METHOD = "org.freedesktop.DBus.Error.UnknownMethod"

TRIGGER = re.compile(r"((CTRL|ALT|SHIFT|NUM|LOGO)\+)*[A-Za-z0-9_]+")
Called = tuple[str | None, tuple[Any, ...], tuple[Any, ...]]
"""Signature and body of an answer, and the response that comes later."""

TOKEN = re.compile(r"[A-Za-z0-9_]+")

CONFIG = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>session</type><listen>unix:path={socket}</listen><auth>EXTERNAL</auth>
<policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/>
<allow own="*"/></policy></busconfig>"""


@asynccontextmanager
async def session_bus(folder: Path) -> AsyncIterator[str]:
    """A bus of the test's own, with nothing on it; its address."""
    program = shutil.which("dbus-daemon")
    if program is None:
        pytest.skip("dbus-daemon is not installed")
    socket, config = folder / "bus", folder / "bus.conf"
    config.write_text(CONFIG.format(socket=socket))
    options = (f"--config-file={config}", "--nofork", "--nopidfile", "--print-address=1")
    bus = await asyncio.create_subprocess_exec(
        program, *options, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL
    )
    assert bus.stdout
    try:
        async with asyncio.timeout(30):
            address = (await bus.stdout.readline()).decode().strip()
        yield address
    finally:
        if bus.returncode is None:
            bus.terminate()
        await bus.wait()


class RefusedError(Exception):
    """A call that the portal answers with an error."""

    def __init__(self, name: str, text: str) -> None:
        super().__init__(text)
        self.name = name


@dataclass
class Mood:
    """How this desktop is.

    Attributes:
        has_shortcuts: It has the portal for shortcuts at all.
        has_registry: It knows programs that register, as portals from 1.19.4 on do.
        applications: Where it looks for a program's entry; None asks for no app id.
        answer: What the user says to the question: 0 yes, 1 no, 2 something failed.
        gives: The shortcut is among those that were bound.
        is_silent: It never answers `BindShortcuts`.
        has_own_paths: Its requests have other paths than are wished, as portals of old had.
        dies_when_asked: It ends while the user is asked.
    """

    has_shortcuts: bool = True
    has_registry: bool = True
    applications: Path | None = None
    answer: int = 0
    gives: bool = True
    is_silent: bool = False
    has_own_paths: bool = False
    dies_when_asked: bool = False


@dataclass
class Portal:
    """The portal on a bus; open inside `async with`.

    Attributes:
        calls: The methods that were called, in order.
        bound: The preferred trigger by shortcut.
    """

    address: str
    mood: Mood = field(default_factory=Mood)
    name: str = NAME
    calls: list[str] = field(default_factory=list)
    bound: dict[str, str] = field(default_factory=dict)
    app_id: str = ""
    session: str = ""
    peer: str = ""
    _connection: Any = None
    _serving: asyncio.Task[None] | None = None
    _changed: asyncio.Condition = field(default_factory=asyncio.Condition)

    async def __aenter__(self) -> Self:
        from jeepney import message_bus
        from jeepney.io.asyncio import DBusRouter, Proxy, open_dbus_connection

        self._connection = await open_dbus_connection(self.address)
        async with DBusRouter(self._connection) as router:
            assert await Proxy(message_bus, router).RequestName(self.name) == (1,)
        self._serving = asyncio.create_task(self._serve())
        return self

    async def __aexit__(self, *exc: object) -> None:
        await self.end()
        if self._serving:
            self._serving.cancel()
            await asyncio.wait({self._serving})
            if not self._serving.cancelled() and (error := self._serving.exception()):
                raise error

    async def end(self) -> None:
        """Leave the bus, as a service does that crashes."""
        if self._connection:
            connection, self._connection = self._connection, None
            await connection.close()

    async def wait_for_call(self, member: str) -> None:
        """Wait until a method has been called."""
        async with asyncio.timeout(30), self._changed:
            await self._changed.wait_for(lambda: member in self.calls)

    # ---- what a finger and a desktop do

    async def activate(self, shortcut: str = "push-to-talk", session: str = "") -> None:
        """The key of the shortcut goes down."""
        await self._signal_key("Activated", shortcut, session)

    async def deactivate(self, shortcut: str = "push-to-talk", session: str = "") -> None:
        """It goes up."""
        await self._signal_key("Deactivated", shortcut, session)

    async def close_session(self) -> None:
        """Take the key back."""
        await self._signal(self.session, SESSION, "Closed", "", ())

    async def lock_screen(self) -> None:
        """The screen is locked; sent to all, as a screen saver does."""
        path = "/org/freedesktop/ScreenSaver"
        await self._signal(path, SCREEN_SAVER, "ActiveChanged", "b", (True,), to_all=True)

    async def _signal_key(self, member: str, shortcut: str, session: str) -> None:
        body: tuple[Any, ...] = (session or self.session, shortcut, 4711, {})
        await self._signal(PATH, SHORTCUTS, member, "osta{sv}", body)

    async def _signal(
        self,
        path: str,
        interface: str,
        member: str,
        signature: str,
        body: tuple[Any, ...],
        *,
        to_all: bool = False,
    ) -> None:
        from jeepney import DBusAddress, HeaderFields, new_signal

        address = DBusAddress(path, interface=interface)
        signal = new_signal(address, member, signature or None, body)
        if not to_all:
            signal.header.fields[HeaderFields.destination] = self.peer
        await self._connection.send(signal)

    # ---- what is called

    async def _serve(self) -> None:
        from jeepney import HeaderFields, MessageType, new_error, new_method_return

        while self._connection:
            try:
                message = await self._connection.receive()
            except (EOFError, OSError):
                return
            if message.header.message_type is not MessageType.method_call:
                continue
            fields = message.header.fields
            self.peer = fields[HeaderFields.sender]
            member, interface = fields[HeaderFields.member], fields[HeaderFields.interface]
            body: tuple[Any, ...]
            try:
                signature, body, later = self._called(
                    f"{interface}.{member}", fields[HeaderFields.path], message.body
                )
            except RefusedError as error:
                answer = new_error(message, error.name, "s", (str(error),))
                await self._connection.send(answer)
            else:
                await self._connection.send(new_method_return(message, signature, body))
                await self._go_on(*later)
            async with self._changed:
                self.calls.append(member)
                self._changed.notify_all()

    async def _go_on(self, path: str = "", code: int = 0, results: object = None) -> None:
        if path and self.mood.dies_when_asked and "CreateSession" in self.calls:
            await self.end()
        elif path:
            await self._signal(path, REQUEST, "Response", "ua{sv}", (code, results))

    def _called(self, method: str, path: str, body: tuple[Any, ...]) -> Called:
        if method == f"{SESSION}.Close" and path == self.session:
            return None, (), ()
        assert path == PATH, path
        if method == f"{REGISTRY}.Register" and self.mood.has_registry:
            self._register(*body)
            return None, (), ()
        if method == f"{SHORTCUTS}.CreateSession" and self.mood.has_shortcuts:
            return self._create_session(*body)
        if method == f"{SHORTCUTS}.BindShortcuts" and self.mood.has_shortcuts:
            return self._bind(*body)
        raise RefusedError(UNKNOWN_METHOD, f"No such interface or method: {method}")

    def _register(self, app_id: str, options: dict[str, Any]) -> None:
        if self.app_id or self.session:
            raise RefusedError(NOT_ALLOWED, "Connection already associated with an application ID")
        folder = self.mood.applications
        entry = folder / f"{app_id}.desktop" if folder else None
        if entry and not entry.exists():
            text = f"Could not register app ID: App info not found for '{app_id}'"
            raise RefusedError("org.freedesktop.portal.Error.Failed", text)
        if entry:
            lines = entry.read_text().splitlines()
            assert lines[0] == "[Desktop Entry]"
            program = next(line for line in lines if line.startswith('Exec="')).split('"')[1]
            assert os.access(program, os.X_OK), "a desktop ignores an entry without a program"
        self.app_id = app_id

    def _create_session(self, options: dict[str, Any]) -> Called:
        if self.mood.applications and not self.app_id:
            raise RefusedError(NOT_ALLOWED, "An app id is required")
        kind, token = options["session_handle_token"]
        assert kind == "s"
        assert TOKEN.fullmatch(token)
        self.session = f"{PATH}/session/{self._peer_part()}/{token}"
        return self._request(options, 0, {"session_handle": ("s", self.session)})

    def _bind(
        self, session: str, shortcuts: list[Any], parent_window: str, options: dict[str, Any]
    ) -> Called:
        assert session == self.session
        assert not self.bound, "an application may bind once a session"
        given = []
        for name, wish in shortcuts:
            (_, description), (_, trigger) = wish["description"], wish["preferred_trigger"]
            assert description
            assert TRIGGER.fullmatch(trigger), trigger
            self.bound[name] = trigger
            given.append((name, {"trigger_description": ("s", f"Press {trigger}")}))
        results = {"shortcuts": ("a(sa{sv})", given if self.mood.gives else [])}
        return self._request(options, self.mood.answer, results, is_silent=self.mood.is_silent)

    def _request(
        self,
        options: dict[str, Any],
        code: int,
        results: dict[str, Any],
        *,
        is_silent: bool = False,
    ) -> Called:
        kind, token = options["handle_token"]
        assert kind == "s"
        assert TOKEN.fullmatch(token)
        token = f"own{token}" if self.mood.has_own_paths else token
        handle = f"{PATH}/request/{self._peer_part()}/{token}"
        return "o", (handle,), () if is_silent else (handle, code, results if not code else {})

    def _peer_part(self) -> str:
        return self.peer.removeprefix(":").replace(".", "_")
