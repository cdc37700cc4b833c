"""Compares the figures of a sentence with those that tools have told. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable

from jarvis_voice.language.en.spoken_numbers import numerals

_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_WORDS = re.compile(r"[\w.,:'-]+")
_CLOCK = re.compile(r"\b(\d{1,2}):(\d\d)\b")
_LONGEST = 2_000
_NOON = 12


def invents_figures(sentence: str, known: Iterable[str]) -> bool:
    """Whether a sentence has figures, and none of them stands in what is known.

    Args:
        sentence: One sentence of an answer.
        known: What tools have told, and what the user said.
    """
    said = _figures(sentence) - {"1"}  # "one" is seldom a figure
    if not said:
        return False
    told: set[str] = set()
    for text in known:
        told |= _figures(text) | _hours(text)
    return bool(told) and said.isdisjoint(told)


def _figures(text: str) -> set[str]:
    words = numerals([one.strip(".,:'-").lower() for one in _WORDS.findall(text[:_LONGEST])])
    return {_plain(one) for one in _NUMBER.findall(" ".join(words))}


def _hours(text: str) -> set[str]:
    """The hours of a text as the twelve of a dial: "19:00" may be told as "7 pm"."""
    hours = [int(hour) for hour, _ in _CLOCK.findall(text[:_LONGEST])]
    return {str(hour % _NOON or _NOON) for hour in hours}


def _plain(number: str) -> str:
    """A figure without leading zeros, and without a part of nothing."""
    whole = number.replace(",", "")
    plain = whole.lstrip("0") or "0"
    return plain.rstrip("0").rstrip(".") if "." in plain else plain
