"""The second look at a wake word (unit): levels and probabilities in, a reason or none out."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import pytest

from jarvis_voice.voice.wake.second_stage import (
    BackOff,
    ClaimedSpan,
    backdrop,
    levels_of,
    why_no_call,
    why_not_promoted,
    why_refused,
)
from jarvis_voice.voice.wake.wake_gate import Claim

pytestmark = pytest.mark.flow

QUIET, WORD = [-60.0] * 40, [-25.0] * 30
SPEECH = [0.1] * 10 + [0.9] * 7 + [0.1] * 3
CLAIM = Claim("jarvis", 0.4, 1.0, "grey", 3)


def call(**changed: object) -> ClaimedSpan:
    values: dict[str, object] = {
        "levels_dbfs": QUIET + WORD,
        "floor_dbfs": -60.0,
        "speech": SPEECH,
        "likeness": -0.5,
    }
    return ClaimedSpan(**(values | changed))  # type: ignore[arg-type] # one dict for fields of several types


def test_a_called_word_may_be_a_call_and_is_promoted() -> None:
    assert why_no_call(call()) == ""
    assert why_not_promoted(CLAIM, call()) == ""
    for unasked in (call(likeness=None), call(likeness=None, speech=[0.9] * 20)):
        assert why_not_promoted(CLAIM, unasked) == "", "then speech to text is asked"


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"levels_dbfs": [-np.inf] * 80}, "silence"),
        ({"levels_dbfs": [-90.0] * 80, "floor_dbfs": None}, "silence"),
        ({"levels_dbfs": [-59.0] * 80}, "noise-floor"),
        ({"levels_dbfs": [-60.0] * 77 + [-10.0] * 3}, "click"),
        ({"speech": [0.01] * 20}, "no-speech"),
    ],
)
def test_what_cannot_be_a_call_is_refused_for_a_reason(
    changed: dict[str, object], reason: str
) -> None:
    assert why_no_call(call(**changed)) == reason
    assert why_not_promoted(CLAIM, call(**changed)) == reason


@pytest.mark.parametrize(
    "changed",
    [
        {"floor_dbfs": None},
        {"speech": ()},
        {"likeness": -10.5},
        {"likeness": None},
        {"speech": [0.9] * 20},
        {"levels_dbfs": [-58.0] * 40 + [-50.0] * 20},
        {"levels_dbfs": [-30.0] * 40 + [-26.0] * 20, "floor_dbfs": -30.0},
    ],
    ids=["floor", "vad", "not quite the word", "unasked", "mid-sentence", "faint", "in loud noise"],
)
def test_what_is_not_known_or_not_clear_speaks_for_the_user(changed: dict[str, object]) -> None:
    assert why_no_call(call(**changed)) == ""


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"likeness": -10.1}, "below-threshold"),
        ({"likeness": -9.9}, ""),
        ({"speech": ()}, "little-speech"),
        ({"speech": [0.9] * 20, "likeness": -10.1}, "within-speech"),
        ({"speech": [0.9] * 20, "likeness": -9.9}, ""),
    ],
)
def test_below_the_threshold_everything_must_speak_for_a_call(
    changed: dict[str, object], reason: str
) -> None:
    assert why_not_promoted(CLAIM, call(**changed)) == reason


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"likeness": -9.9}, ""),
        ({"likeness": None}, ""),
        ({"likeness": -10.1}, "another-word"),
        ({"levels_dbfs": [-59.0] * 80}, "noise-floor"),
    ],
)
def test_above_the_threshold_only_another_word_and_no_sound_speak_against_a_call(
    changed: dict[str, object], reason: str
) -> None:
    assert why_refused(call(**changed)) == reason


def test_how_likely_a_word_must_be_is_its_own() -> None:
    # "zarquon" is never spelled so, "computer" nearly always
    assert why_not_promoted(CLAIM, call(likeness=-24.0, like_needed=-25.0)) == ""
    assert why_refused(call(likeness=-24.9, like_needed=-25.0)) == ""
    assert why_not_promoted(CLAIM, call(likeness=-8.0, like_needed=-7.0)) == "below-threshold"
    assert why_refused(call(likeness=-8.1, like_needed=-7.0)) == "another-word"


@pytest.mark.parametrize(
    ("changed", "around"),
    [
        ({}, "quiet"),
        ({"floor_dbfs": -49.0}, "noise"),
        ({"floor_dbfs": -51.0}, "quiet"),
        ({"floor_dbfs": None}, "quiet"),
        ({"floor_dbfs": -49.0, "speech": ()}, "quiet"),
        ({"floor_dbfs": -49.0, "speech": [0.9] * 20}, "talk"),
    ],
    ids=["far below", "24 dB below", "26 dB below", "floor not known", "vad not asked", "talk"],
)
def test_what_else_sounds_is_told_by_the_floor_and_the_vad(
    changed: dict[str, object], around: str
) -> None:
    assert backdrop(call(**changed)) == around


def test_a_score_of_a_single_frame_is_not_promoted() -> None:
    assert why_not_promoted(Claim("jarvis", 0.4, 1.0, "grey", 1), call()) == "too-brief"


def test_levels_are_those_of_20_ms() -> None:
    pcm = np.concatenate((np.zeros(320, np.int16), np.full(320, 3_277, np.int16)))
    assert levels_of(pcm) == [-np.inf, pytest.approx(-20.0, abs=0.01)]
    assert levels_of(pcm[:100]) == []


# ---- back-off


def asked(times: Iterable[float], score: float = 0.4) -> list[float]:
    """When claims at these times are asked about, if each is refused."""
    back_off, found = BackOff(), []
    for at in times:
        if due := back_off.due(at):
            found.append(due.at)
            back_off.refused(at)
        claim = Claim("jarvis", score, at, "grey")
        is_admitted, _ = back_off.admit(claim)
        if is_admitted:
            found.append(at)
            back_off.refused(at)
    return found


def test_two_hundred_noisy_claims_are_asked_about_seldom() -> None:
    times = [number * 0.7 for number in range(200)]
    assert len(asked(times)) <= 140 / BackOff.LONGEST_SECONDS + 4


def test_a_claim_after_a_calm_time_is_asked_about_at_once() -> None:
    assert asked([0.0, 30.0, 60.0]) == [0.0, 30.0, 60.0]


def test_one_retry_is_kept_and_asked_about_when_the_time_is_over() -> None:
    back_off = BackOff()
    back_off.refused(0.0)
    retry = Claim("jarvis", 0.45, 0.6, "grey")
    assert back_off.admit(retry) == (False, None)
    assert back_off.due(0.9) is None
    assert back_off.due(1.0) == retry
    assert back_off.due(1.1) is None


def test_of_several_retries_the_best_is_kept_and_the_others_are_given_up() -> None:
    back_off = BackOff()
    back_off.refused(0.0)
    first, better, worse = (
        Claim("jarvis", score, at, "grey") for score, at in ((0.35, 0.2), (0.45, 0.4), (0.4, 0.6))
    )
    assert [back_off.admit(claim)[1] for claim in (first, better, worse)] == [None, first, worse]
    assert back_off.due(1.0) == better


def test_after_a_call_nothing_is_held_back() -> None:
    back_off = BackOff()
    back_off.refused(0.0)
    back_off.accepted()
    assert back_off.admit(Claim("jarvis", 0.4, 0.1, "grey")) == (True, None)
