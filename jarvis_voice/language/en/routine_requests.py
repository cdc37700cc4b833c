"""Parts what is to be done again and again from its time: "every day at eight tell a joke". Pure.

Invariant: words that say no such time give none; no word of the request is changed.
"""

from __future__ import annotations

import re
from dataclasses import replace

from jarvis_voice.language.en.schedule_rules import has_date
from jarvis_voice.language.en.schedule_words import When, read_when
from jarvis_voice.language.en.timed_tasks import split_when

_FOR_SO_MANY = re.compile(r"\bfor \w+\Z", re.I)
"""At the end of a task it says for how many: "book a table for four"."""

_BY_CLOCK = ("FREQ=HOURLY", "FREQ=MINUTELY")


def routine_in(request: str, when: str) -> tuple[str, When | None]:
    """What is asked for again and again, and when; None where no such time is said.

    Args:
        request: With the time among its words, where `when` is "".
        when: "every weekday at eight", or what is left of it.
    """
    if when and request.lower().endswith(" of"):  # "on the first of every month"
        request, when = f"{request} every {when}", ""
    said = when or request
    for before in ("", "every ", "on "):
        read, rest = read_when(before + said, is_bare=True), request
        if not when and (found := split_when(before + said)):
            rest, read = found
        if read and read.rule and _is_timed(read):
            return rest, read
    return request, None


def routine_words(request: str, when: str) -> tuple[str, str]:
    """What is asked for, and the whole words of its time, where these stand together.

    Args:
        request: With the time among its words, where `when` is "".
        when: What is said of the time; its "every" may be missing.
    """
    if when and request.lower().endswith(" of"):
        return request, when
    for before in ("", "every ", "on "):
        said = f"{before}{when or request}"
        read = read_when(said, is_bare=True) if when else None
        if read and read.rule:
            return request, said
        if not when and (parted := parted_words(said)):
            return parted
    return request, when


def parted_words(said: str) -> tuple[str, str] | None:
    """What is to be done, and the words of its time that comes again; None where there are none.

    Words of a time that stand before and behind what is to be done are no such time.
    """
    found = split_when(said)
    if found is None or not found[1].rule:
        return None
    before, _, behind = said.strip(" .,!?").partition(found[0])
    if before and behind.strip(" ,"):
        return None
    time = (before or behind).strip(" ,")
    time = re.sub(r",? (?:please|to|that|and|about|of)\Z", "", time, flags=re.I)
    return (found[0], time) if read_when(time) == found[1] else None


def with_clock(task: str, when: When) -> tuple[str, When]:
    """What is to be done, and when, of "every morning" and "take my pill at eight".

    Args:
        task: What is to be done, where a time of day may be among the words.
        when: The time that was said apart from it.
    """
    found = split_when(task) if when.rule and when.hour is None else None
    if found is None or _FOR_SO_MANY.search(task):
        return task, when
    rest, clock = found
    if clock.hour is None or clock.day or clock.rule or (clock.part and when.part):
        return task, when
    at = replace(clock, rule=when.rule, day=when.day, part=clock.part or when.part)
    return rest, at


def _is_timed(when: When) -> bool:
    """Whether it says a time of day, or needs none to be asked for."""
    is_clock = when.rule.startswith(_BY_CLOCK) or has_date(when.rule)
    return is_clock or when.hour is not None or bool(when.part)
