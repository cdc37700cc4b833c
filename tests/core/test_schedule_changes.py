"""Unit: each user's last change is kept for a while, and put back where its time is left."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from jarvis_voice.core.schedule_changes import (
    KEPT_SECONDS,
    MOST_USERS,
    ScheduleChange,
    ScheduleChanges,
    put_back,
)
from jarvis_voice.core.schedule_entries import Entry, Moment, in_seconds

pytestmark = pytest.mark.unit

NOW = datetime(2026, 11, 5, 15, 0, tzinfo=UTC)  # a Thursday
MOMENT = Moment(NOW, 1_000.0, "boot")
TEA = in_seconds("timer", 600.0, MOMENT, "tea")
DAILY = Entry("alarm", NOW + timedelta(hours=16), NOW, rule="FREQ=DAILY;BYHOUR=7;BYMINUTE=0")
ONCE = replace(DAILY, rule="")


def later(seconds: float) -> Moment:
    return Moment(NOW + timedelta(seconds=seconds), 1_000.0 + seconds, "boot")


@pytest.mark.parametrize(
    ("entry", "seconds", "left"),
    [
        (TEA, 60.0, 540.0),
        (TEA, 600.0, None),
        (ONCE, 60.0, 16 * 3600 - 60.0),
        (ONCE, 17 * 3600.0, None),
        (DAILY, 17 * 3600.0, 23 * 3600.0),
        (replace(DAILY, state="ringing"), 60.0, 40 * 3600 - 60.0),
        (replace(ONCE, state="ringing"), 60.0, None),
    ],
)
def test_what_is_put_back_is_due_as_it_was_or_at_its_next_time(
    entry: Entry, seconds: float, left: float | None
) -> None:
    moment = later(seconds)
    back = put_back(replace(entry, number=7), moment, UTC)
    assert (back and (back.due_at - moment.wall).total_seconds()) == left
    assert back is None or (back.number, back.state) == (0, "waiting")


def test_each_user_has_the_last_change_for_a_while() -> None:
    changes = ScheduleChanges()
    one, other = ScheduleChange("t1", ("gone",), (TEA,)), ScheduleChange("t2", ("left",), (ONCE,))
    changes.note("anna", one, 0.0)
    changes.note("anna", other, 10.0)
    changes.note("ben", one, 10.0)
    assert changes.last("anna", KEPT_SECONDS) == other
    assert changes.last("anna", KEPT_SECONDS + 11.0) is None
    changes.forget("anna")
    assert (changes.last("anna", 20.0), changes.last("ben", 20.0)) == (None, one)


def test_what_one_turn_changes_is_one_change() -> None:
    changes = ScheduleChanges()
    moved = replace(ONCE, due_at=ONCE.due_at + timedelta(hours=1), number=8)
    changes.note("anna", ScheduleChange("t1", ("moved",), (ONCE,), (moved,)), 0.0)
    changes.note("anna", ScheduleChange("t1", ("cancelled",), (moved, TEA)), 0.0)
    found = changes.last("anna", 1.0)
    assert found == ScheduleChange("t1", ("moved", "cancelled"), (ONCE, TEA))
    assert found.is_told_in("I have moved it. I have cancelled it. moved, cancelled")
    assert not found.is_told_in("cancelled")


def test_what_came_is_known_again_by_what_it_is() -> None:
    moved = replace(ONCE, due_at=ONCE.due_at + timedelta(hours=1))
    change = ScheduleChange("t1", ("moved",), (ONCE,), (moved,))
    kept = replace(moved, number=12)
    assert change.there_of([TEA, kept]) == [kept]
    assert change.there_of([replace(kept, due_at=ONCE.due_at)]) == []


@pytest.mark.parametrize("twin", [3, 20])
def test_of_twins_only_the_one_that_came_is_there(twin: int) -> None:
    moved = replace(ONCE, due_at=ONCE.due_at + timedelta(hours=1), turn_id="t1")
    change = ScheduleChange("t1", ("moved",), (ONCE,), (moved,))
    other = replace(moved, number=twin, turn_id="t0", set_at=NOW - timedelta(hours=1))
    kept = replace(moved, number=12)
    assert change.there_of([other, kept]) == [kept]
    assert replace(change, come=(moved, moved)).there_of([other, kept]) == [kept, other]
    assert len(replace(change, come=(moved, moved)).there_of([kept])) == 1


@pytest.mark.parametrize("micro", [49_999, 50_000, 50_400, 149_999, 949_700])
def test_a_time_that_was_kept_less_finely_is_the_same(micro: int) -> None:
    tea = replace(TEA, due_at=TEA.due_at.replace(microsecond=micro))
    change = ScheduleChange("t1", ("set",), (), (tea,))
    kept = replace(tea, due_at=tea.due_at.replace(microsecond=micro // 1000 * 1000), number=3)
    assert change.there_of([kept]) == [kept]


def test_of_many_users_the_oldest_are_dropped() -> None:
    changes = ScheduleChanges()
    for number in range(MOST_USERS + 5):
        changes.note(f"user {number}", ScheduleChange("t1", ("gone",), (TEA,)), 0.0)
    assert changes.size.entries == MOST_USERS
    assert changes.last("user 4", 1.0) is None
    assert changes.last("user 5", 1.0)
