"""Contract: the features of a sound are those that Whisper's own program computes."""

import numpy as np
import pytest
from faster_whisper.feature_extractor import FeatureExtractor

from jarvis_voice.engines.log_mel import log_mel

pytestmark = pytest.mark.contract


@pytest.mark.parametrize("samples", [160, 161, 400, 16_000, 48_123, 480_000])
def test_they_are_the_librarys(samples: int) -> None:
    sound = np.random.default_rng(1).normal(0, 0.05, samples).astype(np.float32)
    features = log_mel(sound)
    assert features.dtype == np.float32
    np.testing.assert_allclose(features, FeatureExtractor()(sound, padding=0), atol=1e-6)


def test_of_silence_all_are_alike() -> None:
    features = log_mel(np.zeros(1_600, np.float32))
    assert features.shape == (80, 10)
    np.testing.assert_allclose(features, -1.5, atol=1e-6)


def test_less_than_a_step_has_none() -> None:
    assert log_mel(np.zeros(159, np.float32)).shape == (80, 0)
