"""Converts amounts from one unit or currency into another.

Invariant: only words of our own tables reach the unit library, and an amount is bounded before it
does; nothing is guessed where two things could be meant and the other side does not tell.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

from jarvis_voice.core.errors import ToolError
from jarvis_voice.language.en.spoken_numbers import numerals
from jarvis_voice.language.en.unit_names import (
    DEGREE_WORDS,
    OUNCE_WORDS,
    POUND_WORDS,
    TON_WORDS,
    UNITS_BY_NAME,
    UNITS_BY_WORD,
    MeasuringUnit,
)
from jarvis_voice.tools.numbers.currency import (
    CURRENCIES_BY_WORD,
    Currency,
    currency_named,
    read_rates,
)

MAX_CHARACTERS = 120
MAX_AMOUNT = 1e15
TOO_COLD = (
    "There is no such temperature. Nothing is colder than minus 273.15 degrees Celsius, which is "
    "minus 459.67 degrees Fahrenheit."
)
_KELVIN = UNITS_BY_NAME["kelvin"]
_HEIGHT_METERS = (0.5, 3.0)
_FULL = 10_000
_INCHES = 12

_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_SIGNS = r"(us\$|[$\u20ac\u00a3\u00a5\u20b9])"
_PHRASES = tuple(
    (re.compile(pattern), replacement)
    for pattern, replacement in (
        (r"(?<=\d),(?=\d{3}\b)", ""),
        (rf"{_SIGNS}\s*(\d[\d.]*(?:\s*(?:million|billion|thousand))?)", r"\2 \1"),
        (r"\u00b0\s*", " degrees "),
        (r"(?<![\w.])[-\u2212](?=[\d.])|\b(?:minus|negative)\b", " minus "),
        (r"(?<=[a-z])-(?=[a-z])", " "),
        (r"(?<=\d)(?=[a-z$\u20ac\u00a3\u00a5])", " "),
        (r"\b(\d+)\s*/\s*(\d+)\b", r"\1 over \2"),
        (r"\bkm\s*/\s*h\b", "km h"),
        (r"\b(?:worth of|in total|approximately|about|exactly)\b", " "),
    )
)  # fmt: skip
_SMALL = {"half": 0.5, "third": 1 / 3, "quarter": 0.25}


@dataclass(frozen=True, slots=True)
class Amount:
    """An amount as the user said it.

    Attributes:
        number: How much of `word`.
        word: The unit or currency, lower case.
        extra: A smaller unit behind it: the ten inches of "5 foot 10".
    """

    number: float
    word: str
    extra: tuple[float, str] | None = None


@dataclass(frozen=True, slots=True)
class Home:
    """The user's units and currency, for words that do not say which."""

    units: Literal["metric", "imperial"]
    currency: str


def is_convertible(what: str, to: str) -> bool:
    """Whether these are words for an amount, and for a unit or none where it is clear. Quick."""
    amount = read_amount(what)
    if amount is None or to.strip():
        return amount is not None and _is_known(unit_word(to))
    unit = UNITS_BY_WORD.get(amount.word)
    return unit is None or bool(unit.other)


def are_alike(one: str, other: str) -> bool:
    """Whether two words of amounts are both money, or units of one kind."""
    units = UNITS_BY_WORD.get(one), UNITS_BY_WORD.get(other)
    is_money = one in CURRENCIES_BY_WORD and other in CURRENCIES_BY_WORD
    return is_money or (None not in units and len({unit.kind for unit in units if unit}) == 1)


def convert(what: str, to: str, home: Home) -> str:
    """The answer in a sentence. May load the unit library: call it off the loop.

    Args:
        what: "5 miles", "five and a half feet", "$100".
        to: "kilometers"; "" is the user's currency, or the other system of units.
        home: The user's settings.

    Raises:
        ToolError: Code "not-understood", "unknown-unit", "no-rate", "too-large" or "too-cold".
    """
    amount = read_amount(what)
    if amount is None:
        raise _refusal("unknown-unit", f"I do not know how to convert {what.strip()[:60]}.")
    target = unit_word(to)
    if target and not _is_known(target):
        raise _refusal("unknown-unit", f"I do not know the unit {to.strip()[:40]}.")
    if abs(amount.number) > MAX_AMOUNT:
        raise _refusal("too-large", "That number is too large for me.")
    money = _money(amount, target, home)
    return _convert_money(amount, *money) if money else _convert_units(amount, target, home)


def read_amount(what: str) -> Amount | None:
    """A number and a known unit or currency; None for anything else."""
    words = _words(what)
    sign = -1 if words[:1] == ["minus"] else 1
    words = words[1:] if sign < 0 else words
    number, rest = _leading_number(words)
    return _with_unit(sign * number, rest) if rest and math.isfinite(number) else None


