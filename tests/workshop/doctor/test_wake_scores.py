"""Unit: the tries in a row of scores, their histogram, and what they mean."""

import pytest

from jarvis_voice.core.wake_point import WakePoint
from jarvis_voice.workshop.doctor.check_result import Status
from jarvis_voice.workshop.doctor.wake_scores import histogram, judge_wake, peaks_of

pytestmark = pytest.mark.unit

POINT = WakePoint("jarvis", threshold=0.6, grey_from=0.3)


def test_each_saying_has_one_peak() -> None:
    saying = [0.0, 0.3, 0.8, 0.9, 0.7, 0.2]
    silence = [0.01] * 30
    assert peaks_of([*silence, *saying, *silence, *saying[:3], *silence]) == (0.9, 0.8)
    assert peaks_of(silence) == ()
    assert peaks_of([]) == ()


def test_the_histogram_counts_every_try_once_and_shows_where_the_word_is_heard() -> None:
    lines = histogram((0.0, 0.61, 0.65, 1.0), 0.6)
    assert len(lines) == 10
    assert lines[0] == "0.0-0.1 #"
    assert lines[6] == "0.6-0.7 ##  <- heard from 0.60 on"
    assert lines[9] == "0.9-1.0 #"


@pytest.mark.parametrize(
    ("scores", "was_asked", "status"),
    [
        ((0.9,) * 5, True, "ok"),
        ((0.9, 0.9, 0.5, 0.9, 0.9), True, "warning"),
        ((0.9, 0.5), False, "ok"),
        ((0.2, 0.3), True, "failed"),
        ((0.2, 0.3), False, "warning"),
        ((), True, "failed"),
        ((), False, "warning"),
    ],
)
def test_what_scores_mean(scores: tuple[float, ...], was_asked: bool, status: Status) -> None:
    assert judge_wake(scores, POINT, was_asked=was_asked).status == status
