"""Flow: a call counts at one satellite only, and a doubtful score holds up nobody."""

from typing import Self

import numpy as np
import pytest

from jarvis_voice.core.types import FRAME_SAMPLES, AudioFrame
from jarvis_voice.core.wake_point import WakePoint
from jarvis_voice.doors.satellite.contested_wake import ContestedWake
from jarvis_voice.doors.satellite.nearest_call import NearestCall

pytestmark = pytest.mark.flow

POINT = WakePoint("jarvis", 0.5, 0.25)
SURE, DOUBTFUL, NOTHING = 0.9, 0.3, 0.0


class ToldWake:
    """A wake model whose scores are told."""

    words = ("jarvis",)

    def __init__(self, *scores: float) -> None:
        self._scores = list(scores)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *exc: object) -> None:
        """Nothing is open."""

    async def score(self, frame: AudioFrame) -> tuple[float, ...]:
        del frame
        return (self._scores.pop(0),)

    def reset(self) -> None:
        """Nothing is kept."""


class Home:
    """Satellites that hear one call, and the clock that they share."""

    def __init__(self) -> None:
        self.now = 1.0
        self.yielded: list[str] = []
        self._nearest = NearestCall()

    def satellite(self, name: str, *scores: float) -> ContestedWake:
        return ContestedWake(
            ToldWake(*scores),
            self._nearest,
            (POINT,),
            lambda: self.now,
            lambda: self.yielded.append(name),
        )


async def heard(wake: ContestedWake) -> float:
    return (await wake.score(AudioFrame(np.zeros(FRAME_SAMPLES, np.int16), 0.0)))[0]


async def test_the_second_to_hear_a_call_yields_until_the_call_is_over() -> None:
    home = Home()
    kitchen, attic = (
        home.satellite("kitchen", SURE, SURE),
        home.satellite("attic", SURE, SURE, SURE),
    )
    assert await heard(kitchen) == SURE
    home.now = 1.1
    assert (await heard(attic), await heard(kitchen)) == (NOTHING, SURE)
    assert await heard(attic) == NOTHING
    assert home.yielded == ["attic"]
    home.now = 5.0
    assert await heard(attic) == SURE


async def test_a_doubtful_score_is_no_answer_and_yields_to_one() -> None:
    home = Home()
    kitchen, attic = home.satellite("kitchen", SURE), home.satellite("attic", DOUBTFUL, DOUBTFUL)
    assert await heard(attic) == DOUBTFUL
    home.now = 1.4
    assert await heard(kitchen) == SURE
    assert await heard(attic) == NOTHING
    assert home.yielded == ["attic"]


def sound(level: int, *, gate: bool) -> list[AudioFrame]:
    """A room, and speech in it; a noise gate makes the room silent but for a bit."""
    rng = np.random.default_rng(1)
    room = (rng.standard_normal(FRAME_SAMPLES) * (1 if gate else 20)).astype(np.int16)
    word = (rng.standard_normal(FRAME_SAMPLES) * level).astype(np.int16)
    return [AudioFrame(one, 0.0) for one in (*[room] * 20, *[word] * 8)]


@pytest.mark.parametrize("near_gates", [True, False])
@pytest.mark.parametrize("far_gates", [True, False])
async def test_the_louder_call_stands_out_more_with_a_noise_gate_and_without(
    *, near_gates: bool, far_gates: bool
) -> None:
    home, snr = Home(), []
    for level, gate in ((4_000, near_gates), (200, far_gates)):
        wake = home.satellite("kitchen", *[NOTHING] * 28)
        for one in sound(level, gate=gate):
            await wake.score(one)
        snr.append(wake._snr_db())
    assert snr[0] > snr[1] + 10


async def test_missing_sound_is_no_room() -> None:
    wake = Home().satellite("kitchen", *[NOTHING] * 30)
    for one in sound(4_000, gate=False):
        await wake.score(one)
    before = wake._snr_db()
    assert await heard(wake) == NOTHING
    assert wake._snr_db() == before
