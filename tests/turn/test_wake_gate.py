"""The wake gate (unit): scores go in, one hit for each saying comes out."""

from __future__ import annotations

from jarvis_voice.turn.wake_gate import REFRACTORY_SECONDS, WakeGate


def hits(scores: list[float], step: float = 0.08) -> list[int]:
    gate = WakeGate(0.5)
    return [n for n, score in enumerate(scores) if gate.hears(score, n * step)]


def test_one_saying_is_one_hit_however_long_it_scores_high() -> None:
    assert hits([0.1, 0.4, 0.6, 0.9, 0.8, 0.3, 0.6, 0.1]) == [2]


def test_the_threshold_itself_is_a_hit() -> None:
    assert hits([0.499, 0.5]) == [1]


def test_it_is_heard_again_after_the_refractory_period() -> None:
    quiet = [0.0] * int(REFRACTORY_SECONDS / 0.08)
    assert hits([0.9, *quiet[:-2], 0.9, *quiet, 0.9]) == [0, 36]


def test_our_own_voice_is_no_hit_and_keeps_nobody_waiting() -> None:
    gate = WakeGate(0.5)
    assert not gate.hears(0.9, 1.0, is_own_voice=True)
    assert not gate.hears(0.9, 1.08), "it has not fallen since"
    assert not gate.hears(0.1, 1.16)
    assert gate.hears(0.9, 1.24), "no refractory period after what was no hit"


def test_a_score_that_never_falls_is_no_second_hit() -> None:
    assert hits([0.9] * 200) == [0]
