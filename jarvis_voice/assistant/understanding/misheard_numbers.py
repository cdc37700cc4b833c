"""Sums whose last number was heard as some other word: "12 times well". Pure.

Invariant: only the last word of what begins like a sum is replaced, and only by a number.
"""

from __future__ import annotations

import re

from jarvis_voice.language.en.name_match import Named, NameIndex
from jarvis_voice.language.en.spoken_numbers import TENS, UNITS

_UNFINISHED_SUM = re.compile(
    r"(?P<sum>.*\d[\d.,]*%?(?: percent)? (?:times|plus|minus|x|of|divided by|multiplied by) )"
    r"(?P<word>[a-z']+)(?P<mark>[.?!]*)",
    re.I,
)
_VALUES = {**UNITS, **TENS}
_NUMBERS = NameIndex(Named(word, word) for word in _VALUES)


def sums_like(text: str, most: int) -> tuple[str, ...]:
    """The same sum with the numbers that its last word resembles, the nearest first.

    Args:
        text: What was heard.
        most: So many at the most.
    """
    heard = _UNFINISHED_SUM.fullmatch(text)
    if heard is None:
        return ()
    near = _NUMBERS.resembling(heard["word"], most)
    return tuple(f"{heard['sum']}{_VALUES[word]}{heard['mark']}" for word in near)
