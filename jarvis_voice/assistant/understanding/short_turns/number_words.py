"""Reads the numbers and the units that a follow-up to a sum or a conversion says. Pure.

Invariant: a number that is denied ("not 40") is told apart from the one that is meant.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.language.en.spoken_numbers import numerals
from jarvis_voice.tools.numbers.conversion import is_convertible

_DENIED = lazy_pattern(
    r"[\s,]*\b(?:not|instead of|rather than) (?P<what>[^,;.]*?(?:\d+\.)?[^,;.]*)(?=[,;]|\. |\Z)",
    re.I,
)
_DIGITS = re.compile(r"(?<![\w.])(?P<sign>-)?(?P<number>\d[\d.]*\d|\d)(?P<share> ?%| per ?cent\b)?")
_WORD = lazy_pattern(r"[a-z\u00b0%'.-]+|\d+(?:\.\d+)?", re.I)
_POINTING_ONE = lazy_pattern(
    r"\b(the|that|this|first|second|third|last|other|wrong|right|which|no|any) one\b"
)
"""A "one" that is no number."""
_MOST_UNIT_WORDS = 3
_NO_UNIT = lazy_pattern(
    r"(?:a|an|the|one|ones|in|to|of|and|it|that|i|is|or|as|at|so|for|on|my|mine|be|do|too|then|"
    r"now|please|also|us)", re.I
)  # fmt: skip
_SIDE_BY_SIDE = re.compile(r"\b\d+ \d+\b")
_HUNDRED = 100
_TEN = 10
_PAIR = 2


@dataclass(frozen=True, slots=True)
class SaidNumbers:
    """The numbers of a turn.

    Attributes:
        line: The turn with its numbers in digits, and without what is denied.
        meant: The numbers, in their order.
        denied: Those that are denied.
        is_share: The one number is a percentage.
    """

    line: str
    meant: tuple[float, ...]
    denied: tuple[float, ...]
    is_share: bool = False


def numbers_in(text: str) -> SaidNumbers:
    """What numbers a turn says."""
    words = re.sub(r"(?<=\d),(?=\d{3}\b)", "", text.lower().replace("\u2019", "'"))
    words = _POINTING_ONE.sub(r"\1 thing", words)
    words = re.sub(r"\s*([,;?!]|\.(?=\s|\Z))", r" \1", words)
    words = re.sub(r"(?<=[a-z])'s\b", " 's", words)
    line = " ".join(numerals(words.split()))
    line = re.sub(r"\s+([,;?!.])", r"\1", line)
    line = re.sub(r"\bminus (?=\d)", "minus ", line)
    denied = [one for found in _DENIED.finditer(line) for one in _all(found["what"])]
    kept = _DENIED.sub("", line).strip(" ,.;?!")
    shares = [found for found in _DIGITS.finditer(kept) if found["share"]]
    return SaidNumbers(kept, tuple(_all(kept)), tuple(denied), bool(shares))


def _all(line: str) -> list[float]:
    return [float(found["number"]) for found in _DIGITS.finditer(line)]


def as_hundreds(said: SaidNumbers) -> float | None:
    """Two numbers that are said for one: 875 of "eight seventy five"; None for any others."""
    if len(said.meant) != _PAIR or not _SIDE_BY_SIDE.search(said.line):
        return None
    large, small = said.meant
    is_whole = large == int(large) and small == int(small)
    is_pair = is_whole and 0 < large < _HUNDRED and _TEN <= small < _HUNDRED
    return large * _HUNDRED + small if is_pair else None


def amounts_in(said: SaidNumbers, unit: str, to: str) -> list[str]:
    """Amounts that the turn says, with a unit of their own or with the unit of before.

    Args:
        said: The numbers of the turn.
        unit: The unit of before.
        to: The unit that it was converted to.
    """
    words = _WORD.findall(said.line)
    out: list[str] = []
    for place, word in enumerate(words):
        if not re.fullmatch(r"\d[\d.]*", word):
            continue
        behind = words[place + 1 : place + 1 + _MOST_UNIT_WORDS]
        own = _unit_at(behind, word, to)
        out.append(f"{word} {own or unit}")
    return out


def unit_in(line: str, fits: Callable[[str], bool]) -> str:
    """The longest and last words of a turn that are a unit; "" where none are.

    Args:
        line: The turn.
        fits: Whether words are a unit that can be taken.
    """
    words = _WORD.findall(line.lower())
    for length in range(_MOST_UNIT_WORDS, 0, -1):
        for start in range(len(words) - length, -1, -1):
            said = words[start : start + length]
            if not _is_bare(said) and fits(" ".join(said)):
                return " ".join(said)
    return ""


def _is_bare(said: Sequence[str]) -> bool:
    """Whether words begin or end with what no unit does."""
    return bool(_NO_UNIT.fullmatch(said[0]) or _NO_UNIT.fullmatch(said[-1]))


def _unit_at(words: Sequence[str], number: str, to: str) -> str:
    for length in range(min(_MOST_UNIT_WORDS, len(words)), 0, -1):
        said = words[:length]
        if not _is_bare(said) and is_convertible(f"{number} {' '.join(said)}", to):
            return " ".join(said)
    return ""
