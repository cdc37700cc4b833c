"""Compares the figures of a sentence with those that tools have told. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable

from jarvis_voice.language.en.spoken_numbers import numerals

_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_WORDS = re.compile(r"[\w.,:'-]+")
_CLOCK = re.compile(r"\b(\d{1,2}):(\d\d)\b")
_LONGEST = 2_000
_NOON, _MINUTES = 12, 60
_SELDOM_ONES = {"1"}
"""The word "one" is seldom a figure."""


def invents_figures(sentence: str, known: Iterable[str]) -> bool:
    """Whether a sentence has figures, and none of them stands in what is known.

    Args:
        sentence: One sentence of an answer.
        known: What tools have told, and what the user said.
    """
    said = _figures(sentence) - _SELDOM_ONES
    told = _told(known)
    return bool(said and told) and said.isdisjoint(told)


def has_other_figures(sentence: str, told: str) -> bool:
    """Whether a sentence has a figure that does not stand in what a tool has told.

    Args:
        sentence: One sentence of an answer.
        told: What the tool has told.
    """
    return not _figures(sentence) - _SELDOM_ONES <= _told([told])


def _told(known: Iterable[str]) -> set[str]:
    """The figures of texts, and how they may be said instead."""
    told: set[str] = set()
    for text in known:
        told |= _figures(text) | _on_a_dial(text)
    return told | {whole for figure in told for whole in _rounded(figure)}


def _figures(text: str) -> set[str]:
    words = numerals([one.strip(".,:'-").lower() for one in _WORDS.findall(text[:_LONGEST])])
    return {_plain(one) for one in _NUMBER.findall(" ".join(words))}


def _on_a_dial(text: str) -> set[str]:
    """How the times of a text are told: "22:40" is 10:40, and twenty to eleven."""
    found: set[int] = set()
    for hour, minute in _CLOCK.findall(text[:_LONGEST]):
        past = int(minute)
        hours = {int(hour), int(hour) + 1} if past else {int(hour)}
        found |= {one % _NOON or _NOON for one in hours} | {past, _MINUTES - past}
    return {str(one) for one in found}


def _rounded(figure: str) -> set[str]:
    """A figure with a fraction without it: "35.27" may be told as 35, "15.96" as 16."""
    if figure.count(".") != 1:
        return set()
    return {str(int(float(figure))), str(round(float(figure)))}


def _plain(number: str) -> str:
    """A figure without leading zeros, and without a part of nothing."""
    whole = number.replace(",", "")
    plain = whole.lstrip("0") or "0"
    return plain.rstrip("0").rstrip(".") if "." in plain else plain
