"""The curve of a wake word (unit): scores in, misses and false accepts with bounds out."""

import json
from pathlib import Path

import numpy as np
import pytest

from jarvis_voice.workshop.benches.wake_curve import Stream, curve, draw

pytestmark = pytest.mark.flow

QUIET = [0.01] * 30


def stream(*scores: float, seconds: float = 3_600.0) -> Stream:
    return Stream(np.array([*QUIET, *scores, *QUIET]), seconds)


def test_one_saying_is_one_hit_and_two_are_two() -> None:
    assert stream(0.4, 0.9, 0.9, 0.3).hits(0.5) == 1
    assert stream(0.9, *QUIET, 0.9).hits(0.5) == 2
    assert stream(0.9).hits(0.95) == 0


def test_misses_fall_and_false_accepts_rise_with_a_lower_threshold() -> None:
    positives = [stream(0.9), stream(0.7), stream(0.3)]
    negatives = [stream(0.6), stream(0.2)]
    points = curve(positives, negatives, 0.5, (0.1, 0.65, 0.8))
    assert [point.threshold for point in points] == [0.1, 0.5, 0.65, 0.8]
    assert [point.missed.count for point in points] == [0, 1, 1, 2]
    assert [point.false_accepts.count for point in points] == [2, 1, 0, 0]
    assert [point.is_operating for point in points] == [False, True, False, False]


def test_none_in_two_hours_is_under_one_and_a_half_an_hour() -> None:
    [point] = curve([stream(0.9)], [stream(), stream()], 0.5, ())
    assert point.false_accepts.upper_an_hour == pytest.approx(3.0 / 2, rel=0.01)
    values = json.loads(json.dumps(point.to_json()))
    assert values["missed_bounds_percent"] == [0.0, pytest.approx(79.3, abs=0.1)]
    assert values["false_accepts"] == {"count": 0, "hours": 2.0}


def test_the_curve_is_drawn(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    draw(curve([stream(0.9)], [stream(0.6)], 0.5), "Wake word", tmp_path / "curve.png")
    assert (tmp_path / "curve.png").read_bytes().startswith(b"\x89PNG")
