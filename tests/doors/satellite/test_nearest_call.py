"""Unit: of satellites that hear one call the nearer answers, and nobody waits in vain."""

import pytest

from jarvis_voice.doors.satellite.nearest_call import (
    ANSWERED_SECONDS,
    LONGEST_SECONDS,
    WINDOW_SECONDS,
    HeardScore,
    NearestCall,
    is_nearer,
)

pytestmark = pytest.mark.unit

NEAR, FAR = "kitchen", "attic"


def test_who_hears_a_call_alone_answers_at_once() -> None:
    nearest = NearestCall()
    nearest.note(FAR, 0.01, 5.0, 1.0)
    nearest.note(NEAR, 0.9, 30.0, 1.0)
    nearest.claim(NEAR, 0.9, 30.0, 1.0)
    assert nearest.verdict(NEAR, 1.0) == "answers"


def test_a_call_waits_while_another_score_rises_and_the_surer_one_answers() -> None:
    nearest = NearestCall()
    nearest.note(NEAR, 0.3, 30.0, 1.0)
    nearest.claim(FAR, 0.6, 10.0, 1.0)
    assert nearest.verdict(FAR, 1.0) == "waits"
    nearest.note(NEAR, 0.9, 30.0, 1.08)
    nearest.claim(NEAR, 0.9, 30.0, 1.08)
    assert nearest.verdict(FAR, 1.1) == "yields"
    assert nearest.verdict(NEAR, 1.1) == "answers"


def test_a_call_waits_where_sound_is_heard_elsewhere_whose_score_is_still_to_come() -> None:
    nearest = NearestCall()
    nearest.note(NEAR, 0.02, 36.0, 0.96)
    nearest.claim(FAR, 0.9, 10.0, 1.0)
    assert nearest.verdict(FAR, 1.0) == "waits"
    nearest.claim(NEAR, 0.6, 36.0, 1.16)
    assert nearest.verdict(NEAR, 1.16) == "answers"
    assert nearest.verdict(FAR, 1.2) == "yields"


@pytest.mark.parametrize(("snr_db", "ago"), [(3.0, 0.0), (9.0, 0.1), (40.0, 0.5)])
def test_a_quiet_room_or_sound_of_before_is_waited_for_by_nobody(snr_db: float, ago: float) -> None:
    nearest = NearestCall()
    nearest.note(FAR, 0.02, snr_db, 1.0 - ago)
    nearest.claim(NEAR, 0.9, 30.0, 1.0)
    assert nearest.verdict(NEAR, 1.0) == "answers"


def test_who_yielded_before_is_waited_for_at_the_next_call() -> None:
    nearest = NearestCall()
    nearest.claim(NEAR, 0.6, 10.0, 1.0)
    nearest.claim(FAR, 0.9, 30.0, 1.0)
    assert nearest.verdict(NEAR, 1.0) == "yields"
    assert nearest.verdict(FAR, 1.0) == "answers"
    nearest.note(NEAR, 0.3, 30.0, 99.98)
    nearest.claim(FAR, 0.6, 10.0, 100.0)
    assert nearest.verdict(FAR, 100.0) == "waits"


def test_nobody_waits_longer_than_the_window() -> None:
    nearest = NearestCall()
    nearest.claim(FAR, 0.6, 10.0, 1.0)
    nearest.note(NEAR, 0.3, 30.0, 1.0 + WINDOW_SECONDS)
    assert nearest.verdict(FAR, 1.0 + WINDOW_SECONDS) == "waits", "there it stands out much more"
    nearest.note(NEAR, 0.3, 30.0, 1.0 + LONGEST_SECONDS)
    assert nearest.verdict(FAR, 1.0 + LONGEST_SECONDS) == "answers"


def test_who_stands_out_no_more_is_waited_for_a_shorter_time() -> None:
    nearest = NearestCall()
    nearest.claim(FAR, 0.6, 25.0, 1.0)
    nearest.note(NEAR, 0.3, 30.0, 1.0 + WINDOW_SECONDS)
    assert nearest.verdict(FAR, 1.0 + WINDOW_SECONDS) == "answers"


def test_the_same_call_a_moment_later_elsewhere_is_not_answered_again() -> None:
    nearest = NearestCall()
    nearest.claim(NEAR, 0.6, 10.0, 1.0)
    assert nearest.verdict(NEAR, 1.0) == "answers"
    nearest.claim(FAR, 0.9, 30.0, 1.4)
    assert nearest.verdict(FAR, 1.4) == "yields"
    later = 1.0 + ANSWERED_SECONDS
    nearest.claim(FAR, 0.9, 30.0, later)
    assert nearest.verdict(FAR, later) == "answers"


def test_a_satellite_that_left_holds_up_nobody() -> None:
    nearest = NearestCall()
    nearest.note(NEAR, 0.3, 30.0, 1.0)
    nearest.forget(NEAR)
    nearest.claim(FAR, 0.6, 10.0, 1.0)
    assert nearest.verdict(FAR, 1.0) == "answers"


@pytest.mark.parametrize(
    ("one", "other", "nearer"),
    [
        ((0.55, 40.0), (0.95, 14.0), True),
        ((0.9, 1.0), (0.5, 40.0), False),
        ((0.9, 12.0), (0.5, 20.0), True),
        ((0.92, 20.0), (0.97, 12.0), True),
        ((0.5, 20.0), (0.9, 12.0), False),
    ],
)
def test_where_it_stands_out_clearly_more_counts_first_then_the_score(
    one: tuple[float, float], other: tuple[float, float], *, nearer: bool
) -> None:
    assert is_nearer(_heard(*one), _heard(*other)) is nearer


def _heard(score: float, snr_db: float) -> HeardScore:
    return HeardScore(score, snr_db, 0.0, is_rising=False)
