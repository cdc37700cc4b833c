"""Finds places of the world by their spoken names, offline.

Invariant: a name that fits nothing well finds nothing; of several places with one name the one with
the most inhabitants is meant, unless a country or a state was said with it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from jarvis_voice.language.en.place_names import (
    CITY_BEFORE_STATE,
    IN_ENGLISH,
    NICKNAMES,
    NO_PLACES,
    SAID_WITH_THE,
    place_key,
)

if TYPE_CHECKING:
    from jarvis_voice.language.en.name_match import NameIndex

LONGEST_NAME = 80
_FUZZY_FROM_INHABITANTS = 300_000
_RIVAL_SHARE = 0.2
"""A namesake with this share of the inhabitants is worth telling apart by country."""

_ALTERNATE_SHARE = 0.1
"""A place of that very name counts before a ten times larger one that is also called so."""

_MOST_REGION_WORDS = 5
_SUGGEST_SCORE = 78.0


@dataclass(frozen=True, slots=True)
class Place:
    """A city, or the city that stands for a country or a state.

    Attributes:
        name: As it is spoken of: "Tokyo", "Paris, Texas", "Japan".
        zone: IANA time zone.
        latitude: Degrees north.
        longitude: Degrees east.
        city: The city that the coordinates are of; "Tokyo, Japan" where `name` is "Japan".
    """

    name: str
    zone: str
    latitude: float
    longitude: float
    city: str


@dataclass(frozen=True, slots=True)
class City:
    """One entry of the list of cities."""

    name: str
    country: str
    state: str
    zone: str
    latitude: float
    longitude: float
    inhabitants: int


@dataclass(frozen=True, slots=True)
class Region:
    """A country, or a state of a country.

    Attributes:
        code: "JP", or "US.TX".
        capital: Name of the city that stands for it; "" is its largest.
    """

    name: str
    code: str
    capital: str = ""

    def holds(self, city: City) -> bool:
        """Whether a city lies in it."""
        return self.code in (city.country, f"{city.country}.{city.state}")


class PlaceIndex:
    """Every city and country, by name.

    Args:
        cities: Of any order.
        also: Further names of a city by its position in `cities`.
        countries: By `place_key` of each of their names.
        states: The same.
    """

    def __init__(
        self,
        cities: Sequence[City],
        also: Mapping[str, Sequence[int]],
        countries: Mapping[str, Region],
        states: Mapping[str, Region],
    ) -> None:
        self._cities = cities
        self._countries = countries
        self._states = states
        self._also = also
        self._named: dict[str, list[int]] = {}
        for position, city in enumerate(cities):
            self._named.setdefault(place_key(city.name), []).append(position)
        self._country_names = {region.code: region.name for region in countries.values()}
        self._state_names: dict[str, str] = {}
        for region in states.values():
            self._state_names.setdefault(region.code, region.name)

    def find(self, spoken: str, now: datetime) -> Place | None:
        """The place meant by a spoken name, or None.

        Args:
            spoken: "Tokyo", "Paris, Texas", "Springfield in Missouri", "Japan".
            now: When; a country whose clocks all show the same is one place.
        """
        key = place_key(spoken[:LONGEST_NAME])
        key = NICKNAMES.get(key, key)
        if not key or key in NO_PLACES:
            return None
        return self._exact(key, now) or self._within_region(key, now) or self._near(key, now)

    def country_of(self, place: Place) -> str:
        """The name of the country that a place of this list lies in; "" for other places."""
        at = place.latitude, place.longitude
        there = (one.country for one in self._cities if (one.latitude, one.longitude) == at)
        return self._country_names.get(next(there, ""), "")

    def suggest(self, spoken: str) -> str:
        """A name that is near to one that `find` did not know; "" where none is."""
        if place_key(spoken) in NO_PLACES:
            return ""
        found = self._near_names.find(spoken[:LONGEST_NAME])
        return found.candidates[0].name if found.score >= _SUGGEST_SCORE else ""

    def _exact(self, key: str, now: datetime) -> Place | None:
        if region := self._countries.get(key):
            return self._of_region(region, now)
        if (region := self._states.get(key)) and key not in CITY_BEFORE_STATE:
            return self._of_region(region, now)
        city = self._largest(self._called(key))
        return self._of_city(city) if city else None

    def _within_region(self, key: str, now: datetime) -> Place | None:
        """A name with its country or state behind it: "paris texas", "london in ontario"."""
        words = key.split()
        for length in range(1, min(_MOST_REGION_WORDS, len(words) - 1) + 1):
            region_key = " ".join(words[-length:])
            named = " ".join(words[:-length]).removesuffix(" in")
            named = NICKNAMES.get(named, named)
            regions = (self._countries.get(region_key), self._states.get(region_key))
            for region in filter(None, regions):
                within = [city for city in self._called(named) if region.holds(city)]
                if city := self._largest(within):
                    return _place(f"{IN_ENGLISH.get(city.name, city.name)}, {region.name}", city)
                if self._states.get(named) and region.code == self._states[named].code[:2]:
                    return self._of_region(self._states[named], now)
        return None

    def _near(self, key: str, now: datetime) -> Place | None:
        accepted = self._near_names.find(key).accepted
        return self._exact(accepted.value, now) if accepted else None

    @cached_property
    def _near_names(self) -> NameIndex[str]:
        """What a name may be a mishearing of: large cities, countries and states."""
        from jarvis_voice.language.en.name_match import Named, NameIndex

        large = {c.name for c in self._cities if c.inhabitants >= _FUZZY_FROM_INHABITANTS}
        regions = {region.name for region in (*self._countries.values(), *self._states.values())}
        return NameIndex(Named(name, place_key(name)) for name in sorted(large | regions))

    def _called(self, key: str) -> list[City]:
        """Cities of that name; those that are only also called so when they are much larger."""
        named = [self._cities[position] for position in self._named.get(key, ())]
        also = [self._cities[position] for position in self._also.get(key, ())]
        most = max((city.inhabitants for city in named), default=0)
        larger = [c for c in also if c.inhabitants * _ALTERNATE_SHARE >= most]
        return [*named, *larger]

    @staticmethod
    def _largest(cities: Iterable[City]) -> City | None:
        return max(cities, key=lambda city: city.inhabitants, default=None)

    def _of_city(self, city: City) -> Place:
        rivals = self._called(place_key(city.name))
        tellable = [c for c in rivals if c.inhabitants >= city.inhabitants * _RIVAL_SHARE]
        own = IN_ENGLISH.get(city.name, city.name)
        name = f"{own}, {self._region_name(city)}" if len(tellable) > 1 else own
        return _place(name, city)

    def _region_name(self, city: City) -> str:
        state = self._state_names.get(f"{city.country}.{city.state}")
        return state or self._country_names.get(city.country, city.country)

    def _of_region(self, region: Region, now: datetime) -> Place | None:
        """The region itself where its clocks agree; else the city that stands for it."""
        cities = [city for city in self._cities if region.holds(city)]
        capital = place_key(region.capital)
        seat = self._largest(c for c in cities if place_key(c.name) == capital)
        seat = seat or self._largest(c for c in self._called(capital) if region.holds(c))
        seat = seat or self._largest(cities)
        if seat is None:
            return None
        both = f"{seat.name}, {region.name}" if seat.name != region.name else seat.name
        whole = _place(both, seat)
        offsets = {now.astimezone(ZoneInfo(zone)).utcoffset() for zone in {c.zone for c in cities}}
        if len(offsets) == 1:
            article = "the " if region.name in SAID_WITH_THE else ""
            return replace(whole, name=article + region.name)
        return whole


def _place(name: str, city: City) -> Place:
    return Place(name, city.zone, city.latitude, city.longitude, name)


def is_here(spoken: str) -> bool:
    """Whether the words name no place but the user's own."""
    return re.fullmatch(r"(?:|here|home|(?:my|this) (?:home|city|town|area|place|location|zone))",
                        place_key(spoken)) is not None  # fmt: skip
