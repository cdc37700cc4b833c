"""Unit: a layer is fitted to lessons and written to disk."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from jarvis_voice.core.sentence_reader import MeaningReading, SentenceGallery
from jarvis_voice.engines.reader.move_head import MoveHead
from jarvis_voice.engines.reader.vector_gallery import VectorGallery
from jarvis_voice.workshop.reader.move_fit import fit_moves, head_of, write_moves
from jarvis_voice.workshop.reader.move_lessons import MoveLesson

pytestmark = pytest.mark.unit


class CountsWords:
    """A network that sees nothing but two words."""

    def read(self, text: str) -> MeaningReading | None:
        words = text.split()
        vector = np.array([words.count("more"), words.count("left")], np.float32)
        return MeaningReading("stop", 1.0, {}, vector) if words else None

    def gallery(self, sentences: Sequence[str]) -> SentenceGallery:
        return VectorGallery([])


LESSONS = [
    MoveLesson("timer", "five more", "more"),
    MoveLesson("timer", "how much left", "left"),
    MoveLesson("timer", "", "left"),
]


def test_a_fitted_layer_tells_its_lessons_apart() -> None:
    reader = CountsWords()
    head = head_of(*fit_moves(reader, LESSONS))
    for text, move in (("a bit more", "more"), ("what is left", "left")):
        reading = reader.read(text)
        assert reading is not None
        assert head.moves(reading, "timer").chances[move] > 0.8


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    weights, moves = fit_moves(CountsWords(), LESSONS)
    file = tmp_path / "new" / "moves.npz"
    assert write_moves(weights, moves, file) == file.stat().st_size
    reading = CountsWords().read("five more")
    assert reading is not None
    chances = MoveHead.load(file).moves(reading, "timer").chances
    assert chances["more"] > chances["left"]
