"""Changes the feeds that a user follows: adds, removes, imports, checks. Reads the starter list."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta

from jarvis_voice.briefing.feed_round import AskedFeed, FeedRound, Fetcher
from jarvis_voice.briefing.ledger import BriefingLedger
from jarvis_voice.briefing.opml import MOST_FEEDS
from jarvis_voice.core.briefing_records import Feed
from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.public_url import public_url
from jarvis_voice.core.shipped_files import shipped

CHECK_WINDOW = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class StarterList:
    """Feeds to begin with, by topic.

    Attributes:
        listed_on: When it was written.
        is_checked: Whether somebody has seen each of them answer.
    """

    listed_on: date
    is_checked: bool
    feeds: tuple[Feed, ...]

    @property
    def topics(self) -> tuple[str, ...]:
        """Its topics, in order."""
        return tuple(dict.fromkeys(one.topic for one in self.feeds))


def starter_list() -> StarterList:
    """The shipped list: nothing of it is followed until the user says so."""
    text = shipped("config/briefing/feeds.toml").read_text(encoding="utf-8")
    found = tomllib.loads(text)
    feeds = tuple(
        Feed(url, title, topic)
        for topic, of_topic in found["topics"].items()
        for title, url in of_topic.items()
    )
    return StarterList(found["listed_on"], found["checked"], feeds)


class FeedList:
    """The feeds of a user.

    Args:
        ledger: Where they are kept.
        fetcher: How they are asked.
        now: The time.
    """

    def __init__(self, ledger: BriefingLedger, fetcher: Fetcher, now: datetime) -> None:
        self._ledger = ledger
        self._round = FeedRound(fetcher, now - CHECK_WINDOW, now)

    async def add(self, url: str, topic: str = "", weight: float = 1.0) -> AskedFeed:
        """Follow a feed, if it answers; what it said.

        Raises:
            ToolError: It is no address of a public website, it cannot be read, or there are too
                many.
        """
        if "://" not in url:
            url = f"https://{url}"
        asked = await self._round.ask(Feed(public_url(url).url, "", topic, weight))
        if asked.feed.failures:
            raise ToolError("feed-unreadable", asked.feed.problem)
        await self.keep([replace(asked.feed, next_at=None)])
        return asked

    async def keep(self, feeds: Sequence[Feed]) -> int:
        """Follow feeds without asking them; how many are new.

        Raises:
            ToolError: There are too many.
        """
        before = {one.url for one in await self._ledger.feeds()}
        new = [one for one in feeds if one.url not in before]
        if len(before) + len(new) > MOST_FEEDS:
            message = f"You can follow {MOST_FEEDS} feeds at the most."
            raise ToolError("too-many-feeds", message)
        await self._ledger.keep_feeds(new)
        return len(new)

    async def remove(self, which: str) -> Feed:
        """Follow a feed no more.

        Args:
            which: Its number or its address.

        Raises:
            ToolError: There is none.
        """
        feeds = await self._ledger.feeds()
        found = next((one for one in feeds if which in (str(one.number), one.url)), None)
        if found is None:
            raise ToolError("no-such-feed", f"You follow no feed {which}.")
        await self._ledger.drop_feed(found.url)
        return found


async def checked(feeds: Sequence[Feed], fetcher: Fetcher, now: datetime) -> list[AskedFeed]:
    """Ask feeds now, also those that are left alone for a while, and keep nothing."""
    asked = FeedRound(fetcher, now - CHECK_WINDOW, now)
    return await asked.ask_all([replace(one, next_at=None) for one in feeds], {})
