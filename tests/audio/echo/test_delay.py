"""Where an echo is found (signals)."""

from __future__ import annotations

import numpy as np
import pytest

from jarvis_voice.audio.echo.delay import find_lag

pytestmark = pytest.mark.flow

SOUND = np.random.default_rng(3).normal(0, 0.1, 16_000).astype(np.float32)
NOISE = np.random.default_rng(4).normal(0, 0.1, 16_000).astype(np.float32)


@pytest.mark.parametrize("late", [-300, 0, 1, 777, 8_000])
def test_the_lag_is_found_under_as_much_noise(late: int) -> None:
    lag = find_lag(np.roll(SOUND, late) + NOISE, SOUND, -400, 9_000)
    assert lag is not None
    assert lag.samples == pytest.approx(late, abs=0.3)
    assert lag.sharpness > 10


def test_a_lag_between_two_samples_is_found() -> None:
    times = np.arange(16_000)
    later = np.interp(times - 100.4, times, SOUND).astype(np.float32)
    lag = find_lag(later, SOUND, 0, 400)
    assert lag is not None
    assert lag.samples == pytest.approx(100.4, abs=0.2)


def test_what_is_no_echo_has_no_sharp_lag() -> None:
    lag = find_lag(NOISE, SOUND, -400, 9_000)
    assert lag is not None
    assert lag.sharpness < 8


def test_silence_has_no_lag() -> None:
    assert find_lag(np.zeros(16_000, np.float32), SOUND, 0, 400) is None
