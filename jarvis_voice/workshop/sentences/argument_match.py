"""Compares an argument that is expected with the one that a tool got, leniently. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal

from jarvis_voice.core.errors import ToolError
from jarvis_voice.language.en.schedule_words import read_when
from jarvis_voice.language.en.spoken_lengths import length_in
from jarvis_voice.language.en.spoken_lists import list_named
from jarvis_voice.language.en.spoken_numbers import numerals
from jarvis_voice.tools.numbers.calculator import calculate, is_calculation

_BREAKS = re.compile(r"[\s\-_]+")
_BETWEEN = re.compile(r",? and |, ?| & ")
_LEADS = ("to ", "that ", "of ", "about ", "the ", "a ", "an ", "my ", "our ", "some ")
_SIGNS = " .,!?;:'\"%"


_LONGEST_RUN = 8
"""Words of one argument that may stand within another."""


def are_alike(wanted: Mapping[str, str], had: Mapping[str, object]) -> bool:
    """Whether arguments are the expected ones; what is not expected may be anything.

    One may stand within another: "7 minute egg" is the length and the name of a timer.
    """
    got = dict(had)
    for name, value in wanted.items():
        if not value or got.get(name):
            continue
        for other, words in got.items():
            rest = _without(value, words) if isinstance(words, str) else None
            if rest is not None:
                got[name], got[other] = value, rest
                break
    return all(
        is_alike(value, got.get(name)) or (name == "list" and _is_one_list(value, got.get(name)))
        for name, value in wanted.items()
    )


def _is_one_list(wanted: str, had: object) -> bool:
    """Whether two names are of one list: "groceries" and "shopping"."""
    return isinstance(had, str) and bool(had) and list_named(wanted) == list_named(had)


def _without(wanted: str, had: str) -> str | None:
    """What is left of a text without an argument that stands in it; None where it does not."""
    words = had.split()
    for start in range(len(words)):
        for end in range(min(len(words), start + _LONGEST_RUN), start, -1):
            if is_alike(wanted, " ".join(words[start:end])):
                return " ".join(words[:start] + words[end:])
    return None


def is_alike(wanted: str, had: object) -> bool:
    """Whether an argument is the expected one, whatever its capitals, blanks and way of counting.

    Args:
        wanted: As the file has it; "" is an argument that is left out or empty.
        had: As the tool got it; None where it was left out.
    """
    if had is None or had == "":
        return not wanted
    if isinstance(had, bool):
        return wanted.casefold() in ({"true", "yes"} if had else {"false", "no"})
    if isinstance(had, int | float):
        return float(had) in {_number(wanted), length_in(wanted)}
    if isinstance(had, Sequence) and not isinstance(had, str):
        return plain(wanted) == plain(", ".join(str(one) for one in had))
    return _are_alike_words(wanted, str(had))


def plain(words: str) -> str:
    """The words in small letters, with numerals, without what says nothing."""
    said = _BETWEEN.sub(", ", _BREAKS.sub(" ", words.casefold().strip(_SIGNS)))
    for lead in _LEADS:
        said = said.removeprefix(lead)
    return " ".join(numerals(said.split()))


def _are_alike_words(wanted: str, had: str) -> bool:
    if plain(wanted) == plain(had):
        return True
    if "://" in had:
        return bool(wanted.strip()) and _address(wanted) in _address(had)
    readings = ((_number(wanted), _number(had)), (length_in(wanted), length_in(had)))
    if any(ours is not None and ours == theirs for ours, theirs in readings):
        return True
    if is_calculation(had) and (sum_of := _result(had)) is not None:
        return sum_of == _result(wanted)
    moments = read_when(wanted, is_bare=True), read_when(had, is_bare=True)
    return moments[0] is not None and moments[0] == moments[1]


def _number(words: str) -> float | None:
    try:
        return float(plain(words).replace(" percent", ""))
    except ValueError:
        return None


def _result(expression: str) -> Decimal | None:
    try:
        return calculate(expression).value
    except ToolError:
        return None


def _address(text: str) -> str:
    return text.casefold().strip().rpartition("://")[2].removeprefix("www.").rstrip("/")
