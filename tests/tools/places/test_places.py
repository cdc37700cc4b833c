"""Unit: spoken names of places, over the list that ships."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jarvis_voice.core.shipped_files import shipped
from jarvis_voice.language.en.place_names import NICKNAMES, ZONE_WORDS, place_key
from jarvis_voice.tools.places.place_list import COUNTRIES, PLACES, place_index, read_countries
from jarvis_voice.tools.places.places import Place, is_here

pytestmark = pytest.mark.unit

NOW = datetime(2026, 11, 5, 9, 7, tzinfo=UTC)


@pytest.mark.parametrize(
    ("spoken", "country"),
    [
        ("Leeds", "United Kingdom"),
        ("Paris, Texas", "United States"),
        ("Birmingham", "United Kingdom"),
        ("Japan", "Japan"),
    ],
)
def test_a_place_lies_in_a_country(spoken: str, country: str) -> None:
    place = place_index().find(spoken, NOW)
    assert place is not None
    assert place_index().country_of(place) == country


def test_the_country_of_another_place_is_not_known() -> None:
    nowhere = Place("Nowhere", "UTC", 0.5, 0.5, "Nowhere")
    assert place_index().country_of(nowhere) == ""


@pytest.mark.parametrize(
    ("spoken", "name", "zone"),
    [
        ("tokio", "Tokyo", "Asia/Tokyo"),
        ("Paris in France", "Paris, France", "Europe/Paris"),
        ("paris texas", "Paris, Texas", "America/Chicago"),
        ("London, Ontario", "London, Ontario", "America/Toronto"),
        ("Portland Maine", "Portland, Maine", "America/New_York"),
        ("Springfield", "Springfield, Missouri", "America/Chicago"),
        ("Atlanta Georgia", "Atlanta, Georgia", "America/New_York"),
        ("Georgia", "Tbilisi, Georgia", "Asia/Tbilisi"),
        ("the United States", "Washington, United States", "America/New_York"),
        ("the UK", "the United Kingdom", "Europe/London"),
        ("Holland", "the Netherlands", "Europe/Amsterdam"),
        ("China", "Beijing, China", "Asia/Shanghai"),
        ("Texas", "Houston, Texas", "America/Chicago"),
        ("Ontario", "Toronto, Ontario", "America/Toronto"),
        ("NYC", "New York City", "America/New_York"),
        ("New York", "New York City", "America/New_York"),
        ("Washington", "Washington", "America/New_York"),
        ("Washington state", "the state of Washington", "America/Los_Angeles"),
        ("the state of Georgia", "the state of Georgia", "America/New_York"),
        ("St. Petersburg", "Saint Petersburg", "Europe/Moscow"),
        ("Saigon", "Ho Chi Minh City", "Asia/Ho_Chi_Minh"),
        ("Bombay", "Mumbai", "Asia/Kolkata"),
        ("M\u00fcnchen", "Munich", "Europe/Berlin"),
        ("Cologne", "Cologne", "Europe/Berlin"),
        ("The Hague", "The Hague", "Europe/Amsterdam"),
        ("Zurich", "Z\u00fcrich", "Europe/Zurich"),
        ("lisben", "Lisbon", "Europe/Lisbon"),
        ("cinncinati", "Cincinnati", "America/New_York"),
    ],
)
def test_a_spoken_name_finds_its_place(spoken: str, name: str, zone: str) -> None:
    place = place_index().find(spoken, NOW)
    assert place is not None
    assert (place.name, place.zone) == (name, zone)


@pytest.mark.parametrize(
    "spoken",
    [
        *("", "Mordor", "Narnia", "Hogwarts", "Gotham", "Wakanda", "the oven", "my car", "it"),
        *("the morning", "Europe", "the moon", "mars", "euros", "kilometers", "an hour", "a week"),
        "nowhere",
    ],
)
def test_what_is_no_place_finds_nothing(spoken: str) -> None:
    assert place_index().find(spoken, NOW) is None


def test_a_near_name_is_offered_and_not_taken() -> None:
    assert place_index().suggest("Europe") == ""
    assert place_index().suggest("zzz") == ""


@given(st.text(max_size=100))
def test_any_text_is_looked_up_without_trouble(text: str) -> None:
    place_index().find(text, NOW)
    place_index().suggest(text)


def test_every_nickname_and_capital_has_a_place() -> None:
    index = place_index()
    assert {name for name in NICKNAMES if index.find(name, NOW) is None} == set()
    countries = read_countries(shipped(PLACES) / COUNTRIES).values()
    lost = {c.name for c in countries if c.capital and index.find(c.name, NOW) is None}
    assert lost == {
        "British Indian Ocean Territory",  # no town
        "Serbia and Montenegro",  # two countries now
        "Netherlands Antilles",  # dissolved
    }


def test_zone_words_are_in_the_form_they_are_looked_up_in() -> None:
    assert {word for word in ZONE_WORDS if place_key(word) != word} == set()
    assert ZONE_WORDS[place_key("Pacific Standard Time")][1] == "America/Los_Angeles"
    assert ZONE_WORDS[place_key("MT")][1] == "America/Denver"


def test_here_is_no_other_place() -> None:
    assert is_here("")
    assert is_here("my town")
    assert not is_here("Hereford")
