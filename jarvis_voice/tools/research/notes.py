"""Notes of one piece of research: its steps, results and sources. No I/O.

Invariant: every step is counted and noted in the turn's trace as it happens.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.turn_ledger import TurnLedger
from jarvis_voice.core.types import Link
from jarvis_voice.tools.research.sources import Source, answer_source, same_page
from jarvis_voice.tools.web.search import SearchResults

MAX_STEPS = 15
MAX_SEARCHES = 5
MAX_RESULTS = 24
"""Results that a model is shown; those of the first searches stay."""

ENOUGH_PAGES = 2


@dataclass(slots=True)
class ResearchNotes:
    """Everything that one piece of research has found so far.

    Attributes:
        question: What was asked.
        ledger: Where the trace is kept.
        results: What the searches found, best first, each page once.
        sources: What was read; an index into it is what an answer cites.
        tried: Pages that were asked for, as `same_page` has them, and whether they could be read.
        queries: What was searched for.
        steps: What was done, for the result's data.
        entity: What the question is about, as a search named it; "" if unknown.
        failure: Why the last search failed.
    """

    question: str
    ledger: TurnLedger
    results: list[Link] = field(default_factory=list)
    sources: list[Source] = field(default_factory=list)
    tried: dict[str, bool] = field(default_factory=dict)
    queries: list[str] = field(default_factory=list)
    steps: list[dict[str, Any]] = field(default_factory=list)
    entity: str = ""
    failure: ToolError | None = None
    n_steps: int = 0

    @property
    def n_pages(self) -> int:
        """Pages that were read."""
        return sum(source.is_page for source in self.sources)

    @property
    def steps_left(self) -> int:
        """How many more steps are allowed."""
        return MAX_STEPS - self.n_steps

    @property
    def unread(self) -> list[int]:
        """Results that were not tried yet."""
        return [i for i, link in enumerate(self.results) if same_page(link.url) not in self.tried]

    def is_searched(self, query: str) -> bool:
        """Whether a query was searched for before, in whatever order of its words."""
        return _words(query) in [_words(one) for one in self.queries]

    def think(self, thought: str) -> None:
        """Note why the next thing is done."""
        self.ledger.note("thought", thought)

    def act(self, action: str, what: str) -> None:
        """Note what is done next."""
        self.steps.append({"action": action, "what": what})
        self.ledger.note("action", f"{action}: {what}")

    def observe(self, observed: str) -> None:
        """Note what came of it."""
        if self.steps:
            self.steps[-1]["observed"] = observed
        self.ledger.note("observation", observed)

    def found(self, results: SearchResults) -> int:
        """Keep what a search found.

        Returns:
            How many pages are new.
        """
        known = {same_page(link.url) for link in self.results}
        fresh = [link for link in results.links if same_page(link.url) not in known]
        room = max(MAX_RESULTS - len(self.results), 0)
        self.results += fresh[:room]
        self.entity = self.entity or results.entity
        source = answer_source(results)
        if source and same_page(source.url) not in {same_page(s.url) for s in self.sources}:
            self.sources.append(source)
        return min(len(fresh), room)

    def read(self, source: Source) -> None:
        """Keep a page; it takes the place of the search's answer from that very page."""
        for index, known in enumerate(self.sources):
            if same_page(known.url) == same_page(source.url):
                self.sources[index] = source
                return
        self.sources.append(source)


def _words(query: str) -> list[str]:
    return sorted(query.casefold().split())
