"""Hears wake words with openWakeWord's networks, for a voice session.

Invariant: every frame goes through the networks once, on a worker of their own, whatever the
number of words; `wake_networks` says which heads need the openwakeword package.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Self

import numpy as np
from numpy.typing import NDArray

from jarvis_voice.core.types import AudioFrame
from jarvis_voice.engines.model_worker import ModelWorker
from jarvis_voice.engines.wake.heads import WakeHead
from jarvis_voice.engines.wake.networks import network_files, open_networks
from jarvis_voice.engines.wake.stream import FrameScorer, Scores, score_recording

TAIL_STEPS = 4
"""Behind a recording: 0.32 s, by which a score has peaked."""


class OpenWakeWordDetector:
    """Scores frames for several wake words at once; implements `ports.WakeDetector`.

    Args:
        melspectrogram: openWakeWord's first network.
        heads: One for each word.
    """

    def __init__(self, melspectrogram: Path, heads: Sequence[WakeHead]) -> None:
        self._words = tuple(head.word for head in heads)
        self._worker = _worker("wake word", melspectrogram, heads)
        self._stale = False

    @property
    def words(self) -> tuple[str, ...]:
        """The wake words, in the order of the scores."""
        return self._words

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

    async def score(self, frame: AudioFrame) -> Scores:
        """One score 0..1 a word after this frame; every frame must be given, in order.

        Raises:
            ModelError: A network failed.
        """
        stale, self._stale = self._stale, False
        return await self._worker.run(_score, frame.pcm, starts_anew=stale)

    def reset(self) -> None:
        """Forget the sound so far, from the next frame on."""
        self._stale = True


class WakeScorer:
    """Scores whole recordings on networks of its own, so that it never delays a listening detector.

    Args:
        melspectrogram: openWakeWord's first network.
        heads: One for each word.
    """

    def __init__(self, melspectrogram: Path, heads: Sequence[WakeHead]) -> None:
        self.heads = tuple(heads)
        self._worker = _worker("wake word scoring", melspectrogram, heads)

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

    async def score_all(self, pcm: NDArray[np.int16]) -> list[Scores]:
        """The scores of a recording, as if it had been listened to from silence on.

        Step n is the score after the frame that ends at (n + 1) * 0.08 s; `TAIL_STEPS` more are
        scored on silence behind it. It takes about 0.4 ms a step.

        Args:
            pcm: Mono int16, shape (n_samples,), 16 000 Hz.

        Returns:
            One tuple a step, with one score 0..1 for each head, in their order.

        Raises:
            ModelError: A network failed.
        """
        return await self._worker.run(score_recording, pcm, TAIL_STEPS)


def _worker(name: str, melspectrogram: Path, heads: Sequence[WakeHead]) -> ModelWorker[FrameScorer]:
    files = network_files(melspectrogram, heads)
    return ModelWorker(name, files, lambda: open_networks(melspectrogram, heads))


def _score(stream: FrameScorer, pcm: NDArray[np.int16], *, starts_anew: bool) -> Scores:
    if starts_anew:
        stream.forget()
    return stream.score(pcm)
