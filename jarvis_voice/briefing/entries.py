"""Chooses the entries of feeds that a briefing looks at: new ones, each once, no floods. Pure.

Invariant: an address that comes out is one that a feed or a search gave, without its trackers; a
host that is shown is the host that is opened.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from jarvis_voice.core.briefing_records import Feed, FeedEntry, Taste
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.core.safe_url import safe_url
from jarvis_voice.core.wall_times import seconds_between
from jarvis_voice.language.en.question_words import terms
from jarvis_voice.tools.web.feed_parse import ParsedEntry, ParsedFeed, entries_of

MOST_OF_A_FEED = 40
"""Entries of one feed in one briefing."""

HOUR_SECONDS = 3_600
BURST = 10
KEPT_OF_A_BURST = 3
"""A feed that brings more than ten entries within an hour has its newest three looked at."""

_TRACKERS = lazy_pattern(
    r"utm_\w+|mc_(?:cid|eid)|fbclid|gclid|dclid|msclkid|igshid|ito|cmp|cmpid|smid|ref|ref_src|"
    r"at_(?:medium|campaign|link_\w+|format|custom\d)|ns_\w+|__twitter_impression|spm|soc_\w+|rss",
    re.IGNORECASE,
)
_BAIT = lazy_pattern(
    r"you won['\u2019]t believe|will (?:shock|blow|amaze|surprise) you|this one (?:weird|simple) "
    r"trick|what happen(?:s|ed) next|the reason (?:why )?will|doctors hate|number \d+ will|"
    r"jaw[- ]dropping|gone wrong",
    re.IGNORECASE,
)
_SHORTEST_BODY = 80
"""Characters; an entry with less behind a title that promises much is bait."""


def normalised(url: str) -> str:
    """A safe address without what only tells where a reader comes from.

    Raises:
        ToolError: "unsafe-url".
    """
    safe = safe_url(url)
    parts = urlsplit(safe.url)
    query = parse_qsl(parts.query, keep_blank_values=True)
    kept = [(name, value) for name, value in query if not _TRACKERS.fullmatch(name)]
    asked = parts.query if len(kept) == len(query) else urlencode(kept)
    return urlunsplit((parts.scheme, parts.netloc, parts.path, asked, ""))


def page_key(url: str) -> str:
    """What two addresses of one page have in common: http or https, www., a slash at the end."""
    parts = urlsplit(url)
    host = (parts.hostname or "").removeprefix("www.").removeprefix("m.").removeprefix("amp.")
    path = parts.path.rstrip("/").removesuffix("/amp")
    return f"{host}{path}?{parts.query}"


def host_of(url: str) -> str:
    """The host of a safe address without "www."."""
    return (urlsplit(url).hostname or "").removeprefix("www.")


def new_entries(feed: Feed, parsed: ParsedFeed, since: datetime, now: datetime) -> list[FeedEntry]:
    """What a feed tells in a window of time, the newest first, without floods and bait.

    Args:
        feed: Where it is from.
        parsed: What it says.
        since: The beginning of the window.
        now: The end.
    """
    found = [entry_of(one, feed, parsed.title) for one in entries_of(parsed, since, now)]
    wanted = [one for one in found if not is_bait(one)]
    wanted.sort(key=lambda one: one.published_at or since, reverse=True)
    return _without_bursts(wanted)[:MOST_OF_A_FEED]


def entry_of(parsed: ParsedEntry, feed: Feed, source: str = "") -> FeedEntry:
    """An entry of a feed as a briefing has it."""
    url = normalised(parsed.url)
    return FeedEntry(
        url=url,
        title=parsed.title,
        summary=parsed.text,
        host=host_of(url),
        published_at=parsed.published_at,
        feed=feed.url,
        source=feed.title or source,
        topic=feed.topic,
        weight=feed.weight,
    )


def is_bait(entry: FeedEntry) -> bool:
    """Whether its title promises much and nothing stands behind it."""
    return bool(_BAIT.search(entry.title)) and len(entry.summary) < _SHORTEST_BODY


def _without_bursts(entries: Sequence[FeedEntry]) -> list[FeedEntry]:
    """Entries, the newest first; of more than ten within an hour only the newest three."""
    kept: list[FeedEntry] = []
    start = 0
    while start < len(entries):
        first = entries[start].published_at
        end = start + 1
        while end < len(entries) and first and _is_within(entries[end], first):
            end += 1
        is_burst = end - start > BURST
        kept += entries[start : start + KEPT_OF_A_BURST] if is_burst else entries[start:end]
        start = end
    return kept


def _is_within(entry: FeedEntry, first: datetime) -> bool:
    at = entry.published_at
    return at is not None and seconds_between(at, first) <= HOUR_SECONDS


def each_once(entries: Iterable[FeedEntry]) -> list[FeedEntry]:
    """Entries, each page once: the one with the longest text, and with any topic that it has."""
    by_page: dict[str, list[FeedEntry]] = defaultdict(list)
    for one in entries:
        by_page[page_key(one.url)].append(one)
    return [max(same, key=lambda one: (len(one.summary), one.weight)) for same in by_page.values()]


def without_muted(entries: Iterable[FeedEntry], tastes: Iterable[Taste]) -> list[FeedEntry]:
    """Entries without those of hosts, or with words, that the user does not want."""
    muted = [one.value.casefold() for one in tastes if one.kind == "mute"]
    hosts = {value for value in muted if "." in value}
    words = [wanted for value in muted if "." not in value and (wanted := terms(value))]
    return [
        one
        for one in entries
        if not _is_of(one.host, hosts)
        and not any(wanted <= terms(f"{one.title} {one.summary[:400]}") for wanted in words)
    ]


def _is_of(host: str, hosts: Iterable[str]) -> bool:
    return any(host == muted or host.endswith(f".{muted}") for muted in hosts)


def counted_by_source(entries: Iterable[FeedEntry]) -> Counter[str]:
    """How many entries each source has."""
    return Counter(one.source or one.host for one in entries)
