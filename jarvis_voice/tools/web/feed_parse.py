"""Reads the bytes of a feed: RSS, RDF and Atom by feedparser, JSON Feed by itself. No I/O.

Invariant: whatever the bytes are, what comes out is a bounded number of entries of plain text with
safe addresses, or a ToolError. It may take a second, so it is called off the loop; feedparser gets
bytes and never an address, which it would fetch.
"""

from __future__ import annotations

import json
import re
from calendar import timegm
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from io import BytesIO
from itertools import islice
from typing import Any
from urllib.parse import urljoin

from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.core.markup_reader import MarkupReader
from jarvis_voice.core.public_url import is_public_url
from jarvis_voice.core.safe_url import safe_url
from jarvis_voice.core.visible_text import visible_line
from jarvis_voice.tools.web.page_text import decoded, without_full_tags
from jarvis_voice.tools.web.search import LONGEST_TITLE, plain

MAX_ENTRIES = 200
_LONGEST_DATE = 100
"""Of one feed: the first ones; a feed has the newest first, and no day has more."""

MAX_TAGS = 20_000
"""Of one feed, outside of quoted text: two hundred long entries have half as many. For as many as
fit into a feed the library needs minutes and half a gigabyte, in a thread that nothing can stop."""

LONGEST_SUMMARY = 20_000
_HEAD = 4_000
_MOST_MARKUP = 50_000
"""Characters of an entry's markup that are looked at."""

_UNSEEN_TAGS = frozenset({"script", "style", "template", "noscript", "svg", "head", "iframe"})
_BLOCKS = frozenset(
    {"p", "div", "br", "li", "ul", "ol", "h1", "h2", "h3", "h4", "blockquote", "tr", "figure"}
)
_HIDING = lazy_pattern(
    r"display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0|opacity\s*:\s*0(?:\D|$)", re.I
)
_VOID = frozenset({"br", "img", "hr", "input", "meta", "link", "area", "source", "wbr", "col"})
_TAG = re.compile(
    r"<!\[CDATA\[.*?(?:\]\]>|\Z)|<!--.*?(?:-->|\Z)|<(?:[\w.-]{1,40}:)?(item|entry)[\s/>]|<",
    re.IGNORECASE | re.DOTALL,
)
"""What the library stops at: quoted text and comments as one; a group for the start of an entry."""

