"""Unit: words for a kind of places go in; its name and its tags come out."""

import pytest

from jarvis_voice.tools.places.place_kinds import (
    asks_for_best,
    asks_for_quality,
    is_kind,
    kind_of,
    named_kind,
    plain_kind,
)

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("spoken", "one", "many", "tag"),
    [
        ("restaurant", "restaurant", "restaurants", '["amenity"="restaurant"]'),
        ("a good place to eat", "restaurant", "restaurants", '["amenity"="restaurant"]'),
        ("places to eat", "restaurant", "restaurants", '["amenity"="restaurant"]'),
        ("coffee shops", "cafe", "cafes", '["amenity"="cafe"]'),
        ("the nearest pharmacies", "pharmacy", "pharmacies", '["amenity"="pharmacy"]'),
        ("gas station", "petrol station", "petrol stations", '["amenity"="fuel"]'),
        ("ATMs", "cash machine", "cash machines", '["amenity"="atm"]'),
        ("parking lot", "car park", "car parks", '["amenity"="parking"]'),
        (
            "churches",
            "church",
            "churches",
            '["amenity"="place_of_worship"]["religion"="christian"]',
        ),
        ("doctor's surgery", "doctor", "doctors", '["amenity"="doctors"]'),
        ("bus stops", "bus stop", "bus stops", '["highway"="bus_stop"]'),
        ("airport", "airport", "airports", '["aeroway"="aerodrome"]["iata"]'),
        ("Thai places", "Thai restaurant", "Thai restaurants", "(^|;) ?thai(;|$)"),
        ("italian", "Italian restaurant", "Italian restaurants", "(^|;) ?italian(;|$)"),
        ("any good pizza", "pizza restaurant", "pizza restaurants", "(^|;) ?pizza(;|$)"),
        ("chip shop", "fish and chip shop", "fish and chip shops", "fish_and_chips"),
        ("curry house", "curry house", "curry houses", "indian"),
        ("some noodles", "noodle restaurant", "noodle restaurants", "noodle"),
        ("fish and chips", "fish and chip shop", "fish and chip shops", "fish_and_chips"),
        ("tapas", "tapas restaurant", "tapas restaurants", "tapas"),
        ("vegan food", "vegan restaurant", "vegan restaurants", '"diet:vegan"~"^(yes|only)$"'),
    ],
)
def test_a_kind_has_a_name_and_tags(spoken: str, one: str, many: str, tag: str) -> None:
    kind = kind_of(spoken)
    assert kind is not None
    assert (kind.one, kind.many) == (one, many)
    assert tag in kind.filters[0]
    assert is_kind(spoken)


def test_a_kind_may_have_several_tags() -> None:
    kind = kind_of("swimming pool")
    assert kind is not None
    assert kind.filters == (
        '["leisure"="sports_centre"]["sport"="swimming"]',
        '["leisure"="swimming_pool"]["access"!="private"]',
    )
    assert kind.meters > 10_000


@pytest.mark.parametrize("spoken", ["rooftop bars", "trampoline park", "tattoo studio"])
def test_a_kind_without_tags_is_a_kind(spoken: str) -> None:
    assert kind_of(spoken) is None
    assert is_kind(spoken)


@pytest.mark.parametrize(
    "spoken",
    ["", "information", "the weather", "my keys", "my favourite shop", "recipe", "the lyrics",
     "a shop that sells bulbs", "time", "x" * 400],
)  # fmt: skip
def test_other_words_are_no_kind(spoken: str) -> None:
    assert kind_of(spoken) is None
    assert not is_kind(spoken)


def test_praise_is_no_part_of_a_kind_and_is_noticed() -> None:
    assert plain_kind("really good Thai places!") == "thai place"
    assert asks_for_quality("find a really good thai place")
    assert not asks_for_quality("find a thai place")
    assert asks_for_best("the best pizza")
    assert not asks_for_best("pizza")


def test_a_kind_without_tags_is_called_what_the_user_called_it() -> None:
    kind = named_kind("some rooftop bars")
    assert (kind.one, kind.many, kind.filters) == ("rooftop bar", "rooftop bars", ())
