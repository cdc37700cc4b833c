"""Finds the schedule entries that the user means: by kind, name, length, time, day or position.

Invariant: nothing is changed here; where the words fit several, the question names each apart.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from jarvis_voice.core.clock import local_zone
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.core.schedule_entries import (
    Entry,
    Moment,
    as_clock_shows,
    in_order,
    next_due,
    seconds_left,
)
from jarvis_voice.core.types import Receipt, ReceiptKind, ToolResult
from jarvis_voice.language.en.schedule_phrases import (
    NOTHING_RINGS,
    WHICH_ONE,
    Teller,
    length_said,
    time_in,
)
from jarvis_voice.language.en.schedule_rules import MONTHS, WEEKDAYS, days_of, rule_of
from jarvis_voice.language.en.schedule_spans import Span, span_in
from jarvis_voice.language.en.schedule_times import possible_hours
from jarvis_voice.language.en.schedule_words import When, read_when
from jarvis_voice.language.en.spoken_lengths import length_in
from jarvis_voice.language.en.spoken_lists import key_of, spoken
from jarvis_voice.language.en.timed_tasks import split_when
from jarvis_voice.tools.dependencies import ToolDependencies
from jarvis_voice.tools.errors import as_tool_error
from jarvis_voice.tools.registry import Arguments, ToolContext
from jarvis_voice.tools.schedule.schedule_tools import Name

AnyKind = Literal["any", "timer", "alarm", "reminder", "routine", "ringing"]
Place = Literal["one", "all", "first", "second", "third", "last", "longest", "shortest", "newest"]

_PLACES = {"first": 0, "second": 1, "third": 2, "last": -1}
_CALLED_BY_PLACE: Mapping[str, Place] = {
    **dict.fromkeys(("first", "earliest", "soonest", "next", "nearest", "very first"), "first"),
    "second": "second",
    "third": "third",
    **dict.fromkeys(("last", "latest", "final", "very last"), "last"),
}
_MOST_DAY_WORDS = 4
_HAS_LEAD = re.compile(r"(?:up to|until|till|til|through|from|between)\b", re.I)
_MOST_TIMES = 50
"""Times of one entry that are looked at: one that comes every few minutes has no end of them."""

_WEEKDAY = re.compile(
    rf"(?:(?:for|on|at) )?(?:{'|'.join(WEEKDAYS)})(?:['\u2019]s)?"
    r"(?: (?:morning|afternoon|evening|night))?",
    re.I,
)
_SOME_DAYS = re.compile(
    rf"\b(?:(?:this|next) week|weekend|tomorrow|today|{'|'.join(WEEKDAYS)})\b", re.I
)
_ARTICLE = re.compile(r"(?:(?:the|my|our|that|this|an?|any|for|at|on|of|called|named) )+", re.I)
_ARTICLES = frozenset({"the", "a", "an", "my", "our"})
"""What may stand in a name and not in what it names: "pay the rent" of "pay rent"."""
_AND = lazy_pattern(
    r",? and (?:the |my |also )*(?:ones? (?:for|at|to|about|of|called|named|on) (?:the |my )?)?|"
    r", (?:the |my )?",
    re.I,
)
_COMPARES = lazy_pattern(
    r"\A(?:before|after|between|later than|earlier than)\b|(?:\A|\b(?:more|less|fewer) )than\b|"
    r"\A(?:at least|in the morning or|morning or|over|under) ",
    re.I,
)
_KIND = re.compile(r" (?:timer|alarm|reminder|routine)s?\Z", re.I)
_NO_NAME = lazy_pattern(
    r"(?:the|my|our|that|this|an?|any|some|both|all|(?:other )?ones?|it|other|"
    r"(?:timer|alarm|reminder|routine)s?)?\Z",
    re.I,
)
"""Words of a name that name nothing: "a" of "cancel a timer"."""


_ANY_DAYS = (date(2024, 1, 1), date(2024, 1, 10))
"""Two, as "until the 1st" is no span on that very day."""


def _must_be_span(words: str) -> str:
    if words and not any(span_in(words, day) for day in _ANY_DAYS):
        raise ValueError("day must be one such as: tomorrow, this week, Friday evening")
    return words


Days = Annotated[
    str,
    Field(
        description="Only those of a day, as the user said it: tomorrow, this week.", max_length=60
    ),
    AfterValidator(_must_be_span),
]


class WhichArguments(Arguments):
    """Kind, name and day of the entries that the user means."""

    what: Annotated[AnyKind, Field(description="Which kind.")] = "any"
    name: Annotated[
        Name, Field(description="Which one, as the user said it: its name, length, time or day.")
    ] = ""
    day: Days = ""

    def called(self, name: str) -> WhichArguments:
        """The same kind and day, of one other name."""
        return WhichArguments(what=self.what, name=name, day=self.day)


async def meant(
    around: ToolDependencies,
    context: ToolContext,
    which: WhichArguments,
    teller: Teller,
    moment: Moment,
) -> Sequence[Entry]:
    """What of this user's the words fit, the earliest first."""
    with as_tool_error():
        kept = await around.schedule.entries(context.origin.user_id)
    entries = [as_clock_shows(one, moment) for one in kept]
    fitting = _of_words(entries, which, teller) or _of_words(entries, which, teller, weeks=1)
    return in_order(fitting, moment)


