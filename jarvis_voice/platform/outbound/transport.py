"""The one way in which HTTP clients of ours, and of libraries, reach services.

Invariant: an answer costs no more than its bound of bytes, packed or unpacked, and ends with its
deadline, whoever reads it. A redirect leads to the same host or to nobody; https stays https.
Nothing that is meant for this machine goes through a proxy.

Imported when the first client is made: httpx and httpcore are not needed before.
"""

from __future__ import annotations

import asyncio
import os
import ssl
import zlib
from collections.abc import AsyncIterable, AsyncIterator, Iterator
from contextlib import contextmanager
from functools import lru_cache
from http import HTTPStatus
from typing import cast

import httpcore
import httpx

from jarvis_voice.platform.outbound.network import HostNetwork, NoNetworkError
from jarvis_voice.platform.outbound.proxies import ProxySettings

MOST_BYTES = 2_000_000
"""Of one answer, unpacked. The largest that a service of ours gives has 300 kB."""

CONNECT_SECONDS = 4.0
MOST_CONNECTIONS = 8

_GZIP = 16 + zlib.MAX_WBITS
_PORTS = {"http": 80, "https": 443}


class UnreachableError(httpx.ConnectError):
    """No name server knows the host, or no network leads there."""


class TooLargeError(httpx.DecodingError):
    """The answer is larger than its bound."""


class OtherHostError(httpx.RemoteProtocolError):
    """The answer sends us to another host, or from https to http."""


