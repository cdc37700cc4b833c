"""Searches the web: the port of a search backend, and a chain that tries several backends.

Invariant: what a search brings back is untrusted text; links are http or https and nothing else.
"""

from __future__ import annotations

import asyncio
import html
import re
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, replace
from typing import Protocol, Self

from jarvis_voice.core.cooldown import Cooldown
from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.ports import AsyncResource
from jarvis_voice.core.public_url import is_public_url
from jarvis_voice.core.safe_url import safe_url
from jarvis_voice.core.types import Link
from jarvis_voice.core.visible_text import visible_line
from jarvis_voice.tools.outage_words import (
    NO_INTERNET,
    SEARCH,
    does_not_answer,
    no_internet,
    takes_too_long,
)

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
            ToolError: "no-internet", "no-proxy", "search-offline", "search-rate-limited",
                "search-bad-key", "search-timeout" or "search-bad-answer".
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
            ToolError: None found anything and one did not answer; see `told`.
        """
        more = MANY_SECONDS if count > PAGE_SIZE else 0.0
        deadline = self._seconds() + self._budget_seconds + more
        failures: list[ToolError] = []
        empty: SearchResults | None = None
        # a stable sort: those that are up keep their order, those that were down come after
        for number in sorted(range(len(self._backends)), key=lambda n: bool(self._down[n].error)):
            remaining = deadline - self._seconds()
            if remaining <= 0:
                break
            try:
                results = await self._ask(number, query, count, remaining)
            except ToolError as error:
                failures.append(error)
                continue
            if results.links or results.answer:
                return self._with_notes(results)
            empty = empty or results
        if empty and not failures:
            return self._with_notes(empty)
        raise told(failures)

    async def _ask(
        self, number: int, query: str, count: int, budget_seconds: float
    ) -> SearchResults:
        backend = self._backends[number]
        failure: ToolError
        try:
            async with asyncio.timeout(budget_seconds):
                results = await backend.search(query, count)
        except TimeoutError:
            failure = takes_too_long(SEARCH)
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


def told(failures: Sequence[ToolError]) -> ToolError:
    """The one of several failures of a search that is told: the last that says most.

    Without an internet connection some may have come too late to notice it.
    """
    if not failures:
        return does_not_answer(SEARCH)
    codes = {failure.code for failure in failures}
    if NO_INTERNET in codes and codes <= {NO_INTERNET, "search-timeout"}:
        return no_internet()
    return next((one for one in reversed(failures) if one.code != NO_INTERNET), failures[-1])


def plain(value: object, longest: int) -> str:
    """A text from the web on one line, without tags and control characters, cut at a word."""
    if not isinstance(value, str):
        return ""
    tagged, end, rest = value[: 4 * longest].rpartition(">")  # behind it no tag is whole
    text = html.unescape(re.sub(r"<[^>]*>", "", tagged + end) + rest)
    text = visible_line(text)
    return text if len(text) <= longest else text[:longest].rsplit(" ", 1)[0] + " ..."


def web_link(url: object, title: object, origin: str, snippet: object = "") -> Link | None:
    """A link to a web page, or None where `url` is not the address of a public website."""
    if not isinstance(url, str) or not is_public_url(url):
        return None
    shown = plain(title, LONGEST_TITLE) or safe_url(url).host
    return Link(shown, url, origin, plain(snippet, LONGEST_SNIPPET))


def best_links(found: Iterable[Link | None], count: int = PAGE_SIZE) -> tuple[Link, ...]:
    """The first `count` links with different addresses, twelve at the least."""
    links: dict[str, Link] = {}
    for link in found:
        if link:
            links.setdefault(link.url, link)
    return tuple(links.values())[: min(max(count, FEWEST_LINKS), MAX_LINKS)]
