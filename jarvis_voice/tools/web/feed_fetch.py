"""Fetches feeds over the gate of the page reader: bytes, and what to say the next time.

Invariant: no feed costs more than 8 seconds and 2 MB, packed or unpacked; a feed that failed is
left alone for a while that grows.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from typing import TYPE_CHECKING

from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.wall_times import seconds_between
from jarvis_voice.tools.web.public_client import (
    PublicClient,
    allowed,
    body_of,
    followed,
    offline,
    timed_out,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from jarvis_voice.platform.outbound.network import Resolve
    from jarvis_voice.tools.endpoints import Endpoints

FEED_SECONDS = 8.0
MAX_FEED_BYTES = 2_000_000
LONGEST_VALIDATOR = 500
"""Characters of an ETag or a date that are sent back."""

FIRST_PAUSE_MINUTES = 10
LONGEST_PAUSE = timedelta(days=1)
LONGEST_ASKED_PAUSE = timedelta(days=7)
"""That a server may ask for."""

_DOUBLINGS = 8
"""Behind these the pause is the longest one."""

_ACCEPT = (
    "application/rss+xml,application/atom+xml,application/feed+json,application/rdf+xml;q=0.9,"
    "application/xml;q=0.8,text/xml;q=0.8,*/*;q=0.1"
)


@dataclass(frozen=True, slots=True)
class FetchedFeed:
    """What the server of a feed answered.

    Attributes:
        body: None where nothing has changed since it was asked before.
        content_type: As the server says.
        url: Where it was found after redirects.
        etag: To be sent the next time; "" is none.
        modified: Likewise.
    """

    body: bytes | None
    content_type: str
    url: str
    etag: str = ""
    modified: str = ""


class FeedPausedError(ToolError):
    """The server asks to be left alone.

    Attributes:
        seconds: For how long.
    """

    def __init__(self, message: str, seconds: float) -> None:
        super().__init__("feed-paused", message)
        self.seconds = seconds


class FeedReader:
    """Fetches feeds of the public web.

    Args:
        endpoints: Which host names are served on loopback; every other name must be public.
        resolve: Instead of the system's way to look a host name up.
        seconds: For one feed.
    """

    def __init__(
        self, endpoints: Endpoints, resolve: Resolve | None = None, seconds: float = FEED_SECONDS
    ) -> None:
        self._seconds = seconds
        self._client = PublicClient(
            dict(endpoints.page_hosts), resolve, seconds, _ACCEPT, what="feed"
        )

    async def fetch(self, url: str, etag: str = "", modified: str = "") -> FetchedFeed:
        """Fetch a feed, if something in it has changed.

        Args:
            url: Its address.
            etag: What the server said the last time.
            modified: Likewise.

        Raises:
            ToolError: As of a page, and "feed-paused": a FeedPausedError.
        """
        url = allowed(url)
        asked = {"If-None-Match": etag, "If-Modified-Since": modified}
        headers = {name: value for name, value in asked.items() if value}
        try:
            async with asyncio.timeout(self._seconds):
                return await self._fetch(url, headers)
        except TimeoutError:
            late = timed_out("feed")
        raise late

    async def _fetch(self, url: str, headers: Mapping[str, str]) -> FetchedFeed:
        async with (
            self._client.opened() as client,
            followed(client, url, headers) as (response, there),
        ):
            answered = response.headers
            kept = {
                "etag": _validator(answered.get("ETag", "")),
                "modified": _validator(answered.get("Last-Modified", "")),
            }
            if response.status_code == HTTPStatus.NOT_MODIFIED:
                return FetchedFeed(None, "", there, **kept)
            _check_status(response.status_code, answered.get("Retry-After", ""))
            body = await body_of(response, MAX_FEED_BYTES, "feed")
            return FetchedFeed(body, answered.get("Content-Type", ""), there, **kept)


def pause_of(failures: int, asked_seconds: float = 0.0) -> timedelta:
    """For how long a feed is left alone.

    Args:
        failures: How often in a row it could not be read, 1 at least.
        asked_seconds: What its server asked for.
    """
    minutes = FIRST_PAUSE_MINUTES * 2 ** min(max(failures, 1) - 1, _DOUBLINGS)
    own = min(timedelta(minutes=minutes), LONGEST_PAUSE)
    asked = timedelta(seconds=min(asked_seconds, LONGEST_ASKED_PAUSE.total_seconds()))
    return max(own, asked)


def _check_status(status: int, retry_after: str) -> None:
    if status in (HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE):
        raise FeedPausedError("The site of that feed asks me to wait.", _seconds_of(retry_after))
    if status in (HTTPStatus.NOT_FOUND, HTTPStatus.GONE):
        raise ToolError("page-gone", "There is no such feed any more.")
    if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        raise offline(f"The site of that feed answers with error {status}")
    if not HTTPStatus.OK <= status < HTTPStatus.MULTIPLE_CHOICES:
        message = f"The site of that feed answers with status {status} and no feed."
        raise ToolError("page-unreadable", message)


def _seconds_of(retry_after: str) -> float:
    """A `Retry-After` in seconds; 0 where it says nothing that can be understood."""
    text = retry_after.strip()
    if text.isascii() and text.isdigit():
        return float(text[:9])
    try:
        until = parsedate_to_datetime(text)
    except (TypeError, ValueError):
        return 0.0
    until = until if until.tzinfo else until.replace(tzinfo=UTC)
    return max(0.0, seconds_between(datetime.now(UTC), until))


def _validator(value: str) -> str:
    """What a server calls its version, where it can be sent back as it is."""
    return value if len(value) <= LONGEST_VALIDATOR and value.isprintable() else ""
