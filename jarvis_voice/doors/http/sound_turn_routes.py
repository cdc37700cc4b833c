"""Turns that are spoken: a sound that is a command, and an answer that can be heard."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from time import perf_counter
from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from jarvis_voice.core.events import SpeechTranscribed
from jarvis_voice.core.thread_names import thread_named
from jarvis_voice.core.types import Origin
from jarvis_voice.doors.http.audio_routes import SPEECH, SoundFormat, checked_sound, spoken
from jarvis_voice.doors.http.body_rules import (
    FORM_TYPE,
    SOUND_BODY,
    SOUND_TURNS_PATH,
    TURNS_PATH,
    rule_for,
)
from jarvis_voice.doors.http.context import Context, HttpContext, Talker
from jarvis_voice.doors.http.declared_responses import errors
from jarvis_voice.doors.http.request_error import RequestError
from jarvis_voice.doors.http.sound_desk import NOTHING_HEARD
from jarvis_voice.doors.http.sound_form import SoundForm, read_form
from jarvis_voice.doors.http.turn_events import while_there
from jarvis_voice.doors.http.turn_routes import answer_turn
from jarvis_voice.doors.http.visitor import OPENS_NOTHING, unknown

router = APIRouter(prefix="/api/v1")

_TYPE = b"content-type"

WORDS = {"true": True, "1": True, "false": False, "0": False, "": False}


class SoundTurns:
    """Leads turns that come as a sound to their own route.

    Args:
        inner: What comes behind it.
    """

    def __init__(self, inner: ASGIApp) -> None:
        self._inner = inner

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand a request on."""
        if scope["type"] == "http" and scope["path"] == TURNS_PATH and scope["method"] == "POST":
            kinds = [value.decode("latin-1") for name, value in scope["headers"] if name == _TYPE]
            kind = kinds[0].partition(";")[0].strip() if kinds else ""
            if rule_for(TURNS_PATH, kind) is SOUND_BODY:
                scope = {**scope, "path": SOUND_TURNS_PATH, "raw_path": SOUND_TURNS_PATH.encode()}
        await self._inner(scope, receive, send)


@router.post("/turns/sound", include_in_schema=False)
async def run_sound_turn(request: Request, who: Talker, context: Context) -> Response:
    """Run what is said in a sound as a turn; see `run_turn`.

    The sound is a form's field "sound" or the whole body. `thread`, `dry_run` and `speak` are
    fields of the form, or stand in the address.
    """
    form = await _form(request)
    thread = thread_named(form.values.get("thread") or None)
    dry_run, speaks = _flag(form.values, "dry_run"), _flag(form.values, "speak")
    work = _heard(context, who, checked_sound(form))
    heard = await while_there(work, request.receive, context.closing)
    if not await request.scope["state"]["is_still_allowed"]():  # to hear it took seconds
        raise unknown("invalid-api-key", OPENS_NOTHING)
    turn = context.turn(heard.text, who, thread, dry_run=dry_run)
    return await answer_turn(context, request, turn, speaks=speaks, heard=heard)


@router.get(
    "/turns/{turn}/speech", response_class=Response, responses={**errors(404, 429), 200: SPEECH}
)
async def hear_turn(
    turn: str,
    request: Request,
    who: Talker,
    context: Context,
    form: Annotated[SoundFormat, Query(alias="format")] = "mp3",
) -> Response:
    """The answer of your own turn as speech: asked for with `speak`, for a minute."""
    answer = context.sound.spoken.find(turn, who.user_id)
    if answer is None:
        raise RequestError(404, "no-such-turn", "You have no such answer, or no longer.")
    return await spoken(context, request, who.user_id, answer.follow(), form, speed=1.0)


async def _form(request: Request) -> SoundForm:
    kind = request.headers.get("content-type", "")
    body = await request.body()
    if kind.partition(";")[0].strip().lower() == FORM_TYPE:
        return await asyncio.to_thread(read_form, body, kind, "sound")
    return SoundForm(dict(request.query_params), body)


def _flag(values: Mapping[str, str], name: str) -> bool:
    try:
        return WORDS[values.get(name, "").strip().lower()]
    except KeyError as error:
        raise RequestError(422, "bad-request", f'{name} is "true" or "false".') from error


async def _heard(context: HttpContext, who: Origin, data: bytes) -> SpeechTranscribed:
    pcm = await context.sound.decode(data, who.user_id)
    began_at = perf_counter()
    text = await context.sound.command(pcm, who.user_id, context.assistant)
    if not text:
        raise RequestError(400, "no-words", NOTHING_HEARD)
    took, at = round(perf_counter() - began_at, 3), context.sound.seconds()
    return SpeechTranscribed(at, text, took, origin=who)
