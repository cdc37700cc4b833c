"""Unit: a written network goes in; what can learn on comes out."""

from pathlib import Path

import numpy as np
import pytest
from workshop.reader.any_network import any_network

from jarvis_voice.core.errors import ModelError
from jarvis_voice.core.shipped_files import shipped
from jarvis_voice.workshop.reader.export import (
    ReaderFiles,
    reader_bytes,
    whole_numbers,
    write_reader,
)
from jarvis_voice.workshop.reader.written_reader import written_reader

pytest.importorskip("onnx", reason="the extra for training is not installed")
pytestmark = pytest.mark.unit


def test_a_network_that_was_written_is_read_back(tmp_path: Path) -> None:
    network = any_network()
    at = ReaderFiles(tmp_path / "reader.onnx", tmp_path / "reader.json")
    write_reader(whole_numbers(reader_bytes(network)), network, 1.0, {}, at)
    read = written_reader(at)
    assert (read.vocabulary, read.meanings, read.tags) == (
        network.vocabulary,
        network.meanings,
        network.tags,
    )
    before, after = network.parameters, read.parameters
    assert np.allclose(after["words"], before["words"], atol=0.02)
    assert np.allclose(after["meaning"][0], before["meaning"][0], atol=0.01)
    assert np.allclose(after["meaning"][1], before["meaning"][1])
    layer, was = after["layers"][0], before["layers"][0]
    assert layer.keys() == was.keys()
    assert all(np.allclose(layer[name][0], was[name][0], atol=0.01) for name in was)


@pytest.mark.parametrize("content", [b"", b"no network", b"\x08\x01"])
def test_what_is_no_network_is_named(content: bytes, tmp_path: Path) -> None:
    at = ReaderFiles(tmp_path / "reader.onnx", tmp_path / "reader.json")
    at.model.write_bytes(content)
    at.description.write_text("{}")
    with pytest.raises(ModelError, match="reader"):
        written_reader(at)


def test_another_network_is_named(tmp_path: Path) -> None:
    at = ReaderFiles(shipped("models/jarvis.onnx"), tmp_path / "reader.json")
    at.description.write_text("{}")
    with pytest.raises(ModelError, match=r"reader|network"):
        written_reader(at)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    at = ReaderFiles(tmp_path / "reader.onnx", tmp_path / "reader.json")
    with pytest.raises(ModelError, match="reader"):
        written_reader(at)
