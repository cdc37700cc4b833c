"""Routes under /api/v1 for browsers: who I am, coming in by a link or a token, going."""

from __future__ import annotations

import json
import re
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response
from pydantic import BaseModel, ConfigDict, Field

from jarvis_voice import __version__
from jarvis_voice.core.types import EVERY_SCOPE, ME, SCOPES, Origin
from jarvis_voice.doors.http.answer_models import VisitorBody
from jarvis_voice.doors.http.context import Context, HttpContext, Talker
from jarvis_voice.doors.http.declared_responses import errors
from jarvis_voice.doors.http.request_error import RequestError
from jarvis_voice.doors.http.session_cookie import SESSION_PATH, drop_cookie, halves, set_cookie
from jarvis_voice.doors.people.authenticator import Authenticator

router = APIRouter()

BROWSER = "browser"
"""How the token of a browser is named that came in by a link; more of them have a number."""

_BROWSERS = re.compile(rf"{BROWSER}(-\d+)?")

OVER = "This link was used, or is older than a minute. Make another one: jarvis dashboard"
MISTYPED = "This token opens nothing here: it was mistyped or removed."


class EntryRequest(BaseModel):
    """With what a browser comes in: the code of a link, or a token."""

    model_config = ConfigDict(extra="forbid", strict=True)

    code: str = Field(default="", max_length=200)
    token: str = Field(default="", max_length=200)


@router.get("/api/v1/me", responses=errors())
async def show_visitor(who: Talker, context: Context) -> VisitorBody:
    """Who you are here, and what you may do."""
    return _visitor(who, context)


@router.post(SESSION_PATH, include_in_schema=False)
async def come_in(asked: EntryRequest, request: Request, context: Context) -> Response:
    """Let a browser in: its cookie is half of a token, and its page keeps the other half."""
    if asked.code:
        here: Origin = request.scope["state"]["origin"]
        if not context.links.take(asked.code):
            raise RequestError(401, "link-over", OVER)
        if here.user_id == ME and here.may == EVERY_SCOPE:
            return _answer(here, context)
        token = await _new_token(context)
    else:
        token = asked.token.strip()
    found = await Authenticator(context.assistant.people, context.now).authenticate(token)
    if found is None:
        raise RequestError(401, "invalid-api-key", MISTYPED)
    kept, shown = halves(token)
    response = _answer(found, context, page_half=shown)
    set_cookie(response, request, kept)
    return response


@router.delete(SESSION_PATH, include_in_schema=False)
async def leave(who: Talker, context: Context) -> Response:
    """Let a browser go; the token that was made for it is removed."""
    if _BROWSERS.fullmatch(who.place) and who.user_id == ME:
        await context.operations.people.remove_token(who.place)
    response = JSONResponse({"changed": True})
    drop_cookie(response)
    return response


async def _new_token(context: HttpContext) -> str:
    async with context.links.entering:
        taken = {one.name for one in await context.assistant.people.tokens()}
        names = (BROWSER, *(f"{BROWSER}-{number}" for number in range(2, len(taken) + 3)))
        free = next(one for one in names if one not in taken)
        return await context.operations.people.add_token(free, ME, EVERY_SCOPE)


def _visitor(who: Origin, context: HttpContext) -> VisitorBody:
    return VisitorBody(
        user_id=who.user_id,
        place=who.place,
        may=[one for one in SCOPES if one in who.may],
        version=__version__,
        sees=context.operations.sees_pictures,
        now=context.now().isoformat(timespec="milliseconds"),
    )


def _answer(who: Origin, context: HttpContext, **more: str) -> Response:
    body: dict[str, Any] = _visitor(who, context).model_dump() | more
    return Response(json.dumps(body), media_type="application/json")
