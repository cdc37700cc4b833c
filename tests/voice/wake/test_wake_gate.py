"""The wake gate (unit): scores go in, one claim for each saying comes out."""

from __future__ import annotations

import pytest

from jarvis_voice.core.wake_point import WakePoint
from jarvis_voice.voice.wake.wake_gate import REFRACTORY_SECONDS, Claim, WakeGate

pytestmark = pytest.mark.flow

POINT = WakePoint("jarvis", 0.5, 0.3)
STEP = 0.08


def claims(scores: list[float], point: WakePoint = POINT) -> list[tuple[int, str]]:
    """The frame and band (or refusal) of each claim; each hit is accepted."""
    gate, found = WakeGate(point), []
    for number, score in enumerate(scores):
        if claim := gate.hears(score, number * STEP):
            found.append((number, claim.refusal or claim.band))
            if not claim.refusal and claim.band != "grey":
                gate.rest(claim.at)
    return found


def test_one_saying_is_one_claim_however_long_it_scores_high() -> None:
    found = claims([0.1, 0.4, 0.6, 0.9, 0.8, 0.1])
    assert found == [(2, "doubtful")]


def test_the_threshold_itself_is_a_hit() -> None:
    assert claims([0.1, 0.2, 0.499, 0.5]) == [(3, "doubtful")]


def test_a_second_rise_within_the_refractory_period_is_refused_with_its_reason() -> None:
    assert claims([0.9, 0.1, 0.9]) == [(0, "clear"), (2, "refractory")]


def test_it_is_heard_again_after_the_refractory_period() -> None:
    quiet = [0.0] * int(REFRACTORY_SECONDS / STEP)
    found = claims([0.9, *quiet[:-2], 0.9, *quiet, 0.9])
    assert found == [(0, "clear"), (17, "refractory"), (36, "clear")]


def test_a_score_that_never_falls_is_no_second_hit() -> None:
    assert claims([0.9] * 200) == [(0, "clear")]


def test_our_own_voice_is_no_hit_and_keeps_nobody_waiting() -> None:
    gate = WakeGate(POINT)
    own = gate.hears(0.9, 1.0, is_own_voice=True)
    assert own == Claim("jarvis", 0.9, 1.0, "clear", 1, "own-voice")
    assert gate.hears(0.9, 1.08) is None, "it has not fallen since"
    assert gate.hears(0.1, 1.16) is None
    again = gate.hears(0.9, 1.24)
    assert again is not None
    assert not again.refusal, "no refractory period after what was no hit"


def test_a_grey_claim_is_made_when_its_peak_has_passed_with_the_peaks_score_and_time() -> None:
    gate = WakeGate(POINT)
    scores = [0.1, 0.35, 0.45, 0.4, 0.35, 0.1]
    found = [gate.hears(score, number * STEP) for number, score in enumerate(scores)]
    assert found == [None] * 4 + [Claim("jarvis", 0.45, 2 * STEP, "grey", 4), None]


def test_a_grey_claim_that_drops_at_once_is_made_at_once() -> None:
    assert claims([0.1, 0.4, 0.1, 0.4, 0.1]) == [(2, "grey"), (4, "grey")]


def test_what_rises_over_the_threshold_after_a_grey_claim_is_a_hit() -> None:
    assert claims([0.4, 0.35, 0.35, 0.35, 0.6]) == [(2, "grey"), (4, "doubtful")]


def test_what_falls_from_a_hit_through_the_grey_band_claims_nothing_more() -> None:
    assert claims([0.9, 0.6, 0.45, 0.4, 0.35, 0.1]) == [(0, "clear")]


def test_after_lost_sound_a_high_score_is_a_new_rise() -> None:
    gate = WakeGate(POINT)
    assert gate.hears(0.9, 0.0)
    gate.reset()
    assert gate.hears(0.9, 2.0)


@pytest.mark.parametrize(
    ("sensitivity", "threshold"), [(0.5, 0.5), (0.0, 0.982), (1.0, 0.018), (0.6, 0.310)]
)
def test_sensitivity_moves_the_threshold_in_log_odds(sensitivity: float, threshold: float) -> None:
    moved = WakePoint("jarvis", 0.5, 0.25).at_sensitivity(sensitivity)
    assert moved.threshold == pytest.approx(threshold, abs=1e-3)
    assert moved.grey_from < moved.threshold < moved.clear_from


def test_one_half_is_the_heads_own_operating_point() -> None:
    moved = WakePoint("jarvis", 0.83, 0.41).at_sensitivity(0.5)
    assert moved.threshold == pytest.approx(0.83)
    assert moved.grey_from == pytest.approx(0.41)


def test_the_doubtful_band_mirrors_the_grey_one() -> None:
    point = WakePoint("jarvis", 0.5, 0.3)
    bands = [point.band(score) for score in (0.29, 0.3, 0.499, 0.5, 0.699, 0.701)]
    assert bands == [None, "grey", "grey", "doubtful", "doubtful", "clear"]
