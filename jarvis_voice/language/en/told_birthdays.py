"""Finds the next birthday in what a user told of it: "my birthday is on May 3rd". Pure.

Invariant: a birthday counts only where the fact names whose it is, and says a day at its end.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date

from jarvis_voice.language.en.calendar_days import Day, read_day

_LONGEST_DAY = 8
"""Words in which a day is said."""

_ASKED = re.compile(r"(?:my|our) (?:(?P<whose>[\w' -]{1,40}?)(?:'s?)? )?birthday", re.I)
_MARKS = re.compile(r"['\u2019]s\b|[^\w\s]")


def is_birthday(words: str) -> bool:
    """Whether the words name a birthday of the user or of somebody of theirs."""
    return _ASKED.fullmatch(words.strip()) is not None


def next_birthday(words: str, facts: Iterable[tuple[str, date]], today: date) -> Day | None:
    """The next birthday that is meant; None where no fact tells it.

    Args:
        words: "my birthday", "my wife's birthday".
        facts: What the user told, each with the day on which it was said; the newest counts.
        today: The day on which they ask.
    """
    asked = _ASKED.fullmatch(words.strip())
    if asked is None:
        return None
    whose = _key(asked["whose"] or "")
    for text, said_on in reversed([*facts]):
        if _tells(_key(text), whose) and (born := _day_at_end(text, said_on)):
            owner = f"{asked['whose'].lower()}'s " if whose else ""
            return Day(_coming(born, today), f"your {owner}birthday")
    return None


def _tells(told: str, whose: str) -> bool:
    """Whether a fact is about that birthday."""
    if f"my {whose} birthday".replace("  ", " ") in told:
        return True
    return (f"my {whose} was born" in told) if whose else ("i was born" in told)


def _day_at_end(text: str, said_on: date) -> date | None:
    tokens = text.strip(" .,!?").split()
    for start in range(max(0, len(tokens) - _LONGEST_DAY), len(tokens)):
        if day := read_day(" ".join(tokens[start:]), said_on):
            return day.date
    return None


def _coming(born: date, today: date) -> date:
    """The next day of that day and month."""
    found = read_day(f"{born:%B} {born.day}", today)
    return found.date if found else born


def _key(words: str) -> str:
    return " ".join(_MARKS.sub(" ", words.lower()).split())
