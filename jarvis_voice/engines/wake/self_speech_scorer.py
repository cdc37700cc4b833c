"""Runs the wake model on our own speech before the microphone can hear it.

Invariant: it has networks of its own, so that what listens never waits for it; a reply is scored
as it would be heard, from its beginning on, whatever pieces it comes in.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Self

import numpy as np
from numpy.typing import NDArray

from jarvis_voice.core.types import FRAME_SAMPLES, FRAME_SECONDS, RATE_HZ, SpeechChunk
from jarvis_voice.engines.model_worker import ModelWorker
from jarvis_voice.engines.wake.heads import WakeHead
from jarvis_voice.engines.wake.networks import network_files, open_networks
from jarvis_voice.engines.wake.stream import FrameScorer

SHARE = 0.3
"""Of a head's grey band's beginning: room and loudspeaker can make our speech score higher than it
does here, where the band would let it be looked at twice."""

SILENT_FRAMES = 5
"""As many as openwakeword forces to 0 after it was reset."""

Stretch = tuple[float, float]


class SelfSpeechScorer:
    """Finds the places in our own speech that sound like a wake word.

    Args:
        melspectrogram: openWakeWord's first network.
        heads: One for each wake word.
    """

    def __init__(self, melspectrogram: Path, heads: Sequence[WakeHead]) -> None:
        limits = [SHARE * head.grey_from for head in heads]
        self._worker = ModelWorker(
            "own speech",
            network_files(melspectrogram, heads),
            lambda: _Listener(open_networks(melspectrogram, heads), limits),
        )

    async def __aenter__(self) -> Self:
        """Load the networks.

        Raises:
            ModelError: A file is missing or damaged.
        """
        await self._worker.__aenter__()
        return self

    async def __aexit__(self, *exc: object) -> None:
        """Let the networks go."""
        await self._worker.__aexit__(*exc)

    async def stretches(self, chunk: SpeechChunk, *, begins: bool) -> tuple[Stretch, ...]:
        """Where a wake word may be heard, in seconds from the chunk's beginning.

        It takes about 0.4 ms for each 80 ms of speech.

        Args:
            chunk: The next piece of a reply.
            begins: It is the first one: nothing is remembered.

        Raises:
            ModelError: A network failed.
        """
        return await self._worker.run(_Listener.hear, chunk, begins=begins)


class _Listener:
    """The networks, and the sound that does not fill a frame yet; lives in the worker's thread."""

    def __init__(self, stream: FrameScorer, limits: Sequence[float]) -> None:
        self._stream = stream
        self._limits = limits
        self._waiting: NDArray[np.int16] = np.zeros(0, np.int16)

    def hear(self, chunk: SpeechChunk, *, begins: bool) -> tuple[Stretch, ...]:
        """The frames of this chunk in which a score is high, as stretches."""
        import soxr

        if begins:
            self._begin()
        late_seconds = len(self._waiting) / RATE_HZ
        # a resampler for each chunk bends a few samples at its edges, which no score tells
        pcm = soxr.resample(chunk.pcm, chunk.rate_hz, RATE_HZ)
        sound = np.concatenate((self._waiting, pcm))
        whole = len(sound) // FRAME_SAMPLES * FRAME_SAMPLES
        self._waiting = sound[whole:]
        found = list[Stretch]()
        for number, frame in enumerate(sound[:whole].reshape(-1, FRAME_SAMPLES)):
            scores = self._stream.score(frame)
            if any(score >= limit for score, limit in zip(scores, self._limits, strict=True)):
                end = (number + 1) * FRAME_SECONDS - late_seconds
                found.append((end - FRAME_SECONDS, end))
        return tuple(found)

    def _begin(self) -> None:
        """Forget what was said; a stream's first scores are forced to 0, so silence goes first."""
        self._stream.forget()
        self._waiting = np.zeros(0, np.int16)
        for _ in range(SILENT_FRAMES):
            self._stream.score(np.zeros(FRAME_SAMPLES, np.int16))
