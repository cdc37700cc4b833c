"""A small network in; the parts of it that were asked for out, run beside the whole."""

from pathlib import Path

import numpy as np
import pytest
from onnx import TensorProto, helper, numpy_helper

from jarvis_voice.engines.onnx_session import open_session
from jarvis_voice.engines.onnx_subgraph import LARGE_BYTES, OnnxFile

pytestmark = pytest.mark.flow

FLOATS = TensorProto.FLOAT
MANY = LARGE_BYTES // 4


def whole(folder: Path, numbers: int = 1) -> Path:
    """y = (x + 1) * 2, with its steps named, its weights as long as asked for."""
    one, two = (numpy_helper.from_array(np.full(numbers, n, np.float32), str(n)) for n in (1, 2))
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
    file = folder / "the whole.onnx"
    file.write_bytes(model.SerializeToString())
    return file


def run(model: Path | bytes, folder: Path, name: str, value: float) -> set[float]:
    session = open_session(model, weights_in=folder)
    given = np.full((1, 1, 1), value, np.float32)
    return {float(number) for number in session.run(None, {name: given})[0].reshape(-1)}


@pytest.mark.parametrize("numbers", [1, MANY])
def test_the_halves_do_together_what_the_whole_does(tmp_path: Path, numbers: int) -> None:
    model = whole(tmp_path, numbers)
    file = OnnxFile.read(model)
    assert run(model, tmp_path, "x", 3.0) == {8.0}
    assert run(file.part(["sum"]), tmp_path, "x", 3.0) == {4.0}
    assert run(file.part(["y"], ["sum"]), tmp_path, "sum", 4.0) == {8.0}


def test_a_link_to_a_file_elsewhere_is_as_good_as_the_file(tmp_path: Path) -> None:
    link = tmp_path / "folder" / "voice.onnx"
    link.parent.mkdir()
    link.symlink_to(whole(tmp_path, MANY))
    file = OnnxFile.read(link)
    assert run(file.part(["sum"]), file.path.parent, "x", 3.0) == {4.0}


def test_a_large_weight_stays_in_its_file(tmp_path: Path) -> None:
    small = OnnxFile.read(whole(tmp_path, MANY - 1)).part(["sum"])
    large = OnnxFile.read(whole(tmp_path, MANY)).part(["sum"])
    assert len(small) > LARGE_BYTES - 4
    assert len(large) < LARGE_BYTES / 10


def test_a_half_holds_its_own_weights_alone(tmp_path: Path) -> None:
    half = tmp_path / "half.onnx"
    half.write_bytes(OnnxFile.read(whole(tmp_path)).part(["y"], ["sum"]))
    second = OnnxFile.read(half)
    assert [node.name for node in second.nodes] == ["/second/Mul"]
    assert (list(second.weights), list(second.inputs)) == (["2"], ["sum"])


def test_every_operation_is_known_by_name(tmp_path: Path) -> None:
    nodes = OnnxFile.read(whole(tmp_path)).nodes
    assert [(n.name, n.operation, n.inputs, n.outputs) for n in nodes] == [
        ("/first/Add", "Add", ("x", "1"), ("sum",)),
        ("/second/Mul", "Mul", ("sum", "2"), ("y",)),
    ]


@pytest.mark.parametrize("content", [b"", b"\xff" * 40, b"\x3a\x80\x80\x01abc", b"no model"])
def test_what_is_no_model_is_refused(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "other.onnx"
    file.write_bytes(content)
    with pytest.raises(ValueError, match=r"graph|buffer|cut off|empty"):
        OnnxFile.read(file)
