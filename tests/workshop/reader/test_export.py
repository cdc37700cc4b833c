"""Unit: a network of any numbers, written as ONNX, gives what the trained reader takes."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from jarvis_voice.engines.onnx_session import open_session
from jarvis_voice.engines.reader.network import TrainedReader
from jarvis_voice.engines.reader.word_pieces import LONGEST, SPECIAL
from jarvis_voice.workshop.reader.export import (
    ReaderFiles,
    reader_bytes,
    whole_numbers,
    write_reader,
)
from jarvis_voice.workshop.reader.fit import FittedReader

pytest.importorskip("onnx", reason="the extra for training is not installed")
pytestmark = pytest.mark.unit

WIDTH, WIDE = 384, 64
VOCABULARY = (*SPECIAL, "add", "milk", "eggs")
CHANCE = np.random.default_rng(5)


def dense(n_in: int, n_out: int) -> tuple[Any, Any]:
    return CHANCE.normal(0, 0.05, (n_in, n_out)), CHANCE.normal(0, 0.05, n_out)


def fitted() -> FittedReader:
    norm = np.ones(WIDTH), np.zeros(WIDTH)
    layer = {
        **{name: dense(WIDTH, WIDTH) for name in ("query", "key", "value", "mixed")},
        "mixed_norm": norm,
        "narrow_norm": norm,
        "wide": dense(WIDTH, WIDE),
        "narrow": dense(WIDE, WIDTH),
    }
    parameters = {
        "words": CHANCE.normal(0, 1, (len(VOCABULARY), WIDTH)),
        "places": CHANCE.normal(0, 1, (LONGEST, WIDTH)),
        "norm": norm,
        "layers": [layer],
        "meaning": dense(WIDTH, 2),
        "tags": dense(WIDTH, 3),
    }
    return FittedReader(parameters, VOCABULARY, ("add_to_list", "stop"), ("O", "B-item", "I-item"))


def test_the_outputs_of_a_written_reader(tmp_path: Path) -> None:
    network = fitted()
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
