"""Gives the steps of a copy as they come, and gives up a server that hangs in one of them.

Invariant: what is given up has changed nothing: it stood in one transaction.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator

from jarvis_voice.store.postgres.failures import unusable
from jarvis_voice.store.postgres.place import PostgresPlace
from jarvis_voice.store.records import CopyStep

STEP_SECONDS = 90.0
"""For one step: some hundred rows, or all tables emptied. A server that works takes a few."""

_CANCELS = 4
_CANCEL_SECONDS = 1.0
"""The driver tells the server that nobody wants the answer, and waits for it each time."""


async def answered_steps(
    steps: AsyncGenerator[CopyStep], place: PostgresPlace, most_seconds: float = STEP_SECONDS
) -> AsyncGenerator[CopyStep]:
    """The same steps.

    Args:
        steps: Of a copy to or from the server.
        place: Where the server is.
        most_seconds: How long one of them may take.

    Raises:
        StoreError: The server did not answer in time, or as the copy raises it.
    """
    is_running = False
    try:
        while True:
            step = asyncio.create_task(_next(steps))
            is_running = True
            try:
                await asyncio.wait({step}, timeout=most_seconds)
            finally:
                is_silent = not step.done()
                if is_silent:
                    await _give_up(step)
                is_running = not step.done()
            if is_silent:
                raise unusable(place, TimeoutError())
            found = step.result()
            if found is None:
                return
            yield found
    finally:
        if not is_running:
            await steps.aclose()


async def _next(steps: AsyncGenerator[CopyStep]) -> CopyStep | None:
    return await anext(steps, None)


async def _give_up(step: asyncio.Task[CopyStep | None]) -> None:
    """Cancel it, again where it waits for the server to take back what it did."""
    for _ in range(_CANCELS):
        step.cancel()
        await asyncio.wait({step}, timeout=_CANCEL_SECONDS)
        if step.done():
            break
    if step.done() and not step.cancelled():
        step.exception()  # it is told by the one that gave it up
