import pytest

from jarvis_voice.workshop.training.operating_point import (
    Rate,
    Share,
    alarms,
    best_threshold,
    calibrated,
    misses,
    poisson_upper,
)

pytestmark = pytest.mark.flow


def test_no_event_in_three_hours_is_under_one_an_hour() -> None:
    assert poisson_upper(0) == pytest.approx(2.9957, abs=1e-3)
    assert poisson_upper(1) == pytest.approx(4.7439, abs=1e-3)
    assert str(Rate(0, 3.0)) == "0 in 3.00 h (95 %: under 1.00 an hour)"


def test_a_share_has_wilson_bounds() -> None:
    assert Share(0, 100).bounds_percent == pytest.approx((0.0, 3.699), abs=1e-2)
    assert Share(5, 100).bounds_percent == pytest.approx((2.154, 11.175), abs=1e-2)
    assert Share(0, 0).bounds_percent == (0.0, 100.0)


def test_words_below_the_threshold_are_missed() -> None:
    assert misses([1.0, 2.0, 3.0], 2.0) == Share(1, 3)


def test_what_fires_within_the_refractory_period_is_the_same_alarm() -> None:
    logits = [0.0] * 100
    for step in (10, 12, 30, 36, 90):
        logits[step] = 5.0

    assert alarms(logits, 1.0) == 3


def test_the_threshold_lies_in_the_gap_nearer_to_the_talk() -> None:
    assert best_threshold([7.0] * 100, [[1.0] * 1_000]) == pytest.approx(3.1, abs=0.11)


def test_one_word_is_given_up_for_many_false_accepts() -> None:
    noisy_hour = [4.0 if step % 1_000 == 0 else -3.0 for step in range(45_000)]

    assert 4.0 < best_threshold([2.0, *[8.0] * 99], [noisy_hour]) < 8.0


def test_a_rare_false_accept_is_borne_for_many_words() -> None:
    quiet_day = [-3.0] * 45_000
    loud_hour = [6.0, *[-3.0] * 44_999]

    found = best_threshold([*[5.0] * 50, *[8.0] * 50], [loud_hour, *[quiet_day] * 9])

    assert -3.0 < found <= 5.0


def test_calibration_puts_the_threshold_and_the_median_where_they_belong() -> None:
    calibration = calibrated(2.0, [5.0, 6.0, 7.0])

    assert calibration.score(2.0) == pytest.approx(0.6)
    assert calibration.score(6.0) == pytest.approx(0.98)
    assert calibration.score(-5.0) < 0.05
