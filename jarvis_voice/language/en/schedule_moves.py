"""Works out where an alarm, a reminder or a routine is moved to. Pure.

Invariant: what the new words leave open stays as it was: the day, the half of the day, the hour.
What comes again keeps its days, unless the words say others.
"""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime, timedelta, tzinfo

from jarvis_voice.core.left_out import brought_back
from jarvis_voice.core.schedule_entries import Entry, next_due
from jarvis_voice.core.wall_times import in_utc, moment_after
from jarvis_voice.language.en.schedule_rules import days_of
from jarvis_voice.language.en.schedule_times import PAST, Due, due
from jarvis_voice.language.en.schedule_words import When, read_when

KEEPS_ITS_DAYS = "That one comes again and again. Say at what time, or cancel it and set it anew."

_NOON = 12
_DAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
_BY_DAY = re.compile(r"FREQ=WEEKLY;BYDAY=(?P<days>[A-Z,]+)")
_CLOCK_FIRST = re.compile(
    r"(?:at |to |for )?(?:\d[\d:.]*(?: ?[ap]\.?m)?|(?!every|each)\w+ ?(?:o'clock|[ap]\.?m\b)|half|"
    r"quarter|noon|midnight|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b",
    re.I,
)
_AT = re.compile(r"BYHOUR=\d+;BYMINUTE=\d+")


def moved_to(old: Entry, when: When, now: datetime, zone: tzinfo) -> Due | str:
    """Where an entry comes to lie, or what to ask or to say instead.

    Args:
        old: As it is set.
        when: What was said of its new time: "half past six", "tomorrow".
        now: The wall clock.
        zone: The local one.
    """
    local = old.due_at.astimezone(zone)
    if when.after_seconds is not None:
        return Due(moment_after(now, when.after_seconds).astimezone(zone))
    if when.hour is None and not when.part:
        when = replace(when, hour=local.hour, minute=local.minute, is_24=True)
    elif when.hour is not None and not (when.half or when.part or when.is_24):
        when = replace(when, half="am" if local.hour < _NOON else "pm")
    if when.rule:
        return due(when, old.kind, now, zone)
    if old.rule:
        return KEEPS_ITS_DAYS if when.day else _at_another_hour(old, when, now, zone)
    if when.day:
        return due(when, old.kind, now, zone)
    ahead = (local.date() - now.astimezone(zone).date()).days
    found = due(replace(when, day=f"+{max(ahead, 0)}"), old.kind, now, zone)
    return due(when, old.kind, now, zone) if found == PAST else found


def weekdays_of(rule: str) -> frozenset[str]:
    """The days of the week on which a rule comes; none where it goes by other days than those."""
    days = days_of(rule) if rule else ""
    if days == "FREQ=DAILY":
        return frozenset(_DAYS)
    found = _BY_DAY.fullmatch(days)
    return frozenset(found["days"].split(",")) if found else frozenset()


def is_of_some_days(old: Entry, to: str, zone: tzinfo) -> bool:
    """Whether a new time is only for some days of what comes on several: "8 on weekends".

    Its days are the new ones where they stand first, or where they hold all of the old ones.

    Args:
        old: As it is set.
        to: Its new time, as it was said.
        zone: The local one.
    """
    when, local = read_when(to, is_bare=True), old.due_at.astimezone(zone)
    before = weekdays_of(old.rule)
    if when is None or when.hour is None or not when.rule or len(before) <= 1:
        return False
    behind = weekdays_of(when.rule)
    if not behind or before <= behind or not _CLOCK_FIRST.match(to.strip()):
        return False
    is_same = when.hour % _NOON == local.hour % _NOON and when.minute == local.minute
    return not is_same


def rule_of_the_rest(old: Entry, to: str) -> str:
    """The rule of its other days, where a new time is for some of them; "" where it is for none.

    Args:
        old: As it is set.
        to: Its new time with its days, as it was said.
    """
    when, before = read_when(to, is_bare=True), weekdays_of(old.rule)
    behind = weekdays_of(when.rule) if when else frozenset[str]()
    rest = [day for day in _DAYS if day in before - behind]
    return f"FREQ=WEEKLY;BYDAY={','.join(rest)}" if rest and before & behind else ""


def moved_by(old: Entry, seconds: float, now: datetime, zone: tzinfo) -> Due | str:
    """Where an entry comes to lie that is moved by so many seconds, earlier ones being negative."""
    moment = moment_after(old.due_at, seconds)
    if moment <= in_utc(now):
        return PAST
    at = moment.astimezone(zone)
    if not old.rule:
        return Due(at)
    is_same_day = at.date() == old.due_at.astimezone(zone).date()
    hour = When(hour=at.hour, minute=at.minute, is_24=True)
    return _at_another_hour(old, hour, now, zone) if is_same_day else KEEPS_ITS_DAYS


def _at_another_hour(old: Entry, when: When, now: datetime, zone: tzinfo) -> Due | str:
    """What comes again on the days that it has, at another time."""
    once = due(replace(when, day="+1"), old.kind, now, zone)
    if isinstance(once, str):
        return once
    if not _AT.search(old.rule):
        return KEEPS_ITS_DAYS
    rule = _AT.sub(f"BYHOUR={once.at.hour};BYMINUTE={once.at.minute}", old.rule)
    after = now
    if brought_back(old, now, zone):  # a day that is left out stays so
        midnight = old.due_at.astimezone(zone).replace(hour=0, minute=0, second=0)
        after = max(now, midnight - timedelta(seconds=1))
    first = next_due(rule, now, after, zone)
    return Due(first.astimezone(zone), rule) if first else PAST
