"""Reads and writes lists of feeds as OPML, which every feed reader knows. Pure.

Invariant: what is read has public addresses only; nothing in a file is expanded or fetched.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from jarvis_voice.core.briefing_records import Feed
from jarvis_voice.core.markup_reader import MarkupReader
from jarvis_voice.core.public_url import is_public_url
from jarvis_voice.core.safe_url import safe_url
from jarvis_voice.tools.web.search import plain

MOST_FEEDS = 500
"""Of a user."""

LONGEST_OPML = 2_000_000
"""Characters of a file."""

_LONGEST_NAME = 100


def read_opml(text: str) -> tuple[list[Feed], int]:
    """The feeds of a list, each once, and how many of it were left out.

    Args:
        text: OPML; the outline around feeds is their topic.
    """
    reader = _Outlines()
    reader.feed(text[:LONGEST_OPML])
    reader.close()
    feeds = {one.url: one for one in reader.feeds[:MOST_FEEDS]}
    return list(feeds.values()), reader.n_feeds - len(feeds)


def is_whole(text: str) -> bool:
    """Whether a list goes on to its end: a file that was cut off in the middle does not."""
    return "</opml" in text.lower()


def write_opml(feeds: Iterable[Feed], title: str) -> str:
    """A list of feeds, by topic."""
    topics: dict[str, list[Feed]] = {}
    for one in feeds:
        topics.setdefault(one.topic, []).append(one)
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', '<opml version="2.0">']
    lines += [f"  <head><title>{escape(title)}</title></head>", "  <body>"]
    for topic, of_topic in topics.items():
        indent = "      " if topic else "    "
        rows = [
            f'{indent}<outline type="rss" text="{escape(one.title or one.url)}" '
            f'xmlUrl="{escape(one.url)}"/>'
            for one in of_topic
        ]
        if topic:
            rows = [f'    <outline text="{escape(topic)}">', *rows, "    </outline>"]
        lines += rows
    return "\n".join([*lines, "  </body>", "</opml>", ""])


class _Outlines(MarkupReader):
    """Gathers outlines with an address of a feed."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.feeds: list[Feed] = []
        self.n_feeds = 0
        self._open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._take(tag, dict(attrs), is_open=True)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._take(tag, dict(attrs), is_open=False)

    def handle_endtag(self, tag: str) -> None:
        if tag == "outline" and self._open:
            self._open.pop()

    def _take(self, tag: str, found: dict[str, str | None], *, is_open: bool) -> None:
        if tag != "outline":
            return
        around = self._open[-1] if self._open else ""
        name = plain(found.get("title") or found.get("text"), _LONGEST_NAME)
        url = (found.get("xmlurl") or "").strip()
        if url:
            self.n_feeds += 1
            if is_public_url(url):
                self.feeds.append(Feed(safe_url(url).url, name, around))
        if is_open:
            self._open.append(around if url else name or around)
