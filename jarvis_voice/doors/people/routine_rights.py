"""RoutineRights: lets a routine run with what the token with which it was set allows today.

Invariant: a routine never has a right that nobody has any more. Where its token was removed it does
not run, and its user is told; a new token of the same name and user lets it run again.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import replace

from jarvis_voice.core.bus import Bus
from jarvis_voice.core.events import ProblemReported
from jarvis_voice.core.ports import Clock, Conversation
from jarvis_voice.core.types import HERE, Origin, Reply, Source
from jarvis_voice.doors.people.names import token_of
from jarvis_voice.store.people_port import PeopleStore


class RoutineRights:
    """A conversation that asks for each turn what its origin may do now.

    Args:
        conversation: Answers.
        people: Knows the tokens.
        bus: Where a routine that does not run is told.
        clock: Event times.
    """

    def __init__(
        self, conversation: Conversation, people: PeopleStore, bus: Bus, clock: Clock
    ) -> None:
        self._conversation = conversation
        self._people = people
        self._bus = bus
        self._clock = clock

    async def ask(
        self,
        text: str,
        *,
        source: Source,
        thread_id: str | None = None,
        dry_run: bool = False,
        origin: Origin = HERE,
    ) -> AsyncGenerator[Reply]:
        """Run one turn, unless nobody may any more.

        Raises:
            StoreError: The tokens cannot be read.
        """
        today = await self._today(origin)
        if today is None:
            message = f"A routine did not run: its token {token_of(origin.place)} was removed."
            problem = ProblemReported(self._clock.seconds(), "routine-without-token", message)
            self._bus.at(origin).publish(problem)
            return
        replies = self._conversation.ask(
            text, source=source, thread_id=thread_id, dry_run=dry_run, origin=today
        )
        async with aclosing(replies):
            async for reply in replies:
                yield reply

    async def may_run(self, origin: Origin) -> bool:
        """Whether a routine that was set there runs.

        Raises:
            StoreError: The tokens cannot be read.
        """
        return await self._today(origin) is not None

    async def _today(self, origin: Origin) -> Origin | None:
        """The origin with what is allowed there now; None where its token is gone."""
        name = token_of(origin.place)
        if name == HERE.place:
            return origin
        for token in await self._people.tokens():
            if (token.name, token.user_id) == (name, origin.user_id):
                return replace(origin, may=origin.may & token.may)
        return None
