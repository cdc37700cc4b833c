"""Routes under /api/v1 that show and delete what is kept of a user."""

from __future__ import annotations

import asyncio
from dataclasses import fields

from fastapi import APIRouter

from jarvis_voice.core.errors import ConfigError, ToolError
from jarvis_voice.core.thread_names import thread_named
from jarvis_voice.core.types import ThreadKey
from jarvis_voice.doors.http.answer_models import (
    DeletedBody,
    EntryBody,
    FactList,
    ForgottenBody,
    ListNames,
    MoreTime,
    NoteBody,
    NoteList,
    ProfileBody,
    ScheduleBody,
    ThreadList,
    ThreadTurns,
)
from jarvis_voice.doors.http.context import Context, Talker
from jarvis_voice.doors.http.declared_responses import errors
from jarvis_voice.doors.http.request_error import RequestError
from jarvis_voice.language.en.schedule_phrases import listed
from jarvis_voice.store.records import Profile

router = APIRouter(prefix="/api/v1")

MOST_NUMBER = 2**63 - 1
"""The largest number that a row can have."""


@router.get("/threads", responses=errors())
async def show_threads(who: Talker, context: Context) -> ThreadList:
    """Your conversations, the latest first."""
    return ThreadList(threads=list(await context.operations.threads(who.user_id)))


@router.get("/threads/{name}", responses=errors(400, 404))
async def show_thread(name: str, who: Talker, context: Context) -> ThreadTurns:
    """The turns of one of your conversations, the oldest first."""
    key = ThreadKey(who.user_id, _thread(name))
    turns = await asyncio.to_thread(context.reader.transcript, key)
    if not turns:
        raise _nothing("thread")
    return ThreadTurns(thread=key.thread_id, turns=turns)


@router.delete("/threads/{name}", responses=errors(400, 404))
async def delete_thread(name: str, who: Talker, context: Context) -> ForgottenBody:
    """Forget one of your conversations, and what was kept because of it."""
    forgotten = await context.operations.forget_words(who.user_id, "thread", _thread(name))
    if not forgotten.turns:
        raise _nothing("thread")
    return ForgottenBody(turns=forgotten.turns, others=forgotten.others)


@router.get("/facts", responses=errors())
async def show_facts(who: Talker, context: Context) -> FactList:
    """What you asked Jarvis to remember."""
    return FactList(facts=await asyncio.to_thread(context.reader.facts, who.user_id))


@router.delete("/facts/{number}", responses=errors(404))
async def delete_fact(number: int, who: Talker, context: Context) -> DeletedBody:
    """Forget one of them."""
    deleted = await context.operations.forget(who.user_id, _numbers(number))
    return _deleted(deleted, "fact")


@router.get("/profile", responses=errors())
async def show_profile(who: Talker, context: Context) -> ProfileBody:
    """What Jarvis knows of your person."""
    return ProfileBody(profile=await asyncio.to_thread(context.reader.profile, who.user_id))


@router.delete("/profile/{name}", responses=errors(404))
async def delete_profile_field(name: str, who: Talker, context: Context) -> DeletedBody:
    """Forget one field of it."""
    if name not in {one.name for one in fields(Profile)}:
        raise _nothing("field")
    deleted = await context.operations.forget(who.user_id, (), (name,))
    context.assistant.passing.forget(who.user_id)
    return _deleted(deleted, "field")


@router.get("/notes", responses=errors())
async def show_lists(who: Talker, context: Context) -> ListNames:
    """The names of your lists."""
    return ListNames(lists=list(await context.assistant.memory.list_names(who.user_id)))


@router.get("/notes/{name}", responses=errors(404))
async def show_list(name: str, who: Talker, context: Context) -> NoteList:
    """What is on one of your lists."""
    notes = await context.assistant.memory.notes(who.user_id, name)
    if not notes:
        raise _nothing("list")
    entries = [
        NoteBody(number=one.number, text=one.text, added_at=one.added_at.isoformat())
        for one in notes
    ]
    return NoteList(name=name, notes=entries)


@router.delete("/notes/{name}/{number}", responses=errors(404))
async def delete_note(name: str, number: int, who: Talker, context: Context) -> DeletedBody:
    """Take one thing off one of your lists."""
    memory = context.assistant.memory
    there = {one.number for one in await memory.notes(who.user_id, name)}
    wanted = tuple(one for one in _numbers(number) if one in there)
    context.assistant.passing.forget(who.user_id)
    deleted = _deleted(await memory.remove_notes(who.user_id, wanted) if wanted else 0, "note")
    context.assistant.tell_change(who.user_id, "notes")
    return deleted


@router.get("/schedule", responses=errors())
async def show_schedule(who: Talker, context: Context) -> ScheduleBody:
    """Your timers, alarms, reminders and routines, the next one first."""
    entries = listed(await context.operations.schedule(who.user_id))
    return ScheduleBody(entries=[EntryBody.model_validate(one) for one in entries])


@router.delete("/schedule/{number}", responses=errors(404))
async def cancel_entry(number: int, who: Talker, context: Context) -> DeletedBody:
    """Cancel one of them."""
    cancelled = await context.operations.cancel_entries(who.user_id, _numbers(number))
    return _deleted(cancelled, "entry")


@router.post("/schedule/{number}/more", responses=errors(404, has_body=True))
async def lengthen_timer(
    number: int, asked: MoreTime, who: Talker, context: Context
) -> ScheduleBody:
    """Give one of your timers more time; what is set then."""
    known = _numbers(number)
    try:
        is_done = bool(known) and await context.assistant.lengthen_timer(
            who.user_id, number, 60.0 * asked.minutes
        )
    except ToolError as error:
        raise RequestError(400, error.code, error.message) from None
    if not is_done:
        raise _nothing("timer")
    return await show_schedule(who, context)


def _thread(name: str) -> str:
    if found := thread_named(name):
        return found
    raise ConfigError("thread-name", "Name a thread.")


def _numbers(number: int) -> tuple[int, ...]:
    return (number,) if 0 < number <= MOST_NUMBER else ()


def _deleted(count: int, what: str) -> DeletedBody:
    if not count:
        raise _nothing(what)
    return DeletedBody(deleted=count)


def _nothing(what: str) -> RequestError:
    return RequestError(404, f"no-such-{what}", f"You have no such {what}.")
