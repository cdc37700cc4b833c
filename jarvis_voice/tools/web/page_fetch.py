"""Fetches pages of the public web for reading.

Invariant: every address on the way, each redirect too, passes the gate that the browser's pass and
leads to a public address; no page costs more than 8 seconds and 5 MB, packed or unpacked.
"""

from __future__ import annotations

import asyncio
import time
import zlib
from dataclasses import dataclass
from functools import cache
from http import HTTPStatus
from typing import TYPE_CHECKING, Self
from urllib.parse import urldefrag, urljoin, urlsplit
from weakref import WeakValueDictionary

from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.safe_url import safe_url
from jarvis_voice.platform.outbound.client import keep_queries_out_of_logs, user_agent
from jarvis_voice.platform.own_thread import IsAbandoned, in_own_thread
from jarvis_voice.tools.outage_words import no_internet
from jarvis_voice.tools.web.page_cache import Page, PageCache
from jarvis_voice.tools.web.page_text import PageText, locked, page_text

if TYPE_CHECKING:
    import ssl

    import httpx

    from jarvis_voice.platform.outbound.network import Resolve
    from jarvis_voice.tools.endpoints import Endpoints

__all__ = ["Page", "PageReader"]

PAGE_SECONDS = 8.0
"""For one page: asking, redirects, reading and taking its text out."""

PDF_SECONDS = 4.0
"""After this the further pages of a PDF are left out."""

CONNECT_SECONDS = 3.0
MAX_BYTES = 5_000_000
MAX_REDIRECTS = 5
AT_ONCE = 4
"""Fetches from one site; more would be rude."""

PORTS = (None, 80, 443)
_LOCKED = (
    HTTPStatus.UNAUTHORIZED,
    HTTPStatus.PAYMENT_REQUIRED,
    HTTPStatus.FORBIDDEN,
    HTTPStatus.UNAVAILABLE_FOR_LEGAL_REASONS,
)
_GZIP = 16 + zlib.MAX_WBITS


class PageReader:
    """Reads pages of the public web, several at once, and caches the last ones.

    Args:
        endpoints: Which host names are served on loopback; every other name must be public.
        resolve: Instead of the system's way to look a host name up.
        page_seconds: For one page.

    Attributes:
        kept: The last pages.
    """

    def __init__(
        self,
        endpoints: Endpoints,
        resolve: Resolve | None = None,
        page_seconds: float = PAGE_SECONDS,
    ) -> None:
        self._page_hosts = dict(endpoints.page_hosts)
        self._resolve = resolve
        self._page_seconds = page_seconds
        self._places: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()
        self._tls: ssl.SSLContext | None = None
        self._opening = asyncio.Lock()
        self.kept = PageCache()

    async def __aenter__(self) -> Self:
        keep_queries_out_of_logs()
        return self

    async def __aexit__(self, *exc: object) -> None:
        """Nothing is open between two pages."""

    async def read(self, url: str) -> Page:
        """Fetch a page and take its text out, within 8 seconds; cancelling is immediate.

        The last few pages come from memory.

        Raises:
            ToolError: "unsafe-url" or "page-private" (refused), "no-internet", "page-offline",
                "page-timeout", "page-gone", "page-locked" (a login or a password), "page-empty"
                (no text), "page-too-large", "page-redirects", "page-unreadable" (no page or
                broken).
        """
        key = urldefrag(_allowed(url)).url
        if page := self.kept.get(key):
            return page
        site = ".".join((urlsplit(key).hostname or "").split(".")[-2:])
        place = self._places.setdefault(site, asyncio.Semaphore(AT_ONCE))
        async with place:
            page = await self._read(key)
        self.kept.keep(key, page)
        return page

    async def _read(self, url: str) -> Page:
        try:
            async with asyncio.timeout(self._page_seconds):
                fetched = await self._fetch(url)
                found = await in_own_thread("page-text", fetched.text)
        except TimeoutError:
            late = ToolError("page-timeout", "That page did not answer in time.")
        else:
            return Page(found.title, found.text, fetched.url, found.n_characters, found.kind)
        raise late

    async def _fetch(self, url: str) -> _Fetched:
        """The body at the end of all redirects, every failure as one of ours."""
        tls = await self._open_tls()
        import httpcore  # paid for by _open_tls, off the loop
        import httpx

        from jarvis_voice.platform.outbound.network import NoNetworkError, UnknownNameError

        failure: ToolError
        try:
            async with self._client(tls) as client:
                return await _follow(client, url)
        except (httpx.TimeoutException, httpcore.TimeoutException):
            failure = ToolError("page-timeout", "That page did not answer in time.")
        except UnknownNameError:
            failure = _offline("I cannot reach that site")
        except NoNetworkError:
            failure = no_internet()
        except (httpx.NetworkError, httpcore.NetworkError, httpcore.ProxyError):
            failure = _offline("I cannot reach that site")
        except (httpx.HTTPError, httpx.InvalidURL, httpcore.ProtocolError, OSError):
            failure = _offline("That site broke off its answer")
        raise failure

    async def _open_tls(self) -> ssl.SSLContext:
        """How certificates are checked; made off the loop, where reading them takes a while."""
        async with self._opening:
            if self._tls is None:
                self._tls = await in_own_thread("certificates", lambda _: _make_tls())
            return self._tls

    def _client(self, tls: ssl.SSLContext) -> httpx.AsyncClient:
        import httpx

        from jarvis_voice.platform.outbound.network import look_up
        from jarvis_voice.tools.web.page_network import PublicNetwork, PublicTransport

        network = PublicNetwork(self._page_hosts, self._resolve or look_up)
        headers = {
            "User-Agent": user_agent(),
            "Accept": "text/html,application/xhtml+xml,application/pdf,text/plain;q=0.8",
            "Accept-Language": "en",
            "Accept-Encoding": "gzip",
        }
        timeout = httpx.Timeout(self._page_seconds, connect=CONNECT_SECONDS)
        transport = PublicTransport(network, tls, self._page_hosts)
        return httpx.AsyncClient(
            headers=headers, timeout=timeout, transport=transport, trust_env=False
        )


