"""Unit: which entries of feeds a briefing looks at."""

from datetime import timedelta

import pytest
from briefing.newsroom import NOW

from jarvis_voice.briefing.entries import (
    KEPT_OF_A_BURST,
    each_once,
    is_bait,
    new_entries,
    normalised,
    page_key,
    without_muted,
)
from jarvis_voice.core.briefing_records import Feed, FeedEntry, Taste
from jarvis_voice.tools.web.feed_parse import ParsedEntry, ParsedFeed

pytestmark = pytest.mark.unit

FEED = Feed("https://news.org/feed", "News", "world", 1.5)
SINCE = NOW - timedelta(hours=26)


def entry(url: str, title: str = "t", summary: str = "", weight: float = 1.0) -> FeedEntry:
    return FeedEntry(url, title, summary, url.split("/")[2], NOW, weight=weight)


@pytest.mark.parametrize(
    ("given", "found"),
    [
        ("https://a.org/x?utm_source=rss&id=3#top", "https://a.org/x?id=3"),
        ("https://a.org/x?fbclid=1", "https://a.org/x"),
        ("https://a.org/x?at_medium=RSS&at_campaign=rss", "https://a.org/x"),
        ("https://a.org/x?q=a+b&page=2", "https://a.org/x?q=a+b&page=2"),
        ("https://A.org/x", "https://a.org/x"),
    ],
)
def test_an_address_loses_its_trackers_alone(given: str, found: str) -> None:
    assert normalised(given) == found


@pytest.mark.parametrize(
    "other",
    ["http://www.a.org/x", "https://a.org/x/", "https://m.a.org/x", "https://a.org/x/amp"],
)
def test_addresses_of_one_page_have_one_key(other: str) -> None:
    assert page_key(other) == page_key("https://a.org/x")
    assert page_key(other) != page_key("https://a.org/y")


def test_an_entry_knows_its_feed_and_comes_newest_first() -> None:
    dates = [NOW - timedelta(hours=hours) for hours in (5, 1, 40)]
    parsed = ParsedFeed(
        "Own name",
        tuple(ParsedEntry(f"https://www.news.org/{n}", "t", "x", at) for n, at in enumerate(dates)),
        3,
    )
    found = new_entries(FEED, parsed, SINCE, NOW)
    assert [one.url for one in found] == ["https://www.news.org/1", "https://www.news.org/0"]
    first = found[0]
    assert (first.host, first.source, first.topic, first.weight) == (
        "news.org",
        "News",
        "world",
        1.5,
    )


def test_of_a_burst_the_newest_three_are_looked_at() -> None:
    def parsed(count: int) -> ParsedFeed:
        entries = [
            ParsedEntry(f"https://news.org/{n}", "t", "x", NOW - timedelta(minutes=n))
            for n in range(count)
        ]
        old = ParsedEntry("https://news.org/old", "t", "x", NOW - timedelta(hours=5))
        return ParsedFeed("N", (*entries, old), count + 1)

    assert len(new_entries(FEED, parsed(10), SINCE, NOW)) == 11
    found = new_entries(FEED, parsed(30), SINCE, NOW)
    assert len(found) == KEPT_OF_A_BURST + 1
    assert [one.url[-1] for one in found] == ["0", "1", "2", "d"]


@pytest.mark.parametrize(
    ("title", "summary", "bait"),
    [
        ("You won't believe what this dog did", "", True),
        ("You won't believe what this dog did", "A long text. " * 20, False),
        ("Dog saves postman", "", False),
    ],
)
def test_a_title_that_promises_and_has_nothing_behind_it_is_bait(
    title: str, summary: str, bait: bool
) -> None:
    assert is_bait(entry("https://a.org/x", title, summary)) is bait


def test_each_page_counts_once_with_its_longest_text() -> None:
    found = each_once(
        [
            entry("https://a.org/x"),
            entry("https://www.a.org/x/", "t", "longer"),
            entry("https://b.org/x"),
        ]
    )
    assert [one.summary for one in found] == ["longer", ""]


def test_what_is_muted_is_left_out() -> None:
    entries = [
        entry("https://a.org/1", "Election in Peru"),
        entry("https://sub.b.org/2", "Rain"),
        entry("https://notb.org/3", "Sun"),
    ]
    tastes = [Taste("mute", "b.org"), Taste("mute", "elections"), Taste("less", "sun")]
    assert [one.title for one in without_muted(entries, tastes)] == ["Sun"]
