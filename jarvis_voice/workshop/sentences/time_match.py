"""Tells whether two wordings mean one time, length or day. Pure.

Invariant: what the expected wording leaves open (morning or evening) is free; what it says is not.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from jarvis_voice.core.schedule_entries import Kind
from jarvis_voice.language.en.birthdays import read_birthday
from jarvis_voice.language.en.schedule_times import Due, due, possible_hours
from jarvis_voice.language.en.schedule_words import When, read_when
from jarvis_voice.language.en.spoken_lengths import length_in
from jarvis_voice.workshop.sentences.trial_clock import MORNING

_LEADS = re.compile(r"(?:(?:to|at|on|for|until|till|from|by|around|about|the|this)\s+)+", re.I)
_LENGTH_LEADS = re.compile(r"(?:(?:by|for|in|after|another|an extra)\s+)+", re.I)
_KINDS: tuple[Kind, ...] = ("alarm", "reminder")


def is_one_length(wanted: Iterable[str], had: Iterable[str]) -> bool:
    """Whether two lengths of time are the same, each in one of its wordings."""
    ours, theirs = ({_seconds(one) for one in words} - {None} for words in (wanted, had))
    return bool(ours & theirs)


def _seconds(words: str) -> float | None:
    return length_in(_LENGTH_LEADS.sub("", words.strip(), count=1))


def is_one_time(wanted: str, had: str, *, is_day_free: bool = False) -> bool:
    """Whether both mean one moment, or one rule.

    Args:
        wanted: As the file has it; an hour without its half of the day may be either.
        had: As the tool got it.
        is_day_free: An expected time without a day may be on any.
    """
    if _bare(wanted) == _bare(had):
        return True
    for ours in _readings(wanted):
        for theirs in _readings(had):
            if _is_one(ours, theirs, is_day_free=is_day_free):
                return True
    return False


def is_one_date(wanted: str, had: str) -> bool:
    """Whether both are the same day of the year: "3 May" and "May the third"."""
    each = [read_birthday(words, MORNING.date()) for words in (wanted, had)]
    return bool(each[0]) and each[0] == each[1]


def _bare(words: str) -> str:
    return _LEADS.sub("", words.strip().casefold(), count=1)


def _readings(words: str) -> Iterator[When]:
    for said in dict.fromkeys((words, _bare(words))):
        if when := read_when(said, is_bare=True):
            yield when


def _is_one(wanted: When, had: When, *, is_day_free: bool) -> bool:
    if wanted == had:
        return True
    if wanted.after_seconds is not None or had.after_seconds is not None:
        return wanted.after_seconds == had.after_seconds
    if (wanted.hour is None) != (had.hour is None):
        return False
    is_open_day = is_day_free and not wanted.day and not wanted.rule
    if wanted.rule == had.rule and (wanted.day == had.day or is_open_day):
        return _is_one_hour(wanted, had)
    return any(_moment(wanted, kind) == _moment(had, kind) is not None for kind in _KINDS)


def _is_one_hour(wanted: When, had: When) -> bool:
    """Whether the hour that a tool got is the expected one, or one of two that are left open."""
    if wanted.hour is None:
        return wanted.part == had.part
    ours, theirs = (set(possible_hours(one, "reminder")) for one in (wanted, had))
    if wanted.minute != had.minute:
        return False
    is_meant = any(_moment(wanted, kind) == _moment(had, kind) is not None for kind in _KINDS)
    return theirs <= ours or is_meant


def _moment(when: When, kind: Kind) -> Due | None:
    """When it is due, said in the morning of a trial; None where that has to be asked."""
    found = due(when, kind, MORNING, MORNING.tzinfo) if MORNING.tzinfo else None
    return found if isinstance(found, Due) else None
