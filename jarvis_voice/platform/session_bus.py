"""A connection to the desktop's session bus (D-Bus): calls methods and receives signals.

Invariant: used on one event loop; a call ends with an answer, an error or a time-out.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, NamedTuple, Self

from jarvis_voice.core.errors import JarvisError

CONNECT_SECONDS = 3.0
CALL_SECONDS = 10.0
"""Longer than a service needs that is started by the call."""

BUS = "org.freedesktop.DBus"
BUS_PATH = "/org/freedesktop/DBus"


class BusCallError(JarvisError):
    """The bus, or the program that was called, answered with an error.

    Attributes:
        name: As D-Bus names it, such as "org.freedesktop.DBus.Error.ServiceUnknown".
    """

    def __init__(self, name: str, text: str) -> None:
        """Name it, with the words that came along."""
        super().__init__("bus-error", text or name)
        self.name = name


class BusSignal(NamedTuple):
    """A signal that came from the bus."""

    sender: str
    path: str
    interface: str
    member: str
    body: tuple[Any, ...]


class Target(NamedTuple):
    """The receiver of a call on the bus."""

    name: str
    path: str
    interface: str


class SessionBus:
    """Makes calls and receives signals; open inside `async with`.

    Args:
        on_signal: Told of each signal.
        address: Of the bus, such as "unix:path=/run/user/1000/bus"; None is this session's.
        on_end: Told when the bus is gone.
    """

    def __init__(
        self,
        on_signal: Callable[[BusSignal], None],
        address: str | None = None,
        on_end: Callable[[], None] = lambda: None,
    ) -> None:
        self._on_signal = on_signal
        self._on_end = on_end
        self._address = address
        self._connection: Any = None
        self._answers: dict[int, asyncio.Future[tuple[Any, ...]]] = {}
        self._reading: asyncio.Task[None] | None = None

    @property
    def name(self) -> str:
        """Our own name on the bus, such as ":1.42"."""
        return str(self._connection.unique_name)

    async def __aenter__(self) -> Self:
        """Connect.

        Raises:
            JarvisError: jeepney is missing, or no bus answers.
        """
        try:
            from jeepney.auth import AuthenticationError
            from jeepney.io.asyncio import open_dbus_connection
        except ImportError as error:
            raise JarvisError("no-jeepney", "jeepney is not installed") from error
        address = self._address or find_session_bus(os.environ)
        try:
            async with asyncio.timeout(CONNECT_SECONDS):
                self._connection = await open_dbus_connection(address)
        except (OSError, EOFError, ValueError, RuntimeError, AuthenticationError) as error:
            raise JarvisError("no-bus", "the desktop's session bus does not answer") from error
        self._reading = asyncio.create_task(self._read(), name="session bus")
        return self

    async def __aexit__(self, *exc: object) -> None:
        """Disconnect."""
        if self._reading:
            self._reading.cancel()
            await asyncio.wait({self._reading}, timeout=1)
        with suppress(OSError, TimeoutError):
            async with asyncio.timeout(1):
                await self._connection.close()

    async def call(
        self, target: Target, member: str, signature: str = "", body: tuple[Any, ...] = ()
    ) -> tuple[Any, ...]:
        """Call a method; what it returned.

        Raises:
            BusCallError: It answered with an error.
            JarvisError: It did not answer in time, or the bus is gone.
        """
        from jeepney import DBusAddress, new_method_call

        address = DBusAddress(target.path, target.name, target.interface)
        message = new_method_call(address, member, signature or None, body)
        serial = next(self._connection.outgoing_serial)
        answer: asyncio.Future[tuple[Any, ...]] = asyncio.get_running_loop().create_future()
        self._answers[serial] = answer
        try:
            async with asyncio.timeout(CALL_SECONDS):
                await self._connection.send(message, serial=serial)
                return await answer
        except OSError as error:  # a time-out is one too
            what = f"{target.name} does not answer on the session bus"
            raise JarvisError("bus-silent", what) from error
        finally:
            del self._answers[serial]

    async def call_bus(self, member: str, signature: str, *body: object) -> tuple[Any, ...]:
        """Call the bus itself."""
        return await self.call(Target(BUS, BUS_PATH, BUS), member, signature, body)

    async def watch(self, **fields: str) -> None:
        """Ask for the signals that match, such as `sender="org.x"`, `member="Closed"`."""
        rule = ",".join(f"{name}='{value}'" for name, value in {"type": "signal", **fields}.items())
        await self.call_bus("AddMatch", "s", rule)

    async def _read(self) -> None:
        try:
            while True:
                self._take(await self._connection.receive())
        except (EOFError, OSError, ValueError):
            return  # the bus is gone, or speaks nonsense
        finally:
            self._on_end()
            for answer in self._answers.values():
                if not answer.done():
                    gone = JarvisError("bus-gone", "the desktop's session bus is gone")
                    answer.set_exception(gone)

    def _take(self, message: Any) -> None:
        from jeepney import HeaderFields, MessageType

        fields = message.header.fields
        if message.header.message_type is MessageType.signal:
            wanted = (HeaderFields.sender, HeaderFields.path, HeaderFields.interface)
            sender, path, interface = (str(fields.get(one, "")) for one in wanted)
            member = str(fields.get(HeaderFields.member, ""))
            self._on_signal(BusSignal(sender, path, interface, member, message.body))
            return
        answer = self._answers.get(fields.get(HeaderFields.reply_serial, -1))
        if answer is None or answer.done():
            return
        if message.header.message_type is MessageType.error:
            text = next((one for one in message.body if isinstance(one, str)), "")
            answer.set_exception(BusCallError(str(fields[HeaderFields.error_name]), text))
        elif message.header.message_type is MessageType.method_return:
            answer.set_result(message.body)


def find_session_bus(env: Mapping[str, str]) -> str:
    """The address of this session's bus, by its variable or where systemd puts it.

    Raises:
        JarvisError: There is none.
    """
    if address := env.get("DBUS_SESSION_BUS_ADDRESS"):
        return address
    if folder := env.get("XDG_RUNTIME_DIR"):
        return f"unix:path={folder}/bus"
    raise JarvisError("no-bus", "there is no session bus (DBUS_SESSION_BUS_ADDRESS is not set)")
