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


_PAUSES = re.compile(r"\b(?:um+|uh+|erm?),? (?=\S)|,? \b(?:um+|uh+|erm?)\Z", re.I)
_HALF = re.compile(r"\b(?P<half>pee|ay)[ -]em\b", re.I)
_CLOCK = (
    r"(?:\d|an?|noon|midnight|half|quarter|one|two|three|four|five|six|seven|eight|nine|ten|eleven|"
    r"twelve)\b"
)
_SURELY = re.compile(
    rf"\bsome ?time (?=(?:at|around|about|in|tomorrow|on)\b|{_CLOCK})|"
    rf"(?:(?<=\bat )|(?<=\bin ))(?:like|exactly|precisely) (?={_CLOCK})|"
    r"(?<=hour|utes) or so\b|(?<=[mk\d]) (?:sharp|exactly|on the dot)(?: please)?(?=,? |\Z)",
    re.I,
)
_FIRST_THING = re.compile(
    r"\bfirst thing(?: on| in the)? (?P<day>tomorrow|\w+day)(?: morning)?\b|"
    r"\b(?P<before>tomorrow|\w+day),? first thing\b(?: in the morning)?|"
    r"\bfirst thing (?=in the morning\b)",
    re.I,
)


def without_fillers(words: str) -> str:
    """The words of a time without what says nothing about it: "at like four", "nine sharp"."""
    words = _HALF.sub(lambda said: "pm" if said["half"].lower() == "pee" else "am", words)
    return _FIRST_THING.sub(_morning, _SURELY.sub("", _PAUSES.sub("", words)))


def _morning(found: re.Match[str]) -> str:
    day = found["day"] or found["before"]
    return f"{day} morning" if day else ""


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
