"""Connects to hosts, and looks their names up in threads that hold nobody up.

Imported when the first connection is made: httpcore is not needed before.
"""

from __future__ import annotations

import asyncio
import errno
import socket
from collections.abc import Awaitable, Callable, Iterable, Sequence
from ipaddress import ip_address

import httpcore

from jarvis_voice.platform.outbound.no_answer import causes
from jarvis_voice.platform.own_thread import in_own_thread

Resolve = Callable[[str], Awaitable[Sequence[str]]]
"""The addresses of a host name; raises OSError where it has none."""

ADDRESSES_TRIED = 3
LOOK_UP_SECONDS = 4.0
"""A name server that takes longer is as good as none."""

_NO_NAME_SERVER = (socket.EAI_AGAIN, socket.EAI_FAIL)
_NO_NETWORK = (errno.ENETUNREACH, errno.ENETDOWN, errno.EHOSTUNREACH, errno.EADDRNOTAVAIL)


class NoNetworkError(httpcore.ConnectError):
    """No name server answers, or no network leads there."""


class UnknownNameError(NoNetworkError):
    """The host's name is not known, as the system says; without a network it may say the same."""


async def look_up(host: str) -> Sequence[str]:
    """The addresses of a name, by the system's own means.

    Raises:
        OSError: It has none.
    """
    found = await in_own_thread(
        "look-up", lambda _: socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    )
    return list(dict.fromkeys(str(entry[4][0]) for entry in found))


class HostNetwork(httpcore.AsyncNetworkBackend):
    """Connects to hosts by name; the first address that answers is taken.

    Args:
        resolve: Looks a name up.
    """

    def __init__(self, resolve: Resolve = look_up) -> None:
        self._resolve = resolve
        self._inner = httpcore.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109 - the library's signature
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """Connect to the first address of `host` that answers.

        Raises:
            NoNetworkError: No name server answers, or no network leads there.
            UnknownNameError: The name is not known.
            httpcore.ConnectError: Nobody answers.
        """
        failure: Exception = UnknownNameError("the name has no address")
        for address in (await self.addresses(host))[:ADDRESSES_TRIED]:
            try:
                return await self._inner.connect_tcp(
                    address, port, timeout, local_address, socket_options
                )
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                failure = error
        if any(isinstance(one, OSError) and one.errno in _NO_NETWORK for one in causes(failure)):
            raise NoNetworkError("no network leads there") from failure
        raise failure

    async def addresses(self, host: str) -> Sequence[str]:
        """The addresses of a host, those first that are tried first.

        Raises:
            NoNetworkError: No name server answers.
            UnknownNameError: The name is not known.
        """
        if _is_address(host):
            return [host]
        try:
            async with asyncio.timeout(LOOK_UP_SECONDS):
                found = await self._resolve(host)
        except (OSError, UnicodeError) as error:  # a TimeoutError is an OSError
            is_alone = isinstance(error, TimeoutError) or (
                isinstance(error, OSError) and error.errno in (*_NO_NAME_SERVER, *_NO_NETWORK)
            )
            kind = NoNetworkError if is_alone else UnknownNameError
            raise kind("the name is not known") from error
        # no racing of address families: IPv4 first costs nothing where IPv6 is broken
        return sorted(found, key=lambda address: ":" in address)

    async def connect_unix_socket(
        self,
        path: str,
        timeout: float | None = None,  # noqa: ASYNC109 - the library's signature
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """Never: nobody that we ask is behind one."""
        raise httpcore.ConnectError(f"nobody is at {path}, {timeout}, {socket_options}")

    async def sleep(self, seconds: float) -> None:
        """Wait between two tries."""
        await self._inner.sleep(seconds)


def _is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True
