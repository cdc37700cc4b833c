"""Works out how many packs or shares the last amount comes to: "how many 340 gram jars is that".

Invariant: pure; only units of one kind that differ by a power of ten are divided.
"""

from __future__ import annotations

import re

from jarvis_voice.assistant.understanding.short_turns.of_numbers import with_amount
from jarvis_voice.assistant.understanding.short_turns.resolved import ResolvedTurn
from jarvis_voice.assistant.understanding.short_turns.topic import Topic
from jarvis_voice.assistant.understanding.short_turns.touched import Touched
from jarvis_voice.assistant.understanding.tool_words import Number
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.language.en.spoken_numbers import numerals
from jarvis_voice.tools.numbers.calculator import is_calculation
from jarvis_voice.tools.numbers.conversion import plain_number

_NUMBER = Number(is_whole=False)
_AMOUNT = re.compile(r"(?:about )?(?P<number>-?\d[\d.,]*) (?P<unit>\S+)")
_PACKS = lazy_pattern(
    r"(?:(?:and|so|ok|okay|then)\W+)*how many (?:of )?(?P<number>\S+(?: \S+){0,3}?)[ -]?"
    r"(?P<unit>kilograms?|kilogrammes?|kilos?|kg|grams?|grammes?|g|litres?|liters?|l|millilitres?|"
    r"milliliters?|ml|centilitres?|cl|metres?|meters?|m|centimetres?|centimeters?|cm|kilometres?|"
    r"kilometers?|km|pounds?|lbs?|ounces?|oz|miles?|inch(?:es)?|feet|foot|yards?)[ -]"
    r"(?P<thing>[a-z]+) (?:is|are|does|do|would|will|can|could|make|fit)\b.*",
    re.I,
)
_PLACES = 6
_SIZES: dict[str, tuple[str, int]] = {
    "kilogram": ("mass", 3), "kilogramme": ("mass", 3), "kilo": ("mass", 3), "kg": ("mass", 3),
    "gram": ("mass", 0), "gramme": ("mass", 0), "g": ("mass", 0),
    "litre": ("volume", 0), "liter": ("volume", 0), "l": ("volume", 0),
    "millilitre": ("volume", -3), "milliliter": ("volume", -3), "ml": ("volume", -3),
    "centilitre": ("volume", -2), "cl": ("volume", -2),
    "metre": ("length", 0), "meter": ("length", 0), "m": ("length", 0),
    "centimetre": ("length", -2), "centimeter": ("length", -2), "cm": ("length", -2),
    "kilometre": ("length", 3), "kilometer": ("length", 3), "km": ("length", 3),
}  # fmt: skip
"""What a unit measures, and the power of ten that it is of."""
_DIVIDED = re.compile(
    r"(?P<what>-?\d[\d.,]*|\(.+\)) (?:divided by|/|over|split between) (?P<by>\d[\d.]*)", re.I
)
_LONE_SHARE = lazy_pattern(
    r"(?:(?:and|or|ok|okay|so|then|no|what about|how about|what is|what's)\b\W*)+"
    r"(?P<number>\S+) ?(?:%|percent|per cent)(?: then| instead| please)*",
    re.I,
)
"""Another share of what was asked last: "and 20 percent"."""
_PAIR_ASKED = re.compile(
    r"(?:what|how much)(?: is|'s| are| does) (?P<one>[\w.]+) and (?P<other>[\w.]+)(?: make)?", re.I
)
"""Asks for the sum of two numbers: "how much is two and two"."""
_OF_SHARE = re.compile(r"(?:%|percent|per cent) of \S", re.I)
_SHARED = lazy_pattern(
    r"(?:(?:and|or|ok|okay|so|then|no|what about|how about|what if it(?:'s| is))\b\W*)*"
    r"(?:between|among|amongst) (?:the |all )?(?P<number>\S+)"
    r"(?: of us| people| ways| friends| kids| then| instead)*",
    re.I,
)


def of_amount(text: str, topic: Topic) -> ResolvedTurn | None:
    """The sum with the last amount; None where the turn asks for none.

    Args:
        text: The turn as it was said.
        topic: What the conversation is about.
    """
    last = topic.last(topic.kind)
    if last is None or topic.is_asking or topic.kind not in {"sum", "conversion"}:
        return None
    if sum_of := _shared_anew(text, last) or _packs_in(text, last):
        return ResolvedTurn(f"what is {sum_of}")
    if pair := _PAIR_ASKED.fullmatch(text.strip(" .,!?")):
        both = f"{pair['one']} plus {pair['other']}"
        return ResolvedTurn(f"what is {both}") if is_calculation(both) else None
    share = _LONE_SHARE.fullmatch(text.strip(" .,!?"))
    if share and last.kind == "sum" and _OF_SHARE.search(last.name):
        whole = with_amount(share["number"], topic)
        return ResolvedTurn(whole) if whole else None
    is_of_packs = topic.kind == "conversion" and _PACKS.fullmatch(text.strip(" .,!?"))
    return ResolvedTurn(text, is_leaning=True) if is_of_packs else None


def _packs_in(text: str, last: Touched) -> str:
    """The sum of how many packs the last amount is; "" where that is not known."""
    said = _PACKS.fullmatch(text.strip(" .,!?"))
    number = _NUMBER.read(said["number"]) if said else None
    if said is None or number is None or last.kind != "conversion":
        return ""
    for told in (last.value, last.name):
        amount = _AMOUNT.fullmatch(told)
        power = _power(amount["unit"], said["unit"]) if amount else None
        if amount and power is not None:
            whole = float(amount["number"].replace(",", "")) * 10.0 ** max(power, 0)
            size = float(number) * 10.0 ** max(-power, 0)
            return f"{plain_number(round(whole, _PLACES))} / {plain_number(size)}"
    return ""


def _shared_anew(text: str, last: Touched) -> str:
    """The last division among others: "and between six" behind "146 divided by 5"; else ""."""
    said, sum_said = _SHARED.fullmatch(text.strip(" .,!?")), " ".join(numerals(last.name.split()))
    old = _DIVIDED.fullmatch(sum_said) if last.kind == "sum" else None
    number = _NUMBER.read(said["number"]) if said else None
    if old is None or number is None:
        return ""
    return f"{old['what']} divided by {plain_number(float(number))}"


def _power(whole: str, part: str) -> int | None:
    """By which power of ten one unit is larger than the other; None where they do not compare."""
    one, other = _bare(whole), _bare(part)
    if one == other:
        return 0
    sizes = _SIZES.get(one), _SIZES.get(other)
    if sizes[0] is None or sizes[1] is None or sizes[0][0] != sizes[1][0]:
        return None
    return sizes[0][1] - sizes[1][1]


def _bare(unit: str) -> str:
    unit = unit.lower()
    return unit if unit in _SIZES else unit.removesuffix("s")
