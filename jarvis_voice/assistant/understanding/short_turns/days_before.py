"""Says out one more reminder before the last: "and the day before too". Pure.

Invariant: what is to be done and the time of day are those of the last, unless a time is said.
"""

from __future__ import annotations

import re
from datetime import date, timedelta

from jarvis_voice.assistant.understanding.short_turns.entry_times import led
from jarvis_voice.assistant.understanding.short_turns.resolved import ResolvedTurn
from jarvis_voice.assistant.understanding.short_turns.topic import Topic, Understand
from jarvis_voice.assistant.understanding.short_turns.touched import Touched
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.language.en.schedule_words import read_when

_LAST = frozenset({"alarm", "reminder"})
_SETS = frozenset({"set_alarm", "set_reminder"})
_TOO = r"(?:,? (?:too|as well|also|again|please|then))*"
_BEFORE = lazy_pattern(
    r"(?:(?:oh|ok|okay|right|yes|great|good|please)\W+)*(?P<and>(?:and|also|plus)\W+)?"
    r"(?:(?:again|remind me|another|one|one more|a second one)\W+)*(?:on |for )?"
    r"(?P<many>the|a|one|two|three) (?P<unit>day|night|evening|morning|afternoon|week)s? "
    r"(?:before|earlier|prior)(?: (?:that|it|then))?"
    rf"(?:,? (?P<clock>(?:at|in) [\w:.' ]+?))?(?P<too>{_TOO})",
    re.I,
)
_ADDS = lazy_pattern(r"\b(?:and|also|plus|too|as well|another|again|one more|second)\b", re.I)
_NUMBERS = {"the": 1, "a": 1, "one": 1, "two": 2, "three": 3}
_PARTS = frozenset({"night", "evening", "morning", "afternoon"})
_CLOCK = re.compile(r"(?:at )?(?P<clock>\d\d?:\d\d(?: [AP]M)?)")
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MONTHS = (
    *("January", "February", "March", "April", "May", "June", "July"),
    *("August", "September", "October", "November", "December"),
)
_DATE = re.compile(rf"(?P<day>\d{{1,2}}) (?P<month>{'|'.join(_MONTHS)})(?: (?P<year>\d{{4}}))?")
_ANY_YEAR, _LEAP_YEAR = 2027, 2028
"""Of a date that is told without one: only 29 February needs a leap year."""


def before_last(text: str, topic: Topic, understand: Understand) -> ResolvedTurn | None:
    """One more of the last reminder or alarm, some days before; None where none is asked for.

    Args:
        text: The turn as it was said.
        topic: What the conversation is about.
        understand: What a sentence means by itself.
    """
    entries = topic.entries(topic.kind)
    if topic.kind not in _LAST or topic.is_asking or not entries:
        return None
    line, last = " ".join(text.split()).strip(" .,!?"), entries[-1]
    found = _BEFORE.fullmatch(line)
    if found is None or not _ADDS.search(line):
        return None
    days = _NUMBERS[found["many"].lower()] * (7 if found["unit"].lower() == "week" else 1)
    day, clock = _earlier(last.value, days), _clock(found, last)
    if not day or not clock:
        return None
    when = f"{day} {clock}"
    sentence = f"set an alarm {when}"
    if last.kind == "reminder":
        joint = "" if last.name.lower().startswith(("about ", "of ", "that ")) else "to "
        sentence = f"remind me {when} {joint}{last.name}"
    intent = understand(sentence)
    return ResolvedTurn(sentence) if intent and intent.name in _SETS else None


def _clock(found: re.Match[str], last: Touched) -> str:
    """The time of day that is said, else that of before; "" where neither is one."""
    unit, said = found["unit"].lower(), found["clock"] or ""
    if said:
        when = read_when(said)
        part = f" in the {unit}" if unit in _PARTS - {"night"} else ""
        return f"{said}{part}" if when and not when.day and not when.rule else ""
    if unit in _PARTS:
        return "at 21:00" if unit == "night" else f"in the {unit}"
    old = _CLOCK.search(last.value)
    return f"at {old['clock']}" if old else ""


def _earlier(value: str, days: int) -> str:
    """The day so many days before that of a time as we say it; "" where it has no such day."""
    if "every" in value:
        return ""
    if on := _DATE.search(value):
        is_leap_day = on[0].startswith("29 February")
        year = int(on["year"] or (_LEAP_YEAR if is_leap_day else _ANY_YEAR))
        at = date(year, _MONTHS.index(on["month"]) + 1, int(on["day"])) - timedelta(days=days)
        return f"on {at.day} {_MONTHS[at.month - 1]}"
    if "tomorrow" in value:
        return "today" if days == 1 else ""
    named = next((one for one in _DAYS if one in value), "")
    if not named or days >= len(_DAYS):
        return ""
    return led(f"on {_DAYS[(_DAYS.index(named) - days) % len(_DAYS)]}")
