"""Routes under /api: the daily summary, and the settings at a second address.

Invariant: a user has one run at a time, and is shown their own alone.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Annotated

from fastapi import APIRouter, Header, Request
from fastapi.responses import JSONResponse, Response

from jarvis_voice.core.briefing_records import BriefingRun
from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.visible_text import json_line
from jarvis_voice.doors.http import owner_routes
from jarvis_voice.doors.http.context import Context, HttpContext, Talker, not_allowed
from jarvis_voice.doors.http.declared_responses import Responses, errors, stream
from jarvis_voice.doors.http.event_stream import EventStream, server_sent
from jarvis_voice.doors.http.request_error import RequestError
from jarvis_voice.doors.http.summary_models import (
    SummaryList,
    SummaryRequest,
    SummaryRun,
    SummaryStarted,
    head_body,
    run_body,
    step_body,
)

router = APIRouter(prefix="/api")

LAST = "[DONE]"
LISTED = 50

_START: Responses = errors(409, 429, has_body=True) | {
    200: {"model": SummaryRun, "description": "With `wait`: the run when it is over."}
}

router.add_api_route(
    "/settings", owner_routes.show_settings, methods=["GET"], responses=errors(400)
)
router.add_api_route(
    "/settings", owner_routes.change_settings, methods=["PATCH"], responses=errors(has_body=True)
)


@router.post("/daily-summary", status_code=202, response_model=SummaryStarted, responses=_START)
async def start_summary(
    asked: SummaryRequest,
    who: Talker,
    context: Context,
    wait: bool = False,  # noqa: FBT001, FBT002 - a parameter of the address
    idempotency_key: Annotated[str, Header(max_length=200)] = "",
) -> Response:
    """Begin to make your briefing now; it goes on when you leave.

    Sent again with the same `Idempotency-Key`, it makes no second one.
    """
    if asked.send and "act" not in who.may:
        raise not_allowed("act")
    context.limits.begin_turn(who.user_id).end()
    desk = context.operations.briefings
    try:
        number = await desk.start(
            who.user_id, tuple(asked.topics), idempotency_key, sends=asked.send
        )
    except ToolError as error:
        raise RequestError(409, error.code, error.message) from None
    if not wait:
        return JSONResponse({"run_id": number}, 202)
    async with aclosing(desk.follow(who.user_id, number)) as states:
        async for _ in states:
            pass
    found = await show_summary(number, who, context)
    return JSONResponse(found.model_dump(mode="json"))


@router.get("/daily-summary", responses=errors())
async def show_summaries(who: Talker, context: Context) -> SummaryList:
    """Your runs, the newest first."""
    runs = await context.operations.briefings.runs(who.user_id)
    return SummaryList(runs=[head_body(one) for one in runs[:LISTED]])


@router.get("/daily-summary/{number}", responses=errors(404))
async def show_summary(number: int, who: Talker, context: Context) -> SummaryRun:
    """One of your runs: its steps, its result with scores, its cost and its mails."""
    run = await _run(number, who.user_id, context)
    mails = await context.operations.briefings.deliveries(who.user_id, run.number)
    return run_body(run, mails, context.operations.prices)


@router.get(
    "/daily-summary/{number}/events",
    response_class=Response,
    responses=errors(404, 429) | stream("Each step as it ends, then how the run ended."),
)
async def follow_summary(
    number: int, request: Request, who: Talker, context: Context
) -> EventStream:
    """Follow one of your runs: an event a step, from the first on, then `[DONE]`."""
    await _run(number, who.user_id, context)
    lease = context.limits.begin_stream(who.user_id)
    admission, texts = context.admit(request), _texts(number, who.user_id, context)
    return EventStream(texts, admission.over, admission.leave, lease.end)


async def _texts(number: int, user_id: str, context: HttpContext) -> AsyncGenerator[str]:
    told = 0
    async with aclosing(context.operations.briefings.follow(user_id, number)) as states:
        async for run in states:
            for text in _steps(run, told):
                yield text
            told = len(run.spans)
    run = await _run(number, user_id, context)
    for text in _steps(run, told):
        yield text
    body = {"run_id": run.number, "state": run.state, "problem": run.problem}
    yield server_sent(json_line(body), "run")
    yield server_sent(LAST)


def _steps(run: BriefingRun, told: int) -> list[str]:
    return [server_sent(json_line(step_body(one).model_dump()), "step") for one in run.spans[told:]]


async def _run(number: int, user_id: str, context: HttpContext) -> BriefingRun:
    runs = await context.operations.briefings.runs(user_id)
    found = next((one for one in runs if one.number == number), None)
    if found is None:
        raise RequestError(404, "no-such-summary", "You have no such summary.")
    return found
