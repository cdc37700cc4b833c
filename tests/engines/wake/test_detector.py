"""Contract: our streaming of openWakeWord's networks against the package's own."""

from pathlib import Path

import numpy as np
import pytest
from engines.speech import WAKE, Pcm, Say, detector, frames, noise, stock_head

from jarvis_voice.core.errors import ModelError
from jarvis_voice.core.shipped_files import shipped
from jarvis_voice.core.types import FRAME_SECONDS
from jarvis_voice.engines.wake.detector import TAIL_STEPS, OpenWakeWordDetector, WakeScorer
from jarvis_voice.engines.wake.heads import WakeHead

pytestmark = pytest.mark.contract

SKIPPED_FRAMES = 25
"""Two seconds, in which the package's windows still hold what it was filled with at the start."""

LOUD, CALLED = 500, 0.6
"""What is louder belongs to the word; from this score on it may be a call."""

SHIPPED = sorted(
    card.with_suffix(".onnx") for card in shipped("models/manifest.toml").parent.glob("*.json")
)


async def talk(say: Say) -> Pcm:
    """A room at -60 dBFS, in which two calls are said, then a louder one."""
    speech = [await say("Hey Jarvis, open the door."), await say("Jarvis, what day is it?")]
    return np.concatenate((noise(2.0, -60.0), *speech, noise(1.0, -30.0), *speech))


@pytest.mark.e2e
@pytest.mark.models
@pytest.mark.parametrize("head", [None, *SHIPPED], ids=lambda file: file.stem if file else "stock")
async def test_scores_equal_the_packages_within_a_thousandth(
    weights: Path, say: Say, head: Path | None
) -> None:
    from openwakeword.model import Model

    ours_head = WakeHead("w", head, 0.5, 0.3, ("w",)) if head else stock_head(weights)
    mel, embedding = (str(weights / name) for name in WAKE[:2])
    theirs = Model(
        wakeword_model_paths=[str(ours_head.model)],
        melspec_onnx_model_path=mel,
        embedding_onnx_model_path=embedding,
    )
    sound = list(frames(await talk(say)))
    async with OpenWakeWordDetector(weights / WAKE[0], [ours_head]) as ours:
        our_scores = [(await ours.score(frame))[0] for frame in sound]
    their_scores = [float(next(iter(theirs.predict(frame.pcm).values()))) for frame in sound]
    assert max(their_scores) > 0.9
    assert our_scores[SKIPPED_FRAMES:] == pytest.approx(their_scores[SKIPPED_FRAMES:], abs=1e-3)


@pytest.mark.e2e
@pytest.mark.models
async def test_several_words_score_as_each_alone(weights: Path, say: Say) -> None:
    head = stock_head(weights)
    sound = list(frames(await talk(say)))
    async with (
        OpenWakeWordDetector(weights / WAKE[0], [head]) as alone,
        OpenWakeWordDetector(weights / WAKE[0], [head, head, head]) as many,
    ):
        one = [await alone.score(frame) for frame in sound]
        three = [await many.score(frame) for frame in sound]
    assert three == [score * 3 for score in one]


@pytest.mark.e2e
@pytest.mark.models
async def test_a_recording_scores_as_if_it_were_listened_to_each_time_anew(
    weights: Path, say: Say
) -> None:
    speech = await say("Hey Jarvis, open the door.")
    silence = np.zeros(5 * 1_280, np.int16)
    live = np.concatenate((silence, speech, np.zeros(1_280 * (TAIL_STEPS + 1), np.int16)))
    async with (
        WakeScorer(weights / WAKE[0], [stock_head(weights)]) as scorer,
        detector(weights) as ears,
    ):
        first = await scorer.score_all(speech)
        again = await scorer.score_all(speech)
        heard = [await ears.score(frame) for frame in frames(live)]
    assert first == again
    assert len(first) == -(-len(speech) // 1_280) + TAIL_STEPS
    assert first == heard[5 : 5 + len(first)]
    assert max(first) > (0.5,)


@pytest.mark.e2e
@pytest.mark.models
async def test_a_fresh_detector_does_not_fire_on_speech_that_begins_at_once(
    weights: Path, say: Say
) -> None:
    speech = (await say("Open the window and then close the door, please."))[8_000:]
    async with detector(weights) as ours:
        assert max([await ours.score(frame) for frame in frames(speech)]) < (0.2,)


async def test_a_missing_and_a_damaged_file_are_named(tmp_path: Path) -> None:
    mel, file = tmp_path / "mel.onnx", tmp_path / "head.onnx"
    head = WakeHead("jarvis", file, 0.5, 0.3, ("jarvis",))
    mel.write_bytes(b"not a model")
    with pytest.raises(ModelError, match=r"head\.onnx") as missing:
        async with OpenWakeWordDetector(mel, [head]):
            pytest.fail("it opened")
    file.write_bytes(b"not a model")
    with pytest.raises(ModelError, match=r"mel\.onnx") as damaged:
        async with OpenWakeWordDetector(mel, [head]):
            pytest.fail("it opened")
    assert (missing.value.code, damaged.value.code) == ("model-missing", "model-damaged")


@pytest.mark.e2e
@pytest.mark.models
@pytest.mark.parametrize("head", SHIPPED, ids=lambda file: file.stem)
async def test_a_call_scores_within_a_quarter_of_a_second_behind_its_end(
    weights: Path, say: Say, head: Path
) -> None:
    sound = list(
        frames(np.concatenate((noise(3.0, -60.0), await say("Jarvis"), noise(1.5, -60.0))))
    )
    loud = [number for number, one in enumerate(sound) if np.abs(one.pcm).max() > LOUD]
    ours = WakeHead("w", head, 0.5, 0.3, ("w",))
    async with OpenWakeWordDetector(weights / WAKE[0], [ours]) as detector_there:
        scores = [(await detector_there.score(one))[0] for one in sound]
    called = next(number for number, score in enumerate(scores) if score >= CALLED)
    assert (called - loud[-1]) * FRAME_SECONDS <= 0.25
