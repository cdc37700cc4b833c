"""SpokenTurns: the words of answers that somebody wants to hear, for a minute.

Invariant: an answer is found by its own user alone. It is in memory only, and few are: the newest
of each user, none that is older than a minute.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable

from jarvis_voice.core.events import Event, ReplyWorded
from jarvis_voice.core.passing_memory import KeptSize
from jarvis_voice.core.types import TurnInput
from jarvis_voice.language.en.spoken_units import UnitVoice

KEPT_SECONDS = 60.0
"""After the end of its turn."""

KEPT_OF_ONE = 8


class SpokenTurn:
    """What is said of one answer, which may still be growing.

    Args:
        user_id: Whose.

    Attributes:
        ended_at: When it was complete; None is not yet.
    """

    def __init__(self, user_id: str) -> None:
        self.user_id = user_id
        self.ended_at: float | None = None
        self._voice = UnitVoice()
        self._texts: list[str] = []
        self._news = asyncio.Event()

    @property
    def n_bytes(self) -> int:
        """How long it is so far."""
        return sum(map(len, self._texts))

    def add(self, event: ReplyWorded) -> None:
        """Take the next part of the answer."""
        if words := self._voice.words(event.text, event.kind):
            self._texts.append(words)
            self._wake()

    def end(self, at: float) -> None:
        """It is complete."""
        self.ended_at = at
        self._wake()

    async def follow(self) -> AsyncGenerator[str]:
        """What is said, part by part, to the end of the answer."""
        place = 0
        while True:
            news = self._news
            while place < len(self._texts):
                place += 1
                yield self._texts[place - 1]
            if self.ended_at is not None:
                return
            await news.wait()

    def _wake(self) -> None:
        self._news.set()
        self._news = asyncio.Event()


class SpokenTurns:
    """Finds answers by their turns.

    Args:
        seconds: A clock that nobody sets.
    """

    def __init__(self, seconds: Callable[[], float]) -> None:
        self._seconds = seconds
        self._turns: dict[str, SpokenTurn] = {}

    def begin(self, turn: TurnInput) -> None:
        """Keep what is said in a turn that begins now."""
        self._drop_old()
        own = [key for key, one in self._turns.items() if one.user_id == turn.origin.user_id]
        for key in own[: max(0, len(own) + 1 - KEPT_OF_ONE)]:
            self._turns.pop(key).end(self._seconds())
        self._turns[turn.turn_id] = SpokenTurn(turn.origin.user_id)

    def note(self, turn_id: str, event: Event) -> None:
        """Take an event of a turn, whether it is kept or not."""
        if isinstance(event, ReplyWorded) and (turn := self._turns.get(turn_id)):
            turn.add(event)

    def end(self, turn_id: str) -> None:
        """A turn is over."""
        if turn := self._turns.get(turn_id):
            turn.end(self._seconds())

    def find(self, turn_id: str, user_id: str) -> SpokenTurn | None:
        """The answer of a user's own turn; None where there is none, or no longer."""
        self._drop_old()
        turn = self._turns.get(turn_id)
        return turn if turn and turn.user_id == user_id else None

    @property
    def size(self) -> KeptSize:
        """How much is kept."""
        self._drop_old()
        turns = self._turns.values()
        return KeptSize("spoken answers", len(turns), sum(one.n_bytes for one in turns))

    def forget(self, user_id: str) -> None:
        """Drop the answers of a user that are complete, whose words may be in them."""
        for key, one in list(self._turns.items()):
            if one.user_id == user_id and one.ended_at is not None:
                del self._turns[key]

    def _drop_old(self) -> None:
        now = self._seconds()
        for key, one in list(self._turns.items()):
            if one.ended_at is not None and now - one.ended_at > KEPT_SECONDS:
                del self._turns[key]
