"""Runs Silero's voice activity detector, version 6, as faster-whisper ships it.

Invariant: the network sees every sample once, in windows of 512 with the 64 before them.
"""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from jarvis_voice.core.errors import ModelError
from jarvis_voice.core.types import AudioFrame
from jarvis_voice.engines.model_worker import ModelWorker
from jarvis_voice.engines.onnx_session import open_session

WINDOW_SAMPLES = 512
CONTEXT_SAMPLES = 64
STATE_SHAPE = (1, 1, 128)
INT16_RANGE = 32_768.0


def shipped_silero() -> Path:
    """The model inside the installed faster-whisper, found without importing that package.

    Raises:
        ModelError: faster-whisper is not installed.
    """
    package = importlib.util.find_spec("faster_whisper")
    if package is None or package.origin is None:
        raise ModelError("model-missing", "faster-whisper is not installed; it brings the VAD.")
    return Path(package.origin).parent / "assets" / "silero_vad_v6.onnx"


class SileroVad:
    """Gives the speech probability of each frame; implements `ports.Vad`.

    Args:
        model: The .onnx file; None is the one faster-whisper ships.
    """

    def __init__(self, model: Path | None = None) -> None:
        file = model or shipped_silero()
        self._worker = ModelWorker("voice activity", (file,), lambda: _Stream(open_session(file)))
        self._stale = False

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

    async def probability(self, frame: AudioFrame) -> float:
        """Highest speech probability 0..1 of the windows that end inside this frame.

        Raises:
            ModelError: The network failed.
        """
        return max(await self.windows(frame), default=0.0)

    async def windows(self, frame: AudioFrame) -> tuple[float, ...]:
        """Speech probability 0..1 of each window of 32 ms that ends inside this frame, in order.

        Raises:
            ModelError: The network failed.
        """
        stale, self._stale = self._stale, False
        return await self._worker.run(_Stream.windows, frame.pcm, starts_anew=stale)

    def reset(self) -> None:
        """Forget the sound so far, from the next frame on."""
        self._stale = True


class _Stream:
    """The network, its recurrent state and the samples left over; lives in the worker's thread.

    Attributes:
        _context: float32, shape (64,): the samples before the next window.
        _rest: float32, shape (under 512,): samples that do not fill a window yet.
    """

    def __init__(self, session: Any) -> None:
        self._session = session
        self._h: NDArray[np.float32]
        self._c: NDArray[np.float32]
        self._context: NDArray[np.float32]
        self._rest: NDArray[np.float32]
        self._forget()

    def windows(self, pcm: NDArray[np.int16], *, starts_anew: bool) -> tuple[float, ...]:
        """The probability of each window that the samples complete, 0..1."""
        if starts_anew:
            self._forget()
        samples = np.concatenate((self._rest, pcm.astype(np.float32) / INT16_RANGE))
        end = len(samples) - len(samples) % WINDOW_SAMPLES
        self._rest = samples[end:]
        windows = samples[:end].reshape(-1, WINDOW_SAMPLES)
        return tuple([self._window(window) for window in windows])

    def _window(self, window: NDArray[np.float32]) -> float:
        joined = np.concatenate((self._context, window))[np.newaxis]
        out, self._h, self._c = self._session.run(
            None, {"input": joined, "h": self._h, "c": self._c}
        )
        self._context = window[-CONTEXT_SAMPLES:]
        return float(out[0])

    def _forget(self) -> None:
        self._h = np.zeros(STATE_SHAPE, np.float32)
        self._c = np.zeros(STATE_SHAPE, np.float32)
        self._context = np.zeros(CONTEXT_SAMPLES, np.float32)
        self._rest = np.zeros(0, np.float32)
