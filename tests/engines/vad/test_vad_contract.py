"""Contract: every voice activity detector, the real one and the scripted one."""

import pytest
from engines.speech import Say, frames, noise
from fakes.engines import ScriptedVad

from jarvis_voice.core.ports import Vad
from jarvis_voice.core.types import AudioFrame
from jarvis_voice.engines.vad.silero import SileroVad

pytestmark = pytest.mark.contract

SPEECH, OTHER = 0.9, 0.05


async def sounds(request: pytest.FixtureRequest) -> tuple[list[AudioFrame], list[AudioFrame]]:
    """Frames of speech, frames of noise."""
    if request.node.get_closest_marker("models"):
        say: Say = request.getfixturevalue("say")
        return list(frames(await say("What time is it now?"))), list(frames(noise(1.0, -40.0)))
    return list(frames(noise(0.4, -20.0))), list(frames(noise(1.0, -40.0)))


@pytest.fixture(params=["scripted", pytest.param("real", marks=pytest.mark.models)])
async def case(request: pytest.FixtureRequest) -> tuple[Vad, list[AudioFrame], list[AudioFrame]]:
    speech, other = await sounds(request)
    if request.param == "real":
        return SileroVad(None), speech, other
    heard = [SPEECH] * len(speech)
    return ScriptedVad([*heard, *[OTHER] * len(other), *heard]), speech, other


async def test_it_tells_speech_from_noise_and_starts_anew_after_a_reset(
    case: tuple[Vad, list[AudioFrame], list[AudioFrame]],
) -> None:
    vad, speech, other = case
    async with vad:
        first = [await vad.probability(frame) for frame in speech]
        quiet = [await vad.probability(frame) for frame in other]
        vad.reset()
        again = [await vad.probability(frame) for frame in speech]
    assert max(first) > 0.5
    assert max(quiet[5:]) < 0.5
    assert again == pytest.approx(first, abs=1e-6)
    assert all(0.0 <= probability <= 1.0 for probability in first + quiet)
