"""What the local planner knows: sentences, sites and installed apps, and what words point at."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from jarvis_voice.brain import url_map as urls
from jarvis_voice.brain.grammar import Grammar, Intent
from jarvis_voice.paths import Paths
from jarvis_voice.tools.aggregators import is_aggregator
from jarvis_voice.tools.applications import Applications
from jarvis_voice.tools.sites import SiteTable
from jarvis_voice.types import Link, Source

SITE_INTENTS = frozenset({"open", "open_website", "open_url"})
SHORTEST_NAME = 3
LONG_SPELLING = 10
"""Characters from which a name in small letters cannot be a common word ("apple", "m i t")."""

TYPED: frozenset[Source] = frozenset({"stdin", "http", "schedule"})


@dataclass(frozen=True, slots=True)
class Knowledge:
    """The tables, loaded once."""

    grammar: Grammar
    sites: SiteTable
    applications: Applications

    @classmethod
    def load(cls, paths: Paths) -> Self:
        """Read the shipped files and the user's own.

        Raises:
            ConfigError: One of the user's files has a mistake.
        """
        return cls(Grammar.load(paths), SiteTable.load(paths), Applications())

    def understand(self, text: str) -> Intent | None:
        """What a sentence asks for, or None."""
        return self.grammar.understand(text)

    @property
    def rankable_names(self) -> dict[str, str]:
        """How text may spell a site, and its name; sites that rank others are left out."""
        return {
            spelling: link.title
            for spellings, link in self.sites.spellings
            if not is_aggregator(link)
            for spelling in spellings
            if len(spelling) >= (LONG_SPELLING if spelling.islower() else SHORTEST_NAME)
        }

    def goal_of(self, text: str, offer: str) -> str:
        """What is wanted: the sentence that was offered when the text is a plain yes to it."""
        if not offer:
            return text
        intent = self.understand(text)
        return offer if intent and intent.name == "yes" else text

    def links_named_in(self, text: str, source: Source) -> tuple[Link, ...]:
        """Sites that the user's own words name: an address, or a name in the sites table.

        A typed address is taken as it stands, a heard one only where the sites table has it.
        What was retracted ("open github, no, gitlab") is not in the intent, and so not named.
        """
        intent = self.understand(text)
        if intent is None or intent.name not in SITE_INTENTS:
            return ()
        name, url = intent.slots.get("name", ""), intent.slots.get("url")
        spoken = Link(title=name, url=url, origin="spoken") if url else None
        link = None if intent.name == "open_url" else self.sites.find(name).link
        if link is None and spoken:
            link = spoken if source in TYPED else self._heard(spoken)
        return (link,) if link else ()

    def _heard(self, spoken: Link) -> Link | None:
        """The known site of a heard address; one that is not known may be heard wrongly: None."""
        link = self.sites.hearing_of(spoken)
        if link is not spoken:
            return link
        host = urls.host(spoken.url)
        known = any(urls.host(site.url) == host for _, site in self.sites.spellings)
        return spoken if known else None