def unit_word(said: str) -> str:
    """A unit as it is looked up: lower case, no article."""
    words = _words(said)
    while words and words[0] in {"a", "an", "the", "one", "my", "1"}:
        words = words[1:]
    return " ".join(words)


def _words(said: str) -> list[str]:
    line = said[: MAX_CHARACTERS + 1].casefold().strip(" .?!")
    if len(line) > MAX_CHARACTERS:
        return []
    for pattern, replacement in _PHRASES:
        line = pattern.sub(replacement, line)
    return numerals(line.split())


def _leading_number(words: list[str]) -> tuple[float, list[str]]:
    """The number in front and the words behind it; 1 where none was said."""
    match words:
        case ["the" | "one" | "a" | "an" | "1", "half" | "third" | "quarter" as part, *rest]:
            return _SMALL[part], _without_of(rest)
        case ["half" | "third" | "quarter" as part, *rest]:
            return _SMALL[part], _without_of(rest)
        case [top, "over", bottom, *rest] if _are_numbers(top, bottom) and float(bottom):
            return float(top) / float(bottom), _without_of(rest)
        case [top, "thirds" | "quarters" as part, *rest] if _are_numbers(top):
            return float(top) * _SMALL[part[:-1]], _without_of(rest)
        case [number, *rest] if _are_numbers(number):
            return float(number), rest
        case ["a" | "an" | "the", *rest]:
            return 1.0, rest
    return 1.0, words


def _without_of(words: list[str]) -> list[str]:
    rest = words[1:] if words[:1] == ["of"] else words
    return rest[1:] if rest[:1] in (["a"], ["an"], ["the"], ["1"]) else rest


def _are_numbers(*words: str) -> bool:
    return all(_NUMBER.fullmatch(word) for word in words)


def _with_unit(number: float, words: list[str]) -> Amount | None:
    """The words behind the number as a unit, or as a unit, a number and a smaller unit."""
    joined = " ".join(words)
    if _is_known(joined):
        return Amount(number, joined)
    match words:
        case [unit, *middle, small] if unit in UNITS_BY_WORD:
            middle = middle[1:] if middle[:1] == ["and"] else middle
            if not middle and _are_numbers(small) and UNITS_BY_WORD[unit].name == "foot":
                return Amount(number, unit, (float(small), "inches"))
            if len(middle) == 1 and _are_numbers(*middle) and small in UNITS_BY_WORD:
                same_kind = UNITS_BY_WORD[unit].kind == UNITS_BY_WORD[small].kind
                return Amount(number, unit, (float(middle[0]), small)) if same_kind else None
    return None


def _is_known(word: str) -> bool:
    return word in UNITS_BY_WORD or word in CURRENCIES_BY_WORD or word in TON_WORDS


def _money(amount: Amount, target: str, home: Home) -> tuple[Currency, Currency] | None:
    """Both currencies, where it is about money."""
    source = None if amount.extra else currency_named(amount.word, home.currency)
    wanted = currency_named(target or home.currency.lower(), home.currency)
    if source is None or (amount.word in POUND_WORDS and (not target or target in UNITS_BY_WORD)):
        return None
    if not target and wanted == source:
        raise _refusal("not-understood", f"Say what {source.many} are to be converted to.")
    if wanted is None:
        raise _refusal("unknown-unit", f"Money cannot be converted to {target or home.currency}.")
    return source, wanted


def _convert_money(amount: Amount, source: Currency, target: Currency) -> str:
    rates = read_rates()
    value = rates.convert(amount.number, source, target)
    if value is None:
        missing = target if source.code in rates.in_euros else source
        raise _refusal("no-rate", f"The European Central Bank has no rate for {missing.many}.")
    given, got = (_money_said(n, c) for n, c in ((amount.number, source), (value, target)))
    day = f"{rates.day.day} {rates.day:%B %Y}"
    return f"{given} is {got}, at the European Central Bank's rate of {day}."


def _money_said(number: float, currency: Currency) -> str:
    return f"{plain_number(number)} {currency.one if number == 1 else currency.many}"


def _convert_units(amount: Amount, target: str, home: Home) -> str:
    source, wanted = _units(amount, target, home)
    if wanted is None:
        raise _refusal("not-understood", f"Say what {source.many} are to be converted to.")
    if source.kind != wanted.kind:
        raise _refusal("not-understood", f"{source.many} cannot be converted to {wanted.many}.")
    if source.kind == "temperature" and _pint_convert(amount.number, source, _KELVIN) < 0:
        raise _refusal("too-cold", TOO_COLD)
    value = _pint_convert(amount.number, source, wanted)
    given = _said(amount.number, source)
    if amount.extra:
        small = UNITS_BY_WORD[amount.extra[1]]
        value += _pint_convert(amount.extra[0], small, wanted)
        given = f"{given} {_said(amount.extra[0], small)}"
    answer = f"{given} is {_said(value, wanted)}{_in_feet_and_inches(value, source, wanted)}."
    return answer[:1].upper() + answer[1:]


