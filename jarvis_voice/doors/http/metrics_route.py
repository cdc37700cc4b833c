"""The address /metrics, which Prometheus reads."""

from __future__ import annotations

from collections.abc import Callable

from fastapi import APIRouter, Response
from prometheus_client import CONTENT_TYPE_LATEST

from jarvis_voice.doors.http.context import Admin, Context
from jarvis_voice.doors.http.turn_metrics import Gauges, TurnMetrics
from jarvis_voice.platform.loop_lag import LagCount

METRICS_PATH = "/metrics"


def metrics_router(
    metrics: TurnMetrics, loop_lag: Callable[[], LagCount | None] = lambda: None
) -> APIRouter:
    """The route.

    Args:
        metrics: What was counted.
        loop_lag: How late the event loop has been so far.
    """
    router = APIRouter()

    @router.get(METRICS_PATH, response_class=Response)
    async def show_metrics(who: Admin, context: Context) -> Response:
        """What was counted since the start, in Prometheus' form; without words."""
        del who
        ears = (await context.operations.status()).ears
        page = metrics.page(Gauges(ears, loop_lag()))
        return Response(page, media_type=CONTENT_TYPE_LATEST)

    return router
