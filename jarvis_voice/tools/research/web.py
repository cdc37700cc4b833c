"""Searches the web and reads pages for the research, several pages at once.

Invariant: nothing in here raises for what the web does; each failure is an observation in the
notes. What is cancelled is over when the call is.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence

from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.types import Link
from jarvis_voice.language.en.question_words import key_words
from jarvis_voice.platform.logs import log_broken
from jarvis_voice.tools.dependencies import WebSearch
from jarvis_voice.tools.outage_words import SEARCH, takes_too_long
from jarvis_voice.tools.research.notes import ResearchNotes
from jarvis_voice.tools.research.sources import Source, page_source, same_page
from jarvis_voice.tools.web.page_fetch import PageReader

log = logging.getLogger(__name__)

SEARCH_SECONDS = 10.0


class ResearchWeb:
    """Searches and reads for one piece of research.

    Args:
        search: Searches the web.
        pages: Reads pages.
        notes: Filled with what was found.
        left_seconds: How much time is left.
    """

    def __init__(
        self,
        search: WebSearch,
        pages: PageReader,
        notes: ResearchNotes,
        left_seconds: Callable[[], float],
    ) -> None:
        self._search = search
        self._pages = pages
        self._notes = notes
        self._left_seconds = left_seconds

    async def search(self, query: str) -> None:
        """Search; a failure is noted, and kept as `notes.failure`."""
        notes = self._notes
        notes.act("search", query)
        notes.queries.append(query)
        try:
            async with asyncio.timeout(min(SEARCH_SECONDS, self._left_seconds())):
                results = await self._search.search(query)
        except TimeoutError:
            notes.failure = takes_too_long(SEARCH)
        except ToolError as error:
            notes.failure = error
        else:
            notes.failure = None
            notes.observe(f"found {notes.found(results)} new results")
            return
        notes.observe(notes.failure.message)

    async def read(self, indexes: Sequence[int]) -> None:
        """Read pages side by side; one that fails or hangs costs only itself."""
        notes = self._notes
        links = [notes.results[index] for index in indexes]
        notes.act("read", "; ".join(link.title for link in links))
        seconds = self._left_seconds()
        async with asyncio.TaskGroup() as group:
            reading = [group.create_task(self._read_page(link, seconds)) for link in links]
        read = [task.result() for task in reading]
        for link, source in zip(links, read, strict=True):
            notes.tried[same_page(link.url)] = isinstance(source, Source)
            if isinstance(source, Source):
                notes.read(source)
        told = (one if isinstance(one, str) else f"read {one.host}" for one in read)
        notes.observe("; ".join(told))

    async def _read_page(self, link: Link, seconds: float) -> Source | str:
        """The page, or in words why not."""
        try:
            async with asyncio.timeout(seconds):
                page = await self._pages.read(link.url)
        except TimeoutError:
            return f"{link.title}: no time was left for it"
        except ToolError as error:
            return f"{link.title}: {error.message}"
        except Exception as error:  # noqa: BLE001 - one page must not cost the others; it is logged
            log_broken(log, "reading a page", error)
            return f"{link.title}: it could not be read"
        return page_source(link, page)


def refined_query(notes: ResearchNotes) -> str:
    """Another query for the same question."""
    words = key_words(notes.question)
    choices = (words, notes.entity, f"{words} facts")
    return next((one for one in choices if one and not notes.is_searched(one)), words)
