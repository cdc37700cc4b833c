"""Checks that a transcript contains the parts of a command that matter.

Invariant: only spelling is forgiven: digits, hyphens, plurals, compounds, one sound written in two
ways. A word that sounds otherwise than the one that was said is never taken for it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping

Words = tuple[str, ...]

_NUMBERS = {
    str(number): word
    for number, word in enumerate(
        (
            *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"),
            *("ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen"),
            *("seventeen", "eighteen", "nineteen", "twenty"),
        )
    )
}
_SAME_WORD = {
    "oz": "ounce",
    "ounces": "ounce",
    "shots": "shot",
    "roasts": "roast",
    "sugars": "sugar",
    "creams": "cream",
    "milks": "milk",
    "sweeteners": "sweetener",
    "sweetner": "sweetener",
    "coffees": "coffee",
    "lattes": "latte",
    "mochas": "mocha",
    "moca": "mocha",
    "mocca": "mocha",
    "moka": "mocha",
    "espressos": "espresso",
    "expresso": "espresso",
    "americanos": "americano",
    "cappuccinos": "cappuccino",
    "cappucino": "cappuccino",
    "capuccino": "cappuccino",
    "cappuchino": "cappuccino",
    "alot": "a lot",
    "soymilk": "soy milk",
    "almondmilk": "almond milk",
}
"""Other spellings of one word, and compounds in one piece."""

_ICED = re.compile(r"\bice (?=coffee\b|mocha\b)")
"""Before another consonant the d of "iced" is written more often than it is spoken."""

_DIGITS_AND_UNIT = re.compile(r"(?<=\d)(?=[a-z])")
_NO_WORD = re.compile(r"[^a-z0-9' ]+")


def plain_words(text: str) -> Words:
    """The words of a text, spelled one way."""
    bare = unicodedata.normalize("NFKD", text.lower().replace("\u2019", "'"))
    bare = "".join(sign for sign in bare if not unicodedata.combining(sign))
    bare = _DIGITS_AND_UNIT.sub(" ", _NO_WORD.sub(" ", bare))
    words = (_SAME_WORD.get(word, word) for word in bare.split())
    spelled = " ".join(_NUMBERS.get(word, word) for word in words)
    return tuple(_ICED.sub("iced ", spelled).split())


def slots_heard(slots: Mapping[str, str], text: str, values: Iterable[str]) -> tuple[bool, ...]:
    """For each slot whether its value stands in the text, word for word and in one piece.

    Args:
        slots: The values that must be heard, by the name of their slot.
        text: What speech to text wrote.
        values: Every value that any slot can have. Where one of them says more ("brown sugar"), the
            shorter one within it ("sugar") was not heard.
    """
    words = plain_words(text)
    rivals = {plain_words(value) for value in values}
    return tuple(_is_heard(plain_words(value), words, rivals) for value in slots.values())


def _is_heard(value: Words, words: Words, rivals: Iterable[Words]) -> bool:
    longer = [
        (begin, begin + len(rival))
        for rival in rivals
        if len(rival) > len(value)
        for begin in _places(rival, words)
    ]
    return any(
        not any(start <= begin and begin + len(value) <= end for start, end in longer)
        for begin in _places(value, words)
    )


def _places(part: Words, words: Words) -> list[int]:
    """Where the part begins in the words."""
    return [
        begin
        for begin in range(len(words) - len(part) + 1)
        if words[begin : begin + len(part)] == part
    ]
