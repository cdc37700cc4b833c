"""Unit: what a shop sells."""

import pytest

from jarvis_voice.language.en.shop_words import is_sold

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    "thing",
    ["milk", "oat milk", "eggs", "bin bags", "toilet paper", "AA batteries", "cherries", "tomatoes",
     "a jar of honey", "milk and eggs", "washing powder"],
)  # fmt: skip
def test_what_a_shop_sells(thing: str) -> None:
    assert is_sold(thing)


@pytest.mark.parametrize(
    "thing",
    ["patience", "energy", "excuses", "my mind", "our depth", "love", "battery", "stock", "danger",
     "milk and patience", "my tea", ""],
)  # fmt: skip
def test_what_no_shop_sells(thing: str) -> None:
    assert not is_sold(thing)
