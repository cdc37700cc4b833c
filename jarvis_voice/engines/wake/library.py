"""Runs wake-word heads that do not fit our streaming form, with the openwakeword package.

Invariant: the package is imported only where such a head is set: it costs 0.2 GB and four times the
work of the streaming form. Its `Model` gets the networks of openWakeWord 0.5.1, which heads of
today are trained on; those in the package are of 0.4.0 and give other embeddings.
"""

from __future__ import annotations

import warnings
from collections import deque
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from jarvis_voice.core.types import FRAME_SAMPLES
from jarvis_voice.engines.wake.stream import OVERLAP_SAMPLES, WARM_UP_FRAMES, Scores

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from jarvis_voice.engines.wake.heads import WakeHead

MEL_WINDOW = (76, 32)
"""Mel frames and bands that the embedding network looks at."""


class LibraryWake:
    """openwakeword's `Model` with several heads; for one thread.

    Args:
        melspectrogram: The file of openWakeWord's first network.
        embedding: The file of its second, as 0.5.1 has it.
        heads: Those with `WakeHead.library_classes`, from one folder: it knows them by their names.
    """

    def __init__(self, melspectrogram: Path, embedding: Path, heads: Sequence[WakeHead]) -> None:
        from openwakeword.model import Model

        # it asks for a graphics card's runtime first, whether there is one or not
        warnings.filterwarnings("ignore", "Specified provider 'CUDA", UserWarning)
        self._model: Any = Model(
            wakeword_model_paths=[str(head.model) for head in heads],
            melspec_onnx_model_path=str(melspectrogram),
            embedding_onnx_model_path=str(embedding),
        )
        self._labels = [self._labels_of(head) for head in heads]
        self._silent_features = self._model.preprocessor.feature_buffer
        self._frames_seen: int
        self.forget()

    def forget(self) -> None:
        """Begin anew: its own reset forgets the scores alone, and what it heard would stay."""
        self._model.reset()
        features = self._model.preprocessor
        # of the 10 s that it would keep it reads no more than this, and copies all for each frame
        features.raw_data_buffer = deque(maxlen=FRAME_SAMPLES + OVERLAP_SAMPLES)
        features.melspectrogram_buffer = np.ones(MEL_WINDOW)
        features.accumulated_samples = 0
        features.feature_buffer = self._silent_features
        self._frames_seen = 0

    def score(self, pcm: NDArray[np.int16]) -> Scores:
        """Each head's score 0..1 after one more frame (int16, shape (1280,), 16 000 Hz)."""
        found = self._model.predict(pcm)
        self._frames_seen += 1
        if self._frames_seen <= WARM_UP_FRAMES:  # it counts a frame once for each head behind it
            return (0.0,) * len(self._labels)
        highest = (max(float(found[label]) for label in labels) for labels in self._labels)
        return tuple(min(max(0.0, score), 1.0) for score in highest)

    def _labels_of(self, head: WakeHead) -> tuple[str, ...]:
        """Under which names the word's scores come; those of several classes are made unlike."""
        name = head.model.stem
        if self._model.model_outputs[name] == 1:
            return (name,)
        labels = {str(place): f"{name}/{place}" for place in head.library_classes}
        self._model.class_mapping[name] = labels
        return tuple(labels.values())
