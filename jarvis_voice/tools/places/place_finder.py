"""Finds places of a kind in a city: with Google where the user has a key, else on the free map."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from jarvis_voice.core.errors import ToolError
from jarvis_voice.platform.own_thread import in_own_thread
from jarvis_voice.tools.dependencies import LocalSearch
from jarvis_voice.tools.outage_words import NO_INTERNET, NO_PROXY
from jarvis_voice.tools.places.overpass import Overpass
from jarvis_voice.tools.places.place_kinds import (
    PlaceKind,
    is_kind,
    kind_of,
    named_kind,
    plain_kind,
)
from jarvis_voice.tools.places.place_list import place_index
from jarvis_voice.tools.places.places import Place
from jarvis_voice.tools.places.weather import OpenMeteo
from jarvis_voice.tools.web.local_search import FoundPlace

GOOGLE, OPEN_STREET_MAP = "Google", "OpenStreetMap"
KEPT = 32
KEPT_FOR = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class FoundPlaces:
    """What was found, which may be nothing.

    Attributes:
        kind: What was looked for.
        where: "near the middle of Bristol"; "" where the city is not known.
        places: Best or nearest first.
        source: Who says so.
        note: What the user should know besides: the key was refused. Said once.
    """

    kind: PlaceKind
    where: str = ""
    places: tuple[FoundPlace, ...] = ()
    source: str = ""
    note: str = ""


class PlaceFinder:
    """Asks one service for each request, and keeps the answers for a while.

    Args:
        overpass: The free map.
        geocoder: Knows the cities that the offline list lacks.
        local_search: Google, or None.
    """

    def __init__(
        self, overpass: Overpass, geocoder: OpenMeteo, local_search: LocalSearch | None = None
    ) -> None:
        self._overpass = overpass
        self._geocoder = geocoder
        self._local_search = local_search
        self._is_noted = False
        self._kept: OrderedDict[tuple[str, str], tuple[datetime, FoundPlaces]] = OrderedDict()

    async def find(self, spoken: str, city: str, now: datetime) -> FoundPlaces | None:
        """Places of a kind in a city; None for a kind that no service here knows.

        Args:
            spoken: "a good thai place".
            city: As it was said, or the user's own.
            now: What was kept for long is asked anew.

        Raises:
            ToolError: No service answered.
        """
        key = plain_kind(spoken), city.casefold()
        kept_until, found = self._kept.get(key, (now, None))
        if found and now < kept_until:
            return found
        found = await self._asked(spoken, city, now)
        if found and found.places:
            self._kept[key] = now + KEPT_FOR, replace(found, note="")
            self._kept.move_to_end(key)
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return found

    async def _asked(self, spoken: str, city: str, now: datetime) -> FoundPlaces | None:
        kind, note = kind_of(spoken), ""
        if self._local_search:
            named = kind or named_kind(spoken)
            whole = await in_own_thread("places", lambda _: _with_country(city, now))
            try:
                places = await self._local_search.find(named.many, whole)
            except ToolError as error:
                if kind is None:
                    raise
                note = self._noted(error)
            else:
                return FoundPlaces(named, f"in {city}", places, GOOGLE)
        if kind is None:
            return None
        middle = await self._middle_of(city, now)
        if middle is None:
            return FoundPlaces(kind, note=note)
        places = await self._overpass.find(kind, middle)
        where = f"near the middle of {middle.city}"
        return FoundPlaces(kind, where, places, OPEN_STREET_MAP, note)

    def _noted(self, error: ToolError) -> str:
        """What the user can put right about the key, the first time."""
        if error.code != "search-bad-key" or self._is_noted:
            return ""
        self._is_noted = True
        return error.message

    async def _middle_of(self, city: str, now: datetime) -> Place | None:
        index = await in_own_thread("places", lambda _: place_index())
        if found := await in_own_thread("places", lambda _: index.find(city, now)):
            return found
        if is_kind(city):
            return None  # "the train station" is no town, whatever a geocoder makes of it
        try:
            return await self._geocoder.locate(city)
        except ToolError as error:
            if error.code in (NO_INTERNET, NO_PROXY):
                raise
            return None  # who asks for a bank is told nothing of the weather service


def _with_country(city: str, now: datetime) -> str:
    """The city with its country, without which Google takes a namesake in America for it."""
    index = place_index()
    place = index.find(city, now)
    country = index.country_of(place) if place else ""
    is_said = country.casefold() in city.casefold()
    return city if is_said else f"{city}, {country}"
