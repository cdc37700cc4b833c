from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from jarvis_voice.audio.pcm import FLOOR_DBFS, FrameCutter, Resampler, level_dbfs, to_mono

pytestmark = pytest.mark.flow


def tone(hz: float, rate_hz: int, seconds: float = 1.0, peak: float = 0.5) -> NDArray[np.int16]:
    time = np.arange(round(rate_hz * seconds)) / rate_hz
    return np.rint(np.sin(2 * np.pi * hz * time) * peak * 32_767).astype(np.int16)


@pytest.mark.parametrize(
    ("samples", "expected"),
    [
        (np.array([1, -2, 32_767], np.int16), [1, -2, 32_767]),
        (np.array([[1], [-2]], np.int16), [1, -2]),
        (np.array([[32_767, 32_767], [10, -20]], np.int16), [32_767, -5]),
        (np.array([0, 128, 255], np.uint8), [-32_768, 0, 32_512]),
        (np.array([5 << 16, -(5 << 16), 2**31 - 1], np.int32), [5, -5, 32_767]),
        (np.array([0x123456 << 8, -0x123456 << 8], np.int32), [0x1234, -0x1234]),
        (np.array([0.5, -1.0, 1.0, 7.0], np.float32), [16_384, -32_768, 32_767, 32_767]),
        (np.array([[0.5, 0.25], [np.nan, np.nan]], np.float64), [12_288, 0]),
        (np.zeros((0, 2), np.int16), []),
    ],
)
def test_any_format_becomes_mono_int16(samples: NDArray[Any], expected: list[int]) -> None:
    mono = to_mono(samples)
    assert mono.dtype == np.int16
    assert mono.tolist() == expected


def test_a_strange_sample_type_is_refused() -> None:
    with pytest.raises(TypeError, match="complex"):
        to_mono(np.zeros(3, np.complex64))


@pytest.mark.parametrize(
    ("pcm", "dbfs"),
    [
        (np.zeros(100, np.int16), FLOOR_DBFS),
        (np.zeros(0, np.int16), FLOOR_DBFS),
        (np.full(100, -32_768, np.int16), 0.0),
        (np.full(100, 3_277, np.int16), -20.0),
        (tone(1_000, 16_000, peak=1.0), -3.01),
    ],
)
def test_level(pcm: NDArray[np.int16], dbfs: float) -> None:
    assert level_dbfs(pcm) == pytest.approx(dbfs, abs=0.01)


def resampled(pcm: NDArray[np.int16], from_hz: int, to_hz: int, block: int) -> NDArray[np.int16]:
    resampler = Resampler(from_hz, to_hz)
    blocks = [resampler.process(pcm[i : i + block]) for i in range(0, len(pcm), block)]
    return np.concatenate([*blocks, resampler.flush()])


@pytest.mark.parametrize("block", [480, 3_840, 1_001])
def test_a_tone_above_the_new_half_rate_is_gone(block: int) -> None:
    out = resampled(tone(12_000, 48_000), 48_000, 16_000, block)
    assert level_dbfs(out[800:-800]) < level_dbfs(tone(12_000, 48_000)) - 50


@pytest.mark.parametrize("block", [480, 3_840, 1_001])
def test_a_tone_below_it_stays_over_the_block_edges(block: int) -> None:
    out = resampled(tone(1_000, 48_000), 48_000, 16_000, block)
    expected = tone(1_000, 16_000)
    assert len(out) == len(expected)
    assert level_dbfs(out) == pytest.approx(level_dbfs(expected), abs=0.5)
    difference = (out[800:-800].astype(int) - expected[800:-800]).astype(np.int16)
    assert level_dbfs(difference) < -60


@pytest.mark.parametrize(
    ("from_hz", "to_hz"), [(44_100, 16_000), (8_000, 16_000), (22_050, 48_000)]
)
def test_the_length_is_kept_in_seconds(from_hz: int, to_hz: int) -> None:
    out = resampled(tone(440, from_hz), from_hz, to_hz, 1_280)
    assert abs(len(out) - to_hz) <= 1


def test_equal_rates_pass_through() -> None:
    pcm = tone(440, 16_000)
    assert np.array_equal(resampled(pcm, 16_000, 16_000, 333), pcm)


def test_a_flushed_resampler_begins_anew() -> None:
    resampler, pcm = Resampler(48_000, 16_000), tone(440, 48_000)
    first = np.concatenate([resampler.process(pcm), resampler.flush()])
    second = np.concatenate([resampler.process(pcm), resampler.flush()])
    assert len(first) == len(second) == 16_000
    assert np.abs(first.astype(int) - second).max() <= 2


def test_frames_are_cut_and_the_last_is_padded() -> None:
    cutter = FrameCutter(4)
    assert cutter.push(np.array([1, 2, 3], np.int16)) == []
    frames = cutter.push(np.arange(4, 11, dtype=np.int16))
    assert [frame.tolist() for frame in frames] == [[1, 2, 3, 4], [5, 6, 7, 8]]
    assert len(cutter.rest) == 2
    last = cutter.pad()
    assert last is not None
    assert last.tolist() == [9, 10, 0, 0]
    assert cutter.pad() is None
