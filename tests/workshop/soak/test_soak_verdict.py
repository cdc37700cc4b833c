"""Unit: what the samples of a long run say: each thing that grows is named, nothing else is."""

import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from jarvis_voice.platform.loop_lag import LagCount
from jarvis_voice.workshop.soak.soak_verdict import Bars, judge, leaks, slope
from jarvis_voice.workshop.soak.soak_watch import (
    FULL_SPEED,
    LISTENING,
    Census,
    ProcessMemory,
    Sample,
)

pytestmark = pytest.mark.unit

Grow = Callable[[int], float]


def flat(number: int) -> float:
    return 0.0


def sample(number: int, part: str = FULL_SPEED, **grows: Grow) -> Sample:
    """One of a hundred, 20 turns or 10 s apart."""
    noise = random.Random(number)

    def grown(what: str) -> float:
        return grows.get(what, flat)(number)

    lags = LagCount()
    for look in range(100):
        lags.add(2.0 + grown("lag") * (look % 50 == 0))
    mb = 500 + grown("memory") + noise.gauss(0, 0.2)
    return Sample(
        part,
        20 * number,
        10.0 * number,
        ProcessMemory(mb, mb - 10, mb - 80),
        mb + 200 * noise.random(),
        20 + round(grown("descriptors")) + noise.choice((0, 0, 1)),
        13 + round(grown("threads")),
        5 + round(grown("tasks")) + noise.choice((0, 0, 4)),
        1_000 + round(grown("log")),
        2_000_000 + round(grown("database")),
        4_000_000 + round(grown("journal")),
        lags,
    )


def run(**grows: Grow) -> list[Sample]:
    return [sample(number, FULL_SPEED, **grows) for number in range(101)]


def census(turns: int, queued: int = 0, **rows: int) -> Census:
    return Census(turns, queued, rows, {})


CLEAN = [census(0), census(400), census(2_000)]


def named(samples: list[Sample], counts: list[Census] | None = None) -> tuple[str, ...]:
    bars = Bars(rows={"latency": 5_000})
    return leaks(judge(samples, CLEAN if counts is None else counts, bars))


def test_a_run_in_which_nothing_grows_keeps_every_promise() -> None:
    found = judge(run(), CLEAN, Bars())
    assert [one.what for one in found if one.is_kept is not True] == []
    assert {one.wanted for one in found} >= {"< 1 MB", "< 10 MB", "< 50 ms"}


@pytest.mark.parametrize(
    ("grows", "what"),
    [
        ({"memory": lambda n: 0.4 * n}, "memory (RSS) in 100 turns, full speed"),
        ({"descriptors": lambda n: n / 10}, "more descriptors at the end, full speed"),
        ({"threads": lambda n: n / 10}, "more threads at the end, full speed"),
        ({"tasks": lambda n: n / 10}, "more tasks at the end, full speed"),
        ({"log": lambda n: 200_000 * n}, "the log"),
        ({"database": lambda n: 20 * 9_000 * n}, "the database, a turn"),
        ({"journal": lambda n: 200_000 * n}, "the database's journal"),
        ({"lag": lambda n: 80.0}, "p99 of the event loop's lag, full speed"),
    ],
)
def test_what_grows_is_named_and_nothing_else(grows: dict[str, Grow], what: str) -> None:
    assert named(run(**grows)) == (what,)


def test_queues_and_rows_that_grow_are_named() -> None:
    counts = [census(0), census(400, 1, latency=400), census(2_000, 9, latency=5_001)]
    assert named(run(), counts) == ("more waiting in queues", "rows of latency")


def test_what_fills_up_during_the_warm_up_is_no_leak() -> None:
    assert named(run(memory=lambda n: 10.0 * min(n, 18), threads=lambda n: min(n, 18))) == ()


def test_one_moment_of_much_is_no_growth() -> None:
    assert named(run(tasks=lambda n: 40 * (n == 90), descriptors=lambda n: 9 * (n == 99))) == ()


def test_a_rare_long_lag_is_told_and_no_failure() -> None:
    found = judge(run(lag=lambda n: 400.0 * (n == 50)), CLEAN, Bars())
    [lag] = [one for one in found if "lag" in one.what]
    assert lag.is_kept
    assert "longest was 402 ms" in lag.note


def test_while_listening_memory_is_counted_by_the_hour() -> None:
    samples = [sample(n, LISTENING, memory=lambda n: n / 4) for n in range(101)]
    assert named(samples) == ("memory (RSS) an hour, listening",)


def test_a_run_too_short_to_tell_shows_nothing() -> None:
    found = judge(run()[:5], [], Bars())
    [memory] = [one for one in found if "memory" in one.what]
    assert memory.is_kept is None


def test_a_slope_that_may_be_either_is_neither_kept_nor_a_leak() -> None:
    noise = random.Random(3)
    samples = run(memory=lambda n: 0.2 * n + noise.gauss(0, 30))
    [memory] = [one for one in judge(samples, CLEAN, Bars()) if "memory" in one.what]
    assert memory.is_kept is None


def test_a_system_that_tells_neither_memory_nor_descriptors_is_no_failure() -> None:
    samples = [replace(one, memory=None, descriptors=None) for one in run()]
    assert named(samples) == ()


def test_a_run_that_is_broken_off_before_its_first_sample_says_nothing() -> None:
    assert named([], []) == ()


def test_a_slope_holds_the_true_one() -> None:
    noise = random.Random(1)
    x = [float(number) for number in range(80)]
    held = 0
    for _ in range(200):
        found = slope(x, [3.0 + 0.5 * one + noise.gauss(0, 2) for one in x])
        held += found.low <= 0.5 <= found.high
    assert 180 <= held <= 200


def test_neighbours_that_are_alike_widen_the_interval() -> None:
    noise = random.Random(2)
    x = [float(number) for number in range(100)]
    apart = [noise.gauss(0, 1) for _ in x]
    level, alike = 0.0, []
    for one in apart:
        level = 0.9 * level + one
        alike.append(level)
    scale = max(map(abs, apart)) / max(map(abs, alike))
    narrow, wide = slope(x, apart), slope(x, [scale * one for one in alike])
    assert wide.high - wide.low > 1.5 * (narrow.high - narrow.low)


def test_a_perfect_line_has_its_slope() -> None:
    found = slope([0.0, 1.0, 2.0, 3.0], [1.0, 3.0, 5.0, 7.0])
    assert (found.low, found.value, found.high) == (2.0, 2.0, 2.0)
