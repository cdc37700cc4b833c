"""Unit: what the doors bench tells of its figures."""

import pytest

from jarvis_voice.core.bus import Bus
from jarvis_voice.doors.http.turn_metrics import TurnMetrics
from jarvis_voice.platform.loop_lag import LoopLag
from jarvis_voice.workshop.benches.doors.doors_bench import (
    BesideStreams,
    CrowdFigures,
    DoorsFigures,
    DoorsOptions,
)
from jarvis_voice.workshop.benches.doors.doors_report import by_minute, report
from jarvis_voice.workshop.benches.doors.doors_soak import SoakLook
from jarvis_voice.workshop.benches.doors.served_program import LoopLateness, lateness_in
from jarvis_voice.workshop.benches.store_bench import StoreFigures, StoreRate

pytestmark = pytest.mark.unit

BEFORE = LoopLateness({0.001: 90, 0.05: 100, float("inf"): 100}, 100, 0.1, 9)
AFTER = LoopLateness({0.001: 180, 0.05: 299, float("inf"): 300}, 300, 0.4, 12)
LATE = AFTER.since(BEFORE)


def figures(*looks: SoakLook) -> DoorsFigures:
    return DoorsFigures(
        DoorsOptions(streams=100, users=2),
        BesideStreams((10.0, 20.0), LATE),
        BesideStreams((12.0, 22.0), LATE),
        5.0,
        CrowdFigures((30.0,) * 6, 3.0, LATE),
        {"SQLite": StoreFigures(16, StoreRate(50.0, 5.0), StoreRate(25.0, 9.0))},
        0.05,
        0.4,
        list(looks),
    )


def told(*looks: SoakLook) -> dict[str, float]:
    return {row.what: row.ours.value for row in report(figures(*looks)).rows}


def test_how_late_a_loop_was_between_two_looks() -> None:
    assert (LATE.looks, LATE.counts[0.001], LATE.tasks) == (200, 90, 12)
    assert (LATE.bound_ms(40), LATE.bound_ms(99), LATE.bound_ms(100)) == (1.0, 50.0, float("inf"))


def test_how_late_it_was_is_read_from_the_page_of_metrics() -> None:
    metrics = TurnMetrics(Bus())
    metrics.lag = LoopLag()
    metrics.lag.so_far.add(3.0)
    late = lateness_in(metrics.page(tasks=7).decode())
    assert (late.looks, late.tasks, late.bound_ms(99)) == (1.0, 7, 5.0)


def test_what_a_stream_and_a_crowd_cost() -> None:
    rows = told()
    assert rows["memory of one stream"] == 50.0
    assert rows["100 idle streams: a turn over HTTP, p50"] == 17.0
    assert rows["2 users x 3 threads: turns a second over HTTP"] == 2.0
    assert not [what for what in rows if what.startswith("soak")]


def test_what_was_not_measured_has_no_row() -> None:
    begun = DoorsFigures(DoorsOptions(streams=100), BesideStreams((10.0, 20.0), LATE))
    assert {row.what.partition(":")[0] for row in report(begun).rows} == {"no stream"}


def test_what_grew_is_told_from_the_middle_to_the_end() -> None:
    looks = [
        SoakLook(60.0 * minute, 200.0 + minute, 20, 14, 9, 100 + 3 * (minute > 3), 0.5, 4.2)
        for minute in range(6)
    ]
    rows = told(*looks)
    assert rows["soak, 5 minutes: memory from 202.5, grown by"] == 2.0
    assert rows["soak, 5 minutes: descriptors from 20.0, grown by"] == 0.0
    assert rows["soak, 5 minutes: rows kept from 100.0, grown by"] == 3.0


def test_what_the_system_does_not_tell_is_left_out() -> None:
    looks = [SoakLook(float(second), None, None, None, 9, None) for second in range(3)]
    assert [what for what in told(*looks) if what.startswith("soak")] == [
        "soak, 0 minutes: tasks from 9.0, grown by",
    ]


def test_each_minute_of_a_soak_has_a_line_with_its_last_look() -> None:
    looks = [
        SoakLook(10.0, 200.0, 20, 14, 9, 100, 0.5, 4.2),
        SoakLook(50.0, 201.0, 21, 15, 10, 101, 0.6, 4.3),
        SoakLook(70.0, None, None, None, 10, None),
    ]
    assert list(by_minute(looks)) == [
        "soak, minute 1: 201.0 MB, 21 descriptors, 15 threads, 10 tasks, 101 rows, "
        "database 0.60 MB, journal 4.30 MB",
        "soak, minute 2: ? MB, ? descriptors, ? threads, 10 tasks",
    ]
