from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from jarvis_voice.core.errors import ModelError
from jarvis_voice.engines.onnx_session import open_session
from jarvis_voice.workshop.training.features import FeatureExtractor

pytestmark = [pytest.mark.e2e, pytest.mark.models]


def streamed(weights: Path, pcm: NDArray[np.int16]) -> list[NDArray[np.float32]]:
    """The sixteen embeddings before each score, as openwakeword computes them frame by frame."""
    mel_network: Any = open_session(weights / "wake/melspectrogram.onnx")
    network: Any = open_session(weights / "wake/embedding_model.onnx")

    def embed(mel: NDArray[np.float32]) -> NDArray[np.float32]:
        out = network.run(None, {"input_1": mel[np.newaxis, :, :, np.newaxis]})[0]
        return np.asarray(out.reshape(1, 96), np.float32)

    tail, mel = np.zeros(0, np.int16), np.ones((76, 32), np.float32)
    features = np.repeat(embed(np.full((76, 32), -8.0, np.float32)), 16, axis=0)
    seen = []
    for start in range(0, len(pcm) - 1_279, 1_280):
        samples = np.concatenate((tail, pcm[start : start + 1_280]))
        tail = samples[-480:]
        spectrum = mel_network.run(None, {"input": samples.astype(np.float32)[np.newaxis]})[0]
        mel = np.concatenate((mel, spectrum.reshape(-1, 32) / 10 + 2))[-76:]
        features = np.concatenate((features[1:], embed(mel)))
        seen.append(features)
    return seen


def test_a_whole_clip_has_the_features_of_the_streaming_loop_from_its_first_frame_on(
    extractor: FeatureExtractor, weights: Path, uneven: NDArray[np.int16]
) -> None:
    heard = extractor.heard_by_head(uneven)

    expected = streamed(weights, uneven)
    assert len(heard) == len(expected) + 15
    for frame, window in enumerate(expected):
        assert heard[frame : frame + 16] == pytest.approx(window, abs=1e-3)


def test_a_clip_longer_than_a_block_has_no_seam(extractor: FeatureExtractor) -> None:
    long = (np.random.default_rng(1).standard_normal(402 * 1_280) * 2_000).astype(np.int16)

    # the last ten seconds by themselves hold the seam; their start does not matter after 9 steps
    skipped = 280 * 1_280
    whole, end = extractor.features(long), extractor.features(long[skipped:])
    assert whole[300:] == pytest.approx(end[20:], abs=1e-2)


def test_less_than_a_frame_has_no_features(extractor: FeatureExtractor) -> None:
    assert extractor.features(np.zeros(1_000, np.int16)).shape == (0, 96)


def test_a_file_that_is_no_network_is_refused_by_name(weights: Path, tmp_path: Path) -> None:
    damaged = tmp_path / "embedding_model.onnx"
    damaged.write_bytes(b"not a network")

    with pytest.raises(ModelError, match=r"embedding_model\.onnx"):
        FeatureExtractor(weights / "wake/melspectrogram.onnx", damaged)
