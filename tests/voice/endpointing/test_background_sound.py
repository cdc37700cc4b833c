"""A background that goes on (unit): levels go in, whether anything stands out of it comes out."""

from __future__ import annotations

import numpy as np
import pytest

from jarvis_voice.core.types import FRAME_SAMPLES, FRAME_SECONDS, AudioFrame
from jarvis_voice.voice.endpointing.background_sound import KNOWN_FRAMES, BackgroundSound, power
from jarvis_voice.voice.endpointing.endpoint import Endpoint, Patience
from jarvis_voice.voice.endpointing.utterance_capture import UtteranceCapture

pytestmark = pytest.mark.flow

RNG = np.random.default_rng(3)


def frames(*levels: tuple[float, int]) -> list[AudioFrame]:
    """Frames of noise: so many of each level in dBFS."""
    deviations = [10 ** (level / 20) * 32_768 for level, count in levels for _ in range(count)]
    return [
        AudioFrame(
            RNG.normal(0, deviation, FRAME_SAMPLES).astype(np.int16), (number + 1) * FRAME_SECONDS
        )
        for number, deviation in enumerate(deviations)
    ]


@pytest.mark.parametrize(
    ("before", "now", "is_all"),
    [
        ([(-30.0, 60)], -30.0, True),
        ([(-30.0, 60)], -27.0, True),
        ([(-30.0, 60)], -23.0, False),
        ([(-30.0, 40), (-20.0, 60)], -30.0, True),  # the user spoke before
        ([(-60.0, 60)], -60.0, False),  # a quiet room hides nothing
        ([(-30.0, KNOWN_FRAMES - 1)], -30.0, False),
        ([], -30.0, False),
    ],
)
def test_what_stands_out(before: list[tuple[float, int]], now: float, is_all: bool) -> None:
    background = BackgroundSound.of(frames(*before))
    assert background.is_all([power(frame) for frame in frames((now, 8))]) is is_all


def test_a_command_before_a_television_ends_where_the_user_stopped() -> None:
    """All of it is speech to the VAD: 2 s of command, 6 dB above the television behind it."""
    endpoint = Endpoint(Patience(0.8, 15.0, 5.0), begun=True)
    heard = UtteranceCapture("wake_word", endpoint, 0.0, 0.0, "jarvis")
    heard.background = BackgroundSound.of(frames((-30.0, 60)))
    for frame in frames((-23.0, 25), (-30.0, 60)):
        if decision := heard.add(frame, is_speech=True):
            break
    assert decision == "silence"
    assert heard.ended_at == pytest.approx(2.0 + 0.32 + 0.8)
    assert len(heard.utterance("silence").pcm) / FRAME_SAMPLES == pytest.approx(26, abs=2)


def test_a_television_alone_is_nothing() -> None:
    heard = UtteranceCapture("wake_word", Endpoint(Patience(0.8, 15.0, 2.0)), 0.0, 0.0)
    heard.background = BackgroundSound.of(frames((-30.0, 60)))
    decisions = [heard.add(frame, is_speech=True) for frame in frames((-30.0, 60))]
    assert next(decision for decision in decisions if decision) == "nothing"
