"""openWakeWord's three networks, streamed through onnxruntime without the openwakeword package.

Invariant: the arithmetic is that of `openwakeword.Model.predict` 0.4.0 with frames of 1 280
samples, so a head trained for it scores alike; importing that package would cost 280 MB.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from jarvis_voice.engines.onnx_session import open_session
from jarvis_voice.engines.worker import ModelWorker
from jarvis_voice.types import AudioFrame

OVERLAP_SAMPLES = 480
"""Samples before the frame that its first mel window needs: three hops of 160."""

MEL_FRAMES = 76
"""Mel frames in the window of one embedding; a frame of sound adds eight."""

MEL_BANDS = 32
EMBEDDINGS = 16
"""Embeddings the head looks at: 1.28 s of steps."""

SILENT_MEL = -8.0
"""What digital silence becomes: the network's floor of -100 dB, by the same mel / 10 + 2."""

WARM_UP_FRAMES = 5
"""Scores forced to 0 after a reset, as openwakeword does: the windows are not filled yet."""


class OpenWakeWordDetector:
    """Scores frames for one wake word; implements `ports.WakeDetector`."""

    def __init__(self, melspectrogram: Path, embedding: Path, head: Path, word: str) -> None:
        self._word = word
        self._worker = ModelWorker(
            "wake word",
            (melspectrogram, embedding, head),
            lambda: _Stream(
                open_session(melspectrogram), open_session(embedding), open_session(head)
            ),
        )
        self._stale = False

    @property
    def word(self) -> str:
        """The wake word as it is spoken."""
        return self._word

    async def __aenter__(self) -> Self:
        """Load the three networks.

        Raises:
            ModelError: A file is missing or damaged.
        """
        await self._worker.__aenter__()
        return self

    async def __aexit__(self, *exc: object) -> None:
        """Let the networks go."""
        await self._worker.__aexit__(*exc)

    async def score(self, frame: AudioFrame) -> float:
        """Score 0..1 after this frame; every frame must be given, in order.

        Raises:
            ModelError: A network failed.
        """
        stale, self._stale = self._stale, False
        return await self._worker.run(_Stream.score, frame.pcm, starts_anew=stale)

    def reset(self) -> None:
        """Forget the sound so far, from the next frame on."""
        self._stale = True


class _Stream:
    """The networks and the windows between them; lives in the worker's thread.

    Attributes:
        _tail: int16, shape (0 or 480,): the samples before the next frame.
        _mel: float32, shape (76, 32): the newest mel frames.
        _features: float32, shape (16, 96): the newest embeddings.
    """

    def __init__(self, melspectrogram: Any, embedding: Any, head: Any) -> None:
        self._melspectrogram = melspectrogram
        self._embedding = embedding
        self._head = head
        self._head_input: str = head.get_inputs()[0].name
        silence = np.full((MEL_FRAMES, MEL_BANDS), SILENT_MEL, np.float32)
        self._silent_features = np.repeat(self._embed(silence), EMBEDDINGS, axis=0)
        self._tail: NDArray[np.int16]
        self._mel: NDArray[np.float32]
        self._features: NDArray[np.float32]
        self._frames_seen: int
        self._forget()

    def score(self, pcm: NDArray[np.int16], *, starts_anew: bool) -> float:
        """The head's score after one more frame, 0..1."""
        if starts_anew:
            self._forget()
        samples = np.concatenate((self._tail, pcm))
        self._tail = samples[-OVERLAP_SAMPLES:]
        self._mel = np.concatenate((self._mel, self._to_mel(samples)))[-MEL_FRAMES:]
        self._features = np.concatenate((self._features[1:], self._embed(self._mel)))
        self._frames_seen += 1
        if self._frames_seen <= WARM_UP_FRAMES:
            return 0.0
        scores = self._head.run(None, {self._head_input: self._features[np.newaxis]})
        return float(scores[0][0, 0])

    def _forget(self) -> None:
        self._tail = np.zeros(0, np.int16)
        self._mel = np.ones((MEL_FRAMES, MEL_BANDS), np.float32)
        self._features = self._silent_features
        self._frames_seen = 0

    def _to_mel(self, samples: NDArray[np.int16]) -> NDArray[np.float32]:
        """Mel frames of int16 samples, on the scale the embedding was trained on."""
        spectrum = self._melspectrogram.run(
            None, {"input": samples.astype(np.float32)[np.newaxis]}
        )[0]
        mel: NDArray[np.float32] = spectrum.reshape(-1, MEL_BANDS) / 10 + 2
        return mel

    def _embed(self, mel: NDArray[np.float32]) -> NDArray[np.float32]:
        """float32, shape (1, 96), of the newest 76 mel frames."""
        out = self._embedding.run(None, {"input_1": mel[np.newaxis, :, :, np.newaxis]})[0]
        features: NDArray[np.float32] = out.reshape(1, -1)
        return features
