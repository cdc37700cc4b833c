"""Unit: the lists of cities and countries that ship, and what damage to them is told as."""

import gzip
import logging
import shutil
from collections.abc import Callable
from pathlib import Path
from zoneinfo import available_timezones

import pytest

from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.shipped_files import shipped
from jarvis_voice.language.en.place_names import STATES, place_key
from jarvis_voice.tools.places.place_list import (
    CITIES,
    COUNTRIES,
    PLACES,
    read_cities,
    read_countries,
    read_index,
)
from jarvis_voice.tools.places.places import City, Region

pytestmark = pytest.mark.unit

SHIPPED = shipped(PLACES)
AllCities = tuple[list[City], dict[str, list[int]]]
TOKYO = City("Tokyo", "JP", "40", "Asia/Tokyo", 35.6895, 139.69171, 9733276)


@pytest.fixture(scope="module")
def all_cities() -> AllCities:
    """What ships, read once: nothing here changes it."""
    return read_cities(SHIPPED / CITIES)


def test_the_cities_are_all_there_and_in_the_order_of_the_source(all_cities: AllCities) -> None:
    cities, _ = all_cities
    assert len(cities) == 34_006
    assert (cities[0].name, cities[-1].name) == ("les Escaldes", "Harare Western Suburbs")
    assert TOKYO in cities
    assert [city.country for city in cities] == sorted(city.country for city in cities)
    assert sum(city.inhabitants >= 1_000_000 for city in cities) == 564
    assert {city.zone for city in cities} <= available_timezones()
    assert all(-90 <= city.latitude <= 90 and -180 <= city.longitude <= 180 for city in cities)


@pytest.mark.parametrize(
    ("key", "names"),
    [
        ("big apple", {"New York City"}),
        ("bombay", {"Mumbai"}),
        ("constantinople", {"Istanbul"}),
        ("leningrad", {"Saint Petersburg"}),
        ("firenze", {"Florence"}),
        ("cidade do cabo", {"Cape Town"}),
        ("tokyo", set()),  # no further name of the city that is called so
        ("nyc", set()),  # too short
    ],
)
def test_a_large_city_is_also_found_by_further_names(
    key: str, names: set[str], all_cities: AllCities
) -> None:
    cities, also = all_cities
    assert {cities[position].name for position in also.get(key, ())} == names


def test_further_names_are_in_the_form_they_are_looked_up_in(all_cities: AllCities) -> None:
    # where this fails after a change of `place_key`: config/places/README.md makes the list anew
    cities, also = all_cities
    assert len(also) == 53_444
    assert {key for key in also if place_key(key) != key or len(key) < 4} == set()
    assert min(cities[at].inhabitants for positions in also.values() for at in positions) >= 100_000


def test_the_countries_are_found_by_each_of_their_names(all_cities: AllCities) -> None:
    countries = read_countries(SHIPPED / COUNTRIES)
    assert len(set(countries.values())) == 252
    assert countries["japan"] == Region("Japan", "JP", "Tokyo")
    assert countries["netherlands"] == Region("Netherlands", "NL", "Amsterdam")
    assert countries["uk"] == Region("United Kingdom", "GB", "London")
    assert countries["uk"] == countries["great britain"] == countries["united kingdom"]
    assert countries["antarctica"].capital == ""
    cities, _ = all_cities
    assert {city.country for city in cities} <= {region.code for region in countries.values()}


def test_every_state_has_a_city(all_cities: AllCities) -> None:
    cities, _ = all_cities
    states = {(country, code) for country, codes in STATES.items() for code in codes}
    assert len(STATES["US"]) == 51
    assert states - {(city.country, city.state) for city in cities} == {("CA", "14")}


def cut(file: Path) -> None:
    """Leave the first half of a file."""
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])


def flip(file: Path) -> None:
    """Change one bit in the middle of a file."""
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 1
    file.write_bytes(data)


def holding(content: bytes) -> Callable[[Path], int]:
    """Put other content in the place of a file's."""
    return lambda file: file.write_bytes(content)


NO_NUMBERS = b"Tokyo\tJP\t40\tAsia/Tokyo\tnorth\teast\tmany\t\n"


@pytest.mark.parametrize(
    "harm",
    [
        *(Path.unlink, cut, flip),
        *(holding(content) for content in (b"", b"Tokyo\tJP\n")),
        *(holding(gzip.compress(text)) for text in (b"", b"\xff\n", b"Tokyo\tJP\n", NO_NUMBERS)),
    ],
)
@pytest.mark.parametrize("name", [CITIES, COUNTRIES])
def test_a_missing_or_damaged_list_is_told_in_one_sentence(
    name: str, harm: Callable[[Path], object], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    for file in (CITIES, COUNTRIES):
        shutil.copy(SHIPPED / file, tmp_path)
    harm(tmp_path / name)
    with caplog.at_level(logging.WARNING), pytest.raises(ToolError) as told:
        read_index(tmp_path)
    assert told.value.code == "places-unreadable"
    assert told.value.message == "My list of cities is missing or damaged. Install Jarvis again."
    assert str(tmp_path) not in told.value.message
    assert str(tmp_path) in caplog.text