@dataclass(frozen=True, slots=True)
class _Fetched:
    body: bytes
    content_type: str
    url: str

    def text(self, is_abandoned: IsAbandoned) -> PageText:
        until = time.monotonic() + PDF_SECONDS
        return page_text(
            self.body,
            self.content_type,
            is_late=lambda: is_abandoned() or time.monotonic() >= until,
        )


async def _follow(client: httpx.AsyncClient, url: str) -> _Fetched:
    """The page at the end of the redirects.

    Raises:
        ToolError: An address on the way is refused, there are too many, or there is no page.
    """
    for _ in range(MAX_REDIRECTS + 1):
        url = _allowed(url)
        async with client.stream("GET", url) as response:
            if response.is_redirect and (there := response.headers.get("Location")):
                url = _joined(url, there)
                continue
            _check_status(response.status_code)
            content_type = response.headers.get("Content-Type", "")
            return _Fetched(await _body(response), content_type, url)
    raise ToolError("page-redirects", "That page sends me from one address to the next.")


def _joined(url: str, there: str) -> str:
    try:
        return urljoin(url, there)
    except ValueError:
        return there  # malformed, and refused as that


def _allowed(url: str) -> str:
    """The address in its safe form.

    Raises:
        ToolError: "unsafe-url".
    """
    safe = safe_url(url).url
    if urlsplit(safe).port not in PORTS:
        raise ToolError("unsafe-url", "I do not read that page: its port is not a website's.")
    return safe


def _check_status(status: int) -> None:
    if status in _LOCKED:
        raise locked("it does not let me in without a login")
    if status in (HTTPStatus.NOT_FOUND, HTTPStatus.GONE):
        raise ToolError("page-gone", "There is no such page any more.")
    if status == HTTPStatus.TOO_MANY_REQUESTS or status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        raise _offline(f"That site answers with error {status}")
    if not HTTPStatus.OK <= status < HTTPStatus.MULTIPLE_CHOICES:
        raise ToolError("page-unreadable", f"That site answers with status {status} and no page.")


async def _body(response: httpx.Response) -> bytes:
    """The body, unpacked no further than the cap.

    Raises:
        ToolError: "page-too-large", or it is packed in a way that was not asked for.
    """
    packing = response.headers.get("Content-Encoding", "identity").strip().lower()
    if packing not in ("", "identity", "gzip", "x-gzip"):
        raise _packed_badly()
    declared = response.headers.get("Content-Length", "")
    if declared.isdigit() and int(declared) > MAX_BYTES:
        raise _too_large()
    unpack = zlib.decompressobj(_GZIP) if "gzip" in packing else None
    body = bytearray()
    async for part in response.aiter_raw():
        try:
            body += unpack.decompress(part, MAX_BYTES + 1 - len(body)) if unpack else part
        except zlib.error:
            raise _packed_badly() from None
        if len(body) > MAX_BYTES:
            raise _too_large()
    return bytes(body)


@cache
def _make_tls() -> ssl.SSLContext:
    """Read once in a process: it takes some 30 ms, and is the same for all."""
    import httpx

    return httpx.create_ssl_context(trust_env=False)


def _too_large() -> ToolError:
    return ToolError("page-too-large", "That page is too large for me to read.")


def _packed_badly() -> ToolError:
    return ToolError("page-unreadable", "That site packs its page in a way that I cannot read.")


def _offline(what: str) -> ToolError:
    return ToolError("page-offline", f"{what}. Try again later.")
