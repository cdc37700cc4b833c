"""Contract: our streaming of openWakeWord's networks against the package's own."""

from pathlib import Path

import numpy as np
import pytest
from engines.speech import WAKE, Say, detector, frames, noise

from jarvis_voice.engines.wake_word import OpenWakeWordDetector
from jarvis_voice.errors import ModelError

SKIPPED_FRAMES = 25
"""Two seconds, in which the package's windows still hold what it was filled with at the start."""


@pytest.mark.models
async def test_scores_equal_the_packages_within_a_thousandth(weights: Path, say: Say) -> None:
    from openwakeword.model import Model

    mel, embedding, head = (str(weights / name) for name in WAKE)
    theirs = Model(
        wakeword_model_paths=[head],
        melspec_onnx_model_path=mel,
        embedding_onnx_model_path=embedding,
    )
    speech = [await say("Hey Jarvis, open the door."), await say("Jarvis, what day is it?")]
    sound = list(frames(np.concatenate((noise(2.0, -60.0), *speech, noise(1.0, -30.0), *speech))))
    async with detector(weights) as ours:
        our_scores = [await ours.score(frame) for frame in sound]
    their_scores = [float(next(iter(theirs.predict(frame.pcm).values()))) for frame in sound]
    assert max(their_scores) > 0.9
    assert our_scores[SKIPPED_FRAMES:] == pytest.approx(their_scores[SKIPPED_FRAMES:], abs=1e-3)


@pytest.mark.models
async def test_a_fresh_detector_does_not_fire_on_speech_that_begins_at_once(
    weights: Path, say: Say
) -> None:
    speech = (await say("Open the window and then close the door, please."))[8_000:]
    async with detector(weights) as ours:
        assert max([await ours.score(frame) for frame in frames(speech)]) < 0.2


async def test_a_missing_and_a_damaged_file_are_named(tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("mel.onnx", "embedding.onnx", "head.onnx")]
    mel, embedding, head = files
    for file in (mel, embedding):
        file.write_bytes(b"not a model")
    with pytest.raises(ModelError, match=r"head\.onnx") as missing:
        async with OpenWakeWordDetector(mel, embedding, head, "hey jarvis"):
            pytest.fail("it opened")
    head.write_bytes(b"not a model")
    with pytest.raises(ModelError, match=r"mel\.onnx") as damaged:
        async with OpenWakeWordDetector(mel, embedding, head, "hey jarvis"):
            pytest.fail("it opened")
    assert (missing.value.code, damaged.value.code) == ("model-missing", "model-damaged")
