"""Picks the page the user meant from search results; searches past ranking pages. Pure."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence

from jarvis_voice.assistant.state import StepState
from jarvis_voice.assistant.url_map import host
from jarvis_voice.core.types import Link
from jarvis_voice.language.en.name_match import MatchVerdict, Named, NameIndex
from jarvis_voice.language.en.name_sound import squeeze
from jarvis_voice.tools.web.aggregators import is_aggregator

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


def next_query(
    query: str,
    memory: Sequence[StepState],
    links: Sequence[Link],
    known_names: Mapping[str, str] | None = None,
) -> str | None:
    """The search for the official site of what a ranking named, while searches are left.

    Args:
        query: What the user wants found.
        memory: The turn so far; its last step is a search.
        links: The url_map.
        known_names: Spellings that may be recognised in titles and snippets, and their names.
    """
    data = memory[-1]["data"]
    if sum(step["finds"] for step in memory) >= MAX_SEARCHES:
        return None
    if not _SUPERLATIVE.search(query) and best_page(links) is not None:
        return None
    entity = str(data.get("entity", "")) or first_ranked(
        [*data.get("titles", []), *data.get("snippets", [])], known_names or {}
    )
    return f"{entity} official site" if entity else None


def first_ranked(texts: Sequence[str], names: Mapping[str, str]) -> str:
    """The known name that rankings put first, "" when they name none.

    Args:
        texts: Titles and snippets of results; untrusted.
        names: Spelling to name. A spelling in small letters is found in any capitals.
    """
    points: dict[str, float] = defaultdict(float)
    for text in texts:
        places: dict[str, int] = {}
        for spelling, name in names.items():
            place = _place(spelling, text)
            if place is not None:
                places[name] = min(place, places.get(name, place))
        for rank, name in enumerate(sorted(places, key=places.__getitem__)):
            points[name] += 1 / (1 + rank)
    return max(points, key=points.__getitem__, default="")


def _place(spelling: str, text: str) -> int | None:
    text = text.lower() if spelling.islower() else text
    if spelling not in text:
        return None
    found = re.search(rf"(?<!\w){re.escape(spelling)}(?!\w)", text)
    return found.start() if found else None


def _bears(link: Link, name: str) -> bool:
    wanted = squeeze(name)
    if wanted and (wanted in squeeze(link.title) or wanted in squeeze(host(link.url))):
        return True
    match = NameIndex([Named(link.title, link)]).find(name)
    return match.verdict is MatchVerdict.ACCEPT
