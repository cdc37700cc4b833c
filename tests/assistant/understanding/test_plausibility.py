"""Unit: whether a reading is one that a person would take for the meaning."""

import pytest
from tools.schedule_home import knowledge

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("sentence", "place"),
    [
        ("what's the weather in Paris, France", "Paris, France"),
        ("what's the weather in St John's", "St John's"),
        ("what's the weather in Brighton, my client's asking", "Brighton"),
        ("will it be dry in Hereford? We're singing outdoors", "Hereford"),
    ],
)
def test_a_place_holds_no_clause_beside_it(sentence: str, place: str) -> None:
    intent = knowledge().grammar.understand(sentence)
    assert (intent.slots.get("place", "") if intent else "") == place


@pytest.mark.parametrize(
    "sentence", ["my English is not so good", "what's my client's asking", "my knee has swollen up"]
)
def test_what_tells_of_ones_own_is_not_asked_of_the_memory(sentence: str) -> None:
    assert knowledge().grammar.understand(sentence) is None


@pytest.mark.parametrize(
    ("sentence", "intent"),
    [
        ("anna's birthday is in june", "remember"),
        ("remember that forget me nots are blue", "remember"),
        ("forget that anna's birthday is in june", "forget"),
        ("forget my son's birthday is on may 3", "forget"),
        ("don't remember that anna's birthday is in june", ""),
        ("forget that and remember that my locker is 45", ""),
        ("delete that our neighbour's anniversary is on may 3", ""),
    ],
)
def test_what_takes_a_fact_away_is_never_kept_as_one(sentence: str, intent: str) -> None:
    found = knowledge().grammar.understand(sentence)
    assert (found.name if found else "") == intent
