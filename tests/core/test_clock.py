"""Unit: the wall clock goes by the zone that the machine has now."""

import os
import time
from datetime import timedelta
from pathlib import Path

import pytest

from jarvis_voice.core import clock

pytestmark = pytest.mark.unit


def test_a_zone_that_is_set_anew_is_read_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    zone, reads = tmp_path / "localtime", []
    zone.write_bytes(b"Lisbon")
    monkeypatch.setattr(clock, "ZONE_FILE", zone)
    monkeypatch.setattr(time, "tzset", lambda: reads.append(zone.read_bytes()), raising=False)
    now = clock.SystemClock().now
    assert [now().tzinfo is None, now().tzinfo is None] == [False, False]
    other = tmp_path / "other"
    other.write_bytes(b"Berlin")
    os.utime(other, ns=(1, 1))
    other.replace(zone)
    now(), now()
    assert reads == [b"Lisbon", b"Berlin"]


def test_a_machine_without_such_a_file_has_a_clock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clock, "ZONE_FILE", tmp_path / "none")
    assert clock.SystemClock().now().tzinfo is not None


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="no zone by TZ there")
@pytest.mark.parametrize("zone", ["XYZ+24", "XYZ-24:30", "XYZ+99"])
def test_a_zone_a_day_or_more_from_utc_is_taken_for_utc(
    zone: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TZ", zone)
    try:
        clock.settle_zone()
        assert clock.SystemClock().now().utcoffset() == timedelta(0)
    finally:
        monkeypatch.undo()
        time.tzset()
