"""Unit: what is kept of the newest sound, and that it holds no model."""

import gc
import weakref

import numpy as np
import pytest
from numpy.typing import NDArray

from jarvis_voice.engines.stt.context import Newest

pytestmark = pytest.mark.unit

Sound = NDArray[np.float32]


class Model:
    """Counts how often it encodes."""

    def __init__(self) -> None:
        self.newest: Newest[int] = Newest()
        self.count = 0

    def encode(self, sound: Sound, padding_seconds: float) -> int:
        self.count += 1
        return self.count

    def hear(self, level: float, padding_seconds: float) -> int:
        return self.newest.of(self.encode, np.full(4, level, np.float32), padding_seconds)


def test_the_same_sound_is_encoded_once_and_another_anew() -> None:
    model = Model()
    heard = [model.hear(*asked) for asked in ((0.1, 2.0), (0.1, 2.0), (0.1, 6.0), (0.2, 6.0))]
    assert heard == [1, 1, 2, 3]


def test_a_model_that_heard_is_free_without_the_garbage_collector() -> None:
    gc.disable()
    try:
        model = Model()
        model.hear(0.1, 2.0)
        left = weakref.ref(model)
        del model
        assert left() is None
    finally:
        gc.enable()
