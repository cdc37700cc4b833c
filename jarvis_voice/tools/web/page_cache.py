"""Keeps the last pages that Jarvis read in memory.

Invariant: a page is answered from memory for ten minutes at the most: it may have changed.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from jarvis_voice.core.passing_memory import KeptSize
from jarvis_voice.tools.web.page_text import PageKind

PAGES_KEPT = 16
KEPT_SECONDS = 600.0


@dataclass(frozen=True, slots=True)
class Page:
    """Text and title of a web page; untrusted.

    Attributes:
        title: One line, "" where the page has none.
        text: All of its text, paragraphs divided by newlines.
        url: Where it was found after redirects.
        n_characters: Length of all of its text in characters; more than `len(text)` only where
            the text itself was cut.
        kind: What it was made from.
    """

    title: str
    text: str
    url: str
    n_characters: int
    kind: PageKind


class PageCache:
    """The last pages that were read, in full, by requested address.

    Args:
        pages_kept: How many; the one that was not asked for the longest goes.
        seconds: Monotonic seconds.
    """

    def __init__(
        self, pages_kept: int = PAGES_KEPT, seconds: Callable[[], float] = time.monotonic
    ) -> None:
        self._pages: OrderedDict[str, tuple[float, Page]] = OrderedDict()
        self._pages_kept = pages_kept
        self._seconds = seconds

    @property
    def size(self) -> KeptSize:
        """How much is kept."""
        n_bytes = sum(len(page.text.encode()) for _, page in self._pages.values())
        return KeptSize("web pages", len(self._pages), n_bytes)

    def forget(self, user_id: str) -> None:
        """Drop all pages: it is not known who read them."""
        del user_id
        self._pages.clear()

    def get(self, url: str) -> Page | None:
        """The page, if it is here and not too old."""
        until, page = self._pages.get(url, (0.0, None))
        if page is None or self._seconds() >= until:
            return None
        self._pages.move_to_end(url)
        return page

    def keep(self, url: str, page: Page) -> None:
        """Keep a page from now on."""
        self._pages[url] = self._seconds() + KEPT_SECONDS, page
        self._pages.move_to_end(url)
        while len(self._pages) > self._pages_kept:
            self._pages.popitem(last=False)