def _of_words(
    entries: Sequence[Entry], which: WhichArguments, teller: Teller, weeks: int = 0
) -> Sequence[Entry]:
    """What the words fit, where today's weekday is the one so many weeks from now."""
    days, name = _days_of(which.day, teller, weeks), bare(which.name)
    of_kind = [
        one
        for one in entries
        if which.what in {"any", one.kind} or (which.what, one.state) == ("ringing", "ringing")
        if days is None or _comes_in(one, days, teller)
    ]
    fitting = [one for one in of_kind if not name or _fits(one, name, teller, weeks)]
    if not fitting:
        each = _names_in(which.name)
        fitting = [one for one in of_kind if any(_fits(one, name, teller, weeks) for name in each)]
    return fitting


def _days_of(said: str, teller: Teller, weeks: int = 0) -> Span | None:
    """The days that words name; of a bare weekday that is today's, so many weeks from now."""
    days = span_in(said, _today(teller)) if said else None
    if days is None or not weeks or not _WEEKDAY.fullmatch(said.strip(" .,!?")):
        return days
    if days.first != _today(teller):
        return days
    ahead = timedelta(weeks=weeks)
    return replace(days, first=days.first + ahead, last=days.last + ahead)


def named_in(found: Sequence[Entry], said: str, teller: Teller) -> dict[str, bool]:
    """The names that are said, and whether one of the entries has it.

    Two in "the tea and the pasta timer", but one in "call Ana and Ben"; none where none is said.
    """
    whole = bare(said)
    if not whole or _is_any_called(found, whole, teller):
        return {whole: True} if whole else {}
    return {name: _is_any_called(found, name, teller) for name in _names_in(said)}


def _is_any_called(found: Sequence[Entry], said: str, teller: Teller) -> bool:
    return any(_fits(one, said, teller, weeks) for one in found for weeks in (0, 1))


def _names_in(said: str) -> list[str]:
    return [name for one in _AND.split(said) if (name := _KIND.sub("", bare(one)))]


def in_place(found: Sequence[Entry], which: Place) -> Sequence[Entry]:
    """Of what fits, the one in its place, by time or by length; all of it where none is said."""
    if which in {"longest", "shortest"}:
        timed = sorted((one for one in found if one.length_seconds), key=lambda e: e.length_seconds)
        return timed[-1:] if which == "longest" else timed[:1]
    if which == "newest":
        return sorted(found, key=lambda entry: entry.number)[-1:]
    if which not in _PLACES:
        return found
    place = _PLACES[which] % len(found) if found else 0
    return found[place : place + 1] if _PLACES[which] < len(found) else ()


def place_named(said: str) -> Place | None:
    """The place among several that a name is instead: "my first alarm"; None where it is none."""
    return _CALLED_BY_PLACE.get(bare(said).lower())


