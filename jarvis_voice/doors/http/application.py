"""The application: all routes behind the guards, and one form for every error."""

from __future__ import annotations

from collections.abc import Sequence
from http import HTTPStatus

from fastapi import APIRouter, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException
from starlette.middleware.cors import CORSMiddleware
from starlette.types import ASGIApp

from jarvis_voice import __version__
from jarvis_voice.core.door_config import HttpConfig
from jarvis_voice.core.errors import JarvisError
from jarvis_voice.doors.http import (
    audio_routes,
    chat_routes,
    feed_routes,
    figure_routes,
    kept_routes,
    near_miss_routes,
    not_jarvis_route,
    owner_routes,
    people_routes,
    picture_turn_routes,
    session_routes,
    sound_turn_routes,
    summary_routes,
    turn_routes,
)
from jarvis_voice.doors.http.answer_models import HealthBody
from jarvis_voice.doors.http.chat_turns import ChatTurns
from jarvis_voice.doors.http.context import HttpContext
from jarvis_voice.doors.http.declared_responses import errors
from jarvis_voice.doors.http.event_stream import broken
from jarvis_voice.doors.http.guard import AddressGuard, EntryGuard
from jarvis_voice.doors.http.live_socket import LiveSocket
from jarvis_voice.doors.http.page_files import PageFiles
from jarvis_voice.doors.http.request_error import (
    OPENAI_PATH,
    RequestError,
    as_request_error,
    error_body,
)
from jarvis_voice.doors.http.satellite_socket import SatelliteSetting, SatelliteSocket
from jarvis_voice.doors.http.sound_turn_routes import SoundTurns
from jarvis_voice.doors.http.visitor import HEALTH_PATH, VisitorCheck

SENT_HEADERS = [
    "Authorization",
    "Content-Type",
    "Idempotency-Key",
    "Last-Event-ID",
    "X-API-Key",
    "X-Jarvis-Thread",
]
"""What scripts of other pages may send, where such pages are set."""

LONGEST_TOLD = 200

_ROUTERS = (
    turn_routes.router,
    sound_turn_routes.router,
    picture_turn_routes.router,
    kept_routes.router,
    feed_routes.router,
    figure_routes.router,
    near_miss_routes.router,
    owner_routes.router,
    people_routes.router,
    session_routes.router,
    summary_routes.router,
    chat_routes.router,
    audio_routes.router,
)
"""What every port has, in the order in which an address is looked for."""


def make_application(
    http: HttpConfig,
    context: HttpContext,
    visitors: VisitorCheck,
    others: Sequence[APIRouter] = (),
    satellites: SatelliteSetting | None = None,
    chats: ChatTurns | None = None,
) -> ASGIApp:
    """The whole port, as what uvicorn serves.

    Args:
        http: Names, pages and what may be asked without a token.
        context: What the routes stand on.
        visitors: Tells who asks.
        others: More routes.
        satellites: What they stand on; None lets none come.
        chats: Runs chats; None makes what does.
    """
    routes = _routes(context, others)
    routes.state.chats = chats or ChatTurns()
    if http.not_jarvis:
        routes.include_router(not_jarvis_route.router)
    inner: ASGIApp = EntryGuard(SoundTurns(routes), visitors, context.sound.limits)
    if http.origins:
        inner = CORSMiddleware(
            inner,
            allow_origins=http.origins,
            allow_methods=["GET", "POST", "PATCH", "DELETE"],
            allow_headers=SENT_HEADERS,
        )
    served: ASGIApp = LiveSocket(inner, visitors, context)
    if satellites:
        served = SatelliteSocket(served, visitors, context, satellites)
    return AddressGuard(PageFiles(served), http)


def _routes(context: HttpContext, others: Sequence[APIRouter]) -> FastAPI:
    """All routes without their guards, and the answer to every error."""
    routes = FastAPI(
        title="Jarvis Voice",
        version=__version__,
        docs_url=None,  # its page would load scripts from elsewhere
        redoc_url=None,
        redirect_slashes=False,
    )
    routes.state.context = context
    for one in (*_ROUTERS, *others):
        routes.include_router(one)
    routes.add_api_route(HEALTH_PATH, health, responses=errors())
    for error in (JarvisError, RequestValidationError, HTTPException, Exception):
        routes.add_exception_handler(error, _answer_error)
    return routes


async def health() -> HealthBody:
    """Whether the program answers."""
    return HealthBody(status="ok")


async def _answer_error(request: Request, error: Exception) -> Response:
    path = request.url.path
    match error:
        case JarvisError():
            told = as_request_error(error)
        case RequestValidationError():
            status = 400 if path.startswith(OPENAI_PATH) else 422
            told = RequestError(status, "bad-request", _what_is_bad(error))
        case HTTPException(status_code=404):
            told = RequestError(404, "unknown-url", "There is nothing at this address.")
        case HTTPException():
            phrase = HTTPStatus(error.status_code).phrase
            code = phrase.lower().replace(" ", "-")
            told = RequestError(error.status_code, code, f"{phrase}.", error.headers or {})
        case _:  # logged by the guard, which gets it next
            told = broken(error)
    return JSONResponse(error_body(told, path), told.status, dict(told.headers))


def _what_is_bad(error: RequestValidationError) -> str:
    """Which part of a request is bad, and why, without what was sent."""
    first = error.errors()[0]
    if first["type"] == "json_invalid":
        return "The body is not valid JSON."
    where = ".".join(str(part) for part in first["loc"][1:])
    return f"{where or 'body'}: {first['msg']}."[:LONGEST_TOLD]
