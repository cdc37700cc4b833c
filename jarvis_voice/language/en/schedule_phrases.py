"""Words what Jarvis says about timers, alarms, reminders and routines. Pure.

Invariant: nothing here needs a model: what rings is worded from its row alone.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, time, tzinfo

from jarvis_voice.core.left_out import brought_back
from jarvis_voice.core.rule_dates import bare_rule, dates_left_out
from jarvis_voice.core.schedule_entries import MOST_MISSED, Entry
from jarvis_voice.core.wall_times import seconds_between
from jarvis_voice.language.en.schedule_rules import MONTHS, WEEKDAYS
from jarvis_voice.language.en.spoken_lists import spoken

NOTHING_RINGS_YET = "But nothing will ring until Jarvis runs: start it with `jarvis run`."
NOTHING_RINGS = "Nothing is ringing."
FOR_A_TIMER = " For a timer say: set a timer for {length}."
"""Behind it, where a length was said."""
HOW_LONG = "For how long?"
ONCE = "once"
WHICH_ONE = "Which one do you mean"

_NOON = 12
_DAYS_NAMED = 7
_YEAR_UNTOLD = 330
"""Days ahead up to which a date needs no year."""
_UNITS = ((86_400, "day"), (3_600, "hour"), (60, "minute"), (1, "second"))
_MOST_UNITS = 2
_DAY_SECONDS = 86_400
_ROUNDED_FROM = 3_600
"""From an hour on nobody wants to hear the seconds."""


_MOMENTS_TOLD = 3
"""Of what was missed again and again: more are hard to listen to."""


@dataclass(frozen=True, slots=True)
class Teller:
    """Words moments and entries in this user's time zone and clock format.

    Attributes:
        clock: "24" or "12".
        now: The wall clock.
        zone: The local one.
    """

    clock: str
    now: datetime
    zone: tzinfo

    def clock_of(self, moment: datetime) -> str:
        """The time of day: "07:00" or "7:00 AM"."""
        return self._shown(moment.astimezone(self.zone).time())

    def _shown(self, at: time) -> str:
        if self.clock == "24":
            return f"{at:%H:%M}"
        return f"{at.hour % _NOON or _NOON}:{at:%M} {'AM' if at.hour < _NOON else 'PM'}"

    def moment_of(self, moment: datetime) -> str:
        """The time with its day: "at 07:00 tomorrow"."""
        day, at = self.day_of(moment), f"at {self.clock_of(moment)}"
        return f"{day} {at}" if day.startswith("on ") else f"{at} {day}"

    def day_of(self, moment: datetime) -> str:
        """The day of a moment: "tomorrow", "on Friday", "on 3 May", "on 3 May 2028"."""
        here, today = moment.astimezone(self.zone), self.now.astimezone(self.zone).date()
        ahead = (here.date() - today).days
        if ahead in {0, 1, -1}:
            return ("today", "tomorrow", "yesterday")[ahead]
        if 0 < ahead < _DAYS_NAMED:
            return f"on {here:%A}"
        year = f" {here.year}" if ahead > _YEAR_UNTOLD else ""
        return f"on {here.day} {here:%B}{year}"

    def named(self, entry: Entry, owner: str = "the") -> str:
        """An entry as it is spoken of: "the pasta timer", "your alarm for 07:00"."""
        match entry.kind:
            case "timer":
                return f"{owner} {entry.name or _adjective(entry.length_seconds)} timer"
            case "alarm":
                name = f"{entry.name} alarm" if entry.name else "alarm"
                return f"{owner} {name} for {self.clock_of(entry.due_at)}"
            case "reminder":
                return f'{owner} reminder "{entry.words}"'
            case _:
                return f'{owner} routine "{entry.words}"'

    def repeated(self, entry: Entry) -> str:
        """When it comes: "every weekday at 08:00", or its one moment."""
        again = rule_said(entry.rule)
        if again == ONCE:
            return self.moment_of(entry.due_at)
        at = time_in(entry.rule)
        return f"{again} at {self._shown(at)}" if at else again

    def told(self, entry: Entry, left_seconds: float) -> str:
        """One entry in a list, with its time."""
        if entry.state == "ringing":
            return f"{self.named(entry)}, which is ringing"
        if entry.kind == "timer":
            return f"{self.named(entry)} with {length_said(left_seconds)} left"
        if entry.kind == "alarm":
            name = f"the {entry.name} alarm" if entry.name else "an alarm"
            return f"{name} {self._coming(entry)}"
        if entry.kind == "reminder":
            return f"a reminder {self._coming(entry)}: {entry.words}"
        return f'{self._coming(entry)}, "{entry.words}"'

    def _coming(self, entry: Entry) -> str:
        """When it comes, and what is left out of that."""
        again = self.repeated(entry)
        if rule_said(entry.rule) == ONCE:
            return again
        whole = brought_back(entry, self.now, self.zone)
        if whole and whole.due_at != entry.due_at:
            again = f"{again}, next {self.moment_of(entry.due_at)}"
        coming = entry.due_at.astimezone(self.zone).date()
        days = [one for one in sorted(dates_left_out(entry.rule)) if one > coming]
        later = [self.day_of(datetime.combine(one, time(12), self.zone)) for one in days]
        if len(later) > _MOMENTS_TOLD:
            return f"{again}, but not on {len(later)} days, first {later[0]} and last {later[-1]}"
        return f"{again}, but not {spoken(later, 'or')}" if later else again

    def apart(self, entries: Sequence[tuple[Entry, float]]) -> list[str]:
        """Entries, with the seconds that each has left, so that no two are called alike."""
        names = [self.named(entry) for entry, _ in entries]
        return [
            self._told_apart(entry, left) if names.count(name) > 1 else name
            for name, (entry, left) in zip(names, entries, strict=True)
        ]

    def _told_apart(self, entry: Entry, left_seconds: float) -> str:
        if entry.kind == "timer" or entry.state == "ringing":
            return self.told(entry, left_seconds)
        if entry.kind == "alarm":
            return self.told(entry, left_seconds).replace("an alarm", "the alarm", 1)
        return f"{self.named(entry)} {self.repeated(entry)}"

    def rings(self, entry: Entry, late_seconds: float = 0.0) -> str:
        """What is said when it rings."""
        late = f" It was due at {self.clock_of(entry.due_at)}." if late_seconds >= 60 else ""  # noqa: PLR2004 - a minute
        match entry.kind:
            case "timer":
                return f"{begun(self.named(entry, 'your'))} is done.{late}"
            case "reminder":
                return f"Here is your reminder: {entry.words}.{late}"
            case _:
                called = f" Your {entry.name} alarm." if entry.name else ""
                return f"It is {self.clock_of(self.now)}.{called}{late}"

    def rings_for(self, entry: Entry) -> str:
        """The same to others than its user, without what it is about."""
        return f"{'An' if entry.kind == 'alarm' else 'A'} {entry.kind} of {entry.user_id} is due."

    def missed(self, entries: Sequence[tuple[Entry, Sequence[datetime]]]) -> str:
        """What is told once of what nobody could hear.

        Args:
            entries: Each with the times at which it should have rung, the earliest first.
        """
        told = [f"{self.named(one, 'your')}, {self._times(times)}" for one, times in entries]
        return f"You missed {'; '.join(told)}."

    def missed_by(self, user: str, entries: Sequence[Entry]) -> str:
        """The same of another user, without what the entries are about."""
        kinds = Counter(entry.kind for entry in entries)
        told = [
            f"{count} {kind}s" if count > 1 else f"{'an' if kind == 'alarm' else 'a'} {kind}"
            for kind, count in kinds.items()
        ]
        return f"{begun(user)} missed {spoken(told)}."

    def _times(self, times: Sequence[datetime]) -> str:
        """Up to three moments; of more the first, the last, and how many."""
        if len(times) <= _MOMENTS_TOLD:
            return spoken([self.moment_of(one) for one in times])
        first, last = self.moment_of(times[0]), self.moment_of(times[-1])
        if len(times) > MOST_MISSED:
            return f"more than {MOST_MISSED} times, first {first}"
        return f"{len(times)} times, first {first} and last {last}"


def length_said(seconds: float) -> str:
    """A length of time as one says it: "1 hour and 30 minutes"."""
    rest = max(round(seconds), 1)
    if rest > _ROUNDED_FROM:
        rest = round(rest / 60) * 60
    parts = []
    for size, unit in _UNITS:
        count, rest = divmod(rest, size)
        if count:
            parts.append(f"{count} {unit}{'s' if count > 1 else ''}")
    return " and ".join(parts[:_MOST_UNITS])


def rule_said(rule: str) -> str:
    """How something comes again: "every weekday", "every 2 weeks on Monday", "every 3 May".

    What no rule says, or one that nobody can read in a damaged file, comes once.
    """
    try:
        return _said(dict(part.split("=", 1) for part in bare_rule(rule).split(";")))
    except (ValueError, LookupError):
        return ONCE


def _said(parts: Mapping[str, str]) -> str:
    """The same of a rule that was parted.

    Raises:
        ValueError, LookupError: It is no rule.
    """
    days = parts.get("BYDAY", "").split(",") if "BYDAY" in parts else []
    count, freq = int(parts.get("INTERVAL", "1")), parts["FREQ"]
    unit = _UNIT_OF[freq]
    every = f"every {count} {unit}s" if count > 1 else f"every {unit}"
    if freq == "MONTHLY" and (days or "BYMONTHDAY" in parts):
        return f"on the {_day_of_month(parts)} of {every}"
    if freq == "YEARLY" and "BYMONTH" in parts:
        date = f"{parts['BYMONTHDAY']} {MONTHS[int(parts['BYMONTH']) - 1].title()}"
        return f"every {date}" if count == 1 else f"{every} on {date}"
    if days == ["MO", "TU", "WE", "TH", "FR"]:
        return "every weekday"
    left_out = [name for day, name in _NAMES.items() if day not in days]
    if days and len(left_out) in _FEW:
        return f"every day except {spoken(left_out)}"
    if days:
        named = spoken([_NAMES[day] for day in days])
        return f"{every} on {named}" if count > 1 else f"every {named}"
    return every


_UNIT_OF = {
    "MINUTELY": "minute", "HOURLY": "hour", "DAILY": "day", "WEEKLY": "week", "MONTHLY": "month",
    "YEARLY": "year",
}  # fmt: skip
_NAMES = {day[:2].upper(): day.title() for day in WEEKDAYS}
_FEW = (1, 2)
"""Days that are left out of a week: fewer to say than those that are left."""
_PLACES = {"1": "first", "2": "second", "3": "third", "4": "fourth", "-1": "last"}
_ENDINGS = {"1": "st", "2": "nd", "3": "rd"}


def _day_of_month(parts: Mapping[str, str]) -> str:
    """The day of a monthly rule: "15th", "last day", "first Monday"."""
    if day := parts.get("BYDAY"):
        return f"{_PLACES.get(day[:-2], day[:-2])} {_NAMES[day[-2:]]}"
    number = parts["BYMONTHDAY"].rpartition(",")[2]
    if number == "-1":
        return "last day"
    is_teen = len(number) > 1 and number[0] == "1"
    return f"{number}{'th' if is_teen else _ENDINGS.get(number[-1], 'th')}"


def time_in(rule: str) -> time | None:
    """The time of day of a rule; its next occurrence may be moved, where the clock leaves it out.

    A rule that names none, or several, has none that could be said.
    """
    try:
        parts = dict(part.split("=", 1) for part in bare_rule(rule).split(";"))
        hour, minute = parts.get("BYHOUR", ""), parts.get("BYMINUTE", "0")
        return time(int(hour), int(minute))
    except ValueError:
        return None


def until(moment: datetime, now: datetime) -> str:
    """How far off a moment is: "in 2 hours"; "" where that says nothing more."""
    seconds = seconds_between(now, moment)
    return f", {length_said(seconds)} from now" if seconds < _DAY_SECONDS else ""


def _adjective(seconds: float) -> str:
    """A length in front of its noun: "10 minute"."""
    return re.sub(r"(?<=[a-z])s\b", "", length_said(seconds))


def begun(text: str) -> str:
    """The words as a sentence begins with them: "The pasta timer"."""
    return text[:1].upper() + text[1:]


def listed(entries: Sequence[Entry]) -> list[dict[str, str | int]]:
    """What is set, the next one first; times are local, in ISO 8601."""
    return [
        {
            "number": one.number,
            "kind": one.kind,
            "due": one.due_at.astimezone().isoformat(timespec="seconds"),
            "again": rule_said(one.rule),
            "name": one.name,
            "words": one.words,
            "state": one.state,
        }
        for one in sorted(entries, key=lambda one: (one.due_at, one.number))
    ]
