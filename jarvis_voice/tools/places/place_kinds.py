"""Knows the kinds of places that users ask for, and their tags in OpenStreetMap. Pure.

Invariant: a kind with more words than are known ("rooftop bar") has no tags: what was not looked
for is not told as found.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.tools.places.place_words import (
    BARE_FOOD,
    CUISINES,
    DIETS,
    GENERIC,
    PROPER,
    TAGS,
)

LONGEST_KIND = 60
_NEAR, _FAR = 3_000, 12_000
"""Meters around the middle of a city within which a kind is looked for: common ones, rare ones."""


@dataclass(frozen=True, slots=True)
class PlaceKind:
    """A kind of places.

    Attributes:
        one: "Thai restaurant".
        many: "Thai restaurants".
        filters: Conditions on the tags in Overpass's language; each is one way to be such a place.
        meters: How far from the middle of a city it is looked for.
    """

    one: str
    many: str
    filters: tuple[str, ...]
    meters: int


_EATING = lazy_pattern(
    r"(?:restaurant|place|food|joint|takeaway|takeout|spot|house|diner|kitchen|shop|bar|cuisine|"
    r"place to eat|food place|meal)"
)
_LEAD = re.compile(
    r"\A(?:(?:a|an|the|some|any|another|nearest|closest|nearby|local|good|nice|decent|great|really|"
    r"pretty|cheap|lovely|of|lot|lots|all|me|us|open|few|couple) )+"
)
_QUALITY = re.compile(r"\b(?:good|nice|decent|great|cheap|lovely)\b")
_SUPERLATIVE = lazy_pattern(
    r"\b(?:best|top|worst|cheapest|most|famous|highest|rated|largest|biggest|smallest|oldest|newest|"
    r"tallest|longest|finest|greatest)\b"
)
_OWN = re.compile(r"\b(?:my|our|your|his|her|their|this|that|it|who|what|which|and|for|with)\b")
_MOST_WORDS = 5
_SINGULARS = {
    "beaches": "beach",
    "churches": "church",
    "sandwiches": "sandwich",
    "buses": "bus",
    "tapas": "tapas",
    "bus": "bus",
    "gas": "gas",
    "butcher's": "butcher's",
}
"""Where the rules for the end of a word are wrong."""


def plain_kind(spoken: str) -> str:
    """One of what is asked for, in small letters and without praise: "thai place"."""
    words = " ".join(re.sub(r"[^\w' -]", " ", spoken[:LONGEST_KIND].lower()).split())
    return _singular(_LEAD.sub("", words, count=1))


def kind_of(spoken: str) -> PlaceKind | None:
    """The kind that is meant by words such as "a good thai place"; None where no tag is known."""
    said = plain_kind(spoken)
    return _KINDS.get(said) or _cuisine(said)


_DOES = lazy_pattern(
    r"(?:to )?(?:book|order|reserve|buy|rent|cancel|phone|ring|eat|drink|dine|go|get|have|hear|"
    r"listen|"
    r"add|put|play|show|find|see|watch|visit|stay|sleep|meet|take|use|make|check|checkout|tell|open|"
    r"call|set|turn|start|stop|remind|read|cook|sing) (?!and breakfast\b)|"
    r".*\b(?:taking place|happening|going on|starting|track|song|playlist|reservation)s?\Z",
    re.I,
)
"""What is to be done at a place, or goes on there, and is no kind of places."""


def is_possible_kind(spoken: str) -> bool:
    """Whether words may name a kind of places, known or not."""
    said = plain_kind(spoken)
    return kind_of(spoken) is not None or _DOES.match(said) is None


def is_kind(spoken: str) -> bool:
    """Whether words name a kind of places that can be looked for somehow."""
    said = plain_kind(spoken)
    if not said or len(said.split()) > _MOST_WORDS or not is_possible_kind(said):
        return False
    if kind_of(said) is not None:
        return True
    return not _OWN.search(said) and said.split()[-1] in GENERIC


def named_kind(spoken: str) -> PlaceKind:
    """The kind by the user's own words, where no tag is known for it."""
    one = plain_kind(spoken)
    return PlaceKind(one, _plural(one), (), 0)


