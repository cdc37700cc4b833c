"""Writes a fitted head as an .onnx file and its description beside it.

Invariant: both files are complete or absent, and the .onnx gives what the fit gave within 1e-5.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from jarvis_voice.workshop.training.features import EMBEDDINGS, FEATURES
from jarvis_voice.workshop.training.fit import Fitted
from jarvis_voice.workshop.training.head import TAPS, Layer
from jarvis_voice.workshop.training.operating_point import Calibration

if TYPE_CHECKING:
    from numpy.typing import NDArray

OPSET = 17
IR_VERSION = 8
"""What onnxruntime 1.20 reads, and later ones."""


def head_bytes(fitted: Fitted, calibration: Calibration) -> bytes:
    """The head as an ONNX model: "input" float32 (1, 16, 96) to "score" float32 (1, 1)."""
    from onnx import TensorProto, checker, helper

    nodes, weights = _graph(fitted, calibration)
    graph = helper.make_graph(
        nodes,
        "wake word head",
        [helper.make_tensor_value_info("input", TensorProto.FLOAT, [1, EMBEDDINGS, FEATURES])],
        [helper.make_tensor_value_info("score", TensorProto.FLOAT, [1, 1])],
        [_tensor(name, values) for name, values in weights.items()],
    )
    model = helper.make_model(
        graph, opset_imports=[helper.make_opsetid("", OPSET)], producer_name="jarvis-voice"
    )
    model.ir_version = IR_VERSION
    checker.check_model(model)
    return bytes(model.SerializeToString())


def _graph(
    fitted: Fitted, calibration: Calibration
) -> tuple[list[Any], dict[str, NDArray[np.float64]]]:
    """Members side by side as groups of one convolution: three layers whatever their number."""
    from onnx import helper

    head, scale = fitted.head, fitted.scale
    members = head.last.bias.shape[0]
    weights: dict[str, NDArray[np.float64]] = {}
    nodes = [helper.make_node("Transpose", ["input"], ["x"], perm=[0, 2, 1])]
    before = "x"
    for number, (layer, taps) in enumerate(zip(head.layers, TAPS, strict=True)):
        kernel, bias = _kernel(layer, taps)
        if number == 0:
            bias = bias - np.einsum("oit,i->o", kernel / scale.spread[:, None], scale.mean)
            kernel = kernel / scale.spread[None, :, None]
        weights |= {f"w{number}": kernel, f"b{number}": bias}
        groups = 1 if number == 0 else members
        nodes += [
            helper.make_node(
                "Conv", [before, f"w{number}", f"b{number}"], [f"c{number}"], group=groups
            ),
            helper.make_node("Relu", [f"c{number}"], [f"r{number}"]),
        ]
        before = f"r{number}"
    last = np.asarray(head.last.weights, np.float64).reshape(-1) / members * calibration.slope
    offset = np.asarray(head.last.bias, np.float64).mean() * calibration.slope + calibration.offset
    weights |= {"last": last.reshape(1, -1, 1), "offset": np.array([offset])}
    nodes += [
        helper.make_node("Conv", [before, "last", "offset"], ["logit"]),
        helper.make_node("Flatten", ["logit"], ["flat"]),
        helper.make_node("Sigmoid", ["flat"], ["score"]),
    ]
    return nodes, weights


def _kernel(layer: Layer, taps: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """(members, taps * inputs, outputs) as ONNX has it: (members * outputs, inputs, taps)."""
    values = np.asarray(layer.weights, np.float64)
    members, rows, outputs = values.shape
    kernel = values.reshape(members, taps, rows // taps, outputs).transpose(0, 3, 2, 1)
    return kernel.reshape(members * outputs, rows // taps, taps), np.asarray(
        layer.bias, np.float64
    ).reshape(-1)


def _tensor(name: str, values: NDArray[Any]) -> Any:
    from onnx import numpy_helper

    return numpy_helper.from_array(np.ascontiguousarray(values, np.float32), name)


def write_head(folder: Path, name: str, model: bytes, facts: Mapping[str, object]) -> Path:
    """Write name.onnx and name.json, the description last: without it nobody knows the threshold.

    Returns:
        The description's path.
    """
    folder.mkdir(parents=True, exist_ok=True)
    described = {**facts, "head_sha256": hashlib.sha256(model).hexdigest()}
    text = json.dumps(described, indent=2, ensure_ascii=False) + "\n"
    _replace(folder / f"{name}.onnx", model)
    _replace(folder / f"{name}.json", text.encode())
    return folder / f"{name}.json"


def _replace(path: Path, content: bytes) -> None:
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        beside.write_bytes(content)
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
