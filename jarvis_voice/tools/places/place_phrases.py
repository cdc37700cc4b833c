"""Words what was found of places as sentences. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from jarvis_voice.tools.places.place_kinds import PlaceKind
from jarvis_voice.tools.web.local_search import FoundPlace

MOST_TOLD = 3
NO_WEBSITE = "I know no website of {}."
NOT_JUDGED = "I cannot tell how good or how cheap they are."

_COUNTS = ("no", "one", "two", "three")


def told_first(places: Sequence[FoundPlace]) -> tuple[FoundPlace, ...]:
    """The first places, those with a website before the others.

    So "open the first one" opens the website of the place that was told first.
    """
    return tuple(sorted(places[:MOST_TOLD], key=lambda place: place.link is None))


def say_found(kind: PlaceKind, where: str, places: Sequence[FoundPlace], source: str) -> str:
    """What was found: "I found two banks near the middle of Bristol: ...".

    Args:
        kind: What was looked for.
        where: "near the middle of Bristol".
        places: At the most as many as are told.
        source: "OpenStreetMap".
    """
    if not places:
        return f"I found no {kind.one} {where}, by {source}."
    noun = kind.one if len(places) == 1 else kind.many
    names = [_named(place) for place in places]
    *before, last = names
    listed = f"{', '.join(before)} and {last}" if before else last
    found = f"I found {_COUNTS[len(places)]} {noun} {where}: {listed}, by {source}."
    if any(place.link for place in places):
        return found
    return f"{found} {NO_WEBSITE.format('it' if len(places) == 1 else 'them')}"


def _named(place: FoundPlace) -> str:
    if not place.street:
        return place.name
    joint = "at" if place.street[:1].isdigit() else "on"
    return f"{place.name} {joint} {place.street}"
