"""The canceller in simulated air: delay, clocks, who talks over us (virtual time)."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from jarvis_voice.audio.echo.canceller import EchoCanceller
from jarvis_voice.audio.echo.reference import PlayedSound
from jarvis_voice.core.types import FRAME_SAMPLES, FRAME_SECONDS, AudioFrame
from jarvis_voice.workshop.benches.echo.echo_trial import run_trial
from jarvis_voice.workshop.worlds.air import AirSetup

pytestmark = pytest.mark.flow

AIR = AirSetup(rate_hz=16_000, echo_db=0.0)
Pcm = NDArray[np.int16]


def voice(seconds: float, seed: int = 1) -> Pcm:
    """Noise that comes and goes like syllables, at 16 000 Hz."""
    times = np.arange(round(seconds * 16_000)) / 16_000
    rise = np.maximum(np.sin(2 * np.pi * 2.3 * times + seed), 0.0)
    sound = 4_000 * rise * np.random.default_rng(seed).normal(0, 1, len(times))
    return np.clip(sound, -30_000, 30_000).astype(np.int16)


def quiet(seconds: float) -> NDArray[np.float32]:
    return np.zeros(round(seconds * 16_000), np.float32)


@pytest.mark.parametrize("delay_seconds", [0.05, 0.3, 0.9])
def test_the_echo_is_found_wherever_it_comes_and_cancelled(delay_seconds: float) -> None:
    air = replace(AIR, delay_seconds=delay_seconds)
    trial = run_trial(air, [(0.4, voice(5))], quiet(6))
    assert trial.cancelled_db(4.0 + delay_seconds, 5.3) > 15


def test_what_was_learnt_is_kept_for_the_next_answer() -> None:
    replies = [(0.4, voice(5)), (7.0, voice(2, seed=2))]
    trial = run_trial(AIR, replies, quiet(9.6))
    first, second = trial.cancelled_db(1.2, 2.2), trial.cancelled_db(7.8, 8.8)
    assert second > first + 6


def test_clocks_that_run_apart_are_made_up_for() -> None:
    air = replace(AIR, drift=8e-5)
    trial = run_trial(air, [(0.4, voice(14))], quiet(14.4))
    assert trial.cancelled_db(12.0, 14.0) > trial.cancelled_db(2.0, 4.0) + 6


def test_another_rate_is_cancelled_alike() -> None:
    loud = np.repeat(voice(5), 3)
    trial = run_trial(replace(AIR, rate_hz=48_000), [(0.4, loud)], quiet(6))
    assert trial.cancelled_db(4.0, 5.3) > 15


def test_who_talks_over_us_is_left_as_loud_as_they_are() -> None:
    user = quiet(8)
    user[5 * 16_000 : 6 * 16_000] = voice(1, seed=9) / 32_768
    trial = run_trial(AIR, [(0.4, voice(7))], user)
    span = slice(5 * 16_000, 6 * 16_000)
    left = trial.cancelled[span] / 32_768
    alike = float(np.corrcoef(left, user[span])[0, 1])
    assert alike > 0.9
    assert np.square(left).sum() == pytest.approx(np.square(user[span]).sum(), rel=0.25)


def test_with_headphones_nothing_is_changed() -> None:
    user = quiet(4)
    user[16_000:] = voice(3, seed=9) / 32_768
    trial = run_trial(replace(AIR, echo_db=-120.0), [(0.4, voice(3))], user)
    assert np.array_equal(trial.cancelled, trial.heard)


def test_what_it_does_is_told() -> None:
    played = PlayedSound()
    canceller = EchoCanceller(played)
    assert canceller.figures.delay_seconds is None
    assert canceller.figures.cancelled_db == 0.0
    sound = voice(6)
    heard = np.concatenate((np.zeros(1_600, np.int16), sound // 2))
    for number in range(70):
        begin = number * FRAME_SAMPLES
        played.put(sound[begin : begin + FRAME_SAMPLES], 16_000, number * FRAME_SECONDS)
        frame = AudioFrame(heard[begin : begin + FRAME_SAMPLES], (number + 1) * FRAME_SECONDS)
        canceller.process(frame)
    figures = canceller.figures
    assert figures.delay_seconds == pytest.approx(0.1, abs=0.001)
    assert figures.cancelled_db > 10
    assert abs(figures.drift) < 5e-6


def test_after_lost_sound_the_echo_is_found_anew() -> None:
    played = PlayedSound()
    canceller = EchoCanceller(played)
    sound = voice(12)
    heard = np.concatenate((np.zeros(1_600, np.int16), sound // 2))
    left = {}
    for number in range(140):
        span = slice(number * FRAME_SAMPLES, (number + 1) * FRAME_SAMPLES)
        played.put(sound[span], 16_000, number * FRAME_SECONDS)
        if number in range(70, 74):
            continue
        if number == 74:
            canceller.lose_sound()
        left[number] = canceller.process(AudioFrame(heard[span], (number + 1) * FRAME_SECONDS))
    for frames in (range(60, 70), range(120, 140)):
        whole = heard[frames[0] * FRAME_SAMPLES : (frames[-1] + 1) * FRAME_SAMPLES] / 32_768
        rest = np.concatenate([left[number] for number in frames]) / 32_768
        assert np.square(rest).sum() < np.square(whole).sum() / 30
