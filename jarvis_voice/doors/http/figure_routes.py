"""Routes under /api/v1 that show what was measured: times, cost, and the steps of a turn."""

from __future__ import annotations

import asyncio
from datetime import UTC, timedelta
from typing import Annotated

from fastapi import APIRouter, Query

from jarvis_voice.core.latency_figures import by_source
from jarvis_voice.core.turn_costs import CostReport, cost_report
from jarvis_voice.core.types import Origin
from jarvis_voice.doors.http.answer_models import LatencyBody, TraceBody
from jarvis_voice.doors.http.context import Context, Talker, not_allowed
from jarvis_voice.doors.http.declared_responses import errors
from jarvis_voice.doors.http.request_error import RequestError

router = APIRouter(prefix="/api/v1")

EVERYONE = "*"
"""Stands for all users; no name of a user has this sign."""

_Whose = Annotated[
    str,
    Query(
        alias="user",
        max_length=64,
        description='Whose turns count: yours; "*" is all users, another name is that user, and '
        'both need a token that may "admin".',
    ),
]


@router.get("/latency", responses=errors())
async def show_latency(
    who: Talker,
    context: Context,
    last: Annotated[int, Query(ge=1, le=5_000, description="So many newest turns.")] = 200,
    user: _Whose = "",
) -> LatencyBody:
    """How long your answers took: p50, p90 and p95 of each stage, by source."""
    turns = await asyncio.to_thread(context.reader.latency, last, _whose(who, user))
    return LatencyBody(turns=len(turns), sources=by_source(turns))


@router.get("/cost", responses=errors())
async def show_cost(
    who: Talker,
    context: Context,
    days: Annotated[int, Query(ge=1, le=36_500, description="Turns of so many days.")] = 30,
    user: _Whose = "",
) -> CostReport:
    """What your turns cost: each, by model, and in sum."""
    since = (context.now().astimezone(UTC) - timedelta(days=days)).isoformat(timespec="seconds")
    turns = await asyncio.to_thread(context.reader.calls, since, _whose(who, user))
    return cost_report(days, turns, context.operations.prices)


@router.get("/trace/{turn}", responses=errors(404))
async def show_trace(turn: str, who: Talker, context: Context) -> TraceBody:
    """How one of your turns was thought through. Its words are yours, whatever others may do."""
    past = await asyncio.to_thread(context.reader.turn, who.user_id, turn)
    if past is None:
        raise RequestError(404, "no-such-turn", "You have no such turn.")
    lines = await asyncio.to_thread(context.reader.trace, who.user_id, past.turn_id)
    return TraceBody(turn=past, trace=lines)


def _whose(who: Origin, user: str) -> str | None:
    """The user whose turns count; None is all."""
    if user in {"", who.user_id}:
        return who.user_id
    if "admin" not in who.may:
        raise not_allowed("admin")
    return None if user == EVERYONE else user
