"""Network access for the page reader: connects to public addresses only.

Invariant: the address that was checked is the address that is connected to, so a name that answers
differently the second time gains nothing. Certificates are checked against the name, as ever.

Imported when the first page is read: httpx and httpcore are not needed before.
"""

from __future__ import annotations

import ssl
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address

import httpcore
import httpx

from jarvis_voice.core.errors import ToolError
from jarvis_voice.platform.outbound.network import HostNetwork, Resolve


class PublicNetwork(HostNetwork):
    """Connects to public addresses; names in `page_hosts` go to loopback servers.

    Args:
        page_hosts: Host name to "127.0.0.1:port".
        resolve: Looks a name up.
    """

    def __init__(self, page_hosts: Mapping[str, str], resolve: Resolve) -> None:
        super().__init__(resolve)
        self._page_hosts = page_hosts

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
            ToolError: "page-private": one of its addresses is not public.
        """
        if served := self._page_hosts.get(host):
            address, _, number = served.rpartition(":")
            return await self._inner.connect_tcp(address, int(number), timeout)
        return await super().connect_tcp(host, port, timeout, local_address, socket_options)

    async def addresses(self, host: str) -> Sequence[str]:
        """The addresses of a host.

        Raises:
            NoNetworkError: The name is not known.
            ToolError: "page-private".
        """
        found = await super().addresses(host)
        if not all(map(is_public, found)):
            raise private_address()
        return found


class PublicTransport(httpx.AsyncBaseTransport):
    """An httpx transport over a `PublicNetwork`.

    Args:
        network: The only way out.
        tls: Made once, because reading the certificates takes a while.
        page_hosts: Names whose server speaks plain HTTP, whatever the address says.
    """

    def __init__(
        self, network: PublicNetwork, tls: ssl.SSLContext, page_hosts: Mapping[str, str]
    ) -> None:
        self._page_hosts = page_hosts
        self._pool = httpcore.AsyncConnectionPool(
            ssl_context=tls, network_backend=network, max_connections=4, retries=0
        )

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Send one request; errors are httpcore's."""
        url = request.url
        plain = url.host in self._page_hosts
        response = await self._pool.handle_async_request(
            httpcore.Request(
                method=request.method,
                url=httpcore.URL(
                    scheme=b"http" if plain else url.raw_scheme,
                    host=url.raw_host,
                    port=url.port,
                    target=url.raw_path,
                ),
                headers=request.headers.raw,
                content=b"",
                extensions=request.extensions,
            )
        )
        return httpx.Response(response.status, headers=response.headers, stream=_Body(response))

    async def aclose(self) -> None:
        """Close all connections."""
        await self._pool.aclose()


class _Body(httpx.AsyncByteStream):
    """A body that is not read yet."""

    def __init__(self, response: httpcore.Response) -> None:
        self._response = response

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for part in self._response.aiter_stream():
            yield part

    async def aclose(self) -> None:
        await self._response.aclose()


def private_address() -> ToolError:
    """The name leads into a private network."""
    return ToolError(
        "page-private",
        "I do not read that page: its address leads to a private network.",
        spoken="I do not read that page, because it leads to a private network.",
    )


_GLOBAL_UNICAST = IPv6Network("2000::/3")
"""All of IPv6 that is given out (RFC 4291, IANA's registry)."""

_TRANSLATED = IPv6Network("64:ff9b::/96")
"""IPv4 behind a translator: what names lead to in a network without IPv4 (RFC 6052)."""

_SPECIAL_V4 = (IPv4Network("192.0.0.0/24"), IPv4Network("192.88.99.0/24"))
_SPECIAL_V6 = (IPv6Network("2001::/23"), IPv6Network("3fff::/20"))
"""Given out for protocols and for examples (RFC 6890, RFC 7526, RFC 9637): no page is there, and
not every version of the standard library knows them."""


def is_public(address: str) -> bool:
    """False for private, local, shared, reserved and malformed addresses."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return False
    return _is_public_v4(parsed) if isinstance(parsed, IPv4Address) else _is_public_v6(parsed)


def _is_public_v4(address: IPv4Address) -> bool:
    # is_global knows the carriers' shared 100.64/10; it does not know multicast and class E
    return address.is_global and not (
        address.is_multicast
        or address.is_reserved
        or address.is_private
        or address.is_loopback
        or address.is_link_local
        or address.is_unspecified
        or any(address in network for network in _SPECIAL_V4)
    )


def _is_public_v6(address: IPv6Address) -> bool:
    if inside := address.ipv4_mapped:
        return _is_public_v4(inside)
    if address in _TRANSLATED:
        return _is_public_v4(IPv4Address(address.packed[-4:]))
    if address.sixtofour or address.teredo:  # tunnels with any IPv4 address at their end
        return False
    return (
        address in _GLOBAL_UNICAST
        and address.is_global
        and not (address.is_private or address.is_reserved or address.is_multicast)
        and not any(address in network for network in _SPECIAL_V6)
    )
