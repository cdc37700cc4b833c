"""What was played, as it is kept (scripted blocks)."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from jarvis_voice.audio.echo.reference import KEPT_SECONDS, PlayedSound, Stretch

pytestmark = pytest.mark.flow


def ramp(begin: int, count: int) -> NDArray[np.int16]:
    return np.arange(begin, begin + count).astype(np.int16)


def put(played: PlayedSound, seconds: float, at: float = 0.0) -> None:
    for number in range(round(seconds * 100)):
        played.put(ramp(number * 160, 160), 16_000, at + number * 0.01)


def test_blocks_that_follow_are_one_stretch_however_their_times_shake() -> None:
    played = PlayedSound()
    for number, error in enumerate([0.0, 0.03, -0.03, 0.01]):
        played.put(ramp(number * 160, 160), 16_000, 5.0 + number * 0.01 + error)
    (stretch,) = played.gather(0.0)
    assert stretch.end == 640
    assert stretch.starts_at == pytest.approx(5.005)
    assert stretch.ends_at == pytest.approx(5.045)


@pytest.mark.parametrize(("rate_hz", "at"), [(16_000, 6.0), (48_000, 5.01)])
def test_a_pause_or_another_rate_begins_another_stretch(rate_hz: int, at: float) -> None:
    played = PlayedSound()
    played.put(ramp(0, 160), 16_000, 5.0)
    played.put(ramp(0, 160), rate_hz, at)
    assert len(played.gather(0.0)) == 2


def test_samples_come_back_as_they_were_put_with_silence_around_them() -> None:
    played = PlayedSound()
    put(played, 0.02)
    (stretch,) = played.gather(-1.0)
    found = stretch.read(-2, 6) * 32_768
    assert found.tolist() == [0, 0, 0, 1, 2, 3]
    assert (stretch.read(318, 4) * 32_768).tolist() == [318, 319, 0, 0]


def test_between_samples_a_curve_is_laid() -> None:
    stretch = Stretch(16_000, 0.0)
    times = np.arange(1_600)
    wave = 8_000 * np.sin(2 * np.pi * 1_000 * times / 16_000)
    stretch.add(wave.astype(np.int16), 0.0)
    places = 100.3 + 1.001 * np.arange(800)
    wanted = 8_000 * np.sin(2 * np.pi * 1_000 * places / 16_000)
    found = stretch.read(100.3, 800, 1.001) * 32_768
    assert np.abs(found - wanted).max() < 15


def test_other_rates_become_16_000_hz() -> None:
    played = PlayedSound()
    times = np.arange(48_000) / 48_000
    tone = (8_000 * np.sin(2 * np.pi * 500 * times)).astype(np.int16)
    for number in range(100):
        played.put(tone[number * 480 : (number + 1) * 480], 48_000, number * 0.01)
    (stretch,) = played.gather(0.0)
    wanted = 8_000 * np.sin(2 * np.pi * 500 * np.arange(4_000, 8_000) / 16_000)
    assert np.abs(stretch.read(4_000, 4_000) * 32_768 - wanted).max() < 30


def test_only_the_last_seconds_are_kept_and_old_stretches_go() -> None:
    played = PlayedSound()
    put(played, KEPT_SECONDS + 2)
    (stretch,) = played.gather(0.0)
    assert not stretch.read(0, 1_000).any()
    assert stretch.read(stretch.end - 1_000, 1_000).any()
    assert played.gather(20.0) == []


def test_silence_does_not_count_as_sound() -> None:
    played = PlayedSound()
    played.put(ramp(1, 160), 16_000, 5.0)
    played.put(np.zeros(16_000, np.int16), 16_000, 5.01)
    assert played.sounded_since(5.0)
    assert not played.sounded_since(5.02)