def asks_for_best(spoken: str) -> bool:
    """Whether the best are asked for, which no map knows."""
    return _SUPERLATIVE.search(spoken.lower()) is not None


def asks_for_quality(goal: str) -> bool:
    """Whether a request asks for good or cheap places."""
    return _QUALITY.search(goal.lower()) is not None


def _cuisine(said: str) -> PlaceKind | None:
    if said in BARE_FOOD:
        return _of_cuisine(said)
    words = said.split()
    for length in range(1, len(words)):
        food, place = " ".join(words[:-length]), " ".join(words[-length:])
        if food in _FOOD and _EATING.fullmatch(place):
            return _of_cuisine(food)
    return _of_cuisine(said) if said in PROPER or said in DIETS else None


def _of_cuisine(food: str) -> PlaceKind | None:
    value = _FOOD.get(food)
    if value is None:
        return None
    places = '["amenity"~"^(restaurant|fast_food|cafe)$"]'
    said = food.title() if food in PROPER else food
    named = _NAMED.get(food, f"{said} restaurant")
    if food in DIETS:
        filters = (f'{places}["diet:{value}"~"^(yes|only)$"]',)
    else:
        filters = (f'{places}["cuisine"~"(^|;) ?{value}(;|$)"]',)
    return PlaceKind(named, _plural(named), filters, 5_000)


def _singular(words: str) -> str:
    *before, last = words.split() or [""]
    if last in _SINGULARS:
        last = _SINGULARS[last]
    elif last.endswith("ies"):
        last = last[:-3] + "y"
    elif last.endswith(("xes", "sses")):
        last = last[:-2]
    elif last.endswith("s") and not last.endswith("ss"):
        last = last[:-1]
    return " ".join([*before, last])


def _plural(one: str) -> str:
    if one.endswith(("ch", "x", "s", "sh")):
        return f"{one}es"
    if one.endswith("y") and one[-2] not in "aeiou":
        return f"{one[:-1]}ies"
    return f"{one}s"


def _filter(tags: str) -> str:
    """Overpass's condition for "amenity=bank", or for several tags behind each other."""
    made = []
    for tag in tags.split():
        key, sign, value = tag.partition("!=" if "!=" in tag else "=")
        made.append(f'["{key}"{sign}"{value}"]' if sign else f'["{key}"]')
    return "".join(made)


def _kinds() -> Mapping[str, PlaceKind]:
    found: dict[str, PlaceKind] = {}
    for line in TAGS.replace("\n  ", " ").strip().splitlines():
        name, tags, others = (part.strip() for part in line.split("|"))
        one = name.removesuffix(" +")
        filters = tuple(_filter(way) for way in tags.split(";"))
        kind = PlaceKind(one, _plural(one), filters, _FAR if name != one else _NEAR)
        for key in (one, *(other.strip() for other in others.split(",") if other.strip())):
            found[key] = kind
            found.setdefault(_of_places(key), kind)
    return found


def _of_places(key: str) -> str:
    """The plural of a key such as "place to eat"."""
    return key.replace("place ", "places ", 1) if key.startswith("place ") else key


def _food() -> Mapping[str, str]:
    found = dict(DIETS)
    for entry in CUISINES.replace("\n", "|").split("|"):
        value, _, words = entry.strip().partition(":")
        if value:
            found[value.replace("_", " ")] = value
            found |= dict.fromkeys((word.strip() for word in words.split(",") if word), value)
    return found


_NAMED = {
    "pizzeria": "pizzeria",
    "curry": "curry house",
    **dict.fromkeys(("fish and chips", "fish and chip", "chip", "chippy"), "fish and chip shop"),
}
"""Kinds of food whose places have a name of their own."""

_FOOD = _food()
_KINDS = _kinds()
