"""Fits the layer that tells what a follow-up does, and writes it to disk.

Invariant: the same lessons and network give the same layer; the file is complete or absent.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from jarvis_voice.core.sentence_reader import MeaningReader
from jarvis_voice.engines.reader.move_head import MoveHead, features
from jarvis_voice.workshop.reader.move_lessons import TOPICS, MoveLesson

_STEPS = 400
_RATE = 0.05
_DECAY = 0.0008
"""Draws each weight towards nothing: there are fewer lessons than weights."""

_FADING = (0.9, 0.999)
_SMALL = 1e-8


def fit_moves(reader: MeaningReader, lessons: Sequence[MoveLesson]) -> tuple[Any, list[str]]:
    """The weights, and the moves in the order of their columns.

    Args:
        reader: The network that the layer stands on.
        lessons: What it learns from; lines without a word teach nothing.
    """
    names = sorted({one.move for one in lessons})
    read = [(one, reader.read(one.text)) for one in lessons]
    rows = [
        (features(reading.vector, one.topic, TOPICS), names.index(one.move))
        for one, reading in read
        if reading is not None
    ]
    seen, wanted = np.stack([row for row, _ in rows]), np.array([move for _, move in rows])
    return _descended(seen, np.eye(len(names), dtype=np.float32)[wanted]), names


def _descended(seen: Any, wanted: Any) -> Any:
    """Weights by so many steps of Adam over all lessons at once."""
    weights = np.zeros((seen.shape[1], wanted.shape[1]), np.float32)
    mean, spread = np.zeros_like(weights), np.zeros_like(weights)
    for step in range(1, _STEPS + 1):
        logits = seen @ weights
        powers = np.exp(logits - logits.max(axis=1, keepdims=True))
        missed = powers / powers.sum(axis=1, keepdims=True) - wanted
        slope = seen.T @ missed / len(seen) + _DECAY * weights
        mean = _FADING[0] * mean + (1 - _FADING[0]) * slope
        spread = _FADING[1] * spread + (1 - _FADING[1]) * slope**2
        root = np.sqrt(spread / (1 - _FADING[1] ** step)) + _SMALL
        weights -= _RATE * mean / (1 - _FADING[0] ** step) / root
    return weights


def write_moves(weights: Any, moves: Sequence[str], file: Path) -> int:
    """Write the layer in half precision; returns how many bytes it takes."""
    content = io.BytesIO()
    np.savez_compressed(
        content,
        weights=np.asarray(weights, np.float16),
        moves=np.array(moves),
        topics=np.array(TOPICS),
    )
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_name(f"{file.name}.part")
    part.write_bytes(content.getvalue())
    part.replace(file)
    return len(content.getvalue())


def head_of(weights: Any, moves: Sequence[str]) -> MoveHead:
    """The layer as the program uses it."""
    return MoveHead(weights, moves, TOPICS)
