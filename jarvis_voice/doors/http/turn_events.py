"""Runs one turn and gives its events as they come; a reader that stops cancels the turn."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable
from contextlib import aclosing
from typing import Any, TypeVar

from starlette.types import Receive

from jarvis_voice.core.events import Event, TurnEnded, to_json
from jarvis_voice.core.types import TurnInput
from jarvis_voice.doors.http.context import HttpContext
from jarvis_voice.doors.http.event_stream import until_gone
from jarvis_voice.doors.http.request_error import RequestError

_Result = TypeVar("_Result")


async def turn_events(
    context: HttpContext, turn: TurnInput, *, speaks: bool = False
) -> AsyncGenerator[Event]:
    """The events of a turn, of which `TurnEnded` is the last.

    Args:
        context: What it stands on.
        turn: Runs from now on.
        speaks: Keep the answer for a while, for who wants to hear it.
    """
    if speaks:
        context.sound.spoken.begin(turn)
    events = context.bus.subscribe()
    running = asyncio.create_task(_run(context, turn), name=f"http {turn.turn_id}")
    running.add_done_callback(lambda _: events.close())
    try:
        async for event in events:
            if getattr(event, "turn_id", None) == turn.turn_id:
                context.sound.spoken.note(turn.turn_id, event)
                yield event
                if isinstance(event, TurnEnded):
                    return
        await running  # it ended without such an event: this says why
    finally:
        context.sound.spoken.end(turn.turn_id)
        running.cancel()
        await asyncio.wait({running})
        events.close()


async def _run(context: HttpContext, turn: TurnInput) -> None:
    async with aclosing(context.assistant.submit(turn)) as replies:
        async for _ in replies:
            continue


async def while_there(
    work: Awaitable[_Result], receive: Receive, closing: asyncio.Event
) -> _Result:
    """The result of some work, which is cancelled when the client leaves.

    Raises:
        RequestError: The client has left, or the port shuts.
    """
    working = asyncio.ensure_future(work)
    others = {asyncio.ensure_future(until_gone(receive)), asyncio.ensure_future(closing.wait())}
    try:
        await asyncio.wait({working, *others}, return_when=asyncio.FIRST_COMPLETED)
        if working.done():
            return working.result()
    finally:
        for task in (working, *others):
            task.cancel()
        await asyncio.gather(working, *others, return_exceptions=True)
    raise RequestError(503, "stopped", "This was stopped before it was done.")


def event_body(event: Event, at: str) -> dict[str, Any]:
    """An event as JSON, with the time of the wall clock, and whose it is."""
    body = to_json(event)
    body.pop("origin", None)
    origin = event.origin
    return {**body, "time": at, "user_id": origin.user_id, "place": origin.place}
