"""Unit: words and known things go in, the things that are meant come out."""

import pytest

from jarvis_voice.language.en.named_things import named_by, things_within

pytestmark = pytest.mark.unit

MILKS = ("milk", "almond milk", "oat milk")


@pytest.mark.parametrize(
    ("words", "known", "meant"),
    [
        ("milk", MILKS, ["milk"]),
        ("the milk", MILKS[::-1], ["milk"]),
        ("oat milk", MILKS, ["oat milk"]),
        ("milk", MILKS[1:], ["almond milk", "oat milk"]),
        ("wine", ("red wine", "white wine"), ["red wine", "white wine"]),
        ("red", ("red wine", "white wine"), ["red wine"]),
        ("powder", ("washing powder", "tea"), ["washing powder"]),
        ("eggs", ("egg", "egg noodles"), ["egg"]),
        ("hoovering the stairs", ("hoover the stairs",), ["hoover the stairs"]),
        ("bread", ("garlic bread", "bread"), ["bread"]),
        ("tea", MILKS, []),
        ("", MILKS, []),
    ],
)
def test_the_thing_that_is_just_the_words_goes_first(
    words: str, known: tuple[str, ...], meant: list[str]
) -> None:
    assert named_by(words, known) == meant


@pytest.mark.parametrize(
    ("text", "known", "meant"),
    [
        ("we got the oat milk", MILKS, ["oat milk"]),
        ("we got the milk", MILKS, ["milk"]),
        ("we got the milk and the oat milk", MILKS, ["milk", "oat milk"]),
        ("almond milk and oat milk are here", MILKS, ["almond milk", "oat milk"]),
        ("the milk, the almond milk and the oat milk", MILKS, [*MILKS]),
        ("the red and white wine", ("red wine", "white wine"), ["red wine", "white wine"]),
        ("nothing of it", MILKS, []),
        ("", MILKS, []),
    ],
)
def test_a_part_of_a_longer_name_is_no_thing(
    text: str, known: tuple[str, ...], meant: list[str]
) -> None:
    assert things_within(text, known) == meant
