"""Unit: a model.bin in; its arrays, and the whole numbers the graphs are given, out."""

import struct
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from jarvis_voice.engines.stt.whisper_tiny.weights import (
    EMBEDDINGS,
    FORMAT,
    ROWS_AT_ONCE,
    SCALE,
    SHAPES,
    WHOLE,
    OtherModelError,
    _to_float32,
    read_weights,
    runtime_weights,
)

pytestmark = pytest.mark.unit

Arrays = Mapping[str, NDArray[np.generic]]
KINDS = {"float32": 0, "int8": 1, "float16": 4}


def tiny(**others: NDArray[np.generic]) -> Arrays:
    """Arrays of the shapes by which tiny.en is known."""
    shapes = {name: np.zeros(shape, np.float16) for name, shape in SHAPES.items()}
    return shapes | {name.replace("__", "/"): array for name, array in others.items()}


def written(file: Path, arrays: Arrays, form: tuple[int, str, int] = FORMAT) -> Path:
    def text(value: str) -> bytes:
        return struct.pack("<H", len(value) + 1) + value.encode() + b"\0"

    version, model, revision = form
    pieces = [struct.pack("<I", version), text(model), struct.pack("<II", revision, len(arrays))]
    for name, array in arrays.items():
        shape = struct.pack(f"<B{array.ndim}I", array.ndim, *array.shape)
        kind = struct.pack("<BI", KINDS[array.dtype.name], array.nbytes)
        pieces += [text(name), shape, kind, array.tobytes()]
    file.write_bytes(b"".join([*pieces, struct.pack("<I", 0)]))
    return file


def test_what_was_written_is_read(tmp_path: Path) -> None:
    bias = np.arange(384, dtype=np.float16)
    file = written(tmp_path / "model.bin", tiny(encoder__conv1__bias=bias))
    model = read_weights(file)
    assert set(model.arrays) == {*SHAPES, "encoder/conv1/bias"}
    assert np.array_equal(model.arrays["encoder/conv1/bias"], bias)


def test_rows_are_read_when_they_are_asked_for(tmp_path: Path) -> None:
    rows = np.zeros((51_864, 384), np.float16)
    rows[7], rows[51_863] = 7, -1
    file = written(tmp_path / "model.bin", {**tiny(), EMBEDDINGS: rows})
    read = read_weights(file).embeddings.read([51_863, 0, 7])
    assert read.dtype == np.float32
    assert read[:, 0].tolist() == [-1, 0, 7]


def test_a_file_that_was_cut_short_meanwhile_is_an_error(tmp_path: Path) -> None:
    file = written(tmp_path / "model.bin", tiny())
    embeddings = read_weights(file).embeddings
    with file.open("r+b") as opened:
        opened.truncate(1_000)
    with pytest.raises(ValueError, match="broadcast"):
        embeddings.read([40_000])


@pytest.mark.parametrize(
    "form", [(5, "WhisperSpec", 3), (6, "OtherSpec", 3), (6, "WhisperSpec", 4)]
)
def test_another_form_of_file_is_refused(tmp_path: Path, form: tuple[int, str, int]) -> None:
    with pytest.raises(OtherModelError, match="not laid out as expected"):
        read_weights(written(tmp_path / "model.bin", tiny(), form))


@pytest.mark.parametrize("length", [0, 3, 1_000])
def test_a_file_that_is_cut_off_is_refused(tmp_path: Path, length: int) -> None:
    file = written(tmp_path / "model.bin", tiny())
    file.write_bytes(file.read_bytes()[:length])
    with pytest.raises(OtherModelError):
        read_weights(file)


@pytest.mark.parametrize(
    "arrays",
    [
        {name: array for name, array in tiny().items() if name != EMBEDDINGS},
        tiny(encoder__layer_4__ffn__linear_0__weight=np.zeros((1, 1), np.float16)),
        {**tiny(), EMBEDDINGS: np.zeros((51_865, 384), np.float16)},
        {**tiny(), EMBEDDINGS: np.zeros((51_864, 384), np.int8)},
    ],
)
def test_another_model_is_refused(tmp_path: Path, arrays: Arrays) -> None:
    with pytest.raises(OtherModelError, match=r"is not Whisper tiny\.en"):
        read_weights(written(tmp_path / "model.bin", arrays))


@pytest.mark.parametrize("levels", [127, 63])
def test_whole_numbers_times_their_scale_are_the_weights(levels: int) -> None:
    random = np.random.default_rng(7)
    lengths = (2_500, ROWS_AT_ONCE, 70)
    weights = [random.normal(size=(length, 64)).astype(np.float16) for length in lengths]
    weights[0][3] = 0
    ready = runtime_weights({f"{n}/weight": one for n, one in enumerate(weights)}, levels)
    for n, weight in enumerate(weights):
        whole, scale = (ready[f"{n}/weight{part}"].astype(np.float32) for part in (WHOLE, SCALE))
        assert ready[f"{n}/weight{WHOLE}"].dtype == np.int8
        assert np.abs(whole).max() == levels
        again = (whole * scale).T
        step = np.abs(weight.astype(np.float32)).max(axis=1, keepdims=True) / levels
        assert (np.abs(again - weight) <= 0.501 * step).all()


def test_every_finite_half_is_its_single() -> None:
    every = np.arange(2**16, dtype=np.uint16).view(np.float16)
    finite = every[np.isfinite(every)]
    for array in (finite, np.array([0.5, -3], np.float32)):
        out = np.empty(array.shape, np.float32)
        _to_float32(array, out)
        assert np.array_equal(out, array.astype(np.float32))


def test_small_arrays_stay_as_they_are() -> None:
    embeddings = np.ones((3_000, 4), np.float16)
    ready = runtime_weights(
        {EMBEDDINGS: embeddings, "norm/beta": np.ones(3, np.float16), "heads": np.array(6)}, 127
    )
    assert ready[EMBEDDINGS + WHOLE].shape == (4, 3_000)
    assert ready["norm/beta"].dtype == np.float32
    assert set(ready) == {EMBEDDINGS + WHOLE, EMBEDDINGS + SCALE, "norm/beta"}