def _units(amount: Amount, target: str, home: Home) -> tuple[MeasuringUnit, MeasuringUnit | None]:
    """Both units; a word for two things is what the other side says."""
    wanted = _unit(target, amount.word, home) if target else None
    if target and wanted is None:
        raise _refusal("not-understood", f"{amount.word} cannot be converted to {target}.")
    source = _unit(amount.word, target, home)
    if source is None:
        raise _refusal("not-understood", f"{amount.word} cannot be converted to {target}.")
    if wanted and source.kind == "speed" and wanted.name in _SPEED_IN:
        wanted = UNITS_BY_NAME[_SPEED_IN[wanted.name]]
    return source, wanted or UNITS_BY_NAME.get(source.other)


def _unit(word: str, beside: str, home: Home) -> MeasuringUnit | None:
    other = UNITS_BY_WORD.get(beside)
    if word in TON_WORDS:
        return UNITS_BY_NAME["metric_ton" if home.units == "metric" else "short_ton"]
    if word in OUNCE_WORDS and other and other.kind == "volume":
        return UNITS_BY_NAME["fluid_ounce"]
    if word in DEGREE_WORDS and (other is None or other.kind == "temperature"):
        theirs = other.name if other else "degree_Celsius"
        if home.units == "imperial" and other is None:
            theirs = "degree_Fahrenheit"
        return UNITS_BY_NAME[_OTHER_SCALE.get(theirs, "degree_Celsius")]
    return UNITS_BY_WORD.get(word)


_SPEED_IN = {"kilometer": "kilometer/hour", "mile": "mile/hour", "meter": "meter/second"}
"""The speed that is meant by a length: "70 miles an hour in kilometers"."""

_OTHER_SCALE = {"degree_Celsius": "degree_Fahrenheit", "degree_Fahrenheit": "degree_Celsius"}


@cache
def _registry() -> Any:
    import pint

    return pint.UnitRegistry(cache_folder=None)


def _pint_convert(number: float, source: MeasuringUnit, target: MeasuringUnit) -> float:
    registry = _registry()
    converted = float(registry.Quantity(number, source.name).to(target.name).magnitude)
    # 32 degrees Fahrenheit are 0 degrees Celsius but for the last bits of the offset
    is_about_zero = abs(converted) < 1e-9 and "degree" in target.name  # noqa: PLR2004 - degrees
    return 0.0 if is_about_zero else converted


def _said(number: float, unit: MeasuringUnit) -> str:
    spoken = plain_number(number)
    return f"{spoken} {unit.one if spoken in ('1', 'minus 1') else unit.many}"


def _in_feet_and_inches(value: float, source: MeasuringUnit, wanted: MeasuringUnit) -> str:
    """A person's height is said in feet and inches."""
    if wanted.name != "foot" or source.name not in {"meter", "centimeter"}:
        return ""
    low, high = _HEIGHT_METERS
    if not low <= _pint_convert(value, wanted, UNITS_BY_NAME["meter"]) <= high:
        return ""
    feet, inches = divmod(round(value * _INCHES), _INCHES)
    return f", or {_said(feet, wanted)} {_said(inches, UNITS_BY_NAME['inch'])}"


def plain_number(number: float) -> str:
    """A number for the ear: two decimals, more where it is small, none where it is large."""
    size = abs(number)
    if size and (size >= MAX_AMOUNT or size < 1e-6):  # noqa: PLR2004 - as `calculator` speaks
        mantissa, exponent = f"{size:.2e}".split("e")
        power = int(exponent)
        tens = f"10 to the power of {'minus ' if power < 0 else ''}{abs(power)}"
        spoken = f"{_trimmed(mantissa)} times {tens}"
    elif size >= _FULL:
        spoken = f"{size:.0f}"
    elif size >= 1:
        spoken = _trimmed(f"{size:.2f}")
    else:
        spoken = _trimmed(f"{size:.{2 - math.floor(math.log10(size))}f}") if size else "0"
    return f"minus {spoken}" if number < 0 and spoken != "0" else spoken


def _trimmed(decimals: str) -> str:
    return decimals.rstrip("0").rstrip(".") if "." in decimals else decimals


def _refusal(code: str, sentence: str) -> ToolError:
    sentence = sentence[:1].upper() + sentence[1:]
    return ToolError(code, sentence, spoken=sentence)
