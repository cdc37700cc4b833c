"""Unit: how near vectors are to each other."""

import numpy as np
import pytest

from jarvis_voice.core.sentence_reader import MeaningReading
from jarvis_voice.engines.reader.vector_gallery import VectorGallery

pytestmark = pytest.mark.unit


def reading(*numbers: float) -> MeaningReading:
    return MeaningReading("stop", 1.0, {}, np.array(numbers, np.float32))


def test_the_angle_counts_and_no_length() -> None:
    gallery = VectorGallery([np.array([2.0, 0.0]), np.array([0.0, 9.0]), np.array([0.0, 0.0])])
    assert gallery.likeness(reading(5.0, 0.0)) == pytest.approx([1.0, 0.0, 0.0])
    assert gallery.likeness(reading(3.0, 4.0)) == pytest.approx([0.6, 0.8, 0.0])


def test_without_sentences_there_is_nothing_near() -> None:
    assert not VectorGallery([]).likeness(reading(1.0))
