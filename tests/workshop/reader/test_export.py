"""Unit: a network of any numbers, written as ONNX, gives what the trained reader takes."""

from pathlib import Path

import pytest
from workshop.reader.any_network import WIDTH, any_network

from jarvis_voice.engines.onnx_session import open_session
from jarvis_voice.engines.reader.network import TrainedReader
from jarvis_voice.workshop.reader.export import (
    ReaderFiles,
    reader_bytes,
    whole_numbers,
    write_reader,
)

pytest.importorskip("onnx", reason="the extra for training is not installed")
pytestmark = pytest.mark.unit


def test_the_outputs_of_a_written_reader(tmp_path: Path) -> None:
    network = any_network()
    at = ReaderFiles(tmp_path / "reader.onnx", tmp_path / "reader.json")
    exact = reader_bytes(network)
    write_reader(whole_numbers(exact), network, 1.0, {}, at)
    (tmp_path / "exact.onnx").write_bytes(exact)
    for model in (at.model, tmp_path / "exact.onnx"):
        outputs = [(one.name, one.shape[-1]) for one in open_session(model).get_outputs()]
        assert outputs == [("meanings", 2), ("tags", 3), ("sentence", WIDTH)]
    small, whole = (
        TrainedReader.load(model, at.description).read("add milk")
        for model in (at.model, tmp_path / "exact.onnx")
    )
    assert small is not None
    assert whole is not None
    assert small.vector == pytest.approx(whole.vector, abs=0.1)
    assert small.meaning == whole.meaning
