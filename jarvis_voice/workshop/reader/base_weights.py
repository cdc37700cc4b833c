"""Reads the sentence encoder that the reader starts from: MiniLM's weights and vocabulary.

Source: all-MiniLM-L6-v2 (sentence-transformers, Apache-2.0).
"""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from jarvis_voice.core.errors import ModelError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Arrays = Mapping[str, NDArray[np.float32]]

WEIGHTS, VOCABULARY = "reader-base/model.safetensors", "reader-base/vocab.txt"
GROUP = "reader-base"
_HEADER = struct.Struct("<Q")


@dataclass(frozen=True, slots=True)
class BaseWeights:
    """A BERT encoder as it was published.

    Attributes:
        arrays: Its tensors by name, float32.
        vocabulary: Its word pieces in the order of their numbers.
    """

    arrays: Arrays
    vocabulary: tuple[str, ...]


def load_base(models: Path) -> BaseWeights:
    """Read weights and vocabulary from the models folder.

    Raises:
        ModelError: A file is not there or is no safetensors file.
    """
    weights, vocabulary = models / WEIGHTS, models / VOCABULARY
    for path in (weights, vocabulary):
        if not path.is_file():
            raise ModelError("no-base", f"There is no {path}.")
    return BaseWeights(
        _tensors(weights), tuple(vocabulary.read_text(encoding="utf-8").splitlines())
    )


def _tensors(path: Path) -> Arrays:
    """The float32 tensors of a safetensors file."""
    data = path.read_bytes()
    try:
        (length,) = _HEADER.unpack_from(data)
        begin = _HEADER.size + length
        header = json.loads(data[_HEADER.size : begin])
        return {
            name: np.frombuffer(
                data, np.float32, offset=begin + about["data_offsets"][0], count=_count(about)
            ).reshape(about["shape"])
            for name, about in header.items()
            if name != "__metadata__" and about["dtype"] == "F32"
        }
    except (struct.error, ValueError, KeyError, TypeError) as error:
        raise ModelError("bad-base", f"{path} is no safetensors file.") from error


def _count(about: Mapping[str, list[int]]) -> int:
    return int(np.prod(about["shape"]))
