"""Runs openWakeWord's networks on a stream: sound to mel to embeddings to one score a head.

Invariant: scores are those of `openwakeword.Model.predict` with frames of 1 280 samples. Mel and
embeddings are computed once a frame for all heads, and of the embedding network only what is new:
each frame adds eight mel frames to its window of 76, and the network moves on by eight.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from jarvis_voice.core.types import FRAME_SAMPLES
from jarvis_voice.engines.onnx_session import open_session

OVERLAP_SAMPLES = 480
"""Samples before the frame that its first mel window needs: three hops of 160."""

MEL_BANDS = 32
MEL_STEP = 8
"""Mel frames that a frame of sound adds."""

EMBEDDINGS = 16
"""Embeddings a head looks at: 1.28 s of steps."""

SILENT_MEL = -8.0
"""What digital silence becomes: the network's floor of -100 dB, by the same mel / 10 + 2."""

WARM_UP_FRAMES = 5
"""Scores forced to 0 after a reset, as openwakeword does: the windows are not filled yet."""

FILLING_STEPS = 12
"""More than the window of 76 mel frames: nothing is left of what was before."""

Scores = tuple[float, ...]
State = dict[str, NDArray[np.float32]]


class FrameScorer(Protocol):
    """Scores sound frame by frame, for one thread."""

    def forget(self) -> None:
        """Begin anew, as if nothing had been heard."""

    def score(self, pcm: NDArray[np.int16]) -> Scores:
        """Each head's score 0..1 after one more frame (int16, shape (1280,), 16 000 Hz)."""


class WakeStream:
    """The wake-word networks and their state between two frames; for one thread.

    Args:
        melspectrogram: The file of openWakeWord's first network.
        embedding: The file of the streaming form of its second.
        heads: The files of the last layers.

    Attributes:
        _tail: int16, shape (0 or 480,): the samples before the next frame.
        _features: float32, shape (1, 16, 96): the newest embeddings.
    """

    def __init__(self, melspectrogram: Path, embedding: Path, heads: Sequence[Path]) -> None:
        self._melspectrogram = open_session(melspectrogram)
        self._embedding = open_session(embedding)
        self._heads = [_Head(open_session(head)) for head in heads]
        states = self._embedding.get_inputs()[1:]
        self._state_names = [state.name for state in states]
        self._state: State = {s.name: np.zeros(s.shape, np.float32) for s in states}
        silent = self._filled_with(SILENT_MEL)
        self._silent_features = np.repeat(silent, EMBEDDINGS, axis=0)[np.newaxis]
        self._filled_with(1.0)
        self._first_state = self._state
        self._tail: NDArray[np.int16]
        self._features: NDArray[np.float32]
        self._frames_seen: int
        self.forget()

    def forget(self) -> None:
        """Begin anew, as if nothing had been heard."""
        self._tail = np.zeros(0, np.int16)
        self._state = self._first_state
        self._features = self._silent_features
        self._frames_seen = 0

    def score(self, pcm: NDArray[np.int16]) -> Scores:
        """Each head's score 0..1 after one more frame (int16, shape (1280,), 16 000 Hz)."""
        samples = np.concatenate((self._tail, pcm))
        self._tail = samples[-OVERLAP_SAMPLES:]
        newest = self._embed(self._to_mel(samples))
        self._features = np.concatenate((self._features[:, 1:], newest[np.newaxis]), axis=1)
        self._frames_seen += 1
        if self._frames_seen <= WARM_UP_FRAMES:
            return (0.0,) * len(self._heads)
        return tuple(head.score(self._features) for head in self._heads)

    def _to_mel(self, samples: NDArray[np.int16]) -> NDArray[np.float32]:
        """float32, shape (8, 32), on the scale the embedding was trained on.

        Right after a reset there are no samples before the frame and only five frames come of it:
        the ones that openwakeword fills its window with stand before them.
        """
        sound = samples.astype(np.float32)[np.newaxis]
        spectrum = self._melspectrogram.run(None, {"input": sound})[0]
        mel: NDArray[np.float32] = spectrum.reshape(-1, MEL_BANDS) / 10 + 2
        missing = np.ones((MEL_STEP - len(mel), MEL_BANDS), np.float32)
        return np.concatenate((missing, mel)) if len(missing) else mel

    def _embed(self, mel: NDArray[np.float32]) -> NDArray[np.float32]:
        """float32, shape (1, 96), of the 76 mel frames that end with these eight."""
        newest, *states = self._embedding.run(
            None, {"mel": mel[np.newaxis, np.newaxis]} | self._state
        )
        self._state = dict(zip(self._state_names, states, strict=True))
        features: NDArray[np.float32] = newest
        return features

    def _filled_with(self, value: float) -> NDArray[np.float32]:
        """The embedding of a window that holds nothing but this value."""
        mel = np.full((MEL_STEP, MEL_BANDS), value, np.float32)
        for _ in range(FILLING_STEPS):
            features = self._embed(mel)
        return features


class _Head:
    """The last layer of one word."""

    def __init__(self, session: Any) -> None:
        self._session = session
        self._input: str = session.get_inputs()[0].name
        self._output: str = session.get_outputs()[0].name

    def score(self, features: NDArray[np.float32]) -> float:
        return float(self._session.run([self._output], {self._input: features})[0].item())


def score_recording(stream: FrameScorer, pcm: NDArray[np.int16], tail_steps: int) -> list[Scores]:
    """The scores of a whole recording, one tuple for each 80 ms and for `tail_steps` behind it.

    Args:
        stream: The networks; what they remember is forgotten.
        pcm: Mono int16, shape (n_samples,), 16 000 Hz.
        tail_steps: Steps of silence behind it: a score peaks shortly after the word.
    """
    stream.forget()
    silence = np.zeros(FRAME_SAMPLES, np.int16)
    for _ in range(WARM_UP_FRAMES):
        stream.score(silence)
    padding = -len(pcm) % FRAME_SAMPLES + tail_steps * FRAME_SAMPLES
    frames = np.pad(pcm, (0, padding)).reshape(-1, FRAME_SAMPLES)
    return [stream.score(frame) for frame in frames]
