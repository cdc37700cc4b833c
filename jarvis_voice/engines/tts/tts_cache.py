"""Keeps the speech of short answers in memory, so that any voice says them again at once.

Invariant: what is kept is bounded in bytes, the longest unused goes first, and nothing of it is
ever written to disk; speech made at one speed or level is not given at another. What may hold a
user's words goes after `KEPT_SECONDS`, and at once when something is forgotten.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Iterable
from dataclasses import dataclass
from typing import Self

from jarvis_voice.core.errors import ModelError
from jarvis_voice.core.passing_memory import KeptSize
from jarvis_voice.core.ports import TextToSpeech
from jarvis_voice.core.prosody import Prosody
from jarvis_voice.core.types import SpeechChunk

MOST_BYTES = 8_000_000
"""About three minutes of a Piper voice."""

MOST_SECONDS = 4.0
"""A longer answer is hardly ever the same twice."""

KEPT_SECONDS = 600.0
"""Of an answer that is no phrase of our own: about as long as one conversation."""

LEISURE_SECONDS = 0.5
"""Between two phrases that are made ahead: whoever speaks meanwhile waits for one at the most."""

Key = tuple[str, float, float]


@dataclass(frozen=True, slots=True)
class _KeptSpeech:
    chunks: tuple[SpeechChunk, ...]
    until: float

    @property
    def n_bytes(self) -> int:
        return sum(chunk.pcm.nbytes for chunk in self.chunks)


class TtsCache:
    """A voice that remembers its short answers; implements `ports.TextToSpeech`.

    Args:
        voice: What makes speech.
        dials: The speed and level that `voice` follows.
        most_bytes: What may be kept.
        seconds: Monotonic seconds.
    """

    def __init__(
        self,
        voice: TextToSpeech,
        dials: Prosody,
        most_bytes: int = MOST_BYTES,
        seconds: Callable[[], float] = time.monotonic,
    ) -> None:
        self._voice = voice
        self._dials = dials
        self._most_bytes = most_bytes
        self._seconds = seconds
        self._kept: OrderedDict[Key, _KeptSpeech] = OrderedDict()
        self._kept_bytes = 0
        self._own: frozenset[str] = frozenset()

    async def __aenter__(self) -> Self:
        """Open the voice.

        Raises:
            ModelError: A file of it is missing or damaged.
        """
        await self._voice.__aenter__()
        return self

    async def __aexit__(self, *exc: object) -> None:
        """Forget everything, and close the voice."""
        self._kept.clear()
        self._kept_bytes = 0
        await self._voice.__aexit__(*exc)

    async def synthesize(self, text: str) -> AsyncIterator[SpeechChunk]:
        """Speech for text that was made speakable: at once, where it was said before.

        Raises:
            ModelError: The voice failed.
        """
        key = self._key(text)
        self._drop_old()
        if kept := self._kept.get(key):
            self._kept.move_to_end(key)
            for chunk in kept.chunks:
                yield chunk
            return
        made, seconds = list[SpeechChunk](), 0.0
        async for chunk in self._voice.synthesize(text):
            seconds += len(chunk.pcm) / chunk.rate_hz
            made.append(chunk)
            yield chunk
        if made and seconds <= MOST_SECONDS and key == self._key(text):
            self._keep(key, tuple(made))

    @property
    def size(self) -> KeptSize:
        """How much is kept."""
        return KeptSize("spoken sentences", len(self._kept), self._kept_bytes)

    def forget(self, user_id: str) -> None:
        """Drop all but our own phrases: it is not known to whom the rest was said."""
        del user_id
        for key in [one for one in self._kept if one[0] not in self._own]:
            self._drop(key)

    async def learn(self, phrases: Iterable[str]) -> None:
        """Make phrases of our own ahead, at leisure; a voice that fails is told when it speaks."""
        phrases = tuple(phrases)
        self._own |= set(phrases)
        try:
            for phrase in phrases:
                if self._key(phrase) not in self._kept:
                    await asyncio.sleep(LEISURE_SECONDS)
                    async for _ in self.synthesize(phrase):
                        continue
        except ModelError:
            return

    def _key(self, text: str) -> Key:
        return text, self._dials.speed, self._dials.level_db

    def _keep(self, key: Key, chunks: tuple[SpeechChunk, ...]) -> None:
        self._drop(key)
        seconds = math.inf if key[0] in self._own else KEPT_SECONDS
        if seconds < math.inf:  # also where nothing is said any more
            asyncio.get_running_loop().call_later(KEPT_SECONDS + 1.0, self._drop_old)
        self._kept[key] = kept = _KeptSpeech(chunks, self._seconds() + seconds)
        self._kept_bytes += kept.n_bytes
        while self._kept_bytes > self._most_bytes:
            self._drop(next(iter(self._kept)))

    def _drop_old(self) -> None:
        now = self._seconds()
        for key in [one for one, kept in self._kept.items() if now >= kept.until]:
            self._drop(key)

    def _drop(self, key: Key) -> None:
        if kept := self._kept.pop(key, None):
            self._kept_bytes -= kept.n_bytes
