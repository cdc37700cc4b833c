"""A small network in; the parts of it that were asked for out, run beside the whole."""

import numpy as np
import onnxruntime
import pytest
from onnx import TensorProto, helper, numpy_helper

from jarvis_voice.engines.onnx_parts import OnnxFile

FLOATS = TensorProto.FLOAT


def whole() -> bytes:
    """y = (x + 1) * 2, with its steps named."""
    one, two = (numpy_helper.from_array(np.full((1,), n, np.float32), str(n)) for n in (1, 2))
    graph = helper.make_graph(
        [
            helper.make_node("Add", ["x", "1"], ["sum"], "/first/Add"),
            helper.make_node("Mul", ["sum", "2"], ["y"], "/second/Mul"),
        ],
        "whole",
        [helper.make_tensor_value_info("x", FLOATS, (1, "n", "t"))],
        [helper.make_tensor_value_info("y", FLOATS, (1, "n", "t"))],
        [one, two],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 15)], ir_version=8)
    return bytes(model.SerializeToString())


def run(content: bytes, name: str, value: float) -> float:
    session = onnxruntime.InferenceSession(content, providers=["CPUExecutionProvider"])
    return float(session.run(None, {name: np.full((1, 1, 1), value, np.float32)})[0].item())


def test_the_halves_do_together_what_the_whole_does() -> None:
    file = OnnxFile.read(whole())
    assert run(whole(), "x", 3.0) == 8.0
    assert run(file.part(["sum"]), "x", 3.0) == 4.0
    assert run(file.part(["y"], ["sum"]), "sum", 4.0) == 8.0


def test_a_half_holds_its_own_weights_alone() -> None:
    second = OnnxFile.read(OnnxFile.read(whole()).part(["y"], ["sum"]))
    assert [node.name for node in second.nodes] == ["/second/Mul"]
    assert (list(second.weights), list(second.inputs)) == (["2"], ["sum"])


def test_every_operation_is_known_by_name() -> None:
    nodes = OnnxFile.read(whole()).nodes
    assert [(n.name, n.operation, n.inputs, n.outputs) for n in nodes] == [
        ("/first/Add", "Add", ("x", "1"), ("sum",)),
        ("/second/Mul", "Mul", ("sum", "2"), ("y",)),
    ]


@pytest.mark.parametrize("content", [b"", b"\xff" * 40, b"\x3a\x80\x80\x01abc", b"no model"])
def test_what_is_no_model_is_refused(content: bytes) -> None:
    with pytest.raises(ValueError, match=r"graph|buffer|cut off"):
        OnnxFile.read(content)
