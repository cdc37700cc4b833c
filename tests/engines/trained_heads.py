"""Heads as openWakeWord's training writes them, of any shape, made of fixed numbers."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from onnx import TensorProto, helper, load, numpy_helper, save

FEATURES = 96

Shape = Sequence[int | str | None]


def write(
    file: Path,
    takes: Shape = (1, 16, FEATURES),
    gives: Shape = (1, 1),
    *,
    names: tuple[str, str] = ("onnx::Flatten_0", "39"),
    last: str | None = None,
    is_squeezed: bool = False,
) -> Path:
    """A head of one layer.

    Args:
        file: Where it goes.
        takes: The shape of its input; where the length is a name, the layer is made for 16.
        gives: The shape of its output.
        names: Of input and output.
        last: The last operation instead of the usual one.
        is_squeezed: The output has no axis of length 1.
    """
    rows = int(np.prod([size if isinstance(size, int) else 16 for size in takes[1:]]))
    columns = gives[-1] if gives and isinstance(gives[-1], int) else 1
    weights = np.random.default_rng(3).normal(0, 0.01, (rows, columns)).astype(np.float32)
    before, behind = names
    usual = "Sigmoid" if columns == 1 else "Softmax"
    nodes = [
        helper.make_node("Flatten", [before], ["flat"]),
        helper.make_node("MatMul", ["flat", "weights"], ["sums"]),
        helper.make_node(last or usual, ["sums"], ["scores"]),
        helper.make_node("Squeeze" if is_squeezed else "Identity", ["scores"], [behind]),
    ]
    graph = helper.make_graph(
        nodes,
        "head",
        [helper.make_tensor_value_info(before, TensorProto.FLOAT, takes)],
        [helper.make_tensor_value_info(behind, TensorProto.FLOAT, gives)],
        [numpy_helper.from_array(weights, "weights")],
    )
    opset = [helper.make_opsetid("", 13)]
    file.parent.mkdir(parents=True, exist_ok=True)
    save(helper.make_model(graph, opset_imports=opset, ir_version=8), file)
    return file


def write_longer(stock: Path, file: Path, embeddings: int) -> Path:
    """The stock head behind an input of more embeddings, of which it sees the newest 16."""
    model = load(stock)
    graph = model.graph
    seen = graph.input[0].name
    graph.input.pop()
    graph.input.append(
        helper.make_tensor_value_info("all", TensorProto.FLOAT, (1, embeddings, FEATURES))
    )
    for name, value in (("from", -16), ("to", embeddings), ("axis", 1)):
        graph.initializer.append(numpy_helper.from_array(np.array([value]), name))
    graph.node.insert(0, helper.make_node("Slice", ["all", "from", "to", "axis"], [seen]))
    file.parent.mkdir(parents=True, exist_ok=True)
    save(model, file)
    return file
