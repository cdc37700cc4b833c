"""Searches the sites table: finds "the MIT website" without a network.

Invariant: it answers only a query that asks for a website by name; every other one is not its own.
"""

from __future__ import annotations

import re
from typing import Self

from jarvis_voice.tools.web.search import PAGE_SIZE, SearchResults
from jarvis_voice.tools.web.sites import SiteTable

_ASKS_FOR_A_SITE = re.compile(
    r"\b(?:official |main )?(?:web ?site|web ?page|home ?page|site)\b", re.IGNORECASE
)
_FILLER = re.compile(r"\b(?:the|of|for|official|main)\b", re.IGNORECASE)


class SitesSearch:
    """Search backend that looks up a name in the sites table."""

    name = "sites"

    def __init__(self, sites: SiteTable) -> None:
        self._sites = sites

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *exc: object) -> None:
        """Nothing was opened."""

    async def search(self, query: str, count: int = PAGE_SIZE) -> SearchResults:
        """The site that the query names, or nothing; who wants many results wants no one site."""
        name, asked = _ASKS_FOR_A_SITE.subn(" ", query)
        asked = asked if count <= PAGE_SIZE else 0
        link = self._sites.find(_FILLER.sub(" ", name).strip()).link if asked else None
        return SearchResults(
            query=query,
            links=(link,) if link else (),
            answer="",
            answer_source="",
            entity=link.title if link else "",
            backend=self.name,
        )
