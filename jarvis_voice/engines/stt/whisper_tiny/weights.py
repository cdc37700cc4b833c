"""Reads Whisper's weights from a CTranslate2 model.bin as arrays, and converts them to int8.

Invariant: the file is only read; what does not have the shapes of tiny.en is refused, so that the
library hears instead.
"""

from __future__ import annotations

import mmap
import struct
import weakref
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

WHOLE, SCALE = ":int8", ":scale"
"""Behind the name of a linear layer's weight: its whole numbers, and what each column is worth."""

FORMAT = (6, "WhisperSpec", 3)
"""Version of the file, name and revision of the model in it."""

KINDS: dict[int, type[np.generic]] = {
    0: np.float32,
    1: np.int8,
    2: np.int16,
    3: np.int32,
    4: np.float16,
}

EMBEDDINGS = "decoder/embeddings/weight"
SHAPES = {
    EMBEDDINGS: (51_864, 384),
    "encoder/conv1/weight": (384, 80, 3),
    "encoder/position_encodings/encodings": (1_500, 384),
    "decoder/position_encodings/encodings": (448, 384),
    "encoder/layer_3/ffn/linear_0/weight": (1_536, 384),
    "decoder/layer_3/ffn/linear_0/weight": (1_536, 384),
}
DEPTH = "layer_4"

WEIGHT_KINDS = frozenset({"float16", "float32"})
"""Of what was made whole numbers already, each scale would have to be read with it."""

ROWS_AT_ONCE = 8_192
"""As many are made int8 together, of several weights. Each step gives the interpreter's lock away
and waits for it again, so with few rows at once the model would wait for the imports beside it."""

HALF_BITS, HALF_TO_SINGLE = 0x8FFFE000, 2.0**112
"""A float16's sign and its other bits, moved up by 13, are a float32 too small by this factor."""


class OtherModelError(ValueError):
    """The weights are of another model than tiny.en, or of another version of the file."""


class RowsOfFile:
    """Rows of one array, read from the file on request: they are too many to keep.

    Args:
        file: It may be replaced by another meanwhile, but not written into.
        begins: The byte that the first row begins at.
        like: The array.
    """

    def __init__(self, file: Path, begins: int, like: NDArray[np.generic]) -> None:
        self._file = opened = file.open("rb", buffering=0)
        weakref.finalize(self, opened.close)
        self._begins = begins
        self._row = np.empty_like(like[0])

    def read(self, numbers: Sequence[int]) -> NDArray[np.float32]:
        """The rows of these numbers: float32, shape (n, n_columns).

        Raises:
            OSError: The file cannot be read.
            ValueError: It has become shorter.
        """
        rows = np.empty((len(numbers), len(self._row)), np.float32)
        for place, number in enumerate(numbers):
            self._file.seek(self._begins + number * self._row.nbytes)
            rows[place] = np.frombuffer(self._file.read(self._row.nbytes), self._row.dtype)
        return rows


@dataclass(frozen=True, slots=True)
class ModelBin:
    """An open model.bin.

    Attributes:
        arrays: By their names; they lie in the file, which is open as long as one of them is there.
        embeddings: Of the tokens.
    """

    arrays: dict[str, NDArray[np.generic]]
    embeddings: RowsOfFile


@dataclass(frozen=True, slots=True)
class _Reader:
    content: mmap.mmap

    def number(self, form: str, at: int) -> tuple[int, int]:
        (number,) = struct.unpack_from("<" + form, self.content, at)
        return int(number), at + struct.calcsize("<" + form)

    def text(self, at: int) -> tuple[str, int]:
        length, at = self.number("H", at)
        return self.content[at : at + length - 1].decode(), at + length


def read_weights(file: Path) -> ModelBin:
    """Open a model.bin; the arrays lie in the file until they are read.

    Raises:
        OSError: The file cannot be read.
        OtherModelError: It holds another model than tiny.en, or is damaged.
    """
    try:
        with file.open("rb") as opened:
            content = mmap.mmap(opened.fileno(), 0, access=mmap.ACCESS_READ)
        weights, begins = _arrays(_Reader(content))
    except (struct.error, ValueError, KeyError, UnicodeDecodeError) as error:
        raise OtherModelError(f"{file} is not laid out as expected") from error
    shapes = {name: weights[name].shape for name in SHAPES if name in weights}
    kinds = {array.dtype.name for name, array in weights.items() if name.endswith("/weight")}
    if shapes != SHAPES or kinds - WEIGHT_KINDS or any(DEPTH in name for name in weights):
        raise OtherModelError(f"{file} is not Whisper tiny.en as it is fetched")
    return ModelBin(weights, RowsOfFile(file, begins[EMBEDDINGS], weights[EMBEDDINGS]))


