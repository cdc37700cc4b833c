"""Makes the lists of cities and countries in config/places from a dump of GeoNames.

    python -m jarvis_voice.workshop.training.place_data DUMP config/places

DUMP is a folder that holds GeoNames' `cities15000.txt` and `countryInfo.txt`.

Invariant: the same dump gives the same bytes; cities and countries stay in the dump's order.
"""

from __future__ import annotations

import gzip
import sys
from collections.abc import Iterator
from pathlib import Path

from jarvis_voice.language.en.place_names import place_key
from jarvis_voice.tools.places.place_list import CITIES, COUNTRIES, FURTHER_KEYS_APART

ALSO_FROM_INHABITANTS = 100_000
"""Only larger cities are found by their further names: small ones are called like anything."""

SHORTEST_ALSO = 4
"""Letters of a further key: shorter ones are abbreviations that mean something else."""


def make_places(dump: Path, target: Path) -> None:
    """Write the lists of cities and of countries.

    Args:
        dump: A folder with `cities15000.txt` and `countryInfo.txt`.
        target: The folder that the lists go to.

    Raises:
        OSError: A file cannot be read or written.
        ValueError: A number in the dump is none.
        IndexError: A line of the dump has too few columns.
    """
    cities = "".join(map(_city, _rows(dump / "cities15000.txt")))
    countries = "".join(_line(row[0], row[4], row[5]) for row in _rows(dump / "countryInfo.txt"))
    for name, lines in {CITIES: cities, COUNTRIES: countries}.items():
        (target / name).write_bytes(gzip.compress(lines.encode(), mtime=0))


def _rows(file: Path) -> Iterator[list[str]]:
    with file.open(encoding="utf-8", newline="\n") as lines:
        for line in lines:
            if line.strip() and not line.startswith("#"):
                yield line.rstrip("\r\n").split("\t")


def _city(row: list[str]) -> str:
    """A line as `read_cities` reads it, of a row of GeoNames' table "geoname"."""
    name, country, state, zone, inhabitants = row[1], row[8], row[10], row[17], int(row[14])
    north, east = float(row[4]), float(row[5])
    further = row[3].split(",") if inhabitants >= ALSO_FROM_INHABITANTS else []
    keys = FURTHER_KEYS_APART.join(sorted(_further_keys(name, further)))
    return _line(name, country, state, zone, str(north), str(east), str(inhabitants), keys)


def _further_keys(name: str, further: list[str]) -> set[str]:
    keys = {place_key(other) for other in further if other.isascii()} - {place_key(name)}
    return {key for key in keys if len(key) >= SHORTEST_ALSO}


def _line(*fields: str) -> str:
    return "\t".join(fields) + "\n"


def main() -> None:
    """Make them of the dump in the folder named first, in the folder named second."""
    make_places(Path(sys.argv[1]), Path(sys.argv[2]))


if __name__ == "__main__":
    main()
