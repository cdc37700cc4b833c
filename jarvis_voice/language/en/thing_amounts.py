"""Reads the amounts of things on a list: "two cans of tuna a dozen eggs". Pure.

Invariant: a thing keeps its own numbers ("size 4 nappies"); in doubt words stay one thing.
"""

from __future__ import annotations

import re

from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.language.en.evidence import stems
from jarvis_voice.language.en.spoken_numbers import first_numeral

_NUMBER = (
    r"(?:\d+(?:[.,]\d+)?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|"
    r"twenty|thirty|forty|fifty|a hundred|half an?|an?|another|a couple of|a few|several|some)"
)
_COUNTED = (
    r"(?:\d+|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty)"
)
_VESSEL = (
    r"(?:kilos?|kilograms?|kgs?|grams?|g|pounds?|lbs?|ounces?|oz|litres?|liters?|l|ml|pints?|"
    r"quarts?|gallons?|cans?|tins?|jars?|bottles?|bags?|packs?|packets?|packages?|boxes|box|"
    r"loaf|loaves|bunch|bunches|heads?|sticks?|cartons?|tubs?|rolls?|bars?|slices?|cloves?|cups?|"
    r"tubes?|blocks?|crates?|cases?|pieces?|sacks?|punnets?|trays?|bulbs?|jugs?)"
)
_LARGE = r"(?:(?:big|large|small|little|half|full) )?"
_STRONG = (
    rf"(?:{_NUMBER} {_LARGE}(?:{_VESSEL} of|kilos?|grams?) (?=\w)|\d+ ?(?:kgs?|g|lbs?|oz|l|ml) "
    r"(?:of )?(?=[a-z])|(?:a|half a|two|three|four) dozen (?=\w))"
)
"""An amount that nothing but a thing can follow."""
_WEAK = (
    rf"(?:{_COUNTED} (?=(?:\w+ )?\w+s\b)|one (?=\w)|"
    r"some (?!more\b|other\b|of\b|kind\b|sort\b)(?=\w))"
)
"""A number that may as well be a part of a name, unless amounts stand before all things."""
_ANY = lazy_pattern(rf"(?:{_STRONG}|{_NUMBER} )", re.I)
_NEXT_STRONG = lazy_pattern(rf"(?<=\w) (?:and )?(?={_STRONG})", re.I)
_NEXT = lazy_pattern(rf"(?<=\w) (?:and )?(?={_STRONG}|{_WEAK})", re.I)
_OPEN_END = lazy_pattern(
    r"(?:.*\b)?(?:of|with|for|from|to|in|on|at|by|or|per|than|about|the|my|size|number|no|type|"
    r"factor|model|part|level|chapter|vitamin|pack|pair|set|x|plus|and|to|a|an|half|one|\d+|"
    rf"{_COUNTED})|{_ANY.pattern}?",
    re.I,
)
"""Ends where the thing itself would still begin: "a pack of", "size"."""


def amounts_apart(text: str) -> list[str]:
    """The things of a text that only their amounts part; the text alone where it names one.

    Args:
        text: "2 kilos of potatoes a dozen eggs".
    """
    form = _NEXT if _ANY.match(text) else _NEXT_STRONG
    pieces: list[str] = []
    start = 0
    for found in form.finditer(text):
        piece = text[start : found.start()]
        if _OPEN_END.fullmatch(piece) is None:
            pieces.append(piece)
            start = found.end()
    return [*pieces, text[start:]]


def without_amount(thing: str) -> str:
    """What a thing is, without how much of it: "three cans of tuna" is tuna.

    Args:
        thing: As it stands on a list.
    """
    found = _AMOUNT.match(thing)
    return thing[found.end() :] if found else thing


_AMOUNT = lazy_pattern(
    rf"(?:{_NUMBER} )?{_LARGE}{_VESSEL} of (?=\w)|{_NUMBER} (?:dozen )?(?=\w)|dozen (?=\w)|"
    rf"\d+ ?{_VESSEL} (?=\w)",
    re.I,
)


_ONE_VESSEL = lazy_pattern(rf"(?:an?|one) (?P<vessel>{_VESSEL}) of (?P<thing>.+)", re.I)
_DOZEN = re.compile(r"a dozen (?P<thing>.+)", re.I)
_COUNT = lazy_pattern(
    rf"(?:half a|a|two|three|four) dozen (?=\w)|{_NUMBER} (?:dozen )?(?=\w)", re.I
)
_ENDINGS = {"box": "boxes", "loaf": "loaves", "bunch": "bunches"}


def doubled(thing: str) -> str:
    """A thing twice: "2 eggs" are 4 eggs; "" where it says no amount.

    Args:
        thing: As it stands on a list.
    """
    if dozen := _DOZEN.fullmatch(thing):
        return f"two dozen {dozen['thing']}"
    if one := _ONE_VESSEL.fullmatch(thing):
        return f"two {_several(one['vessel'])} of {one['thing']}"
    words = thing.split()
    number, length = first_numeral(words)
    is_counted = number is not None and number.isdigit() and 0 < length < len(words)
    return f"{2 * int(number or 0)} {' '.join(words[length:])}" if is_counted else ""


def counted(number: str, thing: str) -> str:
    """A thing with another number: "three" and "2 eggs" are "three eggs".

    Args:
        number: "three", "a dozen".
        thing: As it stands on a list.
    """
    if one := _ONE_VESSEL.fullmatch(thing):
        return f"{number} {_several(one['vessel'])} of {one['thing']}"
    found = _COUNT.match(thing)
    return f"{number} {thing[found.end() :] if found else thing}"


def is_same_thing(one: str, other: str) -> bool:
    """Whether two are the same but for how much of it.

    Args:
        one: "four cans of tuna".
        other: "three cans of tuna".
    """
    bare = (stems(without_amount(one)), stems(without_amount(other)))
    return bool(bare[0]) and bare[0] == bare[1]


def has_amount(thing: str) -> bool:
    """Whether a thing says how much of it.

    Args:
        thing: As it stands on a list.
    """
    return without_amount(thing) != thing


def _several(vessel: str) -> str:
    name = vessel.lower()
    return name if name.endswith("s") else _ENDINGS.get(name, f"{name}s")