def _arrays(reader: _Reader) -> tuple[dict[str, NDArray[np.generic]], dict[str, int]]:
    """The arrays, and the byte that each begins at."""
    version, at = reader.number("I", 0)
    model, at = reader.text(at)
    revision, at = reader.number("I", at)
    if (version, model, revision) != FORMAT:
        raise ValueError(f"{model} {revision} in a file of version {version}")
    count, at = reader.number("I", at)
    weights, begins = dict[str, NDArray[np.generic]](), dict[str, int]()
    for _ in range(count):
        name, at = reader.text(at)
        rank, at = reader.number("B", at)
        shape = struct.unpack_from(f"<{rank}I", reader.content, at)
        kind, at = reader.number("B", at + 4 * rank)
        size, at = reader.number("I", at)
        dtype, begins[name] = np.dtype(KINDS[kind]), at
        weights[name] = np.frombuffer(reader.content, dtype, size // dtype.itemsize, at).reshape(
            shape
        )
        at += size
    return weights, begins


def runtime_weights(
    weights: dict[str, NDArray[np.generic]], levels: int
) -> dict[str, NDArray[np.generic]]:
    """The weights as the two graphs name them.

    Args:
        weights: The arrays of a `ModelBin`.
        levels: The largest whole number a weight becomes, 127 or less.

    Returns:
        Linear layers as int8 of shape (n_in, n_out) and float32 of shape (n_out,), everything else
        as float32.
    """
    ready = dict[str, NDArray[np.generic]]()
    alike = dict[tuple[int, str], list[str]]()
    for name, array in weights.items():
        if name.endswith("/weight") and array.ndim == len(("out", "in")):
            alike.setdefault((array.shape[1], array.dtype.name), []).append(name)
        elif array.ndim:
            ready[name] = array.astype(np.float32)
    for names in alike.values():
        made = _int8([weights[name] for name in names], levels)
        for name, (whole, scale) in zip(names, made, strict=True):
            ready[name + WHOLE], ready[name + SCALE] = whole, scale
    return ready


def _int8(
    weights: Sequence[NDArray[np.generic]], levels: int
) -> list[tuple[NDArray[np.int8], NDArray[np.float32]]]:
    """Weights of one kind and width, as int8 and the scale of each row."""
    columns = weights[0].shape[1]
    made = [
        (np.empty((columns, len(one)), np.int8), np.empty(len(one), np.float32)) for one in weights
    ]
    room = np.empty((ROWS_AT_ONCE, columns), np.float32)
    small = np.empty(room.shape, np.int8)
    for portion in _portions([len(one) for one in weights]):
        rows = np.concatenate([weights[which][begin:end] for which, begin, end in portion])
        part, whole = room[: len(rows)], small[: len(rows)]
        _to_float32(rows, part)
        worth = np.maximum(part.max(axis=1), -part.min(axis=1)) / levels
        worth[worth == 0] = 1.0
        part *= (1 / worth)[:, None]
        np.rint(part, out=whole, casting="unsafe")
        at = 0
        for which, begin, end in portion:
            made[which][0][:, begin:end] = whole[at : at + end - begin].T
            made[which][1][begin:end] = worth[at : at + end - begin]
            at += end - begin
    return made


def _portions(lengths: Sequence[int]) -> Iterator[list[tuple[int, int, int]]]:
    """Rows of several arrays, as many together as there is room for: which array, from, to."""
    portion, room = list[tuple[int, int, int]](), ROWS_AT_ONCE
    for which, length in enumerate(lengths):
        begin = 0
        while begin < length:
            end = min(length, begin + room)
            portion.append((which, begin, end))
            room -= end - begin
            begin = end
            if not room:
                yield portion
                portion, room = [], ROWS_AT_ONCE
    if portion:
        yield portion


def _to_float32(array: NDArray[np.generic], out: NDArray[np.float32]) -> None:
    """Copy it; finite float16 by their bits: numpy's own way takes most of the loading."""
    if array.dtype != np.float16:
        out[...] = array
        return
    bits = out.view(np.int32)
    np.left_shift(array.view(np.int16), 13, out=bits, dtype=np.int32)
    bits &= np.uint32(HALF_BITS).view(np.int32)
    out *= np.float32(HALF_TO_SINGLE)