_ENDS = {"item": "</channel></rss>", "entry": "</feed>"}
_DECLARATION = re.compile(r"\s*<\?xml\b[^>]{0,300}>")
_DOCTYPE = re.compile(r"<!DOCTYPE[^>\[]{0,2000}\[|<!ENTITY", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ParsedEntry:
    """An entry of a feed; untrusted.

    Attributes:
        url: Safe, and out in the internet.
        title: One line.
        text: Its text without markup, a paragraph a line.
        published_at: None where the feed gives none that can be.
    """

    url: str
    title: str
    text: str
    published_at: datetime | None


@dataclass(frozen=True, slots=True)
class ParsedFeed:
    """A feed that was read: what it calls itself, its entries, and how many it had."""

    title: str
    entries: tuple[ParsedEntry, ...]
    n_entries: int


def parse_feed(body: bytes, content_type: str, url: str) -> ParsedFeed:
    """Read a feed.

    Args:
        body: All of it.
        content_type: As its server says; "" if it says nothing.
        url: Where it is, for addresses that are written without a host.

    Raises:
        ToolError: "feed-unreadable".
    """
    if body.lstrip()[:1] == b"{":
        return _from_json(body, url)
    # read before it is looked at: in another encoding its tags are other bytes, or other letters
    source = without_full_tags(decoded(body, content_type).replace("\x00", ""))
    if _DOCTYPE.search(source):
        raise _unreadable("it declares entities, which no feed needs")
    return _from_xml(_DECLARATION.sub("", source, count=1), url)


def _from_xml(source: str, url: str) -> ParsedFeed:
    import feedparser

    source, n_items = _bounded(source)
    try:
        found = feedparser.parse(
            BytesIO(source.encode("utf-8", "replace")),
            response_headers={"content-type": "application/xml; charset=utf-8"},
            sanitize_html=False,
            resolve_relative_uris=False,
        )
    except Exception as error:
        raise _unreadable("it is broken") from error
    if not found.get("version") and not found.entries:
        raise _unreadable("it is none")
    entries = [
        entry
        for one in islice(found.entries, MAX_ENTRIES)
        if (entry := _entry(_link_of(one), url, one.get("title"), _markup(one), _moment(one)))
    ]
    title = plain(found.feed.get("title"), LONGEST_TITLE)
    return ParsedFeed(title, tuple(entries), max(n_items, len(found.entries)))


def _bounded(source: str) -> tuple[str, int]:
    """The feed up to its last entry that is read, and how many it has: a thousand take a second."""
    starts: list[tuple[int, str]] = []
    n_tags = n_read = 0
    for found in _TAG.finditer(source):
        n_tags += 1
        if found[1]:
            starts.append((found.start(), found[1].lower()))
        if n_tags <= MAX_TAGS:
            n_read = len(starts)
    if n_tags <= MAX_TAGS and len(starts) <= MAX_ENTRIES:
        return source, len(starts)
    if n_tags > MAX_TAGS:  # the last one that began may be what has so many
        n_read -= 1
    if n_read < 1:
        raise _unreadable("it has too many tags")
    start, tag = starts[min(n_read, MAX_ENTRIES)]
    end = "</rdf:RDF>" if "<rdf:RDF" in source[:_HEAD] else _ENDS[tag]
    return source[:start] + end, len(starts)


def _link_of(entry: Mapping[str, Any]) -> object:
    """The address of the page that an entry is about."""
    link = entry.get("link")
    if not link and entry.get("guidislink", True):
        link = entry.get("id")
    return link


def _markup(entry: Mapping[str, Any]) -> str:
    """The longest text that an entry has, with its markup."""
    parts = [entry.get("summary"), *(one.get("value") for one in entry.get("content") or ())]
    return max((part for part in parts if isinstance(part, str)), key=len, default="")


def _moment(entry: dict[str, Any]) -> datetime | None:
    for name in ("published_parsed", "updated_parsed", "created_parsed"):
        if parsed := dict.get(entry, name):  # its own `get` gives one date for another
            try:
                return datetime.fromtimestamp(timegm(parsed), UTC)
            except (ValueError, OverflowError, OSError, TypeError):
                continue
    for name in ("published", "updated", "created"):  # without a zone the library reads none
        if (moment := _without_zone(dict.get(entry, name))) is not None:
            return moment
    return None


def _without_zone(said: object) -> datetime | None:
    """A date of a mail that names no zone, taken for UTC; None where it is no such date."""
    if not isinstance(said, str) or len(said) > _LONGEST_DATE:
        return None
    try:
        moment = parsedate_to_datetime(said)
        return moment.replace(tzinfo=moment.tzinfo or UTC).astimezone(UTC)
    except (ValueError, OverflowError, TypeError):
        return None


def _from_json(body: bytes, url: str) -> ParsedFeed:
    try:
        found = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise _unreadable("it is broken") from error
    items = found.get("items") if isinstance(found, dict) else None
    if not isinstance(items, list) or "jsonfeed" not in str(found.get("version", "")):
        raise _unreadable("it is none")
    entries = []
    for one in islice((item for item in items if isinstance(item, dict)), MAX_ENTRIES):
        texts = [one.get(name) for name in ("content_html", "content_text", "summary")]
        markup = max((text for text in texts if isinstance(text, str)), key=len, default="")
        moment = _iso(one.get("date_published")) or _iso(one.get("date_modified"))
        if entry := _entry(one.get("url") or one.get("id"), url, one.get("title"), markup, moment):
            entries.append(entry)
    return ParsedFeed(plain(found.get("title"), LONGEST_TITLE), tuple(entries), len(items))


def _iso(value: object) -> datetime | None:
    try:
        moment = datetime.fromisoformat(value) if isinstance(value, str) else None
        return moment.replace(tzinfo=moment.tzinfo or UTC).astimezone(UTC) if moment else None
    except (ValueError, OverflowError):
        return None


def _entry(
    link: object, base: str, title: object, markup: str, moment: datetime | None
) -> ParsedEntry | None:
    """The entry; None where it has no title, or no address out in the internet."""
    if not isinstance(link, str):
        return None
    try:
        there = urljoin(base, link.strip())
    except ValueError:
        return None
    shown = plain(title, LONGEST_TITLE) if isinstance(title, str) else ""
    if not shown or not is_public_url(there):
        return None
    moment = moment if moment and moment.year > 1990 else None  # noqa: PLR2004 - before the web
    return ParsedEntry(safe_url(there).url, shown, text_of(markup), moment)


def text_of(markup: str) -> str:
    """The text of a piece of HTML as a reader sees it: paragraphs as lines, nothing hidden."""
    reader = _VisibleText()
    reader.feed(markup[:_MOST_MARKUP])
    reader.close()
    lines = (visible_line(line) for line in "".join(reader.parts).split("\n"))
    return "\n".join(line for line in lines if line)[:LONGEST_SUMMARY]


class _VisibleText(MarkupReader):
    """Gathers text that is not hidden."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self._hidden: list[str] = []
        self._counts: Counter[str] = Counter()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _BLOCKS:
            self.parts.append("\n")
        if tag in _VOID:
            return
        if self._hidden or tag in _UNSEEN_TAGS or _is_hidden(attrs):
            self._hidden.append(tag)
            self._counts[tag] += 1

    def handle_endtag(self, tag: str) -> None:
        is_open = bool(self._counts[tag])
        while is_open:
            closed = self._hidden.pop()
            self._counts[closed] -= 1
            is_open = closed != tag
        if tag in _BLOCKS:
            self.parts.append("\n")

    def handle_data(self, data: str) -> None:
        if not self._hidden:
            self.parts.append(data.replace("\n", " "))


def _is_hidden(attributes: list[tuple[str, str | None]]) -> bool:
    found = {name: value or "" for name, value in attributes}
    return (
        "hidden" in found
        or found.get("aria-hidden") == "true"
        or bool(_HIDING.search(found.get("style", "")))
    )


def entries_of(feed: ParsedFeed, since: datetime, now: datetime) -> Iterator[ParsedEntry]:
    """The entries of a window of time; one without a date, or of the future, is in none.

    Args:
        feed: What was read.
        since: The beginning.
        now: A clock that goes an hour wrong is forgiven.
    """
    until = now + timedelta(hours=1)
    for one in feed.entries:
        if one.published_at and since <= one.published_at <= until:
            yield one


def _unreadable(why: str) -> ToolError:
    return ToolError("feed-unreadable", f"I cannot read that feed: {why}.")
