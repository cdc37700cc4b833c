"""Tells whether two wordings mean one amount, one unit or one result of a sum. Pure."""

from __future__ import annotations

import re
from decimal import ROUND_HALF_UP, Decimal, InvalidOperation

from jarvis_voice.core.errors import ToolError
from jarvis_voice.language.en.spoken_numbers import numerals
from jarvis_voice.language.en.unit_names import (
    DEGREE_WORDS,
    OUNCE_WORDS,
    TON_WORDS,
    UNITS_BY_WORD,
)
from jarvis_voice.tools.numbers.calculator import calculate, is_calculation
from jarvis_voice.tools.numbers.conversion import Amount, read_amount, unit_word
from jarvis_voice.tools.numbers.currency import CURRENCIES_BY_WORD

_MONEY_SIGNS = str.maketrans("", "", "\u00a3$\u20ac")
_NUMBER = re.compile(r"-?\d+(?:\.(?P<places>\d+))?")
_TWO_MEANINGS = (
    (DEGREE_WORDS, ("degree", "degree_Celsius", "degree_Fahrenheit")),
    (OUNCE_WORDS, ("ounce", "fluid_ounce")),
    (TON_WORDS, ("metric_ton", "short_ton")),
)


def is_one_amount(wanted: str, had: str) -> bool:
    """Whether both are as much of the same unit or currency."""
    ours, theirs = read_amount(wanted), read_amount(had)
    if ours is None or theirs is None or ours.number != theirs.number:
        return False
    return bool(_meant(ours.word) & _meant(theirs.word)) and _extra(ours) == _extra(theirs)


def is_one_unit(wanted: str, had: str) -> bool:
    """Whether both are words for one unit, or one currency."""
    return bool(_meant(unit_word(wanted)) & _meant(unit_word(had)))


def is_one_result(wanted: str, had: str) -> bool:
    """Whether a sum comes to the expected value, to as many places as that is written with."""
    theirs = _result(had) if is_calculation(had) else None
    ours = _result(wanted)
    if ours is None or theirs is None:
        return False
    written = _NUMBER.fullmatch(_numeral(wanted))
    places = len(written["places"] or "") if written else 0
    if not places:
        return ours == theirs
    return theirs.quantize(Decimal(1).scaleb(-places), rounding=ROUND_HALF_UP) == ours


def _meant(word: str) -> set[str]:
    """The units and currencies that a word may be; some are two."""
    unit, money = UNITS_BY_WORD.get(word), CURRENCIES_BY_WORD.get(word)
    found = {unit.name} if unit else set[str]()
    found |= {money.code} if money else set[str]()
    for words, names in _TWO_MEANINGS:
        found |= set(names) if word in words else set[str]()
    return found


def _extra(amount: Amount) -> tuple[float, frozenset[str]]:
    return (
        (amount.extra[0], frozenset(_meant(amount.extra[1]))) if amount.extra else (0, frozenset())
    )


def _numeral(words: str) -> str:
    return " ".join(numerals(words.translate(_MONEY_SIGNS).casefold().strip(" .").split()))


def _decimal(numeral: str) -> Decimal | None:
    try:
        return Decimal(numeral)
    except InvalidOperation:
        return None


def _result(expression: str) -> Decimal | None:
    if (number := _decimal(_numeral(expression))) is not None:
        return number
    try:
        return calculate(expression.translate(_MONEY_SIGNS)).value
    except ToolError:
        return None
