"""Turns English number words into numerals: "two hundred and forty" is "240".

Invariant: pure; words that are no number pass through unchanged and in order.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

_UNIT_WORDS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen seventeen eighteen nineteen"
)
_TENS_WORDS = "twenty thirty forty fifty sixty seventy eighty ninety"
UNITS = {word: value for value, word in enumerate(_UNIT_WORDS.split())}
TENS = {word: 10 * value for value, word in enumerate(_TENS_WORDS.split(), start=2)}
SCALES = {
    "thousand": 10**3,
    "million": 10**6,
    "billion": 10**9,
    "trillion": 10**12,
}
LONGEST_NUMERAL = 100
"""Digits of a word that is reckoned with; a longer one passes through."""

_HUNDRED = 100
_TEN = 10
_POINT = "point"
_PARTS: dict[tuple[str, ...], Fraction] = {
    ("and", "a", "half"): Fraction(1, 2),
    ("and", "one", "half"): Fraction(1, 2),
    ("and", "a", "quarter"): Fraction(1, 4),
    ("and", "one", "quarter"): Fraction(1, 4),
    ("and", "three", "quarters"): Fraction(3, 4),
    ("and", "three", "quarter"): Fraction(3, 4),
}
_PART_WORDS = 3


def numerals(words: Sequence[str]) -> list[str]:
    """The words with every spoken number replaced by its numeral, such as "240" or "3.5"."""
    out: list[str] = []
    position = 0
    while position < len(words):
        numeral, position_after = _read_number(words, position)
        if numeral is None:
            out.append(words[position])
            position += 1
        else:
            numeral, position = _with_part(words, position_after, numeral)
            out.append(numeral)
    return out


def first_numeral(words: Sequence[str]) -> tuple[str | None, int]:
    """The number that the first words are, and how many words of it; None and 0 for no number."""
    numeral, position = _read_number(words, 0)
    return (None, 0) if numeral is None else _with_part(words, position, numeral)


def _with_part(words: Sequence[str], position: int, numeral: str) -> tuple[str, int]:
    """The numeral with the "and a half" that follows it, and the position after that.

    The half is one of the scale before it ("a million and a half"), and a scale behind it
    multiplies both ("two and a half million").
    """
    part = _PARTS.get(tuple(words[position : position + _PART_WORDS]))
    if part is None or "." in numeral:
        return numeral, position
    scale = SCALES.get(words[position - 1])
    position += _PART_WORDS
    value = Fraction(numeral) + part * (scale or 1)
    if scale is None and (factor := SCALES.get(_at(words, position))):
        value, position = value * factor, position + 1
    return (str(value) if value.denominator == 1 else _plain(value)), position


class _Sum:
    """A number growing word by word: finished thousands, and the group below a thousand."""

    def __init__(self) -> None:
        self.total = Fraction(0)
        self.group: Fraction | None = None
        self.last_scale: int | None = None
        self.may_join = False  # "and" may follow a hundred or a scale

    def take(self, word: str) -> bool:
        """Add one word; False when it cannot belong to this number."""
        if word in SCALES:
            return self._take_scale(SCALES[word])
        if word == "hundred":
            return self._take_hundred()
        value = _small_value(word)
        return value is not None and self._take_small(value)

    @property
    def value(self) -> Fraction | None:
        if self.group is None and self.last_scale is None:
            return None
        return self.total + (self.group or 0)

    def _take_scale(self, scale: int) -> bool:
        if not self.group or (self.last_scale is not None and scale >= self.last_scale):
            return False
        self.total += self.group * scale
        self.group, self.last_scale, self.may_join = None, scale, True
        return True

    def _take_hundred(self) -> bool:
        if not self.group or self.group >= _HUNDRED:
            return False
        self.group *= _HUNDRED
        self.may_join = True
        return True

    def _take_small(self, value: Fraction) -> bool:
        if self.group is None:
            self.group = value
        elif self._has_room_for(value):
            self.group += value
        else:
            return False
        self.may_join = False
        return True

    def _has_room_for(self, value: Fraction) -> bool:
        group = self.group or Fraction(0)
        if self.may_join and group and group % _HUNDRED == 0:
            return 0 < value < _HUNDRED
        ends_in_tens = group % _TEN == 0 and group % _HUNDRED >= 2 * _TEN
        return ends_in_tens and 0 < value < _TEN and value.denominator == 1


def _small_value(word: str) -> Fraction | None:
    if word in UNITS:
        return Fraction(UNITS[word])
    if word in TENS:
        return Fraction(TENS[word])
    return Fraction(word) if _is_numeral(word) else None


def _is_numeral(word: str) -> bool:
    is_short = len(word) <= LONGEST_NUMERAL
    return is_short and word.isascii() and word.replace(".", "", 1).isdigit()


def _read_number(words: Sequence[str], start: int) -> tuple[str | None, int]:
    """The numeral that starts at `start` and the position after it; None when there is none."""
    number = _Sum()
    position = start
    if words[start] in {"a", "an"} and _at(words, start + 1) in {"hundred", *SCALES}:
        number.group = Fraction(1)
        position += 1
    while position < len(words):
        word = words[position]
        if word == "and" and number.may_join and _small_value(_at(words, position + 1)):
            position += 1
            continue
        if not number.take(word):
            break
        position += 1
    decimals, after_point = _read_decimals(words, position)
    if number.value is None and not decimals:
        return None, start
    if decimals and (number.value or Fraction(0)).denominator == 1:
        return f"{number.value or 0}.{decimals}", after_point
    value = number.value
    if value is None:
        return None, start
    plain = str(value) if value.denominator == 1 else _plain(value)
    return plain, position


def _read_decimals(words: Sequence[str], position: int) -> tuple[str, int]:
    """The digits after "point" and the position after them; "" when there are none."""
    if _at(words, position) != _POINT:
        return "", position
    digits = ""
    after = position + 1
    while after < len(words):
        word = "zero" if words[after] == "oh" else words[after]
        if UNITS.get(word, _TEN) < _TEN:
            digits += str(UNITS[word])
        elif word.isascii() and word.isdigit():
            digits += word
        else:
            break
        after += 1
    return (digits, after) if digits else ("", position)


def _plain(value: Fraction) -> str:
    """A decimal numeral; numerals came in as decimals, so this terminates."""
    from decimal import Decimal

    return format(Decimal(value.numerator) / Decimal(value.denominator), "f")


def _at(words: Sequence[str], position: int) -> str:
    return words[position] if position < len(words) else ""
