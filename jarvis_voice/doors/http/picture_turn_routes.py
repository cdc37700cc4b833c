"""The route of a question about a picture, which comes with it."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response

from jarvis_voice.core.shown_picture import NO_SIGHT, WHAT_IS_THERE
from jarvis_voice.core.thread_names import thread_named
from jarvis_voice.doors.http.answer_models import TurnAnswer
from jarvis_voice.doors.http.body_rules import FORM_TYPE, PICTURE_TURNS_PATH
from jarvis_voice.doors.http.context import Context, Talker
from jarvis_voice.doors.http.declared_responses import Responses, errors, stream
from jarvis_voice.doors.http.request_error import RequestError
from jarvis_voice.doors.http.sound_form import read_form
from jarvis_voice.doors.http.turn_routes import answer_turn

router = APIRouter()

_RUN: Responses = errors(409, 429, has_body=True) | stream(
    "The events of the turn; with `Accept: application/json` one answer."
)

PICTURE_FORM: dict[str, Any] = {
    "requestBody": {
        "content": {
            FORM_TYPE: {
                "schema": {
                    "type": "object",
                    "required": ["picture"],
                    "properties": {
                        "picture": {"type": "string", "format": "binary"},
                        "text": {"type": "string"},
                        "thread": {"type": "string"},
                    },
                }
            }
        }
    }
}


@router.post(
    PICTURE_TURNS_PATH, response_model=TurnAnswer, responses=_RUN, openapi_extra=PICTURE_FORM
)
async def run_picture_turn(request: Request, who: Talker, context: Context) -> Response:
    """Ask something about a picture: PNG, JPEG, WebP or GIF, of 20 MB at the most.

    A model that sees is shown it; before it goes to another machine you are asked. It is kept for
    a few minutes at the most.
    """
    if not context.operations.sees_pictures:
        raise RequestError(409, "no-seeing-model", NO_SIGHT)
    kind = request.headers.get("content-type", "")
    form = await asyncio.to_thread(read_form, await request.body(), kind, "picture", "picture")
    text = form.values.get("text", "").strip() or WHAT_IS_THERE
    thread = thread_named(form.values.get("thread") or None)
    file = await context.pictures.keep(form.sound, form.file_name, who.user_id)
    try:
        turn = context.turn(text, who, thread, picture=str(file))
        return await answer_turn(context, request, turn, speaks=False)
    except BaseException:
        context.pictures.drop(file)  # nobody is asked about it
        raise