class BoundedTransport(httpx.AsyncBaseTransport):
    """An httpx transport with bounds that hold for whatever client it is given to.

    It unpacks answers itself: a packed answer is never unpacked further than its bound.

    Args:
        tls: How certificates are checked; made once, because reading them takes a while.
        max_bytes: Of one answer, unpacked.
        seconds: For one request with all of its answer; None leaves that to who reads it.
        proxies: None are the user's.
        network: How hosts are connected to.
    """

    def __init__(
        self,
        tls: ssl.SSLContext,
        *,
        max_bytes: int = MOST_BYTES,
        seconds: float | None = None,
        proxies: ProxySettings | None = None,
        network: HostNetwork | None = None,
    ) -> None:
        self._tls = tls
        self._max_bytes = max_bytes
        self._seconds = seconds
        self._proxies = proxies or ProxySettings()
        self._network = network or HostNetwork()
        self._pools: dict[str | None, httpcore.AsyncConnectionPool] = {}

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Send one request; the answer's body is not read yet.

        Raises:
            UnreachableError: There is no network, or no such name.
            OtherHostError: It is a redirect to another host.
            TooLargeError: It says that it is larger than its bound.
            httpx.TransportError: As of any transport.
        """
        request.headers["Accept-Encoding"] = "gzip"
        url = request.url
        proxy = self._proxies.proxy_of(url.scheme, url.host)
        until = _until(self._seconds)
        with _as_httpx(is_proxied=proxy is not None):
            async with asyncio.timeout_at(until):
                response = await self._pool(proxy).handle_async_request(
                    httpcore.Request(
                        method=request.method,
                        url=httpcore.URL(
                            scheme=url.raw_scheme,
                            host=url.raw_host,
                            port=url.port,
                            target=url.raw_path,
                        ),
                        headers=request.headers.raw,
                        content=request.stream,
                        extensions=request.extensions,
                    )
                )
        headers = httpx.Headers(response.headers)
        try:
            _check_redirect(url, response.status, headers)
            body = _BoundedBody(response, headers, self._max_bytes, until)
        except (httpx.TransportError, httpx.DecodingError):
            await response.aclose()
            raise
        return httpx.Response(
            response.status, headers=headers, stream=body, extensions=response.extensions
        )

    async def aclose(self) -> None:
        """Close all connections; the next request opens new ones."""
        pools, self._pools = self._pools, {}
        for pool in pools.values():
            await pool.aclose()

    def close(self) -> None:
        """Nothing: a library may hand this to a client without a loop, which it never uses."""

    def _pool(self, proxy: str | None) -> httpcore.AsyncConnectionPool:
        if proxy not in self._pools:
            self._pools[proxy] = self._make_pool(proxy)
        return self._pools[proxy]

    def _make_pool(self, proxy: str | None) -> httpcore.AsyncConnectionPool:
        if proxy is None:
            return httpcore.AsyncConnectionPool(
                ssl_context=self._tls,
                max_connections=MOST_CONNECTIONS,
                network_backend=self._network,
            )
        try:
            parsed = httpx.Proxy(proxy)
            kind = (
                httpcore.AsyncSOCKSProxy
                if parsed.url.scheme.startswith("socks5")
                else httpcore.AsyncHTTPProxy
            )
            return kind(
                proxy_url=httpcore.URL(
                    scheme=parsed.url.raw_scheme,
                    host=parsed.url.raw_host,
                    port=parsed.url.port,
                    target=parsed.url.raw_path,
                ),
                proxy_auth=parsed.raw_auth,
                ssl_context=self._tls,
                max_connections=MOST_CONNECTIONS,
                network_backend=self._network,
            )
        except (ValueError, ImportError, RuntimeError, httpx.InvalidURL):
            failure = httpx.ProxyError("the proxy that is set cannot be used")
        raise failure


class _BoundedBody(httpx.AsyncByteStream):
    """A body that is unpacked as it is read, no further than its bound.

    Raises:
        TooLargeError: It says that it is larger.
        httpx.DecodingError: It is packed in a way that was not asked for.
    """

    def __init__(
        self,
        response: httpcore.Response,
        headers: httpx.Headers,
        max_bytes: int,
        until: float | None,
    ) -> None:
        packing = headers.pop("Content-Encoding", "identity").strip().lower()
        if packing not in ("", "identity", "gzip", "x-gzip"):
            raise httpx.DecodingError("it is packed in a way that was not asked for")
        # the HTTP library has checked that it is a number
        if int(headers.get("Content-Length", "0")) > max_bytes:
            raise TooLargeError("it is too large")
        self._unpack = zlib.decompressobj(_GZIP) if "gzip" in packing else None
        if self._unpack:
            headers.pop("Content-Length", None)  # of the packed one
        self._response = response
        self._max_bytes = max_bytes
        self._until = until
        self._n_packed = self._n_bytes = 0

    async def __aiter__(self) -> AsyncIterator[bytes]:
        """The parts that were not read yet: a client may begin again, to read the rest away."""
        parts = aiter(cast("AsyncIterable[bytes]", self._response.stream))
        try:
            while (part := await self._next(parts)) is not None:
                self._n_packed += len(part)
                part = self._unpacked(part, self._max_bytes - self._n_bytes)
                self._n_bytes += len(part)
                if max(self._n_bytes, self._n_packed) > self._max_bytes:
                    raise TooLargeError("it is too large")
                if part:
                    yield part
            if self._unpack and self._n_packed and not self._unpack.eof:
                raise httpx.RemoteProtocolError("it was cut short")
        except httpx.HTTPError:
            await self.aclose()
            raise

    async def _next(self, parts: AsyncIterator[bytes]) -> bytes | None:
        with _as_httpx(is_proxied=False):
            async with asyncio.timeout_at(self._until):
                return await anext(parts, None)

    def _unpacked(self, part: bytes, room: int) -> bytes:
        """A part unpacked, one byte more than there is room for at the most."""
        if self._unpack is None:
            return part
        if self._unpack.eof:
            return b""  # what follows the packed body is none of it
        try:
            return self._unpack.decompress(part, room + 1)
        except zlib.error:
            raise httpx.DecodingError("it is packed badly") from None

    async def aclose(self) -> None:
        await self._response.aclose()


def make_tls() -> ssl.SSLContext:
    """How certificates are checked, by all clients; to read them takes some 30 ms of a thread.

    They are read once in a process, and once more for other certificates of the environment's.
    """
    return _tls_of(os.environ.get("SSL_CERT_FILE", ""), os.environ.get("SSL_CERT_DIR", ""))


@lru_cache(maxsize=4)
def _tls_of(file: str, folder: str) -> ssl.SSLContext:
    del file, folder  # read from the environment
    return httpx.create_ssl_context()


def is_same_host(asked: httpx.URL, sent_to: httpx.URL) -> bool:
    """Whether a redirect stays with whom it came from: same host and port, https stays https.

    From port 80 to https on 443 is the usual step up.
    """
    if sent_to.host != asked.host or sent_to.scheme not in _PORTS or sent_to.userinfo:
        return False
    before, after = _address(asked), _address(sent_to)
    return after == before or (before == ("http", 80) and after == ("https", 443))


def _check_redirect(asked: httpx.URL, status: int, headers: httpx.Headers) -> None:
    there = headers.get("Location")
    if not HTTPStatus.MULTIPLE_CHOICES <= status < HTTPStatus.BAD_REQUEST or there is None:
        return
    try:
        is_same = is_same_host(asked, asked.join(there))
    except (httpx.InvalidURL, ValueError):
        is_same = False
    if not is_same:
        raise OtherHostError("it leads to another host")


def _address(url: httpx.URL) -> tuple[str, int]:
    return url.scheme, url.port or _PORTS[url.scheme]


def _until(seconds: float | None) -> float | None:
    return None if seconds is None else asyncio.get_running_loop().time() + seconds


@contextmanager
def _as_httpx(*, is_proxied: bool) -> Iterator[None]:
    """Around calls of httpcore.

    Raises:
        httpx.TransportError: In place of its errors, by the same name.
    """
    try:
        yield
    except TimeoutError as error:
        raise httpx.ReadTimeout("the whole answer took too long") from error
    except httpcore.ConnectError as error:
        if is_proxied:
            raise httpx.ProxyError("the proxy does not answer") from error
        if isinstance(error, NoNetworkError):
            raise UnreachableError(str(error)) from error
        raise httpx.ConnectError(str(error)) from error
    except (
        httpcore.TimeoutException,
        httpcore.NetworkError,
        httpcore.ProxyError,
        httpcore.ProtocolError,
        httpcore.UnsupportedProtocol,
    ) as error:
        kind = getattr(httpx, type(error).__name__, httpx.TransportError)
        raise kind(str(error)) from error
