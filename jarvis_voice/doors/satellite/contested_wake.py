"""ContestedWake: a wake model whose calls count only where no other satellite is nearer.

Invariant: frames are scored in order, and a frame is held back only while it is compared.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Self

from jarvis_voice.audio.pcm import level_dbfs
from jarvis_voice.core.ports import WakeDetector
from jarvis_voice.core.types import AudioFrame
from jarvis_voice.core.wake_point import WakePoint
from jarvis_voice.doors.satellite.nearest_call import ANSWERED_SECONDS, NearestCall

LOOK_SECONDS = 0.04
MOST_LOOKS = 25
WORD_FRAMES = 12
"""About a second: the word is in it."""

ROOM_FRAMES = 40
"""About three seconds: there is a pause in it, in which only the room is heard."""

QUIETEST_DBFS = -60.0
"""No room is quieter: less is a noise gate's silence, which says nothing of the distance."""


class ContestedWake:
    """Implements `ports.WakeDetector`.

    Args:
        inner: The wake model of one satellite.
        nearest: Compares it with the others.
        points: Where the scores of each word count.
        seconds: The clock of events.
        on_yield: Told that another satellite answers.
    """

    def __init__(
        self,
        inner: WakeDetector,
        nearest: NearestCall,
        points: tuple[WakePoint, ...],
        seconds: Callable[[], float],
        on_yield: Callable[[], None],
    ) -> None:
        self._inner = inner
        self._nearest = nearest
        self._points = points
        self._seconds = seconds
        self._on_yield = on_yield
        self._levels: deque[float] = deque(maxlen=ROOM_FRAMES)
        self._won_until = self._yields_until = float("-inf")

    @property
    def words(self) -> tuple[str, ...]:
        """The wake words."""
        return self._inner.words

    async def __aenter__(self) -> Self:
        """Load the model.

        Raises:
            ModelError: It cannot be loaded.
        """
        await self._inner.__aenter__()
        return self

    async def __aexit__(self, *exc: object) -> None:
        self._nearest.forget(self)
        await self._inner.__aexit__(*exc)

    async def score(self, frame: AudioFrame) -> tuple[float, ...]:
        """The scores; nothing where another satellite is nearer."""
        scores = await self._inner.score(frame)
        if frame.pcm.any():  # silence that stands for missing sound is no room that is heard
            self._levels.append(level_dbfs(frame.pcm))
        at, top, snr_db = self._seconds(), max(scores), self._snr_db()
        self._nearest.note(self, top, snr_db, at)
        if at < self._yields_until:
            return (0.0,) * len(scores)
        pairs = list(zip(scores, self._points, strict=True))
        if at < self._won_until or not any(score >= one.grey_from for score, one in pairs):
            return scores
        if any(score >= one.threshold for score, one in pairs):
            self._nearest.claim(self, top, snr_db, at)
            may_answer = await self._may_answer()
        elif not self._nearest.is_answered(self, at):
            return scores  # a second look decides, which may find no call: nobody waits for it
        else:
            may_answer = False
        if may_answer:
            self._won_until = self._seconds() + ANSWERED_SECONDS
            return scores
        self._yields_until = self._seconds() + ANSWERED_SECONDS
        self._on_yield()
        return (0.0,) * len(scores)

    async def _may_answer(self) -> bool:
        """Compare this call with the others, which may still be coming."""
        for _ in range(MOST_LOOKS):
            verdict = self._nearest.verdict(self, self._seconds())
            if verdict != "waits":
                return verdict == "answers"
            await asyncio.sleep(LOOK_SECONDS)
        return True

    def reset(self) -> None:
        """Forget the sound so far."""
        self._inner.reset()

    def _snr_db(self) -> float:
        newest = list(self._levels)[-WORD_FRAMES:] or [QUIETEST_DBFS]
        room = max(min(self._levels, default=QUIETEST_DBFS), QUIETEST_DBFS)
        return max(0.0, max(newest) - room)
