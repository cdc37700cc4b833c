"""Runs a Piper voice (VITS) in two halves: plans the whole sentence, then makes sound in pieces.

Invariant: the pieces of a sentence, put together, are what the whole network would have said; each
is decoded with the frames around it that its sound depends on.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from jarvis_voice.engines.onnx_session import open_session
from jarvis_voice.engines.onnx_subgraph import OnnxFile

MOST_THREADS = 4

DECODER = "/dec/conv_pre/Conv"
"""The first operation of the second half, as every voice has it that was exported by Piper."""

DURATIONS = "Ceil"
"""What rounds the frames that each sound lasts: it occurs once."""

AROUND_FRAMES = 11
"""How far a frame of the decoder's input reaches to either side: from 11 on nothing changes."""

Plan = tuple[NDArray[np.float32], NDArray[np.int64]]


@dataclass(frozen=True, slots=True)
class Vits:
    """The two opened halves of a voice; for one thread.

    Attributes:
        frame_samples: Samples of a frame at the voice's rate.
    """

    planner: Any
    decoder: Any
    cut: str
    frame_samples: int

    @classmethod
    def load(cls, model: Path, frame_samples: int) -> Self:
        """Open a voice.

        Raises:
            ValueError: It is no such network.
            Exception: Whatever onnxruntime raises for a damaged file; `ModelWorker` wraps it.
        """
        file = OnnxFile.read(model)
        cut = next((node.inputs[0] for node in file.nodes if node.name == DECODER), "")
        durations = [node.outputs[0] for node in file.nodes if node.operation == DURATIONS]
        if not cut or len(durations) != 1 or len(file.outputs) != 1:
            raise ValueError("no VITS of Piper's")
        threads, folder = min(MOST_THREADS, os.cpu_count() or 1), file.path.parent
        planner, decoder = file.part([cut, *durations]), file.part(list(file.outputs), [cut])
        return cls(
            # 2,700 operations: loads in 0.07 s instead of 1.0, runs as fast, and takes no more;
            # a second thread costs them 2 ms of 17, and saves the decoder 8 of 28
            open_session(planner, 1, weights_in=folder, has_small_steps=True),
            open_session(decoder, threads, weights_in=folder),
            cut,
            frame_samples,
        )

    def plan(self, ids: Sequence[int], scales: Sequence[float]) -> Plan:
        """What is to be sounded.

        Args:
            ids: Of the phonemes.
            scales: Variation of the sound, length, variation of the lengths.

        Returns:
            The decoder's input, float32, shape (1, n_channels, n_frames), and the frames that each
            phoneme lasts, int64, shape (n_ids,).
        """
        latent, frames = self.planner.run(
            None,
            {
                "input": np.array([ids], np.int64),
                "input_lengths": np.array([len(ids)], np.int64),
                "scales": np.array(scales, np.float32),
            },
        )
        return latent, frames.reshape(-1).astype(np.int64)

    def sound(self, latent: NDArray[np.float32], begin: int, end: int) -> NDArray[np.float32]:
        """The frames from `begin` to `end` as sound, float32, about [-1, 1]."""
        first, last = max(0, begin - AROUND_FRAMES), min(latent.shape[2], end + AROUND_FRAMES)
        out = self.decoder.run(None, {self.cut: latent[:, :, first:last]})[0].reshape(-1)
        samples: NDArray[np.float32] = out[
            (begin - first) * self.frame_samples : (end - first) * self.frame_samples
        ]
        return samples
