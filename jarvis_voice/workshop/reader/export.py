"""Writes a fitted reader as an .onnx file of whole numbers, and its description beside it.

Invariant: both files are complete or absent.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from jarvis_voice.workshop.reader.encoder import EPSILON, HEADS
from jarvis_voice.workshop.reader.fit import FittedReader

if TYPE_CHECKING:
    from numpy.typing import NDArray

OPSET = 17
IR_VERSION = 8
"""What onnxruntime 1.20 reads, and later ones."""

LEVELS = 127.0
_ROOT_OF_HALF = np.float32(np.sqrt(0.5))


class _Graph:
    """Nodes and weights, as they are written one after the other."""

    def __init__(self) -> None:
        self.nodes: list[Any] = []
        self.weights: dict[str, NDArray[Any]] = {}

    def add(self, kind: str, *inputs: str, **attributes: Any) -> str:
        """A node with one output, by whose name it is used."""
        from onnx import helper

        output = f"{kind.lower()}{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, list(inputs), [output], **attributes))
        return output

    def keep(self, name: str, values: NDArray[Any]) -> str:
        """A weight."""
        self.weights[name] = np.asarray(values)
        return name

    def whole(self, *values: int) -> str:
        """Whole numbers that a node takes."""
        return self.keep("n_" + "_".join(map(str, values)), np.array(values, np.int64))

    def real(self, value: float) -> str:
        """A number that a node takes."""
        return self.keep(f"r_{value}", np.array(value, np.float32))

    def dense(self, states: str, name: str, part: tuple[Any, Any]) -> str:
        """Weights and offset of a layer."""
        weights = self.keep(f"{name}_w", np.asarray(part[0], np.float32))
        offset = self.keep(f"{name}_b", np.asarray(part[1], np.float32))
        return self.add("Add", self.add("MatMul", states, weights), offset)

    def norm(self, states: str, name: str, part: tuple[Any, Any]) -> str:
        """A layer's normalization."""
        scale = self.keep(f"{name}_s", np.asarray(part[0], np.float32))
        offset = self.keep(f"{name}_o", np.asarray(part[1], np.float32))
        return self.add("LayerNormalization", states, scale, offset, epsilon=EPSILON)

    def heads(self, states: str, *order: int) -> str:
        """States as (1, heads, pieces, width of a head), or in another order of these."""
        split = self.add("Reshape", states, self.whole(1, -1, HEADS, 32))
        return self.add("Transpose", split, perm=list(order))


def reader_bytes(fitted: FittedReader) -> bytes:
    """The network as float32 ONNX.

    Inputs: "ids" int64 (1, pieces) without padding, "firsts" int64 (1, words). Outputs: logits of
    meanings (1, meanings) and of tags (1, words, tags), and the vector of the sentence (1, 384).
    """
    from onnx import TensorProto, checker, helper, numpy_helper

    graph = _network(fitted.parameters)
    ids = helper.make_tensor_value_info("ids", TensorProto.INT64, [1, "pieces"])
    firsts = helper.make_tensor_value_info("firsts", TensorProto.INT64, [1, "words"])
    outputs = [
        helper.make_tensor_value_info("meanings", TensorProto.FLOAT, [1, len(fitted.meanings)]),
        helper.make_tensor_value_info("tags", TensorProto.FLOAT, [1, "words", len(fitted.tags)]),
        helper.make_tensor_value_info("sentence", TensorProto.FLOAT, [1, 32 * HEADS]),
    ]
    tensors = [numpy_helper.from_array(values, name) for name, values in graph.weights.items()]
    made = helper.make_graph(graph.nodes, "reader", [ids, firsts], outputs, tensors)
    model = helper.make_model(
        made, opset_imports=[helper.make_opsetid("", OPSET)], producer_name="jarvis-voice"
    )
    model.ir_version = IR_VERSION
    checker.check_model(model)
    return bytes(model.SerializeToString())


def _network(parameters: Mapping[str, Any]) -> _Graph:
    graph = _Graph()
    states = _embedded(graph, parameters)
    for n, layer in enumerate(parameters["layers"]):
        states = _layer(graph, states, f"l{n}", layer)
    pooled = graph.add("ReduceMean", states, axes=[1], keepdims=0)
    graph.nodes[-1].output[0] = pooled = "sentence"
    said = graph.dense(pooled, "meaning", parameters["meaning"])
    flat = graph.add("Squeeze", states, graph.whole(0))
    row = graph.add("Squeeze", "firsts", graph.whole(0))
    words = graph.add("Unsqueeze", graph.add("Gather", flat, row), graph.whole(0))
    tagged = graph.dense(words, "tags", parameters["tags"])
    for name, output in (("meanings", said), ("tags", tagged)):
        graph.nodes[-1 if name == "tags" else _made(graph, output)].output[0] = name
    return graph


