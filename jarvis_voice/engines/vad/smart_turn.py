"""Runs smart-turn v3, which judges by the sound whether a speaker has finished.

Invariant: the network sees at most the last 8 s, at the end of its window, whatever came before.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from jarvis_voice.core.types import RATE_HZ
from jarvis_voice.engines.model_worker import ModelWorker
from jarvis_voice.engines.onnx_session import open_session

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

WINDOW_SECONDS = 8
"""What the network was trained on: Whisper's features of 8 s, shape (80, 800)."""

LEAST_VARIANCE = 1e-7
"""Added to the sound's variance by the network's makers, so that silence divides by no zero."""


class SmartTurn:
    """Gives the probability that a turn is finished; implements `ports.TurnModel`.

    Args:
        model: The .onnx file of smart-turn v3.
    """

    def __init__(self, model: Path) -> None:
        self._worker = ModelWorker("turn-taking", (model,), lambda: _Judge(open_session(model)))

    async def __aenter__(self) -> Self:
        """Load the network.

        Raises:
            ModelError: The file is missing or damaged.
        """
        await self._worker.__aenter__()
        return self

    async def __aexit__(self, *exc: object) -> None:
        """Let the network go."""
        await self._worker.__aexit__(*exc)

    async def finished(self, pcm: NDArray[np.int16]) -> float:
        """Probability 0..1 that whoever spoke has said all.

        Args:
            pcm: The utterance so far with the pause behind it, mono int16, shape (n_samples,),
                16 000 Hz.

        Raises:
            ModelError: The network failed.
        """
        return await self._worker.run(_Judge.finished, pcm)


class _Judge:
    """The network; lives in the worker's thread."""

    def __init__(self, session: Any) -> None:
        self._session = session

    def finished(self, pcm: NDArray[np.int16]) -> float:
        from jarvis_voice.engines.log_mel import log_mel

        features = log_mel(_window(pcm))[None]
        [probability] = self._session.run(None, {"input_features": features})
        return float(probability.reshape(-1)[0])


def _window(pcm: NDArray[np.int16]) -> NDArray[np.float32]:
    """The last 8 s, silence before what is shorter, with mean 0 and variance 1.

    Returns:
        float32, shape (128 000,).
    """
    import numpy as np

    samples = np.zeros(WINDOW_SECONDS * RATE_HZ, np.float32)
    last = pcm[-len(samples) :].astype(np.float32) / 32_768.0
    if len(last):
        samples[-len(last) :] = last
    scaled = (samples - samples.mean()) / np.sqrt(samples.var() + LEAST_VARIANCE)
    return np.asarray(scaled, np.float32)
