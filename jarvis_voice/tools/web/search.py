"""Searches the web: the port of a search backend, and a chain that tries several backends.

Invariant: what a search brings back is untrusted text; links are http or https and nothing else.
"""

from __future__ import annotations

import asyncio
import html
import logging
import re
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, replace
from typing import Protocol, Self
from urllib.parse import urlsplit

from jarvis_voice.core.cooldown import Cooldown
from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.ports import AsyncResource
from jarvis_voice.core.types import Link

PAGE_SIZE = 10
"""Results of an ordinary search: one page of them."""

MAX_LINKS = 100
FEWEST_LINKS = PAGE_SIZE + 2
"""Kept even where fewer are wanted: "the fifth one" and "another one" live on them. A page of
results, an official site and the page of an answer."""

MANY_SECONDS = 6.0
"""What a search of several pages may take longer."""

DOWN_SECONDS = 60.0
"""How long a backend that did not answer is tried last."""

LONGEST_TITLE = 200
LONGEST_SNIPPET = 400
LONGEST_ANSWER = 600


@dataclass(frozen=True, slots=True)
class SearchResults:
    """What one search found; all of its text is untrusted.

    Attributes:
        query: What was searched for.
        links: Pages, best first; at least ten where the backend gave ten.
        answer: An answer box or a summary, "" if there is none.
        answer_source: URL of the page the answer is from, to be cited; "" if unknown.
        entity: What the answer names ("Massachusetts Institute of Technology"), "" if unknown.
        backend: Name of the backend that answered.
        notes: What the user should know besides: a key was refused. Said once.
    """

    query: str
    links: tuple[Link, ...]
    answer: str
    answer_source: str
    entity: str
    backend: str
    notes: tuple[str, ...] = ()


class SearchBackend(AsyncResource, Protocol):
    """One way to search the web."""

    @property
    def name(self) -> str:
        """Short name, for notes and logs."""
        ...

    async def search(self, query: str, count: int = PAGE_SIZE) -> SearchResults:
        """Search; no result is not an error.

        Args:
            query: What for.
            count: How many links are wanted, 1 to 100.

        Raises:
            ToolError: "search-offline", "search-rate-limited", "search-bad-key",
                "search-timeout" or "search-bad-answer".
        """
        ...


class SearchChain:
    """Tries backends in order within one time budget; tries failed backends last for a while.

    A refused key or a rate limit is remembered by the backend itself, which then costs nothing.

    Args:
        backends: Best first; opened and closed with the chain.
        budget_seconds: For all backends of one search together.
        seconds: Monotonic seconds.
    """

    name = "search"

    def __init__(
        self,
        backends: Sequence[SearchBackend],
        budget_seconds: float = 8.0,
        seconds: Callable[[], float] = time.monotonic,
    ) -> None:
        self._backends = tuple(backends)
        self._budget_seconds = budget_seconds
        self._seconds = seconds
        self._down = tuple(Cooldown(seconds) for _ in self._backends)
        self._noted: set[int] = set()
        self._notes: list[str] = []
        self._opened = AsyncExitStack()

    async def __aenter__(self) -> Self:
        async with AsyncExitStack() as stack:
            for backend in self._backends:
                await stack.enter_async_context(backend)
            self._opened = stack.pop_all()
        return self

    async def __aexit__(self, *exc: object) -> None:
        await self._opened.aclose()

    async def search(self, query: str, count: int = PAGE_SIZE) -> SearchResults:
        """Search with the first backend that finds anything.

        Args:
            query: What for.
            count: How many links are wanted, 1 to 100.

        Raises:
            ToolError: None found anything and one did not answer; the code is the last such one's.
        """
        more = MANY_SECONDS if count > PAGE_SIZE else 0.0
        deadline = self._seconds() + self._budget_seconds + more
        failure: ToolError | None = None
        empty: SearchResults | None = None
        # a stable sort: those that are up keep their order, those that were down come after
        for number in sorted(range(len(self._backends)), key=lambda n: bool(self._down[n].error)):
            remaining = deadline - self._seconds()
            if remaining <= 0:
                break
            try:
                results = await self._ask(number, query, count, remaining)
            except ToolError as error:
                failure = error
                continue
            if results.links or results.answer:
                return self._with_notes(results)
            empty = empty or results
        if empty and failure is None:
            return self._with_notes(empty)
        raise failure or ToolError("search-offline", "There is nothing to search the web with.")

    async def _ask(
        self, number: int, query: str, count: int, budget_seconds: float
    ) -> SearchResults:
        backend = self._backends[number]
        failure: ToolError
        try:
            async with asyncio.timeout(budget_seconds):
                results = await backend.search(query, count)
        except TimeoutError:
            failure = timed_out(backend.name)
        except ToolError as error:
            failure = error
        else:
            self._down[number].clear()
            return results
        if failure.code == "search-bad-key":
            self._note_once(number, failure.message)
        elif failure.code != "search-rate-limited":
            self._down[number].start(failure, DOWN_SECONDS)
        raise failure

    def _note_once(self, number: int, note: str) -> None:
        if number not in self._noted:
            self._noted.add(number)
            self._notes.append(note)

    def _with_notes(self, results: SearchResults) -> SearchResults:
        notes, self._notes = tuple(self._notes), []
        return replace(results, notes=results.notes + notes)


