"""A bar on the terminal that shows how far a long recording was read."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

SHORTEST_SECONDS = 60.0
"""A shorter recording needs no bar."""

LOOK_SECONDS = 0.25


@asynccontextmanager
async def reading_bar(seconds: float, position: Callable[[], float]) -> AsyncIterator[None]:
    """Show how far something was read, on stderr, while that is a terminal.

    Args:
        seconds: How long it is.
        position: How far it was read, in seconds.
    """
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TimeRemainingColumn

    console = Console(stderr=True)
    if seconds < SHORTEST_SECONDS or not console.is_terminal:
        yield
        return
    columns = ("{task.description}", BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    # what goes to a pipe must not be led to the terminal
    is_shown = sys.stdout is not None and sys.stdout.isatty()
    with Progress(*columns, console=console, transient=True, redirect_stdout=is_shown) as progress:
        task = progress.add_task("reading", total=seconds)

        async def follow() -> None:
            while True:
                progress.update(task, completed=position())
                await asyncio.sleep(LOOK_SECONDS)

        following = asyncio.create_task(follow(), name="reading bar")
        try:
            yield
        finally:
            following.cancel()
            await asyncio.gather(following, return_exceptions=True)
