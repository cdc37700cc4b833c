"""Takes times that are said roughly for what they name: "around six", "sixish". Pure.

Invariant: only the words around a time of the clock go; what may count something stays.
"""

from __future__ import annotations

import re

_COUNTED = r"(?:sec|min|hour|hr|day|week|month|year|percent|times|more|of)\w*\b"
_CLOCK_NEXT = (
    rf"(?=\d{{1,2}}(?::\d\d)?(?:\Z|,| (?!(?:\d+ )?{_COUNTED}))|half past\b|half \d|"
    r"quarter (?:to|past)\b|noon\b|midday\b|midnight\b)"
)
_ROUGHLY = re.compile(
    r"(?<!\bin )\b(?:at )?(?:about|around|roughly|approximately|circa|round about)(?: at)? "
    + _CLOCK_NEXT
)
_THAT_PART = re.compile(r"\bthat (morning|afternoon|evening)\b")
_ISH = re.compile(
    r"\b(one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|noon|midday|midnight|\d+"
    r"(?::\d\d)?)[- ]?ish\b",
    re.I,
)
_ABOUT_SO_MANY = re.compile(r"(?<!\bat )\babout \S+\Z", re.I)


def exactly(said: str) -> str:
    """Plain words with "at" for "about" before a time of the clock, "in the" for "that evening".

    Args:
        said: Small letters, with numerals.
    """
    return _THAT_PART.sub(r"in the \1", _ROUGHLY.sub("at ", said))


def without_ish(words: str) -> str:
    """The words with "six" for "sixish"."""
    return _ISH.sub(r"\1", words)


def may_count(words: str) -> bool:
    """Whether the words end in what may count the next one: "tomorrow about two" parcels."""
    return _ABOUT_SO_MANY.search(words) is not None
