"""Reads a written network back, so that it can learn more.

Invariant: what `export` has written gives the same logits again, but for the rounding to int8.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np

from jarvis_voice.core.errors import ModelError
from jarvis_voice.engines.reader.network import TrainedReader
from jarvis_voice.workshop.reader.fit import FittedReader

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from jarvis_voice.workshop.reader.export import ReaderFiles

_DENSE = {"query": "q", "key": "k", "value": "v", "mixed": "m", "wide": "w", "narrow": "n"}
_NORMS = {"mixed_norm": "mn", "narrow_norm": "nn"}
"""Parts of a layer, with the letters behind the layer's name in the file."""


def written_reader(at: ReaderFiles) -> FittedReader:
    """The network in the files, its whole numbers as float32 again.

    Raises:
        ModelError: A file is missing, or is no network that `export` has written.
    """
    import onnx

    TrainedReader.load(at.model, at.description)  # it says what is wrong with a file
    try:
        model = onnx.load(at.model)
        about = json.loads(at.description.read_text(encoding="utf-8"))
        weights = {one.name: onnx.numpy_helper.to_array(one) for one in model.graph.initializer}
        return FittedReader(
            _parameters(weights),
            tuple(about["pieces"]),
            tuple(about["meanings"]),
            tuple(about["tags"]),
        )
    except (OSError, ValueError, KeyError) as error:
        raise ModelError(
            "bad-network", f"{at.model} is no network that was trained here."
        ) from error


def _parameters(weights: dict[str, NDArray[Any]]) -> dict[str, Any]:
    n_layers = sum(name.endswith("mn_s") for name in weights)
    return {
        "words": weights["words"].astype(np.float32) * weights["scales"],
        "places": weights["places"],
        "norm": _norm(weights, "first"),
        "layers": [
            {part: _dense(weights, f"l{n}{letter}") for part, letter in _DENSE.items()}
            | {part: _norm(weights, f"l{n}{letter}") for part, letter in _NORMS.items()}
            for n in range(n_layers)
        ],
        "meaning": _dense(weights, "meaning"),
        "tags": _dense(weights, "tags"),
    }


def _dense(
    weights: dict[str, NDArray[Any]], name: str
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    whole = weights[f"{name}_w_quantized"].astype(np.float32)
    zero = weights[f"{name}_w_zero_point"].astype(np.float32)
    scaled: NDArray[np.float32] = (whole - zero) * weights[f"{name}_w_scale"]
    return scaled, weights[f"{name}_b"]


def _norm(
    weights: dict[str, NDArray[Any]], name: str
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    return weights[f"{name}_s"], weights[f"{name}_o"]
