"""From search results to the page that was meant: rankings are a step on the way. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from jarvis_voice.brain.state import StepState
from jarvis_voice.brain.url_map import host
from jarvis_voice.tools.aggregators import is_aggregator
from jarvis_voice.tools.name_match import Named, NameIndex, Verdict
from jarvis_voice.tools.name_sound import squeeze
from jarvis_voice.types import Link

MAX_SEARCHES = 2
"""Searches in one turn before the best result has to do."""

OFFICIAL = frozenset({"sites", "spoken", "wikidata"})
"""Origins that name a site itself: Facebook's own is no directory when Facebook was asked for."""

_SUPERLATIVE = re.compile(
    r"\b(?:best|top|biggest|largest|greatest|leading|most|number one)\b", re.I
)


def best_page(links: Sequence[Link], named: str = "") -> int | None:
    """The first result that is no ranking, directory or social page.

    Args:
        links: The url_map.
        named: If given, the page must bear this name in its title or host.
    """
    for index, link in enumerate(links):
        is_official = link.origin in OFFICIAL or not is_aggregator(link)
        if is_official and (not named or _bears(link, named)):
            return index
    return None


def next_query(query: str, memory: Sequence[StepState], links: Sequence[Link]) -> str | None:
    """The search for the official site of what a ranking named, while searches are left."""
    entity = str(memory[-1]["data"].get("entity", ""))
    if not entity or sum(step["action"] == "search" for step in memory) >= MAX_SEARCHES:
        return None
    if _SUPERLATIVE.search(query) or best_page(links) is None:
        return f"{entity} official site"
    return None


def _bears(link: Link, name: str) -> bool:
    wanted = squeeze(name)
    if wanted and (wanted in squeeze(link.title) or wanted in squeeze(host(link.url))):
        return True
    match = NameIndex([Named(link.title, link)]).find(name)
    return match.verdict is Verdict.ACCEPT
