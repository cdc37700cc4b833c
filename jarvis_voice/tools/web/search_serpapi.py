"""Searches Google through SerpAPI, with the user's key.

Invariant: every key of an answer may be missing or of another type.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any, Self

from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.types import Link
from jarvis_voice.tools.outage_words import SEARCH, takes_too_long
from jarvis_voice.tools.web.search import (
    LONGEST_ANSWER,
    LONGEST_TITLE,
    MANY_SECONDS,
    MAX_LINKS,
    PAGE_SIZE,
    SearchResults,
    best_links,
    plain,
    web_link,
)
from jarvis_voice.tools.web.serpapi import SerpApi

LONGEST_NAME_WORDS = 8
_VERBS = frozenset({"is", "was", "are", "were", "has", "have", "had", "does", "can", "will"})
"""Words that no name holds, and every short sentence does."""


class SerpApiSearch:
    """Pages of Google's results.

    Args:
        api_key: The user's key.
        base_url: Another server, for tests; None is the client's own.
        timeout_seconds: For one page of results, whole.
    """

    name = "SerpAPI"

    def __init__(
        self, api_key: str, base_url: str | None = None, timeout_seconds: float = 6.0
    ) -> None:
        self._service = SerpApi(api_key, base_url)
        self._timeout_seconds = timeout_seconds

    async def __aenter__(self) -> Self:
        await self._service.__aenter__()
        return self

    async def __aexit__(self, *exc: object) -> None:
        await self._service.__aexit__(*exc)

    async def search(self, query: str, count: int = PAGE_SIZE) -> SearchResults:
        """Search Google, page by page where more than one page of results is wanted.

        Args:
            query: What for.
            count: How many links are wanted, 1 to 100.

        Raises:
            ToolError: See `SearchBackend.search`; a refused key and a rate limit are remembered.
                A later page that fails is a note: what was found before is kept.
        """
        until = asyncio.get_running_loop().time() + self._timeout_seconds
        bodies = [await self._page(query, 0, self._timeout_seconds)]
        note = ""
        for start in range(PAGE_SIZE, min(count, MAX_LINKS), PAGE_SIZE):
            remaining = until + MANY_SECONDS - asyncio.get_running_loop().time()
            if _is_last(bodies[-1]):
                break
            try:
                bodies.append(await self._page(query, start, min(remaining, self._timeout_seconds)))
            except ToolError as error:
                note = f"These are not all. {error.message}"
                break
        return _read(query, bodies, count, note)

    async def _page(self, query: str, start: int, seconds: float) -> Mapping[str, Any]:
        """One page of results, from number `start` on.

        Raises:
            ToolError: See `search`.
        """
        if seconds <= 0:
            raise takes_too_long(SEARCH)
        further = {"start": str(start)} if start else {}
        return await self._service.ask({"q": query, **further}, seconds)


def _read(query: str, bodies: Sequence[Mapping[str, Any]], count: int, note: str) -> SearchResults:
    """Results from pages in which every key may be missing or of another type."""
    first = bodies[0]
    graph, box = _mapping(first.get("knowledge_graph")), _mapping(first.get("answer_box"))
    pages = [page for body in bodies for page in _items(body.get("organic_results"))[:MAX_LINKS]]
    answer, source = _answer(graph, box)
    return SearchResults(
        query=query,
        links=best_links(
            [
                _link(graph, "website", "description"),
                _link(box, "link", "snippet"),
                *(_link(_mapping(page), "link", "snippet") for page in pages),
            ],
            count,
        ),
        answer=answer,
        answer_source=source,
        entity=plain(graph.get("title"), LONGEST_TITLE) or _named(box),
        backend=SerpApiSearch.name,
        notes=(note,) if note else (),
    )


def _is_last(body: Mapping[str, Any]) -> bool:
    """Whether nothing follows: a page is empty, or short and names no next one."""
    n_pages = len(_items(body.get("organic_results")))
    follows = bool(_mapping(body.get("serpapi_pagination")).get("next"))
    return n_pages == 0 or (n_pages < PAGE_SIZE and not follows)


def _answer(graph: Mapping[str, Any], box: Mapping[str, Any]) -> tuple[str, str]:
    """The answer and the page it is from."""
    for key in ("answer", "result", "snippet"):
        if text := plain(box.get(key), LONGEST_ANSWER):
            link = web_link(box.get("link"), "", "search")
            return text, link.url if link else ""
    link = web_link(_mapping(graph.get("source")).get("link"), "", "search")
    return plain(graph.get("description"), LONGEST_ANSWER), link.url if link else ""


def _named(box: Mapping[str, Any]) -> str:
    """The name an answer box highlights or answers with; a sentence or a number is no name."""
    words = [box.get("answer"), *_items(box.get("snippet_highlighted_words"))]
    for word in words:
        name = plain(word, LONGEST_TITLE).rstrip(".")
        words_in_it = name.split()
        is_sentence = not _VERBS.isdisjoint(words_in_it)
        if name[:1].isupper() and len(words_in_it) <= LONGEST_NAME_WORDS and not is_sentence:
            return name
    return ""


def _link(entry: Mapping[str, Any], key: str, snippet: str) -> Link | None:
    return web_link(entry.get(key), entry.get("title"), "search", entry.get(snippet))


def _mapping(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _items(value: object) -> list[Any]:
    return value if isinstance(value, list) else []
