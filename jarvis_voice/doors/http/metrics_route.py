"""The address /metrics, which Prometheus reads."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Response
from prometheus_client import CONTENT_TYPE_LATEST

from jarvis_voice.doors.http.context import Admin, Context
from jarvis_voice.doors.http.declared_responses import Responses, errors
from jarvis_voice.doors.http.turn_metrics import TurnMetrics

METRICS_PATH = "/metrics"

_PAGE: Responses = {
    200: {
        "description": "What was counted.",
        "content": {"text/plain": {"schema": {"type": "string"}}},
    }
}


def metrics_router(metrics: TurnMetrics) -> APIRouter:
    """The route to what was counted."""
    router = APIRouter()

    @router.get(METRICS_PATH, response_class=Response, responses=errors() | _PAGE)
    async def show_metrics(who: Admin, context: Context) -> Response:
        """What was counted since the start, in Prometheus' form; without words."""
        del who
        ears = (await context.operations.status()).ears
        tasks = len(asyncio.all_tasks())
        return Response(metrics.page(ears, tasks), media_type=CONTENT_TYPE_LATEST)

    return router
