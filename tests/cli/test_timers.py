"""Unit: `jarvis timers list` tells what is set as a person would; JSON keeps exact times."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from store.reads import read_schedule

from jarvis_voice.cli.timers import shown
from jarvis_voice.core.schedule_entries import Entry, Moment, in_seconds
from jarvis_voice.language.en.schedule_phrases import listed
from jarvis_voice.store.sqlite.store import SqliteStore

pytestmark = pytest.mark.unit

LISBON = ZoneInfo("Europe/Lisbon")
NOW = datetime(2026, 7, 2, 20, 0, tzinfo=UTC)
"""A Thursday; in Lisbon it is 21:00."""
MOMENT = Moment(NOW, 1_000.0, "boot")


def alarm(**ahead: int) -> Entry:
    return Entry("alarm", NOW + timedelta(**ahead), NOW)


ENTRIES = (
    in_seconds("timer", 330, MOMENT, "pasta"),
    replace(alarm(hours=10), rule="FREQ=DAILY;BYHOUR=7;BYMINUTE=0;BYSECOND=0"),
    replace(alarm(days=3, hours=4), kind="reminder", words="call Ana"),
    alarm(days=30),
    replace(alarm(seconds=-5), state="ringing"),
    alarm(minutes=-20),
)


async def test_times_are_told_as_one_says_them_with_what_is_left(tmp_path: Path) -> None:
    database = tmp_path / "threads.db"
    async with SqliteStore(database) as threads:
        await threads.schedule.add(*ENTRIES)
    assert [line.split("\t", 2) for line in shown(read_schedule(database), MOMENT, LISBON)] == [
        ["6", "alarm", "at 20:40 today, overdue\tonce\t"],
        ["5", "alarm", "ringing\tonce\t"],
        ["1", "timer", "at 21:05 today, 5 minutes and 30 seconds left\tonce\tpasta"],
        ["2", "alarm", "at 07:00 tomorrow, 10 hours left\tevery day\t"],
        ["3", "reminder", "on Monday at 01:00, 3 days and 4 hours left\tonce\tcall Ana"],
        ["4", "alarm", "on 1 August at 21:00, 30 days left\tonce\t"],
    ]
    due = {
        one["number"]: datetime.fromisoformat(str(one["due"]))
        for one in listed(read_schedule(database))
    }
    assert due[2] == NOW + timedelta(hours=10)


def test_where_there_is_no_database_nothing_is_set(tmp_path: Path) -> None:
    assert shown(read_schedule(tmp_path / "threads.db"), MOMENT, LISBON) == []
