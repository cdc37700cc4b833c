"""Blocks of many channels in, mono out."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from jarvis_voice.audio.downmix import Downmix

pytestmark = pytest.mark.flow

TONE = np.rint(8_000 * np.sin(2 * np.pi * 200 * np.arange(48_000) / 16_000))


def mix(samples: NDArray[np.float64], block: int = 16_000) -> NDArray[np.int16]:
    downmix = Downmix()
    whole = np.rint(samples).astype(np.int16)
    return np.concatenate(
        [downmix.process(whole[start : start + block]) for start in range(0, len(whole), block)]
    )


def test_one_channel_is_itself() -> None:
    assert np.array_equal(mix(TONE[:, np.newaxis]), TONE)


def test_like_channels_are_their_mean() -> None:
    assert np.abs(mix(np.stack([TONE, TONE / 2], axis=1)) - TONE * 0.75).max() <= 1


def test_a_channel_that_begins_to_sound_is_heard_at_once_and_without_a_click() -> None:
    left, right = TONE.copy(), TONE.copy()
    left[16_000:] = 0
    right[:16_000] = 0
    mono = mix(np.stack([left, right], axis=1)).astype(int)
    assert np.array_equal(mono[:16_000], TONE[:16_000])
    assert np.abs(mono[16_256:] - TONE[16_256:] / 2).max() <= 1
    assert np.abs(np.diff(mono)).max() <= 1.1 * np.abs(np.diff(TONE)).max()


def test_a_hum_in_silent_channels_does_not_halve_the_voice() -> None:
    hum = np.random.default_rng(1).integers(-20, 21, (48_000, 6)).astype(np.float64)
    hum[:, 2] += TONE
    assert np.abs(mix(hum) - hum[:, 2]).max() <= 1


def test_channels_in_anti_phase_do_not_cancel() -> None:
    assert np.array_equal(mix(np.stack([TONE, -TONE], axis=1)), TONE)


def test_silence_in_all_channels_is_silence() -> None:
    assert not mix(np.zeros((16_000, 2))).any()


def test_no_samples_are_none() -> None:
    assert len(Downmix().process(np.zeros((0, 2), np.int16))) == 0
