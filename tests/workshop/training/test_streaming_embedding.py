"""Contract: the streaming form of the embedding network against the published one."""

from pathlib import Path

import numpy as np
import pytest

from jarvis_voice.core.paths import find_paths
from jarvis_voice.core.shipped_files import shipped
from jarvis_voice.engines.onnx_session import open_session
from jarvis_voice.engines.wake.networks import EMBEDDING
from jarvis_voice.workshop.training.streaming_embedding import make_streaming

pytestmark = pytest.mark.contract

WINDOW, STEP, BANDS = 76, 8, 32


def published() -> Path:
    """The network as openWakeWord 0.5.1 has it."""
    return find_paths().models / "wake" / "embedding_model.onnx"


@pytest.mark.e2e
@pytest.mark.models
def test_the_shipped_one_is_what_is_made_of_the_published_one(tmp_path: Path) -> None:
    made = tmp_path / "made.onnx"
    make_streaming(published(), made)
    ours, theirs = open_session(made), open_session(shipped(EMBEDDING))
    state = {i.name: np.zeros(i.shape, np.float32) for i in ours.get_inputs()[1:]}
    mel = np.random.default_rng(1).normal(0, 2, (1, 1, 30 * STEP, BANDS)).astype(np.float32)
    features = [session.run(["features"], {"mel": mel} | state)[0] for session in (ours, theirs)]
    np.testing.assert_array_equal(*features)


@pytest.mark.e2e
@pytest.mark.models
def test_each_step_gives_what_the_whole_window_gives() -> None:
    streaming, whole = open_session(shipped(EMBEDDING)), open_session(published())
    mel = np.random.default_rng(2).normal(0, 2, (40 * STEP, BANDS)).astype(np.float32)
    names = [i.name for i in streaming.get_inputs()[1:]]
    state = {i.name: np.zeros(i.shape, np.float32) for i in streaming.get_inputs()[1:]}
    for end in range(STEP, len(mel) + 1, STEP):
        newest, *states = streaming.run(
            None, {"mel": mel[np.newaxis, np.newaxis, end - STEP : end]} | state
        )
        state = dict(zip(names, states, strict=True))
        if end >= WINDOW + STEP:
            window = mel[np.newaxis, end - WINDOW : end, :, np.newaxis]
            expected = whole.run(None, {"input_1": window})[0]
            np.testing.assert_allclose(newest.ravel(), expected.ravel(), atol=1e-4)
