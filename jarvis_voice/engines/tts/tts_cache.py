"""Keeps the speech of short answers in memory, so that any voice says them again at once.

Invariant: what is kept is bounded in bytes, the longest unused goes first, and nothing of it is
ever written to disk; speech made at one speed or level is not given at another.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Iterable
from typing import Self

from jarvis_voice.core.errors import ModelError
from jarvis_voice.core.ports import TextToSpeech
from jarvis_voice.core.prosody import Prosody
from jarvis_voice.core.types import SpeechChunk

MOST_BYTES = 8_000_000
"""About three minutes of a Piper voice."""

MOST_SECONDS = 4.0
"""A longer answer is hardly ever the same twice."""

LEISURE_SECONDS = 0.5
"""Between two phrases that are made ahead: whoever speaks meanwhile waits for one at the most."""

Key = tuple[str, float, float]


class TtsCache:
    """A voice that remembers its short answers; implements `ports.TextToSpeech`.

    Args:
        voice: What makes speech.
        dials: The speed and level that `voice` follows.
        most_bytes: What may be kept.
    """

    def __init__(self, voice: TextToSpeech, dials: Prosody, most_bytes: int = MOST_BYTES) -> None:
        self._voice = voice
        self._dials = dials
        self._most_bytes = most_bytes
        self._kept: OrderedDict[Key, tuple[SpeechChunk, ...]] = OrderedDict()
        self._kept_bytes = 0

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
        if key in self._kept:
            self._kept.move_to_end(key)
            for chunk in self._kept[key]:
                yield chunk
            return
        made, seconds = list[SpeechChunk](), 0.0
        async for chunk in self._voice.synthesize(text):
            seconds += len(chunk.pcm) / chunk.rate_hz
            made.append(chunk)
            yield chunk
        if made and seconds <= MOST_SECONDS and key == self._key(text):
            self._keep(key, tuple(made))

    async def learn(self, phrases: Iterable[str]) -> None:
        """Make phrases ahead, at leisure; a voice that fails is told by whoever speaks next."""
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
        self._kept_bytes -= _bytes_of(self._kept.pop(key, ()))
        self._kept[key] = chunks
        self._kept_bytes += _bytes_of(chunks)
        while self._kept_bytes > self._most_bytes:
            _, oldest = self._kept.popitem(last=False)
            self._kept_bytes -= _bytes_of(oldest)


def _bytes_of(chunks: Iterable[SpeechChunk]) -> int:
    return sum(chunk.pcm.nbytes for chunk in chunks)
