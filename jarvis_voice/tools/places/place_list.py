"""Reads the shipped lists of cities and countries in config/places into an index.

Invariant: a list is unpacked and read line by line, because one call that reads all of them
would hold the interpreter's lock for long, and the microphone needs it.
"""

from __future__ import annotations

import gzip
import logging
import threading
import zlib
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from sys import intern

from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.shipped_files import shipped
from jarvis_voice.language.en.place_names import COUNTRY_NICKNAMES, STATES, place_key
from jarvis_voice.platform.own_thread import in_own_thread
from jarvis_voice.tools.places.places import City, Place, PlaceIndex, Region

log = logging.getLogger(__name__)

PLACES = "config/places"
CITIES = "cities.tsv.gz"
COUNTRIES = "countries.tsv.gz"
FURTHER_KEYS_APART = ","


def read_index(folder: Path | None = None) -> PlaceIndex:
    """Read cities, countries and states. Takes a quarter of a second of processor time.

    Args:
        folder: Where the lists are; None is where they ship.

    Raises:
        ToolError: A list is missing or damaged ("places-unreadable").
    """
    folder = shipped(PLACES) if folder is None else folder
    try:
        countries = read_countries(folder / COUNTRIES)
        cities, also = read_cities(folder / CITIES)
    except (OSError, EOFError, ValueError, zlib.error) as error:
        log.warning("the list of places in %s cannot be read: %s", folder, error)
        raise ToolError(
            "places-unreadable",
            "My list of cities is missing or damaged. Install Jarvis again.",
            spoken="I cannot read my list of cities.",
        ) from error
    return PlaceIndex(cities, also, countries, _states())


def read_cities(file: Path) -> tuple[list[City], dict[str, list[int]]]:
    """Every city of the list, and the positions of cities by the further keys of their names.

    Raises:
        OSError, EOFError, ValueError, zlib.error: The file is missing or damaged.
    """
    cities: list[City] = []
    also: dict[str, list[int]] = {}
    for name, country, state, zone, north, east, inhabitants, keys in _rows(file):
        for key in filter(None, keys.split(FURTHER_KEYS_APART)):
            also.setdefault(key, []).append(len(cities))
        where = intern(country), intern(state), intern(zone)
        cities.append(City(name, *where, float(north), float(east), int(inhabitants)))
    return cities, also


def read_countries(file: Path) -> dict[str, Region]:
    """Every country of the list by the key of each of its names.

    Raises:
        OSError, EOFError, ValueError, zlib.error: The file is missing or damaged.
    """
    found: dict[str, Region] = {}
    for code, full_name, capital in _rows(file):
        name = full_name.removeprefix("The ")
        region = Region(name, code, capital)
        for key in (name, *COUNTRY_NICKNAMES.get(code, ())):
            found[place_key(key)] = region
    return found


def _rows(file: Path) -> Iterator[list[str]]:
    line = ""
    with gzip.open(file, "rt", encoding="utf-8", newline="\n") as lines:
        for line in lines:
            yield line.removesuffix("\n").split("\t")
    if not line:
        raise ValueError(f"{file.name} is empty")


def _states() -> dict[str, Region]:
    found: dict[str, Region] = {}
    for country, states in STATES.items():
        for code, name in states.items():
            region = Region(name, f"{country}.{code}")
            found[place_key(name)] = region
            itself = Region(f"the state of {name}", region.code)
            found |= dict.fromkeys(
                (f"{place_key(name)} state", f"state of {place_key(name)}"), itself
            )
    return found


_building = threading.Lock()
_built: list[PlaceIndex] = []


def place_index() -> PlaceIndex:
    """The index, built once from the list of cities. Takes 0.3 seconds: call it off the loop."""
    with _building:
        if not _built:
            _built.append(read_index())
        return _built[0]


async def place_called(spoken: str, now: datetime) -> Place | None:
    """The place of a spoken name, looked for off the loop; None where it is not known."""
    return await in_own_thread("places", lambda _: place_index().find(spoken, now))
