"""Unit: what a sound is like in figures, and what they mean."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from workshop.doctor.patient import noise, spoken

from jarvis_voice.core.types import FRAME_SECONDS
from jarvis_voice.workshop.doctor.check_result import Status
from jarvis_voice.workshop.doctor.sound_figures import (
    Figures,
    delivered_hz,
    figures_of,
    judge_clipping,
    judge_level,
    judge_noise,
    judge_rate,
    judge_zeros,
    meter,
)

pytestmark = pytest.mark.unit

WELL = Figures(
    seconds=5.0,
    loud_dbfs=-24.0,
    floor_dbfs=-62.0,
    peak=0.5,
    clipped_share=0.0,
    zero_frames=0,
    frames=62,
    is_constant=False,
)


def with_(**changes: object) -> Figures:
    from dataclasses import replace

    return replace(WELL, **changes)  # type: ignore[arg-type] # fields by name


def test_the_figures_of_a_room_in_which_somebody_speaks() -> None:
    figures = figures_of(spoken(speech_dbfs=-20, noise_dbfs=-65))
    assert figures.loud_dbfs == pytest.approx(-20, abs=1)
    assert figures.floor_dbfs == pytest.approx(-65, abs=1)
    assert figures.clipped_share == 0
    assert figures.zero_frames == 0
    assert not figures.is_dead


def test_zeros_and_a_stuck_value_are_dead() -> None:
    assert figures_of(np.zeros(16_000, np.int16)).is_dead
    stuck = figures_of(np.full(16_000, 77, np.int16))
    assert stuck.is_dead
    assert judge_zeros(stuck, is_live=True).status == "failed"


def test_zeros_between_words_do_not_lower_the_noise_floor() -> None:
    pcm = np.concatenate([noise(1.0, -50), np.zeros(32_000, np.int16)])
    assert figures_of(pcm).floor_dbfs == pytest.approx(-50, abs=1)


@pytest.mark.parametrize("top", [32_767, 20_000])
def test_a_plateau_is_clipping_wherever_it_is(top: int) -> None:
    loud = np.clip(spoken().astype(np.int32) * 60, -top, top).astype(np.int16)
    assert figures_of(loud).clipped_share > 0.01
    assert judge_clipping(figures_of(loud)).status == "failed"


def test_a_loud_sound_that_touches_the_top_now_and_then_is_not_clipped() -> None:
    time = np.arange(80_000) / 16_000
    tone = np.rint(32_767 * np.sin(2 * np.pi * 440 * time)).astype(np.int16)
    assert judge_clipping(figures_of(tone)).status == "ok"


@given(st.binary(min_size=2, max_size=6_000))
def test_any_sound_has_figures(data: bytes) -> None:
    figures = figures_of(np.frombuffer(data[: len(data) // 2 * 2], np.int16))
    assert 0 <= figures.clipped_share <= 1
    assert 0 <= figures.peak <= 1
    assert figures.floor_dbfs <= figures.loud_dbfs <= 0.1


def test_a_rate_is_counted_over_jitter() -> None:
    random = np.random.default_rng(1)
    stamps = np.arange(60) * FRAME_SECONDS + random.uniform(0, 0.1, 60)
    assert delivered_hz(list(stamps)) == pytest.approx(16_000, rel=0.03)
    assert delivered_hz(list(stamps * 16 / 11.025)) == pytest.approx(11_025, rel=0.03)
    assert delivered_hz([0.0] * 5) is None


def test_a_machine_that_stalls_and_catches_up_keeps_its_rate() -> None:
    stamps = np.arange(60) * FRAME_SECONDS
    stalled = np.maximum(stamps, np.where((stamps > 1.5) & (stamps < 2.8), 2.8, 0))
    assert delivered_hz(list(stalled)) == pytest.approx(16_000, rel=0.01)


@pytest.mark.parametrize(
    ("dbfs", "status"), [(-20, "ok"), (-41, "ok"), (-45, "warning"), (-51, "failed"), (None, "ok")]
)
def test_how_loud_speech_must_be(dbfs: float | None, status: Status) -> None:
    assert judge_level(WELL, dbfs).status == status


@pytest.mark.parametrize(
    ("floor", "speech", "status"),
    [
        (-62, None, "ok"),
        (-37, None, "warning"),
        (-24, None, "failed"),
        (-45, -36, "warning"),
        (-45, -30, "ok"),
    ],
)
def test_how_quiet_a_room_must_be(floor: float, speech: float | None, status: Status) -> None:
    assert judge_noise(with_(floor_dbfs=floor), speech).status == status


@pytest.mark.parametrize(
    ("zeros", "is_live", "status"),
    [(0, True, "ok"), (10, True, "ok"), (20, True, "warning"), (20, False, "ok")],
)
def test_how_many_zeros_are_a_fault(zeros: int, is_live: bool, status: Status) -> None:
    assert judge_zeros(with_(zero_frames=zeros), is_live=is_live).status == status
    assert judge_zeros(with_(zero_frames=62), is_live=is_live).status == "failed"


@pytest.mark.parametrize(
    ("rate", "gaps", "status"),
    [
        (16_000, 0, "ok"),
        (15_300, 0, "ok"),
        (16_000, 1, "warning"),
        (14_900, 0, "warning"),
        (11_025, 0, "failed"),
        (48_000, 0, "failed"),
    ],
)
def test_how_far_off_a_rate_may_be(rate: float, gaps: int, status: Status) -> None:
    assert judge_rate(rate, gaps).status == status


def test_the_meter_goes_from_left_to_right() -> None:
    bars = [meter(dbfs) for dbfs in (-90, -60, -30, 0, 6)]
    assert [bar.count("#") for bar in bars] == [0, 0, 15, 30, 30]
    assert {len(bar) for bar in bars} == {32}
