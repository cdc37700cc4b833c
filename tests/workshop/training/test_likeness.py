"""How well speech to text finds a word (unit): a damaged model is told, the least are left out."""

import shutil
from pathlib import Path

import numpy as np
import pytest
from workshop.training.doubles import Silent

from jarvis_voice.core.errors import ModelError
from jarvis_voice.core.wake_point import LIKER_BY
from jarvis_voice.platform.weights.manifest import whisper_folder
from jarvis_voice.workshop.training.clips import Clip
from jarvis_voice.workshop.training.likeness import SUREST, like_from, likenesses

pytestmark = pytest.mark.flow


def test_two_in_a_hundred_may_be_less_likely_than_what_is_asked_for() -> None:
    found = np.array([-3.0] * 95 + [-7.0] * 3 + [-20.0, -30.0], np.float32)
    assert like_from(found) == pytest.approx(-7.3 - LIKER_BY)


def test_what_is_asked_for_is_below_0_however_well_the_voices_are_heard() -> None:
    assert like_from(np.zeros(100, np.float32)) + LIKER_BY == pytest.approx(SUREST)


@pytest.mark.e2e
@pytest.mark.models
def test_a_damaged_model_is_an_error_that_says_what_to_do(weights: Path, tmp_path: Path) -> None:
    folder = tmp_path / "tiny.en"
    shutil.copytree(whisper_folder(weights, "tiny.en"), folder)
    (folder / "model.bin").write_bytes(b"no model")
    clip = Clip(np.ones(16_000, np.int16), "word", "word", "voice", 0, 8_000)
    with pytest.raises(ModelError, match="jarvis setup") as refused:
        likenesses("computer", [clip], folder, Silent())
    assert refused.value.code == "model-damaged"
