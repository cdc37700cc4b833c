"""Unit: the lists of places, made of a small dump in GeoNames' form."""

from pathlib import Path

import pytest

from jarvis_voice.tools.places.place_list import CITIES, COUNTRIES, read_cities, read_countries
from jarvis_voice.tools.places.places import City, Region
from jarvis_voice.workshop.training.place_data import make_places

pytestmark = pytest.mark.unit

LARGE_NAMES = "NYC,Big Apple,the Big Apple,New York City,N\u00fcyork,Nueva York"


def city(name: str, further: str, where: tuple[str, ...], inhabitants: str) -> str:
    """A row of GeoNames' table "geoname": 19 columns."""
    north, east, country, state, zone = where
    row = ["5128581", name, "", further, north, east, "P", "PPL", country, "", state]
    return "\t".join([*row, "", "", "", inhabitants, "", "10", zone, "2025-09-01"]) + "\n"


@pytest.fixture
def dump(tmp_path: Path) -> Path:
    new_york = ("40.71427", "-74.00597", "US", "NY", "America/New_York")
    rows = [
        city("New York City", LARGE_NAMES, new_york, "8804190"),
        city("Xo\u010di", "Small Name", ("35", "-3.5", "DE", "", "Europe/Berlin"), "15000"),
    ]
    (tmp_path / "cities15000.txt").write_bytes("".join(rows).encode())
    united_states = "US\tUSA\t840\tUS\tUnited States\tWashington" + "\t" * 13
    countries = f"# a comment\n#ISO\tISO3\n{united_states}\nBV\tBVT\t074\tBV\tBouvet Island\t\t\n"
    (tmp_path / "countryInfo.txt").write_bytes(countries.encode())
    return tmp_path


def test_what_is_made_of_a_dump_is_what_the_program_reads(dump: Path) -> None:
    make_places(dump, dump)
    cities, also = read_cities(dump / CITIES)
    assert cities == [
        City("New York City", "US", "NY", "America/New_York", 40.71427, -74.00597, 8804190),
        City("Xo\u010di", "DE", "", "Europe/Berlin", 35.0, -3.5, 15000),
    ]
    assert also == {"big apple": [0], "nueva york": [0]}  # not short, foreign or of a small city
    countries = read_countries(dump / COUNTRIES)
    assert countries["usa"] == Region("United States", "US", "Washington")
    assert countries["bouvet island"] == Region("Bouvet Island", "BV", "")


def test_the_same_dump_gives_the_same_bytes(dump: Path) -> None:
    made = []
    for _ in range(2):
        make_places(dump, dump)
        made.append((dump / CITIES).read_bytes())
    assert made[0] == made[1]


def test_a_row_that_is_cut_off_is_no_city(dump: Path) -> None:
    (dump / "cities15000.txt").write_text("5128581\tNew York City\n", encoding="utf-8")
    with pytest.raises(IndexError):
        make_places(dump, dump)
