"""Routes under /api/v1 that show and delete what is kept of a user, and the status."""

from __future__ import annotations

import asyncio
from dataclasses import asdict
from typing import Any

from fastapi import APIRouter

from jarvis_voice.core.errors import ConfigError
from jarvis_voice.core.thread_names import thread_named
from jarvis_voice.core.types import ThreadKey
from jarvis_voice.doors.http.context import Admin, Context, Talker
from jarvis_voice.doors.http.request_error import RequestError
from jarvis_voice.language.en.schedule_phrases import listed

router = APIRouter(prefix="/api/v1")

Body = dict[str, Any]

MOST_NUMBER = 2**63 - 1
"""The largest number that a row can have."""


@router.get("/threads")
async def show_threads(who: Talker, context: Context) -> Body:
    """Your conversations, the latest first."""
    return {"threads": [asdict(one) for one in await context.operations.threads(who.user_id)]}


@router.get("/threads/{name}")
async def show_thread(name: str, who: Talker, context: Context) -> Body:
    """The turns of one of your conversations, the oldest first."""
    key = ThreadKey(who.user_id, _thread(name))
    turns = await asyncio.to_thread(context.reader.transcript, key)
    if not turns:
        raise _nothing("thread")
    return {"thread": key.thread_id, "turns": [asdict(one) for one in turns]}


@router.delete("/threads/{name}")
async def delete_thread(name: str, who: Talker, context: Context) -> Body:
    """Forget one of your conversations, and what was kept because of it."""
    forgotten = await context.operations.forget_words(who.user_id, "thread", _thread(name))
    context.forget(who.user_id)
    if not forgotten.turns:
        raise _nothing("thread")
    return {"turns": forgotten.turns, "others": forgotten.others}


@router.get("/facts")
async def show_facts(who: Talker, context: Context) -> Body:
    """What you asked Jarvis to remember."""
    facts = await asyncio.to_thread(context.reader.facts, who.user_id)
    return {"facts": [asdict(one) for one in facts]}


@router.delete("/facts/{number}")
async def delete_fact(number: int, who: Talker, context: Context) -> Body:
    """Forget one of them."""
    deleted = await context.operations.forget(who.user_id, _numbers(number))
    context.forget(who.user_id)
    return _deleted(deleted, "fact")


@router.get("/notes")
async def show_lists(who: Talker, context: Context) -> Body:
    """The names of your lists."""
    return {"lists": list(await context.assistant.memory.list_names(who.user_id))}


@router.get("/notes/{name}")
async def show_list(name: str, who: Talker, context: Context) -> Body:
    """What is on one of your lists."""
    notes = await context.assistant.memory.notes(who.user_id, name)
    if not notes:
        raise _nothing("list")
    entries = [
        {"number": one.number, "text": one.text, "added_at": one.added_at.isoformat()}
        for one in notes
    ]
    return {"list": name, "notes": entries}


@router.delete("/notes/{name}/{number}")
async def delete_note(name: str, number: int, who: Talker, context: Context) -> Body:
    """Take one thing off one of your lists."""
    memory = context.assistant.memory
    there = {one.number for one in await memory.notes(who.user_id, name)}
    wanted = tuple(one for one in _numbers(number) if one in there)
    context.forget(who.user_id)
    return _deleted(await memory.remove_notes(who.user_id, wanted) if wanted else 0, "note")


@router.get("/schedule")
async def show_schedule(who: Talker, context: Context) -> Body:
    """Your timers, alarms, reminders and routines, the next one first."""
    return {"entries": listed(await context.operations.schedule(who.user_id))}


@router.delete("/schedule/{number}")
async def cancel_entry(number: int, who: Talker, context: Context) -> Body:
    """Cancel one of them."""
    cancelled = await context.operations.cancel_entries(who.user_id, _numbers(number))
    return _deleted(cancelled, "entry")


@router.get("/status")
async def show_status(_: Admin, context: Context) -> Body:
    """How the running Jarvis is."""
    return asdict(await context.operations.status())


def _thread(name: str) -> str:
    if found := thread_named(name):
        return found
    raise ConfigError("thread-name", "Name a thread.")


def _numbers(number: int) -> tuple[int, ...]:
    return (number,) if 0 < number <= MOST_NUMBER else ()


def _deleted(count: int, what: str) -> Body:
    if not count:
        raise _nothing(what)
    return {"deleted": count}


def _nothing(what: str) -> RequestError:
    return RequestError(404, f"no-such-{what}", f"You have no such {what}.")
