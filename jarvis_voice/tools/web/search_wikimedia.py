"""Searches without a key: official websites from Wikidata, answers from Wikipedia.

Invariant: each project is asked in series, the two side by side; one of them is enough.
Wikipedia's text is CC BY-SA: the page it is from travels with it.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Self, TypeVar

from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.types import Link
from jarvis_voice.tools.outage_words import SEARCH, takes_too_long
from jarvis_voice.tools.web.search import (
    LONGEST_ANSWER,
    LONGEST_TITLE,
    MAX_LINKS,
    PAGE_SIZE,
    SearchResults,
    best_links,
    plain,
    web_link,
)
from jarvis_voice.tools.web.wikidata import (
    OFFICIAL_WEBSITE,
    entity_words,
    entries,
    official_website,
)
from jarvis_voice.tools.web.wikimedia import (
    LONGEST_QUERY,
    NAME,
    HostBackoff,
    WikimediaClient,
    WikimediaUrls,
    page_link,
    page_url,
)

__all__ = ["WikimediaSearch", "WikimediaUrls"]

T = TypeVar("T")

ENTITIES_TRIED = 4
SITES_WANTED = 2
"""A name may mean two things; after two official sites no further entity is asked for."""


class WikimediaSearch:
    """Searches Wikidata and Wikipedia side by side; calls to each run in series.

    Args:
        base_urls: Other servers, for tests.
        timeout_seconds: For one search.
        seconds: Monotonic seconds.
    """

    name = NAME

    def __init__(
        self,
        base_urls: WikimediaUrls | None = None,
        timeout_seconds: float = 5.0,
        seconds: Callable[[], float] = time.monotonic,
    ) -> None:
        urls = base_urls or WikimediaUrls()
        self._timeout_seconds = timeout_seconds
        patience = {url: HostBackoff(seconds) for url in (urls.wikidata, urls.wikipedia)}
        self._client = WikimediaClient(urls, timeout_seconds, patience)

    async def __aenter__(self) -> Self:
        await self._client.__aenter__()
        return self

    async def __aexit__(self, *exc: object) -> None:
        await self._client.__aexit__(*exc)

    async def search(self, query: str, count: int = PAGE_SIZE) -> SearchResults:
        """Search both; one of them is enough.

        Raises:
            ToolError: Neither answered; see `SearchBackend.search`.
        """
        name = entity_words(query)[:LONGEST_QUERY]
        limit = min(max(count, PAGE_SIZE), MAX_LINKS)
        late = takes_too_long(SEARCH)
        sites, pages = await asyncio.gather(
            _within(self._timeout_seconds, self._official_sites(name), late),
            _within(self._timeout_seconds, self._pages(name, limit), late),
        )
        if isinstance(sites, ToolError) and isinstance(pages, ToolError):
            raise sites
        found_sites = [] if isinstance(sites, ToolError) else sites
        found = _Pages() if isinstance(pages, ToolError) else pages
        return SearchResults(
            query=query,
            links=best_links([*found_sites, *found.links], limit),
            answer=found.answer,
            answer_source=found.answer_source,
            entity=found_sites[0].title if found_sites else found.title,
            backend=self.name,
        )

    async def _official_sites(self, name: str) -> list[Link]:
        """Official websites of the entities that bear this name, best match first."""
        language = {"language": "en", "uselang": "en", "type": "item", "limit": "7"}
        body = await self._client.wikidata("wbsearchentities", {"search": name} | language)
        sites: list[Link] = []
        for entity in entries(body, "search")[:ENTITIES_TRIED]:
            try:
                link = await self._official_site(entity, name)
            except ToolError:
                if not sites:
                    raise
                break
            sites += [link] if link else []
            if len(sites) == SITES_WANTED:
                break
        return sites

    async def _official_site(self, entity: Mapping[str, Any], name: str) -> Link | None:
        if not isinstance(number := entity.get("id"), str):
            return None
        params = {"entity": number, "property": OFFICIAL_WEBSITE}
        url = official_website(await self._client.wikidata("wbgetclaims", params))
        title = entity.get("label") or name
        return web_link(url, title, "wikidata", entity.get("description"))

    async def _pages(self, name: str, limit: int) -> _Pages:
        """Pages of Wikipedia, and what the first of them says in short."""
        pages = await self._client.pages(name, limit)
        links = tuple(page_link(page) for page in pages)
        if not pages:
            return _Pages()
        summary = await self._client.summary(pages[0]["key"])
        if summary.get("type") == "disambiguation":
            return _Pages(links)
        title = plain(summary.get("title"), LONGEST_TITLE)
        answer = plain(summary.get("extract"), LONGEST_ANSWER)
        return _Pages(links, answer, page_url(pages[0]["key"]) if answer else "", title)


@dataclass(frozen=True, slots=True)
class _Pages:
    links: tuple[Link | None, ...] = ()
    answer: str = ""
    answer_source: str = ""
    title: str = ""


async def _within(seconds: float, work: Awaitable[T], late: ToolError) -> T | ToolError:
    """The result in time, or the error as a value: the other project may still have answered."""
    try:
        async with asyncio.timeout(seconds):
            return await work
    except TimeoutError:
        return late
    except ToolError as error:
        return error
