"""Flow: feeds are asked together, and one that does not answer keeps no other waiting."""

import asyncio
from datetime import timedelta

import pytest
from briefing.newsroom import NOW, Item, rss

from jarvis_voice.briefing import feed_round
from jarvis_voice.briefing.feed_round import AT_ONCE, FeedRound, is_cut_off
from jarvis_voice.core.briefing_records import Feed
from jarvis_voice.core.errors import ToolError
from jarvis_voice.tools.web.feed_fetch import FeedPausedError, FetchedFeed
from jarvis_voice.tools.web.feed_parse import ParsedFeed, parse_feed

pytestmark = pytest.mark.flow

BODY = rss("N", [Item("https://a.org/1", "A title", "x")])


class NotedFetcher:
    """Answers by the name of a feed, and counts how many are asked at once."""

    def __init__(self) -> None:
        self.running = self.most = 0
        self.asked: list[tuple[str, str]] = []

    async def fetch(self, url: str, etag: str = "", modified: str = "") -> FetchedFeed:
        self.asked.append((url, etag))
        self.running += 1
        self.most = max(self.most, self.running)
        try:
            await asyncio.sleep(0)
            if "hangs" in url:
                await asyncio.Event().wait()
            if "paused" in url:
                raise FeedPausedError("Wait.", 7_200)
            if "down" in url:
                raise ToolError("page-offline", "Down.")
            if etag:
                return FetchedFeed(None, "", url)
            return FetchedFeed(BODY, "", url, '"v1"')
        finally:
            self.running -= 1


def round_of(fetcher: NotedFetcher) -> FeedRound:
    return FeedRound(fetcher, NOW - timedelta(hours=26), NOW)


async def test_only_so_many_are_asked_at_once() -> None:
    fetcher = NotedFetcher()
    asked = await round_of(fetcher).ask_all([Feed(f"https://a.org/{n}") for n in range(40)], {})
    assert (len(asked), fetcher.most) == (40, AT_ONCE)


async def test_one_that_hangs_costs_itself_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feed_round, "ROUND_SECONDS", 0.2)
    feeds = [Feed("https://a.org/hangs"), Feed("https://a.org/good")]
    [good] = await round_of(NotedFetcher()).ask_all(feeds, {})
    assert good.feed.url == "https://a.org/good"
    assert good.entries


async def test_one_that_breaks_its_reader_costs_itself_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def parse(body: bytes, content_type: str, url: str) -> ParsedFeed:
        if "broken" in url:
            raise AssertionError("a secret")
        return parse_feed(body, content_type, url)

    monkeypatch.setattr(feed_round, "parse_feed", parse)
    feeds = [Feed("https://a.org/broken"), Feed("https://a.org/good")]
    broken, good = await round_of(NotedFetcher()).ask_all(feeds, {})
    assert (broken.code, broken.feed.failures) == ("feed-unreadable", 1)
    assert broken.feed.problem == "I cannot read that feed: it is broken."
    assert good.entries


async def test_a_feed_that_is_left_alone_is_not_asked() -> None:
    fetcher = NotedFetcher()
    later = Feed("https://a.org/x", next_at=NOW + timedelta(minutes=1))
    assert await round_of(fetcher).ask_all([later], {}) == []
    assert fetcher.asked == []


async def test_what_a_server_said_is_sent_back_where_its_entries_are_at_hand() -> None:
    fetcher = NotedFetcher()
    feed = Feed("https://a.org/x", etag='"v1"', modified="Wed, 25 Nov 2026 05:00:00 GMT")
    [same] = await round_of(fetcher).ask_all([feed], {feed.url: []})
    [new] = await round_of(fetcher).ask_all([feed], {})
    assert fetcher.asked == [(feed.url, '"v1"'), (feed.url, "")]
    assert (same.entries, len(new.entries or ())) == (None, 1)
    assert (same.feed.etag, same.feed.modified) == (feed.etag, feed.modified)


async def test_failures_grow_the_pause_and_an_answer_ends_them() -> None:
    feed = Feed("https://a.org/down")
    pauses = []
    for _ in range(3):
        asked = await round_of(NotedFetcher()).ask(feed)
        feed = asked.feed
        assert feed.next_at
        pauses.append((feed.next_at - NOW) / timedelta(minutes=1))
    assert (feed.failures, pauses) == (3, [10, 20, 40])
    paused = await round_of(NotedFetcher()).ask(Feed("https://a.org/paused"))
    assert paused.feed.next_at == NOW + timedelta(hours=2)
    good = await round_of(NotedFetcher()).ask(Feed("https://a.org/x", failures=3, problem="Down."))
    assert (good.feed.failures, good.feed.problem) == (0, "")


async def test_cut_off_is_when_none_can_be_reached() -> None:
    down = await round_of(NotedFetcher()).ask(Feed("https://a.org/down"))
    paused = await round_of(NotedFetcher()).ask(Feed("https://a.org/paused"))
    assert is_cut_off([down, down])
    assert not is_cut_off([down, paused])
    assert not is_cut_off([])
