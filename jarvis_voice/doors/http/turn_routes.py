"""Routes under /api/v1 that run turns and follow events."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Annotated, Any

from fastapi import APIRouter, Header, Request
from fastapi.responses import JSONResponse, Response
from pydantic import BaseModel, ConfigDict, Field

from jarvis_voice.core.events import (
    Event,
    KeptChanged,
    ProblemReported,
    RingingEnded,
    RingingStarted,
    ScheduleMissed,
    SourcesCited,
    SpeechTranscribed,
    TurnEnded,
    TurnEvent,
)
from jarvis_voice.core.thread_names import thread_named
from jarvis_voice.core.types import HERE, Origin, ThreadKey, TurnInput
from jarvis_voice.core.visible_text import json_line
from jarvis_voice.doors.http.answer_models import ChangedBody, TurnAnswer
from jarvis_voice.doors.http.context import Context, HttpContext, Talker
from jarvis_voice.doors.http.declared_responses import Responses, errors, stream
from jarvis_voice.doors.http.event_stream import EventStream, server_sent
from jarvis_voice.doors.http.recent_events import Missed
from jarvis_voice.doors.http.request_error import RequestError
from jarvis_voice.doors.http.sound_form import SOUND_FORM
from jarvis_voice.doors.http.turn_events import event_body, turn_events, while_there
from jarvis_voice.store.records import PastTurn

router = APIRouter(prefix="/api/v1")

OWN = (TurnEvent, RingingStarted | RingingEnded | ScheduleMissed | KeptChanged)
"""Events that a user may see of their own; the others are about the whole program."""

_RUN: Responses = errors(429, has_body=True) | stream(
    "The events of the turn; with `Accept: application/json` one answer."
)


class TurnRequest(BaseModel):
    """One turn that is asked for."""

    model_config = ConfigDict(extra="forbid", strict=True)

    text: str = Field(description="What to do, in words.")
    thread: str | None = Field(
        default=None, description="The conversation; none is your usual one."
    )
    dry_run: bool = Field(default=False, description="Look things up, but do and remember nothing.")
    speak: bool = Field(
        default=False, description="Keep the answer, to be heard at /turns/{turn}/speech."
    )


@router.post("/turns", response_model=TurnAnswer, responses=_RUN, openapi_extra=SOUND_FORM)
async def run_turn(asked: TurnRequest, request: Request, who: Talker, context: Context) -> Response:
    """Run a turn: its events as they come, or one answer with `Accept: application/json`.

    It is sent in words, as JSON; or as a sound: in a form, or as the whole body, and then the
    rest stands in the address. Closing the connection cancels the turn.
    """
    turn = context.turn(asked.text, who, thread_named(asked.thread), dry_run=asked.dry_run)
    return await answer_turn(context, request, turn, speaks=asked.speak)


async def answer_turn(
    context: HttpContext,
    request: Request,
    turn: TurnInput,
    *,
    speaks: bool,
    heard: SpeechTranscribed | None = None,
) -> Response:
    """Run a turn, in the form that the client wants.

    Args:
        context: What it stands on.
        request: Of the client.
        turn: What to run.
        speaks: Whether the answer is to be heard.
        heard: What was said, where the turn came as a sound.

    Raises:
        RequestError: The user has too many turns, or the client has left.
    """
    lease = context.limits.begin_turn(turn.origin.user_id)
    if wants_json(request.headers.get("accept", "")):
        work = _answer(context, turn, heard, speaks=speaks)
        try:
            answer = await while_there(work, request.receive, context.closing)
        finally:
            lease.end()
        return JSONResponse(answer)
    texts = _turn_texts(context, turn, heard, speaks=speaks)
    return EventStream(texts, context.closing, lease.end)


@router.get("/turns/{turn}", responses=errors(404))
async def show_turn(turn: str, who: Talker, context: Context) -> PastTurn:
    """One of your turns; its `outcome` is empty while it runs."""
    past = await asyncio.to_thread(context.reader.turn, who.user_id, turn)
    if past is None:
        raise RequestError(404, "no-such-turn", "You have no such turn.")
    return past


@router.delete("/turns/{turn}", responses=errors(404))
async def cancel_turn(turn: str, who: Talker, context: Context) -> ChangedBody:
    """Cancel one of your turns; nothing changes where it is over."""
    if not await context.assistant.cancel_turn(who.user_id, turn):
        await show_turn(turn, who, context)
        return ChangedBody(changed=False)
    return ChangedBody(changed=True)


@router.post("/stop", responses=errors())
async def stop(who: Talker, context: Context) -> ChangedBody:
    """Stop all of your turns, and what rings for you."""
    return ChangedBody(changed=await context.assistant.stop(who))


@router.get(
    "/events",
    response_class=Response,
    responses=errors(429) | stream("Events as they come."),
)
async def follow_events(
    request: Request,
    who: Talker,
    context: Context,
    types: str = "",
    thread: str = "",
    last_event_id: Annotated[str, Header()] = "",
) -> Response:
    """Follow your own events; `Last-Event-ID` sends again those behind that one.

    Events of the microphone and of the program need a token that may "admin".
    """
    wanted = frozenset(filter(None, types.split(",")))
    lease = context.limits.begin_stream(who.user_id)
    texts = _ring_texts(context, who, wanted, thread, last_event_id)
    admission = context.admit(request)
    return EventStream(texts, admission.over, admission.leave, lease.end)


def wants_json(accept: str) -> bool:
    """Whether a client wants one answer in JSON, and no stream."""
    kinds = [one.partition(";")[0].strip().lower() for one in accept.split(",")]
    return "application/json" in kinds and "text/event-stream" not in kinds


async def _answer(
    context: HttpContext, turn: TurnInput, heard: SpeechTranscribed | None, *, speaks: bool
) -> dict[str, Any]:
    sources: list[dict[str, str]] = []
    answer: dict[str, Any] = {"heard": heard.text if heard else "", "turn_id": turn.turn_id}
    async with aclosing(turn_events(context, turn, speaks=speaks)) as events:
        async for event in events:
            if isinstance(event, SourcesCited):
                sources = [dict(one) for one in event.sources]
            elif isinstance(event, TurnEnded):
                answer |= {"reply": event.reply, "outcome": event.outcome}
    return answer | {"sources": sources}


async def _turn_texts(
    context: HttpContext, turn: TurnInput, heard: SpeechTranscribed | None, *, speaks: bool
) -> AsyncGenerator[str]:
    def text(event: Event) -> str:
        body = event_body(event, context.now().isoformat(timespec="milliseconds"))
        return server_sent(json_line(body), event.type)

    if heard:
        yield text(heard)
    async with aclosing(turn_events(context, turn, speaks=speaks)) as events:
        async for event in events:
            yield text(event)


async def _ring_texts(
    context: HttpContext, who: Origin, types: frozenset[str], thread: str, last_mark: str
) -> AsyncGenerator[str]:
    turns_there = set(context.ring.turns_of(ThreadKey(who.user_id, thread))) if thread else set()
    ended = context.ring.ended_turns(who.user_id) if last_mark else frozenset()
    gone = await asyncio.to_thread(forgotten_turns, context, who.user_id, ended)
    yield ": connected\n\n"
    async with aclosing(context.ring.follow(who.user_id, last_mark)) as events:
        async for one in events:
            if isinstance(one, Missed):
                yield server_sent(json_line({"events": one.events}), "dropped")
                continue
            event = one.event
            turn_id = getattr(event, "turn_id", "")
            if getattr(event, "thread_id", None) == thread:
                turns_there.add(turn_id)
            is_there = (not thread or turn_id in turns_there) and turn_id not in gone
            if isinstance(event, TurnEnded):
                turns_there.discard(turn_id)
            if is_there and (not types or event.type in types) and may_see(event, who):
                body = event_body(event, one.at.isoformat(timespec="milliseconds"))
                yield server_sent(json_line(body), event.type, context.ring.mark(one.number))


def forgotten_turns(context: HttpContext, user_id: str, ended: frozenset[str]) -> frozenset[str]:
    """Turns that were forgotten, or never kept: nothing of them is sent again."""
    return frozenset(one for one in ended if context.reader.turn(user_id, one) is None)


def may_see(event: object, who: Origin) -> bool:
    """Whether a user's own event is theirs to see; what is about the program needs "admin"."""
    if isinstance(event, ProblemReported) and event.origin != HERE:
        return True
    return "admin" in who.may or any(isinstance(event, kind) for kind in OWN)
