"""Unit: FLAC is read as what was made into it."""

import io

import numpy as np
import pytest
import soundfile

from jarvis_voice.audio.flac import flac_of
from jarvis_voice.core.types import RATE_HZ

pytestmark = pytest.mark.unit


def test_nothing_is_lost() -> None:
    sound = np.random.default_rng(1).integers(-32_768, 32_767, RATE_HZ, np.int16)
    pcm, rate = soundfile.read(io.BytesIO(flac_of(sound)), dtype="int16")
    assert rate == RATE_HZ
    assert (pcm == sound).all()
