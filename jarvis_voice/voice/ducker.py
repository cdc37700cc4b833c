"""Decides when other sound is quieter: while Jarvis listens to a user, and until it has spoken.

Invariant: the newest wish wins; a wish that is overtaken is never carried out; at the end the
levels are given back.
"""

from __future__ import annotations

import asyncio
import contextlib
from typing import Protocol, Self

from jarvis_voice.voice.turn_taking import State

QUIET = frozenset({State.LISTENING, State.THINKING, State.SPEAKING, State.FOLLOW_UP})
"""Also while it thinks, since music that swells up for a second is worse than none; also in the
follow-up window, in which the user is heard without a wake word."""


class Levels(Protocol):
    """The levels of other programs' sound."""

    async def duck(self) -> None:
        """Make it quieter."""
        ...

    async def restore(self) -> None:
        """Give it back."""
        ...


class Ducker:
    """Follows a voice session's state; `async with` restores the levels at the end.

    Args:
        levels: Other programs' sound.
    """

    def __init__(self, levels: Levels) -> None:
        self._levels = levels
        self._wanted = False
        self._changed = asyncio.Event()
        self._work: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._work = asyncio.create_task(self._follow(), name="ducking")
        return self

    async def __aexit__(self, *exc: object) -> None:
        if self._work:
            self._work.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._work
        await self._levels.restore()

    def take(self, state: State) -> None:
        """The session came into this state; returns at once."""
        wanted = state in QUIET
        if wanted != self._wanted:
            self._wanted = wanted
            self._changed.set()

    async def _follow(self) -> None:
        is_quiet = False
        while True:
            await self._changed.wait()
            self._changed.clear()
            if self._wanted != is_quiet:
                is_quiet = self._wanted
                await (self._levels.duck() if is_quiet else self._levels.restore())
