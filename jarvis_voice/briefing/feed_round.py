"""Asks the feeds of a user, several at once: what they tell, and when to ask again.

Invariant: a feed that fails costs its own entries and no other's; what it told of before is used.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Protocol

from jarvis_voice.briefing.entries import new_entries
from jarvis_voice.core.briefing_records import Feed, FeedEntry
from jarvis_voice.core.errors import ToolError
from jarvis_voice.platform.logs import log_broken
from jarvis_voice.platform.own_thread import in_own_thread
from jarvis_voice.tools.web.feed_fetch import FeedPausedError, FetchedFeed, pause_of
from jarvis_voice.tools.web.feed_parse import ParsedFeed, parse_feed

log = logging.getLogger(__name__)

AT_ONCE = 8
ROUND_SECONDS = 35.0
"""For all feeds together; those that have not answered by then are asked the next time."""

FRESH = timedelta(minutes=5)
"""So long a feed is not asked again: what it told of is new enough."""

PARSE_SECONDS = 10.0
UNREACHED = frozenset({"no-internet", "no-proxy", "page-offline", "page-timeout"})


class Fetcher(Protocol):
    """Fetches feeds."""

    async def fetch(self, url: str, etag: str = "", modified: str = "") -> FetchedFeed:
        """Fetch a feed, if something in it has changed.

        Raises:
            ToolError: It cannot be fetched.
        """
        ...


@dataclass(frozen=True, slots=True)
class AskedFeed:
    """A feed that was asked.

    Attributes:
        feed: With what is to be kept of it.
        entries: What it tells of in the window; None where nothing has changed or it failed.
        parsed: All that it says; None likewise.
        code: Of the error; "" where it answered.
    """

    feed: Feed
    entries: list[FeedEntry] | None = None
    parsed: ParsedFeed | None = None
    code: str = ""


class FeedRound:
    """Asks feeds.

    Args:
        fetcher: How.
        since: The beginning of the window.
        now: The end.
    """

    def __init__(self, fetcher: Fetcher, since: datetime, now: datetime) -> None:
        self._fetcher = fetcher
        self._since = since
        self._now = now
        self._places = asyncio.Semaphore(AT_ONCE)
        self._parsing = asyncio.Lock()

    async def ask_all(self, feeds: Iterable[Feed], known: Mapping[str, object]) -> list[AskedFeed]:
        """Ask the feeds that are due.

        Args:
            feeds: All of them.
            known: Those of which the entries are at hand; another one is asked for all it has.
        """
        due = [one for one in feeds if one.next_at is None or one.next_at <= self._now]
        asking = [
            asyncio.create_task(self.ask(one, has_entries=one.url in known), name="feed")
            for one in due
        ]
        if not asking:
            return []
        try:
            await asyncio.wait(asking, timeout=ROUND_SECONDS)
        finally:
            for task in asking:
                task.cancel()
            await asyncio.gather(*asking, return_exceptions=True)
        return [task.result() for task in asking if not task.cancelled()]

    async def ask(self, feed: Feed, *, has_entries: bool = False) -> AskedFeed:
        """Ask one feed; a failure is noted in it."""
        async with self._places:
            try:
                return await self._asked(feed, has_entries=has_entries)
            except ToolError as error:
                why = error
            except Exception as error:  # noqa: BLE001 - a stranger's bytes: no other feed may pay
                log_broken(log, "the reader of feeds", error)
                why = ToolError("feed-unreadable", "I cannot read that feed: it is broken.")
        seconds = why.seconds if isinstance(why, FeedPausedError) else 0.0
        return AskedFeed(self._failed(feed, why, seconds), code=why.code)

    async def _asked(self, feed: Feed, *, has_entries: bool) -> AskedFeed:
        etag, modified = (feed.etag, feed.modified) if has_entries else ("", "")
        fetched = await self._fetcher.fetch(feed.url, etag, modified)
        parsed = await self._parsed(fetched) if fetched.body is not None else None
        is_same = fetched.body is None  # such an answer may leave out what it said before
        answered = replace(
            feed,
            title=feed.title or (parsed.title if parsed else ""),
            etag=fetched.etag or (feed.etag if is_same else ""),
            modified=fetched.modified or (feed.modified if is_same else ""),
            next_at=self._now + FRESH,
            failures=0,
            problem="",
        )
        if parsed is None:
            return AskedFeed(answered)
        entries = new_entries(answered, parsed, self._since, self._now)
        if parsed.entries and all(one.published_at is None for one in parsed.entries):
            answered = replace(answered, problem="its entries have no dates, so none is new")
        return AskedFeed(answered, entries, parsed)

    async def _parsed(self, fetched: FetchedFeed) -> ParsedFeed:
        body, content_type, url = fetched.body or b"", fetched.content_type, fetched.url
        try:
            # one at a time: it is all computing, and the machine has other things to do
            async with self._parsing, asyncio.timeout(PARSE_SECONDS):
                return await in_own_thread("feed", lambda _: parse_feed(body, content_type, url))
        except TimeoutError:
            late = ToolError("feed-unreadable", "I cannot read that feed: it takes too long.")
        raise late

    def _failed(self, feed: Feed, error: ToolError, seconds: float) -> Feed:
        log.info("a feed could not be read: %s", error.code)
        failures = feed.failures + 1
        pause = pause_of(failures, seconds)
        return replace(feed, failures=failures, next_at=self._now + pause, problem=error.message)


def in_window(entries: Iterable[FeedEntry], since: datetime, now: datetime) -> list[FeedEntry]:
    """Entries that were kept, as far as they are still of the window."""
    until = now + timedelta(hours=1)
    return [one for one in entries if one.published_at and since <= one.published_at <= until]


def is_cut_off(asked: Sequence[AskedFeed]) -> bool:
    """Whether no feed could be reached: that is no fault of a feed, and none is left alone."""
    return bool(asked) and all(one.code in UNREACHED for one in asked)


def problems_of(asked: Sequence[AskedFeed]) -> list[str]:
    """What a reader should know of feeds, a line each."""
    return [
        f"{one.feed.title or one.feed.url}: {one.feed.problem}" for one in asked if one.feed.problem
    ]
