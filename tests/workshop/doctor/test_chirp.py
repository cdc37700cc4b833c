"""Unit: a sound that is found again in another one."""

import numpy as np
import pytest
from workshop.doctor.patient import noise, spoken

from jarvis_voice.workshop.doctor.chirp import CHIRP_SECONDS, chirp, find
from jarvis_voice.workshop.doctor.loop_check import judge_loop

pytestmark = pytest.mark.unit


def room_with_chirp(gain_db: float, at_seconds: float, noise_dbfs: float = -60) -> np.ndarray:
    sound = noise(3.0, noise_dbfs).astype(np.float64)
    played = chirp(16_000) * 10 ** (gain_db / 20)
    start = round(at_seconds * 16_000)
    sound[start : start + len(played)] += played
    return np.rint(sound).astype(np.int16)


@pytest.mark.parametrize("gain_db", [0, -20, -40])
@pytest.mark.parametrize("at_seconds", [0.0, 0.5, 2.2])
def test_it_is_found_where_it_is_and_as_loud_as_it_is(gain_db: float, at_seconds: float) -> None:
    echo = find(room_with_chirp(gain_db, at_seconds), 16_000)
    assert echo.is_heard
    assert echo.at_seconds == pytest.approx(at_seconds, abs=0.01)
    assert echo.level_db == pytest.approx(gain_db, abs=2)


def test_it_is_found_below_the_noise() -> None:
    assert find(room_with_chirp(-30, 1.0, noise_dbfs=-42), 16_000).is_heard


@pytest.mark.parametrize(
    "pcm",
    [
        spoken(),
        noise(3.0, -20),
        noise(3.0, -90),
        np.zeros(48_000, np.int16),
        np.zeros(100, np.int16),
        np.full(48_000, 900, np.int16),
        (8_000 * np.sin(np.arange(48_000) * 0.4)).astype(np.int16),
    ],
)
def test_it_is_not_found_where_it_is_not(pcm: np.ndarray) -> None:
    assert not find(pcm, 16_000).is_heard


def test_another_rate_is_as_long_and_no_louder() -> None:
    assert len(chirp(48_000)) == 3 * len(chirp(16_000)) == round(CHIRP_SECONDS * 48_000)
    assert np.abs(chirp(48_000)).max() < 10_000


def test_the_delay_is_counted_from_when_it_was_handed_over() -> None:
    echo = find(room_with_chirp(-10, 1.0), 16_000)
    assert "after 0.30 s, at -10 dB" in judge_loop(echo, lead_seconds=-0.7).detail