def compares(said: str) -> bool:
    """Whether a name only says before or after what, or how many: "before 8 tomorrow"."""
    return _COMPARES.search(said) is not None


def which_one(
    found: Sequence[Entry], arguments: Arguments, teller: Teller, moment: Moment
) -> ToolResult:
    """The question which of several is meant."""
    names = teller.apart([(one, seconds_left(one, moment)) for one in found])
    receipt = Receipt(ReceiptKind.NO_OP, f"{WHICH_ONE}: {spoken(names, 'or')}?")
    return ToolResult(receipt, arguments.model_dump(), data={"asks": True})


def none_such(which: WhichArguments, teller: Teller, place: Place = "one") -> str:
    """What is said where nothing fits."""
    what, name = which.what, bare(which.name)
    if what == "ringing":
        return NOTHING_RINGS
    thing = "timer" if what == "any" else what
    kinds = "timers, alarms or reminders" if what == "any" else f"{what}s"
    days = f" {_on(bare(which.day))}" if which.day else ""
    if names_time(which, teller):
        return f"You have no {thing if what != 'any' else kinds} {_on(name)}{days}."
    if name:
        return f"There is no {name} {thing}{days}."
    if _PLACES.get(place, 0) > 0:
        return f"There is no such {thing}."
    return f"You have no {kinds}{days}."


def names_time(which: WhichArguments, teller: Teller) -> bool:
    """Whether the name is a day or a time: "seven tomorrow"."""
    name = bare(which.name)
    return bool(name and (span_in(name, _today(teller)) or read_when(name, is_bare=True)))


def teller_for(around: ToolDependencies, context: ToolContext) -> Teller:
    """Who words moments for this user, now."""
    return Teller(around.user.clock, context.now, local_zone(context.now))


def bare(said: str) -> str:
    """A name without what only leads to it; "" where nothing is left of it."""
    name = _ARTICLE.sub("", said.strip(" .,!?"), count=1) if _ARTICLE.match(said.strip()) else said
    return "" if _NO_NAME.match(name.strip()) else re.sub(r"['\u2019]s?\Z", "", name.strip())


def _on(days: str) -> str:
    """Days as they stand behind "you have no alarm": "for Friday", "until Friday"."""
    return _cased(days) if _HAS_LEAD.match(days) else f"for {_cased(days)}"


def _cased(words: str) -> str:
    """With the capital of a day or a month: "Friday evening"."""
    names = {*WEEKDAYS, *MONTHS}
    return " ".join(one.title() if one.lower() in names else one for one in words.split())


def _fits(entry: Entry, said: str, teller: Teller, weeks: int = 0) -> bool:
    """Whether an entry is called that: by its name, its words, its length, its time or its day."""
    if set(key_of(said)) - _ARTICLES <= set(key_of(f"{entry.name} {entry.words}")):
        return True
    if (length := length_in(said)) is not None:
        return length_said(length) == length_said(entry.length_seconds)
    if days := _days_of(said, teller, weeks):
        return _comes_in(entry, days, teller)
    again = read_when(said) or read_when(f"every {said}")
    if again and again.rule and again.hour is None:
        return _comes_so(entry, again, teller)
    if (parted := split_when(said)) and parted[0] and parted[1].rule:
        return _fits(entry, parted[0], teller, weeks) and _comes_so(entry, parted[1], teller)
    when = read_when(said, is_bare=True)
    if when is None or when.hour is None:
        return False
    if when.day and (days := _days_of(when.day, teller, weeks)):
        return _comes_in(entry, days, teller, when)
    return _is_due_at(entry, when, teller)


def _comes_so(entry: Entry, again: When, teller: Teller) -> bool:
    """Whether an entry comes again on just those days, and at that time where one is said."""
    is_same = bool(entry.rule) and days_of(entry.rule) == days_of(again.rule)
    return is_same and (again.hour is None or _is_due_at(entry, again, teller))


