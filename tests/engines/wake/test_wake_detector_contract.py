"""Contract: every wake detector, the real one and the scripted one."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import pytest
from engines.speech import Pcm, Say, detector, frames, noise
from fakes.engines import ScriptedWake

from jarvis_voice.core.ports import WakeDetector

pytestmark = pytest.mark.contract

THRESHOLD = 0.5
CALL_SCORES = [0.0] * 11 + [0.9]
CALM_SCORES = [0.01] * 24


@dataclass
class Case:
    """How to make a detector (the scripted one by its scores), and sounds for it."""

    make: Callable[[Iterable[float]], WakeDetector]
    call: Pcm
    talk: Pcm


@pytest.fixture(params=["scripted", pytest.param("real", marks=pytest.mark.models)])
async def case(request: pytest.FixtureRequest) -> Case:
    if request.param == "scripted":
        return Case(ScriptedWake, call=noise(0.96, -20.0), talk=noise(0.96, -20.0))
    folder = request.getfixturevalue("weights")
    say: Say = request.getfixturevalue("say")
    return Case(
        lambda _: detector(folder),
        call=await say("Hey Jarvis, what time is it?"),
        talk=await say("The weather was lovely, so we walked home along the river."),
    )


async def scores(wake: WakeDetector, pcm: Pcm) -> list[float]:
    return [(await wake.score(frame))[0] for frame in frames(pcm)]


async def test_it_names_its_words_as_they_are_spoken(case: Case) -> None:
    assert case.make([]).words == ("hey jarvis",)


async def test_it_hears_the_wake_word_again_after_a_reset(case: Case) -> None:
    async with case.make(CALL_SCORES * 2) as wake:
        first = await scores(wake, case.call)
        wake.reset()
        second = await scores(wake, case.call)
    assert max(first) >= THRESHOLD
    assert second == pytest.approx(first, abs=1e-6)
    assert all(0.0 <= score <= 1.0 for score in first)


async def test_it_stays_calm_on_speech_and_noise(case: Case) -> None:
    async with case.make(CALM_SCORES) as wake:
        talk = await scores(wake, case.talk)
        assert max(talk + await scores(wake, noise(0.96, -40.0))) < THRESHOLD
