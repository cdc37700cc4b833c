"""Decides when timers, alarms, reminders and routines are due. Pure.

Invariant: a length of time goes by the clock that runs on when the wall clock is set; a time of day
goes by the wall clock. What is due is decided here and nowhere else, and no occurrence comes twice,
also in an hour that comes twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta, tzinfo
from typing import Literal

from jarvis_voice.core.rule_dates import bare_rule, dates_left_out
from jarvis_voice.core.types import ME, TALK_ONLY, Origin, Scope
from jarvis_voice.core.wall_times import (
    first_moment,
    in_utc,
    moment_after,
    seconds_between,
    wall_time,
)

Kind = Literal["timer", "alarm", "reminder", "routine"]
State = Literal["waiting", "ringing", "missed"]
Verdict = Literal["waits", "rings", "missed"]

LATE_SECONDS = 600.0
"""What is later than this is told as missed, and rings no more. A rule of thumb: within ten minutes
an alarm is still of use; after that a sound out of the blue only startles."""

_SHORT_STEPS = {"MINUTELY": timedelta(minutes=1), "HOURLY": timedelta(hours=1)}
"""What comes again so often that nobody may walk there from where it was set."""

_LENGTH_PARTS = {"FREQ", "INTERVAL"}
"""A rule of these alone, and of such steps, is a length of time."""

_JITTER_SECONDS = 30.0
"""By less the two clocks drift apart without anybody setting one."""

MOST_MISSED = 99
"""Occurrences of one entry that are counted after a long time off."""

_SET_BACK = timedelta(days=1)
"""By no more is a clock set back at the end of a summer time."""


@dataclass(frozen=True, slots=True)
class Moment:
    """The current time, by the wall clock and by the monotonic clock.

    Attributes:
        wall: The wall clock, with a time zone.
        elapsed_seconds: A clock that nobody sets.
        boot: Which run of that clock it is; another run's seconds say nothing.
        counts_sleep: Whether that clock goes on while the machine sleeps. If not, nobody can tell
            a sleep from a wall clock that was set forward, and it is taken for a sleep: better a
            timer that is early than one that never rings.
    """

    wall: datetime
    elapsed_seconds: float
    boot: str
    counts_sleep: bool = True


@dataclass(frozen=True, slots=True)
class Entry:
    """One timer, alarm, reminder or routine that the user has set.

    Attributes:
        kind: timer, alarm, reminder or routine.
        due_at: When, by the wall clock, with a time zone.
        set_at: When it was set.
        name: What it is called: "pasta".
        words: What a reminder says, or what a routine asks for.
        thread_id: The conversation that a routine asks in; "" is the usual one.
        turn_id: The turn in which it was set.
        rule: How it comes again, as an iCalendar RRULE in local time with the dates that it leaves
            out at its end (`rule_dates`); "" is once.
        length_seconds: Of what was set for a length of time; 0 for a time of day.
        boot: The run of the elapsed clock that `due_elapsed_seconds` is of; "" is none.
        due_elapsed_seconds: When, by that clock.
        state: What becomes of it; "missed" is what was told so, and is set no more.
        number: Its row; 0 before it is kept.
        user_id: Who set it.
        place: The device it was set at, and rings at; "" is this machine.
        may: What was allowed where it was set: a routine may do no more than who set it.
    """

    kind: Kind
    due_at: datetime
    set_at: datetime
    name: str = ""
    words: str = ""
    thread_id: str = ""
    turn_id: str = ""
    rule: str = ""
    length_seconds: float = 0.0
    boot: str = ""
    due_elapsed_seconds: float = 0.0
    state: State = "waiting"
    number: int = 0
    user_id: str = ME
    place: str = ""
    may: frozenset[Scope] = TALK_ONLY

    @property
    def origin(self) -> Origin:
        """Whose it is, and where."""
        return Origin(self.user_id, self.place, may=self.may)

    def is_set_by(self, user_id: str) -> bool:
        """Whether a user has it set, or it rings."""
        return self.user_id == user_id and self.state != "missed"


def load() -> None:
    """Load the library of repetitions, which takes a tenth of a second."""
    import dateutil.rrule  # noqa: F401 - for its import time alone


def in_seconds(
    kind: Kind, seconds: float, moment: Moment, name: str = "", words: str = ""
) -> Entry:
    """What is due after a length of time, by both clocks."""
    return Entry(
        kind=kind,
        due_at=moment_after(moment.wall, seconds),
        set_at=in_utc(moment.wall),
        name=name,
        words=words,
        length_seconds=seconds,
        boot=moment.boot,
        due_elapsed_seconds=moment.elapsed_seconds + seconds,
    )


def seconds_left(entry: Entry, moment: Moment) -> float:
    """How long until it is due; negative is how late it is."""
    by_wall = seconds_between(moment.wall, entry.due_at)
    if not entry.boot or entry.boot != moment.boot:
        return by_wall
    by_elapsed = entry.due_elapsed_seconds - moment.elapsed_seconds
    return by_elapsed if moment.counts_sleep else min(by_wall, by_elapsed)


def with_time_left(
    timer: Entry, left_seconds: float, length_seconds: float, moment: Moment
) -> Entry:
    """A timer that waits so long from now on; whose it is and where it rings stays.

    Args:
        timer: As it was.
        left_seconds: How long it waits from now on.
        length_seconds: Its whole length, if it is less than what is left it is that.
        moment: Now.
    """
    return replace(
        in_seconds("timer", left_seconds, moment, timer.name),
        length_seconds=max(length_seconds, left_seconds),
        turn_id=timer.turn_id,
        user_id=timer.user_id,
        place=timer.place,
        may=timer.may,
    )


def as_clock_shows(entry: Entry, moment: Moment) -> Entry:
    """The entry with the time that the wall clock will show when it is due.

    What is due after a length of time keeps to it when the wall clock is set, so the time that was
    worked out when it was set is told no more.
    """
    if not entry.boot or entry.boot != moment.boot:
        return entry
    due_at = moment_after(moment.wall, seconds_left(entry, moment))
    is_as_set = abs(seconds_between(due_at, entry.due_at)) < _JITTER_SECONDS
    return entry if is_as_set else replace(entry, due_at=due_at)


def missed_times(entry: Entry, moment: Moment, zone: tzinfo) -> Sequence[datetime]:
    """The occurrences that nobody rang, the earliest first: one and `MOST_MISSED` behind it."""
    times, due = [entry.due_at], entry.due_at
    while entry.rule and len(times) <= MOST_MISSED:
        following = next_due(entry.rule, entry.set_at, due, zone, rang_at=due)
        if following is None or in_utc(following) > in_utc(moment.wall):
            break
        times.append(due := following)
    return times


def verdict(entry: Entry, moment: Moment) -> Verdict:
    """What is to become of it now; what a crash cut off while it rang is judged anew."""
    left = seconds_left(entry, moment)
    if entry.state == "missed":
        return "missed"
    if left > 0 and entry.state == "waiting":
        return "waits"
    return "rings" if left >= -LATE_SECONDS else "missed"


def earliest_seconds(entries: Iterable[Entry], moment: Moment) -> float | None:
    """How long until the next one is due; None where nothing waits."""
    left = [seconds_left(entry, moment) for entry in entries if entry.state == "waiting"]
    return min(left, default=None)


def next_due(
    rule: str,
    set_at: datetime,
    after: datetime,
    zone: tzinfo,
    *,
    rang_at: datetime | None = None,
) -> datetime | None:
    """The first occurrence behind a moment, in UTC; None where the rule has ended.

    In a night in which the clock goes forward, a time that does not exist is moved by that hour;
    in one in which it goes back, a time that exists twice rings once: when it comes next. What
    comes every few minutes or hours goes by the time that passes, whatever the wall shows.

    Args:
        rule: An iCalendar RRULE, in local time, with the dates that it leaves out.
        set_at: When it was set: "every other day" counts from there.
        after: The moment, with a time zone.
        zone: The local one.
        rang_at: An occurrence that is over; times of day up to it have had their turn.
    """
    try:
        parts = dict(part.split("=", 1) for part in bare_rule(rule).split(";"))
        if parts.keys() <= _LENGTH_PARTS and (step := _SHORT_STEPS.get(parts.get("FREQ", ""))):
            return _next_step(step * int(parts.get("INTERVAL", "1")), set_at, after)
        return _next_of_day(rule, set_at, after, zone, rang_at)
    except (ValueError, ArithmeticError):  # a damaged file: it comes no more
        return None


def _next_step(step: timedelta, set_at: datetime, after: datetime) -> datetime:
    """The first of many equal steps behind a moment.

    Raises:
        ArithmeticError: It is no length of time.
    """
    start, after = in_utc(set_at).replace(microsecond=0), in_utc(after)
    return start + max((after - start) // step + 1, 0) * step


def _next_of_day(
    rule: str, set_at: datetime, after: datetime, zone: tzinfo, rang_at: datetime | None
) -> datetime | None:
    """The first occurrence behind a moment of a rule that names times of day.

    Raises:
        ValueError, ArithmeticError: It is no rule.
    """
    from dateutil.rrule import rrulestr

    local, start = wall_time(after, zone), wall_time(set_at, zone).replace(microsecond=0)
    since = local - _SET_BACK  # a time that was shown may be shown again
    if rang_at:
        since = max(since, wall_time(rang_at, zone))
    coming: list[datetime] = []
    dates, rule = dates_left_out(rule), bare_rule(rule)
    for found in rrulestr(rule, dtstart=_walked_from(rule, start, since)).xafter(since):
        if found.date() in dates:
            continue
        if due := first_moment(found, zone, after):
            coming.append(due)
        if coming and found > local:
            break
    return min(coming, default=None)


def _walked_from(rule: str, start: datetime, local: datetime) -> datetime:
    """Where a rule that was set at `start` may begin, for what is behind `local`.

    Raises:
        ValueError, ArithmeticError: It is no rule.
    """
    parts = dict(part.split("=", 1) for part in rule.split(";"))
    if (step := _SHORT_STEPS.get(parts.get("FREQ", ""))) is None:
        return start.replace(hour=0, minute=0, second=0)
    if "COUNT" in parts:
        return start
    step *= int(parts.get("INTERVAL", "1"))
    return start + max((local - start) // step, 0) * step


def advanced(entry: Entry, now: datetime, zone: tzinfo) -> Entry | None:
    """What is left of it when it has rung or was missed: its next occurrence, or None.

    Neither a wall clock that was set back nor an hour that comes twice makes the same occurrence
    come twice.
    """
    if not entry.rule:
        return None
    after = max(in_utc(now), in_utc(entry.due_at))
    due = next_due(entry.rule, entry.set_at, after, zone, rang_at=entry.due_at)
    return replace(entry, due_at=due, state="waiting") if due else None


def in_order(entries: Iterable[Entry], moment: Moment) -> Sequence[Entry]:
    """The earliest first."""
    return sorted(entries, key=lambda entry: (seconds_left(entry, moment), entry.number))