def offline(backend: str, why: str) -> ToolError:
    """The backend cannot be reached, or its server is broken."""
    message = f"{backend} cannot be used now: {why}. Check the network, or try again later."
    return ToolError("search-offline", message, spoken="I cannot reach the web search.")


def timed_out(backend: str) -> ToolError:
    """The backend did not answer in time."""
    message = f"{backend} did not answer in time. Try again later."
    return ToolError("search-timeout", message, spoken="The web search takes too long.")


def rate_limited(backend: str) -> ToolError:
    """The backend wants to be asked less often."""
    message = f"{backend} is over its rate limit or quota; it is left alone for a while."
    return ToolError("search-rate-limited", message, spoken="The web search wants a pause.")


def bad_answer(backend: str, what: str) -> ToolError:
    """The backend answered with something that is no search result."""
    message = f"{backend} gave an answer that cannot be read: {what}."
    return ToolError("search-bad-answer", message, spoken="The web search gave a strange answer.")


def bad_key(backend: str, variable: str) -> ToolError:
    """The backend refused the key; the key itself is never shown."""
    message = f"{backend} refused the key in {variable}. Check it, or remove it."
    return ToolError("search-bad-key", message, spoken="The key for the web search was refused.")


def plain(value: object, longest: int) -> str:
    """A text from the web on one line, without tags and control characters, cut at a word."""
    if not isinstance(value, str):
        return ""
    tagged, end, rest = value[: 4 * longest].rpartition(">")  # behind it no tag is whole
    text = html.unescape(re.sub(r"<[^>]*>", "", tagged + end) + rest)
    text = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return text if len(text) <= longest else text[:longest].rsplit(" ", 1)[0] + " ..."


def web_link(url: object, title: object, origin: str, snippet: object = "") -> Link | None:
    """A link to a web page, or None where `url` is not an http(s) address."""
    if not isinstance(url, str) or not url.isprintable() or " " in url:
        return None
    try:
        parts = urlsplit(url)
        host = parts.hostname
    except ValueError:
        return None
    if parts.scheme not in ("http", "https") or not host or parts.username is not None:
        return None
    shown = plain(title, LONGEST_TITLE) or host
    return Link(shown, url, origin, plain(snippet, LONGEST_SNIPPET))


def best_links(found: Iterable[Link | None], count: int = PAGE_SIZE) -> tuple[Link, ...]:
    """The first `count` links with different addresses, twelve at the least."""
    links: dict[str, Link] = {}
    for link in found:
        if link:
            links.setdefault(link.url, link)
    return tuple(links.values())[: min(max(count, FEWEST_LINKS), MAX_LINKS)]


class _NoQueries(logging.Filter):
    """Keeps what a user asks, and keys in URLs, out of the logs of HTTP libraries."""

    def filter(self, record: logging.LogRecord) -> bool:
        return record.levelno >= logging.ERROR


_NO_QUERIES = _NoQueries()


def keep_queries_out_of_logs() -> None:
    """Silence the lines in which HTTP libraries log whole URLs; harmless to call again."""
    for name in ("httpx", "urllib3.connectionpool"):
        logging.getLogger(name).addFilter(_NO_QUERIES)
