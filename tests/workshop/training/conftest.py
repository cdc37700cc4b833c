"""Weights, small voices and small sounds for the tests of the training."""

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from workshop.training.doubles import Silent

from jarvis_voice.core.paths import find_paths
from jarvis_voice.workshop.training.features import FeatureExtractor


@pytest.fixture
def progress() -> Silent:
    return Silent()


@pytest.fixture
def weights() -> Path:
    return find_paths().models


@pytest.fixture
def extractor(weights: Path) -> FeatureExtractor:
    wake = weights / "wake"
    return FeatureExtractor(wake / "melspectrogram.onnx", wake / "embedding_model.onnx")


@pytest.fixture
def uneven() -> NDArray[np.int16]:
    """Three seconds: hiss, next to silence, silence, a loud tone."""
    rng = np.random.default_rng(5)
    sound = rng.standard_normal(48_000) * 3_000
    sound[12_000:20_000] /= 2_000
    sound[20_000:28_000] = 0
    sound[36_000:] = 20_000 * np.sin(np.arange(12_000) * 0.3)
    return sound.astype(np.int16)