def on_one_day(entry: Entry, which: WhichArguments, teller: Teller) -> bool:
    """Whether one day is meant of an entry that comes on others, too."""
    if not entry.rule:
        return False
    for said in filter(None, (which.day, bare(which.name))):
        when = read_when(said, is_bare=True)
        if when and when.day in WEEKDAYS and days_of(entry.rule) == rule_of(when.day):
            continue
        if (when and when.day) or span_in(said, _today(teller)):
            return not set(key_of(said)) <= set(key_of(f"{entry.name} {entry.words}"))
    return False


def one_day_of(entry: Entry, which: WhichArguments, teller: Teller) -> str:
    """The day that the words name of an entry that comes on others, too; "" where they name none.

    A time of day, "the morning alarm", is no day, and "my weekend alarm" comes at weekends alone.
    """
    for said in filter(None, (which.day, bare(which.name))):
        when = read_when(said, is_bare=True)
        again = read_when(f"every {said}")
        is_its = again is not None and bool(again.rule)
        is_its = is_its and days_of(entry.rule) == days_of(again.rule if again else "")
        is_day = bool(when and when.day) or _SOME_DAYS.search(said) is not None
        if is_day and not is_its and on_one_day(entry, WhichArguments(name=said), teller):
            return _led_day(re.sub(r"['\u2019]s?\Z", "", said))
    return ""


def _led_day(said: str) -> str:
    """A day as it ends a sentence: "on Sunday", "tomorrow"."""
    if said.lower() == "weekend":
        return "this weekend"
    led = re.match(r"(?:on|for|this|next|to)\b|tomorrow|today|tonight", said, re.I)
    return _cased(said) if led else f"on {_cased(said)}"


def days_named(which: WhichArguments, teller: Teller, found: Sequence[Entry] = ()) -> Span | None:
    """The days that the words name; None where they name none.

    Args:
        which: The words.
        teller: Who words moments, now.
        found: What is meant: where none of it comes on a weekday that is today's, the next is.
    """
    for said in filter(None, (which.day, bare(which.name))):
        when = read_when(said, is_bare=True)
        for words in (said, when.day if when else ""):
            if days := _days_of(words, teller):
                is_there = not found or any(_comes_in(one, days, teller) for one in found)
                return days if is_there else _days_of(words, teller, weeks=1)
    return None


def parted_day(which: WhichArguments, teller: Teller) -> dict[str, str]:
    """Name and day of a name that a day ends: "take my pills tomorrow"; empty where none does."""
    words = which.name.split()
    if which.day:
        return {}
    for place in range(max(1, len(words) - _MOST_DAY_WORDS), len(words)):
        day = " ".join(words[place:])
        if span_in(day, _today(teller)):
            return {"name": " ".join(words[:place]), "day": day}
    return {}


def _is_due_at(entry: Entry, when: When, teller: Teller) -> bool:
    return _is_at(when, entry, entry.due_at.astimezone(teller.zone))


def _is_at(when: When, entry: Entry, local: datetime) -> bool:
    """Whether a moment of an entry is that time of day; of seven without its half both are.

    Where the clock leaves out the time of a rule, that time is meant as well as the one it rings.
    """
    hours = possible_hours(when, "alarm")
    walls = filter(None, (local.time(), time_in(entry.rule)))
    return any(when.minute == wall.minute and wall.hour in hours for wall in walls)


def _comes_in(entry: Entry, days: Span, teller: Teller, at: When | None = None) -> bool:
    """Whether one of an entry's times is on those days, and at that time of day."""
    due: datetime | None = entry.due_at
    midnight = datetime.combine(days.first, time(), teller.zone)
    if entry.rule and due and due < midnight:
        due = next_due(entry.rule, entry.set_at, midnight - timedelta(seconds=1), teller.zone)
    for _ in range(_MOST_TIMES):
        if due is None or (local := due.astimezone(teller.zone)).date() > days.last:
            return False
        if days.holds(local) and (at is None or _is_at(at, entry, local)):
            return True
        if not entry.rule:
            return False
        due = next_due(entry.rule, entry.set_at, due, teller.zone, rang_at=due)
    return False


def _today(teller: Teller) -> date:
    return teller.now.astimezone(teller.zone).date()
