"""Computes the features of whole clips, equal to those of the streaming detector.

Invariant: `FeatureExtractor.features(pcm)[k]` is what `engines.wake.detector` computes after
frame k of the same sound; the networks are convolutions without padding in time, so one run does a
whole clip.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from jarvis_voice.core.errors import ModelError
from jarvis_voice.core.types import FRAME_SAMPLES
from jarvis_voice.engines.onnx_session import open_session

if TYPE_CHECKING:
    from numpy.typing import NDArray

MEL_FRAMES = 76
"""Mel frames in the window of one embedding."""

MEL_BANDS = 32
EMBEDDINGS = 16
"""Embeddings the head looks at."""

SILENT_MEL = -8.0
"""What digital silence becomes: the network's floor of -100 dB, by mel / 10 + 2."""

FEATURES = 96
"""Numbers in one embedding."""

FIRST_MEL = 5
"""Mel frames the first frame of sound gives; every later one gives eight."""

STEP_MEL = 8
FLOOR_DB = 80.0
"""Within one frame of sound the network cuts what lies this far below the loudest."""

WARM_STEPS = 9
"""Steps after a reset whose mel window is not yet full of sound."""

BLOCK_STEPS = 400
"""Steps in one run of the embedding: more do not fit the processor's cache."""


class FeatureExtractor:
    """Mel spectrogram and embedding of whole clips; several threads may use it.

    Args:
        melspectrogram: openWakeWord's mel network.
        embedding: openWakeWord's embedding network, release 0.5.1.

    Raises:
        ModelError: A file is missing or no such network.
    """

    def __init__(self, melspectrogram: Path, embedding: Path) -> None:
        try:
            with tempfile.TemporaryDirectory() as folder:
                self._mel = open_session(_without_floor(melspectrogram, Path(folder)))
                self._embed = open_session(_for_any_length(embedding, Path(folder)))
        except Exception as error:  # onnx, protobuf and onnxruntime raise classes of their own
            message = f"Cannot load {melspectrogram.name} or {embedding.name}: {error}"
            raise ModelError("model-damaged", message) from error
        silence = np.full((MEL_FRAMES, MEL_BANDS), SILENT_MEL, np.float32)
        self._silent = self._run(silence)

    def features(self, pcm: NDArray[np.int16]) -> NDArray[np.float32]:
        """One embedding a whole frame, from a reset on: float32, shape (n_frames, 96)."""
        frames = len(pcm) // FRAME_SAMPLES
        if not frames:
            return np.zeros((0, FEATURES), np.float32)
        mel = self._mel_of(pcm[: frames * FRAME_SAMPLES])
        unfilled = np.ones((MEL_FRAMES - FIRST_MEL, MEL_BANDS), np.float32)
        padded = np.concatenate((unfilled, mel))
        blocks = []
        for start in range(0, frames, BLOCK_STEPS):
            steps = min(BLOCK_STEPS, frames - start)
            first = start * STEP_MEL
            blocks.append(self._run(padded[first : first + MEL_FRAMES + (steps - 1) * STEP_MEL]))
        return np.concatenate(blocks)

    def heard_by_head(self, pcm: NDArray[np.int16]) -> NDArray[np.float32]:
        """As `features`, with the silence before a reset that the head's first windows hold.

        Returns:
            float32, shape (n_frames + 15, 96): window k, rows k to k + 15, is scored after frame k.
        """
        before = np.repeat(self._silent, EMBEDDINGS - 1, axis=0)
        return np.concatenate((before, self.features(pcm)))

    def _mel_of(self, pcm: NDArray[np.int16]) -> NDArray[np.float32]:
        """Mel frames with the streaming loop's floor, which each frame of sound sets anew."""
        decibels = self._mel.run(None, {"input": pcm.astype(np.float32)[np.newaxis]})[0]
        decibels = decibels.reshape(-1, MEL_BANDS)
        first, rest = decibels[:FIRST_MEL], decibels[FIRST_MEL:]
        groups = rest.reshape(-1, STEP_MEL, MEL_BANDS)
        floor = groups.max(axis=(1, 2), keepdims=True, initial=-100.0) - FLOOR_DB
        first = np.maximum(first, first.max() - FLOOR_DB)
        mel = np.concatenate((first, np.maximum(groups, floor).reshape(-1, MEL_BANDS)))
        return np.asarray(mel / 10 + 2, np.float32)

    def _run(self, mel: NDArray[np.float32]) -> NDArray[np.float32]:
        out = self._embed.run(None, {"input_1": mel[np.newaxis, :, :, np.newaxis]})[0]
        return np.ascontiguousarray(out[0, :, :, 0].T)


def _without_floor(path: Path, folder: Path) -> Path:
    """The mel network up to its decibels: its last step takes the loudest of the whole input."""
    from onnx import helper, load, save

    network = load(path)
    last = network.graph.node[-1]
    if last.op_type != "Clip":
        raise ValueError(f"{path.name} does not end as expected")
    return _cut(network, last.input[0], folder / "mel.onnx", helper, save)


def _for_any_length(path: Path, folder: Path) -> Path:
    """The embedding network for any number of mel frames: (1, n, 32, 1) to (1, 96, steps, 1)."""
    from onnx import helper, load, numpy_helper, save

    network = load(path)
    first, last = network.graph.node[0], network.graph.node[-1]
    if (first.op_type, last.op_type) != ("Reshape", "Reshape"):
        raise ValueError(f"{path.name} does not begin and end as expected")
    for one in network.graph.initializer:
        if one.name == first.input[1]:
            shape = np.array([1, 1, -1, MEL_BANDS], np.int64)
            one.CopyFrom(numpy_helper.from_array(shape, one.name))
    network.graph.input[0].type.tensor_type.shape.dim[1].dim_param = "mel_frames"
    del network.graph.value_info[:]
    return _cut(network, last.input[0], folder / "embedding.onnx", helper, save)


def _cut(network: Any, output: str, path: Path, helper: Any, save: Any) -> Path:
    """Write the network without its last node, with `output` as what it gives."""
    del network.graph.node[-1]
    del network.graph.output[:]
    network.graph.output.append(helper.make_tensor_value_info(output, 1, None))
    save(network, path)
    return path
