"""Flow: feeds are followed, left, imported and checked against a server."""

from collections.abc import AsyncIterator

import pytest
from briefing.newsroom import NOW, FeedServer, Item, Newsroom, nowhere

from jarvis_voice.briefing.feed_list import FeedList, checked, starter_list
from jarvis_voice.briefing.opml import MOST_FEEDS
from jarvis_voice.core.briefing_records import Feed
from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.public_url import is_public_url
from jarvis_voice.tools.endpoints import Endpoints
from jarvis_voice.tools.web.feed_fetch import FeedReader

pytestmark = pytest.mark.flow

URL = "https://daily.org/feed"


@pytest.fixture
async def server() -> AsyncIterator[FeedServer]:
    async with FeedServer() as server:
        server.rss("daily.org/feed", "Daily News", Item("https://daily.org/a", "A title", "x"))
        yield server


def reader(server: FeedServer) -> FeedReader:
    return FeedReader(Endpoints(page_hosts=server.hosts), nowhere)


def listed(server: FeedServer, newsroom: Newsroom) -> FeedList:
    return FeedList(newsroom.maker().ledger("me"), reader(server), NOW)


async def test_a_feed_that_answers_is_followed_by_its_own_name(server: FeedServer) -> None:
    newsroom = Newsroom(server)
    added = await listed(server, newsroom).add("daily.org/feed", "world", 1.5)
    assert added.parsed
    [feed] = await newsroom.maker().ledger("me").feeds()
    assert (feed.url, feed.title, feed.topic, feed.weight) == (URL, "Daily News", "world", 1.5)
    assert feed.number > 0


@pytest.mark.parametrize(
    ("url", "code"),
    [
        ("https://daily.org/none", "feed-unreadable"),
        ("https://nowhere.org/feed", "feed-unreadable"),
        ("http://192.168.0.1/feed", "unsafe-url"),
        ("file:///etc/passwd", "unsafe-url"),
        ("", "unsafe-url"),
    ],
)
async def test_what_does_not_answer_is_not_followed(
    server: FeedServer, url: str, code: str
) -> None:
    newsroom = Newsroom(server)
    with pytest.raises(ToolError) as caught:
        await listed(server, newsroom).add(url)
    assert caught.value.code == code
    assert await newsroom.maker().ledger("me").feeds() == []


async def test_a_feed_is_left_by_number_or_address(server: FeedServer) -> None:
    newsroom = Newsroom(server)
    feeds = listed(server, newsroom)
    assert await feeds.keep([Feed(URL), Feed("https://b.org/feed"), Feed(URL)]) >= 2
    assert await feeds.keep([Feed(URL)]) == 0
    first, second = await newsroom.maker().ledger("me").feeds()
    assert (await feeds.remove(str(first.number))).url == URL
    assert (await feeds.remove(second.url)).url == second.url
    with pytest.raises(ToolError) as caught:
        await feeds.remove("7")
    assert caught.value.code == "no-such-feed"


async def test_there_is_an_end_to_feeds(server: FeedServer) -> None:
    many = [Feed(f"https://a.org/{n}") for n in range(MOST_FEEDS + 1)]
    with pytest.raises(ToolError) as caught:
        await listed(server, Newsroom(server)).keep(many)
    assert caught.value.code == "too-many-feeds"


async def test_a_check_asks_each_and_tells_what_is_wrong(server: FeedServer) -> None:
    feeds = [Feed(URL), Feed("https://daily.org/gone")]
    good, bad = await checked(feeds, reader(server), NOW)
    assert good.parsed
    assert (good.parsed.n_entries, good.feed.problem) == (1, "")
    assert (bad.parsed, bad.feed.problem) == (None, "There is no such feed any more.")


async def test_a_feed_without_dates_says_so(server: FeedServer) -> None:
    item = Item("https://daily.org/a", "A title", "x", hours_ago=None)
    server.rss("daily.org/undated", "Undated", item)
    [asked] = await checked([Feed("https://daily.org/undated")], reader(server), NOW)
    assert asked.feed.problem == "its entries have no dates, so none is new"


def test_the_starter_list_is_dated_and_says_that_nobody_checked_it() -> None:
    shipped = starter_list()
    assert shipped.listed_on.year >= 2026
    assert not shipped.is_checked
    assert len(shipped.topics) >= 8
    assert len({one.url for one in shipped.feeds}) == len(shipped.feeds)
    assert all(is_public_url(one.url) and one.title for one in shipped.feeds)
