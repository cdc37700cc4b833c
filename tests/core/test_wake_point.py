"""Points of wake words (unit): a score goes in, what it is worth and what it lacks come out."""

from __future__ import annotations

import pytest

from jarvis_voice.core.wake_point import (
    DOUBT_COUNTS,
    DOUBT_COUNTS_IN_TALK,
    FORGIVEN_IN_NOISE,
    LIKER_BY,
    SURENESS_COUNTS,
    WakePoint,
)

pytestmark = pytest.mark.unit

POINT = WakePoint("jarvis", threshold=0.5, grey_from=0.1, like_from=-10.0)


def test_at_the_threshold_a_score_has_no_doubt_and_needs_a_likeness_a_little_above_its_own() -> (
    None
):
    assert POINT.doubt(0.5) == pytest.approx(0.0)
    assert POINT.like_needed(0.5, "quiet") == pytest.approx(-10.0 + LIKER_BY)


@pytest.mark.parametrize(("score", "lacks"), [(0.1, 2.197), (0.3, 0.847)])
def test_what_a_score_lacks_the_likeness_must_have(score: float, lacks: float) -> None:
    in_quiet, in_talk = (POINT.like_needed(score, around) for around in ("quiet", "talk"))
    assert in_quiet == pytest.approx(-10.0 + LIKER_BY + DOUBT_COUNTS * lacks, abs=1e-3)
    assert in_talk == pytest.approx(-10.0 + LIKER_BY + DOUBT_COUNTS_IN_TALK * lacks, abs=1e-3)


def test_a_word_that_noise_covers_needs_less_likeness() -> None:
    in_quiet, in_noise = (POINT.like_needed(0.3, around) for around in ("quiet", "noise"))
    assert in_quiet - in_noise == pytest.approx(FORGIVEN_IN_NOISE)


def test_the_surer_a_score_above_the_threshold_the_less_likeness_it_needs() -> None:
    needed = POINT.like_needed(0.9, "talk")
    assert needed == pytest.approx(-10.0 + LIKER_BY - SURENESS_COUNTS * 2.197, abs=1e-2)


def test_a_score_of_nothing_or_of_all_is_no_error() -> None:
    needed = [POINT.like_needed(score, "quiet") for score in (0.0, 0.001, 0.999, 1.0)]
    assert needed == sorted(needed, reverse=True)
    assert needed[0] < 0, "a likeness can reach it"


def test_a_more_sensitive_word_needs_less_likeness() -> None:
    needed = [point.like_needed(0.3, "quiet") for point in (POINT, POINT.at_sensitivity(0.7))]
    assert needed[1] < needed[0]