def _made(graph: _Graph, output: str) -> int:
    return next(n for n, node in enumerate(graph.nodes) if node.output[0] == output)


def _embedded(graph: _Graph, parameters: Mapping[str, Any]) -> str:
    """Words and places; each word's vector in whole numbers, with a scale of its own."""
    words = np.asarray(parameters["words"], np.float32)
    scale = np.abs(words).max(axis=1, keepdims=True) / LEVELS
    small = np.rint(words / scale).astype(np.int8)
    levels = graph.add("Gather", graph.keep("words", small), "ids")
    scales = graph.add("Gather", graph.keep("scales", scale.astype(np.float32)), "ids")
    from onnx import TensorProto

    vectors = graph.add("Mul", graph.add("Cast", levels, to=TensorProto.FLOAT), scales)
    length = graph.add("Slice", graph.add("Shape", "ids"), graph.whole(1), graph.whole(2))
    places = graph.keep("places", np.asarray(parameters["places"], np.float32))
    seen = graph.add("Slice", places, graph.whole(0), length, graph.whole(0))
    return graph.norm(graph.add("Add", vectors, seen), "first", parameters["norm"])


def _layer(graph: _Graph, states: str, name: str, layer: Mapping[str, Any]) -> str:
    asked = graph.heads(graph.dense(states, f"{name}q", layer["query"]), 0, 2, 1, 3)
    keys = graph.heads(graph.dense(states, f"{name}k", layer["key"]), 0, 2, 3, 1)
    values = graph.heads(graph.dense(states, f"{name}v", layer["value"]), 0, 2, 1, 3)
    scores = graph.add("Mul", graph.add("MatMul", asked, keys), graph.real(float(32**-0.5)))
    mixed = graph.add("MatMul", graph.add("Softmax", scores, axis=-1), values)
    ordered = graph.add("Transpose", mixed, perm=[0, 2, 1, 3])
    joined = graph.add("Reshape", ordered, graph.whole(1, -1, 32 * HEADS))
    mixed = graph.dense(joined, f"{name}m", layer["mixed"])
    states = graph.norm(graph.add("Add", states, mixed), f"{name}mn", layer["mixed_norm"])
    wide = graph.dense(states, f"{name}w", layer["wide"])
    bent = graph.add("Erf", graph.add("Mul", wide, graph.real(float(_ROOT_OF_HALF))))
    half = graph.add("Mul", wide, graph.real(0.5))
    bent = graph.add("Mul", half, graph.add("Add", bent, graph.real(1.0)))
    narrow = graph.dense(bent, f"{name}n", layer["narrow"])
    return graph.norm(graph.add("Add", states, narrow), f"{name}nn", layer["narrow_norm"])


def whole_numbers(model: bytes) -> bytes:
    """The same network with its products in whole numbers (int8), a quarter of the size."""
    from onnxruntime.quantization import QuantType, quantize_dynamic

    with tempfile.TemporaryDirectory() as folder:
        before, after = Path(folder) / "before.onnx", Path(folder) / "after.onnx"
        before.write_bytes(model)
        quantize_dynamic(
            before,
            after,
            op_types_to_quantize=["MatMul"],
            per_channel=True,
            reduce_range=True,  # processors without VNNI add two products in 16 bits
            weight_type=QuantType.QInt8,
        )
        return after.read_bytes()


@dataclass(frozen=True, slots=True)
class ReaderFiles:
    """Where a reader is written.

    Attributes:
        model: The .onnx file.
        description: The .json file beside it.
    """

    model: Path
    description: Path


def write_reader(
    model: bytes,
    fitted: FittedReader,
    temperature: float,
    made_of: Mapping[str, Any],
    at: ReaderFiles,
) -> None:
    """Write model and description, both whole or none.

    Args:
        model: As `whole_numbers` gives it.
        fitted: What it was made of.
        temperature: By which its logits are divided.
        made_of: Figures and counts, for the description.
        at: Where.
    """
    about = {
        "made_of": made_of,
        "temperature": round(temperature, 4),
        "meanings": list(fitted.meanings),
        "tags": list(fitted.tags),
        "pieces": list(fitted.vocabulary),
    }
    text = json.dumps(about, ensure_ascii=False, indent=0) + "\n"
    for path, content in ((at.model, model), (at.description, text.encode())):
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_name(f"{path.name}.part")
        part.write_bytes(content)
        part.replace(path)
