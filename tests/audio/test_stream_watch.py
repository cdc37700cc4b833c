"""Unit: what blocks tell of a stream, and what is done about it; no clock."""

from __future__ import annotations

import numpy as np
import pytest

from jarvis_voice.audio.stream_watch import Ailment, StreamWatch, Treatment, Treatments

pytestmark = pytest.mark.unit

RATE_HZ = 16_000
NOISE = np.random.default_rng(3).integers(-9, 9, (1_280, 1)).astype(np.int16)


@pytest.mark.parametrize(
    ("now", "newest_at", "is_late"),
    [
        (12.9, None, False),
        (13.1, None, True),
        (12.9, 5.0, False),  # of the stream before
        (13.1, 5.0, True),
        (12.9, 12.0, False),
        (13.1, 12.0, True),
    ],
)
def test_late(now: float, newest_at: float | None, is_late: bool) -> None:
    watch = StreamWatch()
    watch.begin(10.0)
    assert watch.is_late(now, newest_at) == is_late


def fed(seconds: float, *blocks: np.ndarray, speed: float = 1.0) -> StreamWatch:
    """A watch that took these blocks in turn for so long."""
    watch = StreamWatch()
    watch.begin(0.0)
    for number in range(round(seconds * speed / 0.08)):
        watch.take(blocks[number % len(blocks)], RATE_HZ, 0.08 * number / speed)
    return watch


@pytest.mark.parametrize(
    ("value", "ailment"), [(0, "zeros"), (1, "stuck"), (-32_768, "stuck"), (None, None)]
)
def test_one_value_for_five_seconds(value: int | None, ailment: Ailment | None) -> None:
    block = NOISE if value is None else np.full((1_280, 2), value, np.int16)
    assert fed(4.9, block).ailment is None
    assert fed(5.1, block).ailment == ailment


def test_two_values_by_turns_are_no_single_one() -> None:
    blocks = [np.full((1_280, 1), value, np.int16) for value in (3, 4)]
    assert fed(20, *blocks).ailment is None


def test_an_empty_block_says_nothing() -> None:
    watch = fed(20, np.zeros((1_280, 1), np.int16), np.zeros((0, 1), np.int16))
    assert watch.ailment == "zeros"


def test_a_new_stream_is_as_flat_as_the_last_until_it_shows_otherwise() -> None:
    watch = fed(6, np.zeros((1_280, 1), np.int16))
    watch.begin(6.0)
    assert watch.ailment == "zeros"
    watch.take(NOISE, RATE_HZ, 6.1)
    assert watch.ailment is None


@pytest.mark.parametrize(
    ("speed", "is_wrong"), [(0.5, True), (0.7, True), (0.8, False), (1.4, False), (1.7, True)]
)
def test_frames_against_the_clock(speed: float, is_wrong: bool) -> None:
    assert (fed(11, NOISE, speed=speed).ailment == "wrong-speed") == is_wrong


def decided(*looks: tuple[Ailment | None, float]) -> list[Treatment | None]:
    """What is done at each look: what is wrong, and since when; a look a second."""
    treatments = Treatments()
    return [
        treatments.decide(ailment, seconds, float(now))
        for now, (ailment, seconds) in enumerate(looks)
    ]


def test_zeros_are_told_then_the_device_is_opened_anew_then_it_is_left_alone() -> None:
    looks: list[tuple[Ailment | None, float]] = [("zeros", 5), ("zeros", 9), ("zeros", 10)]
    looks += [("zeros", 11), (None, 0), (None, 0), ("zeros", 5), ("zeros", 10)]
    assert decided(*looks) == ["tell", None, "reopen", None, "tell-well", None, None, None]


def test_a_wrong_speed_is_treated_before_it_is_told() -> None:
    looks: list[tuple[Ailment | None, float]] = [("wrong-speed", 0), (None, 0), ("wrong-speed", 0)]
    assert decided(*looks, (None, 0)) == ["reopen", None, "tell", "tell-well"]


def test_after_a_minute_of_health_it_is_news_again() -> None:
    well: list[tuple[Ailment | None, float]] = [(None, 0)] * 61
    assert decided(("zeros", 5), *well, ("zeros", 5))[-1] == "tell"
    assert decided(("zeros", 5), *well[:50], ("zeros", 5))[-1] is None
