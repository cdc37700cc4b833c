"""The tools that set a timer, an alarm, a reminder or a routine.

Invariant: what is said to be set was read back from the database; with nobody there to ring it, the
answer says so. Where a time may mean two, it asks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from typing import Annotated

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from jarvis_voice.core.clock import elapsed, local_zone
from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.core.schedule_entries import Entry, Kind, Moment, in_seconds
from jarvis_voice.core.types import Receipt, ReceiptKind, ToolResult
from jarvis_voice.language.en.evidence import is_secret
from jarvis_voice.language.en.reminder_words import task_and_time
from jarvis_voice.language.en.routine_requests import (
    parted_words,
    routine_in,
    routine_words,
    with_clock,
)
from jarvis_voice.language.en.schedule_limits import limit_in
from jarvis_voice.language.en.schedule_phrases import (
    HOW_LONG,
    NOTHING_RINGS_YET,
    Teller,
    length_said,
    until,
)
from jarvis_voice.language.en.schedule_times import OF_WHAT, WHEN, Due, due
from jarvis_voice.language.en.schedule_words import When, read_when
from jarvis_voice.language.en.spoken_lengths import length_in
from jarvis_voice.language.en.timed_tasks import split_when
from jarvis_voice.tools.dependencies import ToolDependencies
from jarvis_voice.tools.errors import as_tool_error
from jarvis_voice.tools.registry import TO_BE_TOLD, Arguments, Tool, ToolContext
from jarvis_voice.tools.schedule.entry_exchange import note_change
from jarvis_voice.tools.schedule.sentences import ALARM, REMINDER, ROUTINE, TIMER

LONGEST_REQUEST = 400
"""Characters of what is to be done together with its time; the store bounds what is kept of it."""

Said = Annotated[str, Field(max_length=300)]
Name = Annotated[str, Field(max_length=60)]
_MOST_NAME_WORDS = 4
_NO_NAME = lazy_pattern(
    r"(?:to|on|onto|off|from|of|by|more|the|my|a|an)\b|\w+ (?:the|my|that|this|our|all|both)\b|"
    r".*\b(?:another|minutes?|hours?|seconds?)\b",
    re.I,
)
"""How no name begins, "five minutes to the", "pause the", and what is in none: a length."""
NO_LIMIT = 'I cannot keep "{limit}" for what comes again: I have set nothing. Say it without that.'
_SHORTEST_SECONDS = 1.0
ASKED_FOR_IT = (
    *("timer", "timers", "alarm", "alarms", "remind", "reminder", "wake", "countdown", "count"),
    *("beep", "warn", "alert", "forget", "snooze"),
)


class TimerArguments(Arguments):
    """A length of time, such as "ten minutes", and a name."""

    length: Annotated[Said, Field(description="How long, as the user said it: ten minutes.")] = ""
    name: Annotated[Name, Field(description="What it is called, where the user said so.")] = ""

    @model_validator(mode="after")
    def _is_length(self) -> TimerArguments:
        if self.length and length_in(self.length) is None:
            raise ValueError("length must be one such as: ten minutes, an hour and a half")
        if len(self.name.split()) > _MOST_NAME_WORDS:
            raise ValueError("name must be short")
        if _NO_NAME.match(_timed(self)[0]):
            raise ValueError("name must be a name")
        return self


def _refuse_limits(when: str, *, is_again: bool = False) -> None:
    """Refuse a time that comes again within limits.

    Args:
        when: The words of the time.
        is_again: Its "every" may be left out.

    Raises:
        PydanticCustomError: With the sentence that says so.
    """
    limit = _limit_again(when) if is_again else limit_in(when, is_bare=True)
    if limit:
        raise _no_limit(limit)


def _limit_again(when: str) -> str:
    """What limits a time whose "every" may be left out; "" where nothing does."""
    limits = (limit_in(before + when, is_bare=True) for before in ("", "every ", "on "))
    return next(filter(None, limits), "")


def _no_limit(limit: str) -> PydanticCustomError:
    return PydanticCustomError(TO_BE_TOLD, NO_LIMIT, {"limit": limit})


class AlarmArguments(Arguments):
    """A time of day, with or without a day or a rule: "half past six tomorrow"."""

    when: Annotated[Said, Field(description="When, as the user said it: tomorrow at nine.")] = ""
    name: Annotated[Name, Field(description="What it is called, where the user said so.")] = ""

    @model_validator(mode="after")
    def _is_time(self) -> AlarmArguments:
        _refuse_limits(self.when)
        if self.when and read_when(self.when, is_bare=True) is None:
            raise ValueError("when must be a time such as: seven, tomorrow at half past six")
        named = read_when(self.name, is_bare=True) if self.name else None
        if (named and named.hour is not None) or split_when(self.name):
            raise ValueError("name must be a name, and no second time")
        return self


class ReminderArguments(Arguments):
    """What to remind the user of, and when; the text may contain the time."""

    text: Annotated[
        str,
        Field(
            description="What to remind of, in the user's words.",
            min_length=1,
            max_length=LONGEST_REQUEST,
        ),
    ]
    when: Annotated[Said, Field(description="When, as the user said it: tomorrow at nine.")] = ""

    @model_validator(mode="before")
    @classmethod
    def _parted(cls, said: object) -> object:
        match said:
            case {"text": str() as text, **rest} if len(text) <= LONGEST_REQUEST:
                is_alone = not rest.get("when") and not limit_in(text)
                if parted := parted_words(text) if is_alone else None:
                    return {**rest, "text": parted[0], "when": parted[1]}
        return said

    @model_validator(mode="after")
    def _is_time(self) -> ReminderArguments:
        _refuse_limits(self.when)
        time = read_when(self.when, is_bare=True) if self.when else None
        if self.when and time is None:
            raise ValueError("when must be a time such as: in ten minutes, tomorrow at nine")
        again = f"{self.when} to {self.text}" if time and time.rule else ""
        if limit := limit_in(again or ("" if self.when else self.text)):
            raise _no_limit(limit)
        return self


class RoutineArguments(Arguments):
    """What to ask Jarvis repeatedly, and when; the request may contain the time."""

    request: Annotated[
        str,
        Field(
            description="What is to be done each time, as the user would say it.",
            min_length=1,
            max_length=LONGEST_REQUEST,
        ),
    ]
    when: Annotated[Said, Field(description="When, as the user said it: tomorrow at nine.")] = ""

    @model_validator(mode="before")
    @classmethod
    def _parted(cls, said: object) -> object:
        match said:
            case {"request": str() as request, **rest} if len(request) <= LONGEST_REQUEST:
                when = rest.get("when", "")
                if when == "on":
                    request, when = f"on {request}", ""  # "on mondays", but not "on monday"
                if isinstance(when, str) and not _limit_again(when or request):
                    request, when = routine_words(request, when)
                    return {**rest, "request": request, "when": when}
        return said

    @model_validator(mode="after")
    def _comes_again(self) -> RoutineArguments:
        _refuse_limits(self.when or self.request, is_again=True)
        if routine_in(self.request, self.when)[1] is None:
            raise ValueError("when must be said with every: every weekday at eight")
        return self


def tools(around: ToolDependencies) -> Iterator[Tool]:
    """set_timer, set_alarm, set_reminder and set_routine."""
    yield _set_timer(around)
    yield _set_alarm(around)
    yield _set_reminder(around)
    yield _set_routine(around)


def moment_now(now: datetime) -> Moment:
    """This moment, by both clocks."""
    seconds, boot, counts_sleep = elapsed()
    return Moment(now, seconds, boot, counts_sleep)


def _set_timer(around: ToolDependencies) -> Tool:
    async def run(arguments: TimerArguments, context: ToolContext) -> ToolResult:
        name, seconds = _timed(arguments)
        if seconds is None:
            return _asked(HOW_LONG, arguments)
        if seconds < _SHORTEST_SECONDS:
            raise ToolError("too-short", "That is too short for a timer.")
        entry = in_seconds("timer", seconds, moment_now(context.now), name)
        called = f"The {entry.name} timer" if entry.name else "The timer"
        observed = f"{called} is set for {length_said(seconds)}."
        return await _keep(around, entry, observed, arguments, context)

    return Tool(
        name="set_timer",
        purpose='Set a timer: length as the user said it ("ten minutes"), name where one was said '
        '("pasta").',
        ability="set timers, alarms and reminders",
        arguments=TimerArguments,
        tier="act",
        needs="talk",
        timeout_seconds=10,
        in_words=("length", "name"),
        run=run,
        asked_by=frozenset(ASKED_FOR_IT),
        sentences=TIMER,
        fulfils=("set_timer",),
    )


def _set_alarm(around: ToolDependencies) -> Tool:
    async def run(arguments: AlarmArguments, context: ToolContext) -> ToolResult:
        when = read_when(arguments.when, is_bare=True) or When()
        entry = _entry("alarm", when, context)
        if isinstance(entry, str):
            return _asked(entry, arguments)
        entry = replace(entry, name=arguments.name.strip())
        told = _teller(around, context)
        far = "" if entry.rule else until(entry.due_at, context.now)
        called = f"The {entry.name} alarm" if entry.name else "The alarm"
        observed = f"{called} is set {_for(told.repeated(entry))}{far}."
        return await _keep(around, entry, observed, arguments, context)

    return Tool(
        name="set_alarm",
        purpose='Set an alarm, or wake the user: when as the user said it ("seven", "half past six '
        'tomorrow", "every weekday at seven"); do not add morning or evening yourself.',
        ability="wake you",
        arguments=AlarmArguments,
        tier="act",
        needs="talk",
        timeout_seconds=10,
        in_words=("when", "name"),
        run=run,
        asked_by=frozenset((*ASKED_FOR_IT, "up")),
        sentences=ALARM,
        fulfils=("set_alarm",),
    )


def _set_reminder(around: ToolDependencies) -> Tool:
    async def run(arguments: ReminderArguments, context: ToolContext) -> ToolResult:
        when, text = read_when(arguments.when, is_bare=True), arguments.text
        if when is None and read_when(text):
            return _asked(OF_WHAT, arguments)
        if when is None and (found := task_and_time(text)):
            text, when = found
        if when is None:
            return _asked(WHEN, arguments)
        text, when = with_clock(text, when)
        if is_secret(text):
            raise ToolError("secret", "I do not keep passwords or card numbers in reminders.")
        entry = _entry("reminder", when, context)
        if isinstance(entry, str):
            return _asked(entry, arguments)
        entry = replace(entry, words=text.strip(" .,!?"))
        told = _teller(around, context).repeated(entry)
        observed = f"I will remind you {told}: {entry.words}."
        return await _keep(around, entry, observed, arguments, context)

    return Tool(
        name="set_reminder",
        purpose='Remind the user of something: text is what ("call Ana"), when as the user said it '
        '("tomorrow at nine", "in ten minutes", "every day at noon").',
        ability="remind you of things",
        arguments=ReminderArguments,
        tier="act",
        needs="talk",
        timeout_seconds=10,
        in_words=("text", "when"),
        run=run,
        asked_by=frozenset(ASKED_FOR_IT),
        sentences=REMINDER,
        as_typed=("text",),
        fulfils=("set_reminder",),
    )


def _set_routine(around: ToolDependencies) -> Tool:
    async def run(arguments: RoutineArguments, context: ToolContext) -> ToolResult:
        request, when = routine_in(arguments.request, arguments.when)
        entry = _entry("routine", when or When(), context)
        if isinstance(entry, str):
            return _asked(entry, arguments)
        entry = replace(entry, words=request.strip(" .,!?"))
        told = _teller(around, context).repeated(entry)
        observed = f'I will do that {told}: "{entry.words}".'
        return await _keep(around, entry, observed, arguments, context)

    return Tool(
        name="set_routine",
        purpose="Do something again and again at a time: request is what the user would say to you "
        'then ("tell me the weather"), when as the user said it ("every weekday at eight").',
        ability="do something every day at a time",
        arguments=RoutineArguments,
        tier="act",
        needs="talk",
        timeout_seconds=10,
        in_words=("when",),
        run=run,
        asked_by=frozenset(("every", "each", "daily", "weekdays", "weekends")),
        as_said=("request",),
        sentences=ROUTINE,
        as_typed=("request",),
        fulfils=("set_routine",),
    )


def _timed(arguments: TimerArguments) -> tuple[str, float | None]:
    """Name and length; the length may stand before the name: "7 minute egg"."""
    if arguments.length:
        return arguments.name.strip(), length_in(arguments.length)
    words = arguments.name.split()
    for end in range(len(words), 0, -1):
        if seconds := length_in(" ".join(words[:end])):
            return " ".join(words[end:]), seconds
    return arguments.name.strip(), None


def _entry(kind: Kind, when: When, context: ToolContext) -> Entry | str:
    """What is to be kept, or what to ask or to say instead."""
    if when.after_seconds is not None:
        return in_seconds(kind, when.after_seconds, moment_now(context.now))
    found: Due | str = due(when, kind, context.now, local_zone(context.now))
    if isinstance(found, str):
        return found
    return Entry(kind, found.at.astimezone(UTC), context.now.astimezone(UTC), rule=found.rule)


async def _keep(
    around: ToolDependencies,
    entry: Entry,
    observed: str,
    arguments: Arguments,
    context: ToolContext,
) -> ToolResult:
    """Keep an entry, read it back, and say who will ring it."""
    if not (around.schedule.is_kept or around.alarm_state.is_attended):
        raise ToolError("nothing-kept", "I could not set that: nothing can be kept.")
    user_id, place = context.origin.user_id, context.origin.place
    may = context.origin.may
    if entry.rule and (limit := limit_in(context.goal, is_part=True)):  # left out by a model
        return _asked(NO_LIMIT.format(limit=limit), arguments)
    entry = replace(entry, turn_id=context.turn_id, user_id=user_id, place=place, may=may)
    with as_tool_error():
        before = {one.number for one in await around.schedule.entries(user_id)}
        await around.schedule.add(entry)
        new = [one for one in await around.schedule.entries(user_id) if one.number not in before]
    if not any(one.kind == entry.kind and one.words == entry.words for one in new):
        raise ToolError("not-set", "I tried to set that, in vain.")
    note_change(around, context, observed, (), new)
    around.alarm_state.touch()
    if not around.alarm_state.is_attended:
        observed += f" {NOTHING_RINGS_YET}"
    data = {"due_at": entry.due_at.isoformat(timespec="seconds"), "number": new[0].number}
    return ToolResult(Receipt(ReceiptKind.EFFECT, observed), arguments.model_dump(), data=data)


def _asked(question: str, arguments: Arguments) -> ToolResult:
    """Nothing is set: the answer is a question, or says why, and no planner may answer it."""
    receipt = Receipt(ReceiptKind.NO_OP, question)
    return ToolResult(receipt, arguments.model_dump(), data={"asks": True})


def _teller(around: ToolDependencies, context: ToolContext) -> Teller:
    return Teller(around.user.clock, context.now, local_zone(context.now))


def _for(told: str) -> str:
    """Behind "is set": "for 07:00 tomorrow", "for every weekday at 07:00", "on Friday at 07:00"."""
    return told if told.startswith("on ") else f"for {told.removeprefix('at ')}"
