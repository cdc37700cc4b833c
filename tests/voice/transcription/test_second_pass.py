"""Flow: doubtful words go to a better model; what it heard comes out, or that the first stay."""

import asyncio

import numpy as np
import pytest
from voice.scripted_parts import ScriptedJudge, ScriptedStt

from jarvis_voice.core.errors import JarvisError, ModelError
from jarvis_voice.core.hypotheses import BestHypothesis, Completeness
from jarvis_voice.core.types import FRAME_SAMPLES, Transcript, Utterance
from jarvis_voice.voice.endpointing.endpoint import Endpoint, Patience
from jarvis_voice.voice.endpointing.utterance_capture import UtteranceCapture
from jarvis_voice.voice.transcription import second_pass
from jarvis_voice.voice.transcription.best_hypothesis import NBest
from jarvis_voice.voice.transcription.second_pass import SecondHearing, is_doubtful

pytestmark = pytest.mark.flow

UNKNOWN, COMPLETE = Completeness.UNKNOWN, Completeness.COMPLETE
FRAMES = 20
SOUND = np.full(FRAMES * FRAME_SAMPLES, 1_000, np.int16)
SOUND[::FRAME_SAMPLES] = 1_000 + np.arange(FRAMES)


def first(probability: float = -0.4, *, seconds: float = 1.6, is_addressed: bool = True) -> NBest:
    pcm = np.resize(SOUND, round(seconds * 16_000))
    transcript = Transcript("Jarvis, paws the lamp.", 0.05, probability)
    utterance = Utterance(pcm, "jarvis", "silence")
    return NBest(utterance, transcript, ("paws the lamp.",), is_addressed)


CHOSEN = BestHypothesis("paws the lamp.", UNKNOWN)


@pytest.mark.parametrize(
    ("hearings", "known", "expected"),
    [
        (first(), UNKNOWN, True),
        (first(), Completeness.INCOMPLETE, True),
        (first(), COMPLETE, False),
        (first(), Completeness.OPEN_ENDED, False),
        (first(-0.2), UNKNOWN, False),
        (first(is_addressed=False), UNKNOWN, False),
        (first(seconds=13.0), UNKNOWN, False),
    ],
)
def test_what_is_heard_once_more(hearings: NBest, known: Completeness, *, expected: bool) -> None:
    assert is_doubtful(hearings, BestHypothesis("paws the lamp.", known)) is expected


async def heard_again(
    text: str | JarvisError,
    probability: float = -0.2,
    *,
    before: float = -0.4,
    is_late: bool = False,
) -> BestHypothesis | None:
    stt = ScriptedStt([text], [])
    stt.probability = probability
    if is_late:
        stt.latch.hold()
    judge = ScriptedJudge({"pause the lamp": COMPLETE})
    capture = UtteranceCapture(
        "wake_word", Endpoint(Patience(0.7, 15.0, 5.0), begun=True), 0.0, 0.0, "jarvis"
    )
    capture.voiced_seconds = capture.voiced_since_opened_seconds = 1.0
    return await SecondHearing(stt, judge, "jarvis").words(capture, first(before), CHOSEN)


async def test_what_is_known_takes_the_place_of_what_was_heard_first() -> None:
    found = await heard_again("Jarvis, pause the lamp", -0.45)
    assert found == BestHypothesis("pause the lamp", COMPLETE, heard="paws the lamp.")
    assert found.stands_for(("paws the lamp.",))


async def test_what_is_not_known_either_counts_where_it_is_surer() -> None:
    surer = await heard_again("Jarvis, pause the llama.", -0.3)
    assert surer == BestHypothesis("pause the llama.", UNKNOWN, heard="paws the lamp.")
    assert await heard_again("Jarvis, pause the llama.", -0.5) is None


async def test_what_is_known_must_be_nearly_as_sure() -> None:
    assert await heard_again("Jarvis, pause the lamp", -0.6) is None


async def test_what_the_better_model_doubts_itself_counts_for_nothing() -> None:
    assert await heard_again("Jarvis, pause the lamp", -0.8, before=-1.2) is None
    assert await heard_again("Jarvis, pause the lamp", -0.7, before=-1.2) is not None


async def test_nothing_heard_changes_nothing() -> None:
    assert await heard_again("Jarvis.") is None


async def test_a_model_that_fails_changes_nothing() -> None:
    assert await heard_again(ModelError("model-failed", "It broke.")) is None


async def test_a_model_that_is_late_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(second_pass, "LONGEST_WAIT_SECONDS", 0.0)
    assert await asyncio.wait_for(heard_again("Jarvis, pause the lamp", is_late=True), 5) is None
