"""Fetches pages of the public web for reading.

Invariant: every address on the way, each redirect too, passes the gate that the browser's pass and
leads to a public address; no page costs more than 8 seconds and 5 MB, packed or unpacked.
"""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from http import HTTPStatus
from typing import TYPE_CHECKING, Self
from urllib.parse import urldefrag, urlsplit
from weakref import WeakValueDictionary

from jarvis_voice.core.errors import ToolError
from jarvis_voice.platform.outbound.client import keep_queries_out_of_logs
from jarvis_voice.platform.own_thread import IsAbandoned, in_own_thread
from jarvis_voice.tools.web.page_cache import Page, PageCache
from jarvis_voice.tools.web.page_text import PageText, locked, page_text
from jarvis_voice.tools.web.public_client import (
    MAX_REDIRECTS,
    PublicClient,
    allowed,
    body_of,
    followed,
    offline,
    timed_out,
)

if TYPE_CHECKING:
    from jarvis_voice.platform.outbound.network import Resolve
    from jarvis_voice.tools.endpoints import Endpoints

__all__ = ["MAX_REDIRECTS", "Page", "PageReader"]

PAGE_SECONDS = 8.0
"""For one page: asking, redirects, reading and taking its text out."""

PDF_SECONDS = 4.0
"""After this the further pages of a PDF are left out."""

MAX_BYTES = 5_000_000
AT_ONCE = 4
"""Fetches from one site; more would be rude."""

_ACCEPT = "text/html,application/xhtml+xml,application/pdf,text/plain;q=0.8"
_LOCKED = (
    HTTPStatus.UNAUTHORIZED,
    HTTPStatus.PAYMENT_REQUIRED,
    HTTPStatus.FORBIDDEN,
    HTTPStatus.UNAVAILABLE_FOR_LEGAL_REASONS,
)


class PageReader:
    """Reads pages of the public web, several at once, and caches the last ones.

    Args:
        endpoints: Which host names are served on loopback; every other name must be public.
        resolve: Instead of the system's way to look a host name up.
        page_seconds: For one page.
        is_precise: Whether a sentence that is not of the page's subject is worse than one that is
            missing.

    Attributes:
        kept: The last pages.
    """

    def __init__(
        self,
        endpoints: Endpoints,
        resolve: Resolve | None = None,
        page_seconds: float = PAGE_SECONDS,
        *,
        is_precise: bool = False,
    ) -> None:
        self._client = PublicClient(dict(endpoints.page_hosts), resolve, page_seconds, _ACCEPT)
        self._page_seconds = page_seconds
        self._is_precise = is_precise
        self._places: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()
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
        key = urldefrag(allowed(url)).url
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
            late = timed_out("page")
        else:
            return Page(found.title, found.text, fetched.url, found.n_characters, found.kind)
        raise late

    async def _fetch(self, url: str) -> _Fetched:
        async with self._client.opened() as client, followed(client, url) as (response, there):
            _check_status(response.status_code)
            content_type = response.headers.get("Content-Type", "")
            body = await body_of(response, MAX_BYTES)
            return _Fetched(body, content_type, there, is_precise=self._is_precise)


@dataclass(frozen=True, slots=True)
class _Fetched:
    body: bytes
    content_type: str
    url: str
    is_precise: bool

    def text(self, is_abandoned: IsAbandoned) -> PageText:
        until = time.monotonic() + PDF_SECONDS
        return page_text(
            self.body,
            self.content_type,
            is_late=lambda: is_abandoned() or time.monotonic() >= until,
            is_precise=self.is_precise,
        )


def _check_status(status: int) -> None:
    if status in _LOCKED:
        raise locked("it does not let me in without a login")
    if status in (HTTPStatus.NOT_FOUND, HTTPStatus.GONE):
        raise ToolError("page-gone", "There is no such page any more.")
    if status == HTTPStatus.TOO_MANY_REQUESTS or status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        raise offline(f"That site answers with error {status}")
    if not HTTPStatus.OK <= status < HTTPStatus.MULTIPLE_CHOICES:
        raise ToolError("page-unreadable", f"That site answers with status {status} and no page.")
