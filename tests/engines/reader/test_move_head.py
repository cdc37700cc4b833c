"""Unit: what the layer makes of a sentence's vector and its topic."""

from pathlib import Path

import numpy as np
import pytest

from jarvis_voice.core.errors import ModelError
from jarvis_voice.core.sentence_reader import MeaningReading
from jarvis_voice.engines.reader.move_head import MoveHead, features

pytestmark = pytest.mark.unit

TOPICS = ("timer", "list")
WEIGHTS = [[4.0, 0.0], [0.0, 4.0], [0.0, 2.0], [0.0, 0.0], [0.0, 0.0]]
"""Rows: two numbers of the sentence, two topics, the offset."""


def reading(*numbers: float) -> MeaningReading:
    return MeaningReading("stop", 1.0, {}, np.array(numbers, np.float32))


def test_the_sentence_and_its_topic_say_the_move() -> None:
    head = MoveHead(WEIGHTS, ("more", "left"), TOPICS)
    chances = head.moves(reading(5.0, 0.0), "list").chances
    assert chances["more"] > 0.99
    assert sum(chances.values()) == pytest.approx(1.0)
    even = reading(1.0, 1.0)
    assert head.moves(even, "list").chances["left"] == pytest.approx(0.5)
    assert head.moves(even, "timer").chances["left"] > 0.8


def test_the_length_of_the_vector_says_nothing() -> None:
    seen = features(np.array([3.0, 4.0], np.float32), "list", TOPICS)
    assert seen.tolist() == pytest.approx([1.8, 2.4, 0.0, 1.0, 1.0])
    assert features(np.zeros(2, np.float32), "", TOPICS).tolist() == [0.0, 0.0, 0.0, 0.0, 1.0]


def test_a_file_that_is_no_layer_cannot_be_used(tmp_path: Path) -> None:
    file = tmp_path / "moves.npz"
    file.write_bytes(b"nothing")
    with pytest.raises(ModelError, match=r"moves\.npz"):
        MoveHead.load(file)
