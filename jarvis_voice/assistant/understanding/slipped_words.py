"""Mends slips of the fingers in words of time: "5 minuts", "tommorow". Pure.

Invariant: a word that is known, or is near to nothing, stays as it is; what is mended is only asked
about.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from rapidfuzz import fuzz, process

from jarvis_voice.language.en.schedule_rules import MONTHS, WEEKDAYS

TIMED = ("time", "length")
"""Slots whose words come from a small stock."""

NEAR = 80.0
"""How near a word must be, 0 to 100."""

_SHORTEST = 4
TIME_WORDS = (
    *("seconds", "second", "minutes", "minute", "hours", "hour", "days", "weeks", "months"),
    *(
        "today",
        "tomorrow",
        "tonight",
        "morning",
        "afternoon",
        "evening",
        "night",
        "noon",
        "midnight",
    ),
    *("every", "next", "half", "quarter", "past", "weekday", "weekdays", "weekend"),
    *("seven", "eight", "eleven", "twelve", "fifteen", "twenty", "thirty", "forty", "fifty"),
    *(word.lower() for word in (*WEEKDAYS, *MONTHS)),
)
_WORD = re.compile(r"[A-Za-z]+")


def mended(slots: Mapping[str, str]) -> dict[str, str]:
    """The words of slots, those of a time with their slips mended."""
    return {
        slot: _WORD.sub(lambda word: _nearest(word[0]), words) if slot in TIMED else words
        for slot, words in slots.items()
    }


def _nearest(word: str) -> str:
    if len(word) < _SHORTEST or word.lower() in TIME_WORDS:
        return word
    found = process.extractOne(word.lower(), TIME_WORDS, scorer=fuzz.ratio, score_cutoff=NEAR)
    return found[0] if found else word
