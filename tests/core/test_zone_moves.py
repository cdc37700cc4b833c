"""Unit: what comes at a time of day keeps to the wall of the zone that the user is in."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jarvis_voice.core.schedule_entries import Entry, next_due
from jarvis_voice.core.wall_times import wall_time
from jarvis_voice.core.zone_moves import in_zone

pytestmark = pytest.mark.unit

NOW = datetime(2026, 11, 5, 9, 1, tzinfo=UTC)
DAILY = "FREQ=DAILY;BYHOUR=9;BYMINUTE=30;BYSECOND=0"
ZONES = (
    *("Europe/Lisbon", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Asia/Tokyo"),
    *("Pacific/Auckland", "America/Los_Angeles", "Australia/Lord_Howe", "UTC"),
)


def daily(zone: str, now: datetime = NOW) -> Entry:
    due_at = next_due(DAILY, now, now, ZoneInfo(zone))
    assert due_at
    return Entry("alarm", due_at, now, rule=DAILY)


@pytest.mark.parametrize("there", ZONES)
@pytest.mark.parametrize("here", ZONES)
def test_it_rings_at_its_time_in_the_new_zone_within_a_day_or_so(here: str, there: str) -> None:
    zone = ZoneInfo(there)
    moved = in_zone(daily(here), zone, NOW)
    assert wall_time(moved.due_at, zone).time().isoformat() == "09:30:00"
    assert NOW < moved.due_at <= NOW + timedelta(hours=50)


@given(st.sampled_from(ZONES), st.integers(0, 10 * 365 * 24 * 60), st.integers(0, 23))
@settings(max_examples=60, deadline=None)
def test_in_the_same_zone_nothing_moves_also_where_the_clock_is_changed(
    here: str, minutes: int, hour: int
) -> None:
    zone, now = ZoneInfo(here), NOW + timedelta(minutes=minutes)
    rule = f"FREQ=DAILY;BYHOUR={hour};BYMINUTE=30;BYSECOND=0"
    due_at = next_due(rule, now, now, zone)
    assert due_at
    entry = Entry("alarm", due_at, now, rule=rule)
    assert in_zone(entry, zone, now) == entry


@pytest.mark.parametrize("rule", ["", "FREQ=HOURLY", "FREQ=MINUTELY;INTERVAL=10", "nonsense"])
def test_what_goes_by_time_that_passes_or_is_no_rule_stays(rule: str) -> None:
    entry = Entry("reminder", NOW + timedelta(hours=1), NOW, rule=rule)
    assert in_zone(entry, ZoneInfo("Asia/Tokyo"), NOW) == entry


def test_what_is_to_begin_later_does_not_begin_earlier() -> None:
    later = next_due(DAILY, NOW, NOW + timedelta(days=6), ZoneInfo("Europe/Lisbon"))
    assert later
    entry = Entry("alarm", later, NOW, rule=DAILY)
    moved = in_zone(entry, ZoneInfo("America/New_York"), NOW)
    assert moved.due_at == later + timedelta(hours=5)
