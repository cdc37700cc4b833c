"""Unit: an entry is found by the time of its rule, also where the clock leaves that out."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from jarvis_voice.core.schedule_entries import Entry
from jarvis_voice.language.en.schedule_phrases import Teller
from jarvis_voice.tools.schedule.entry_match import _fits

pytestmark = pytest.mark.unit

BERLIN = ZoneInfo("Europe/Berlin")
BEFORE = datetime(2028, 3, 25, 12, tzinfo=BERLIN)
AT_HALF_PAST_TWO = "FREQ=DAILY;BYHOUR=2;BYMINUTE=30;BYSECOND=0"
AT_SEVEN = "FREQ=DAILY;BYHOUR=7;BYMINUTE=0;BYSECOND=0"


def entry(rule: str, hour: int, minute: int) -> Entry:
    due = datetime(2028, 3, 26, hour, minute, tzinfo=BERLIN).astimezone(UTC)
    return Entry("alarm", due, BEFORE - timedelta(hours=1), rule=rule)


@pytest.mark.parametrize(
    ("said", "fits"),
    [
        ("2:30", True),
        ("2:30 am", True),
        ("3:30", True),
        ("half past two", True),
        ("tomorrow at 2:30", True),
        ("tomorrow", True),
        ("2:30 pm", False),
        ("2:00", False),
        ("4:30", False),
        ("today at 2:30", False),
    ],
)
def test_in_the_gap_of_the_clock_both_times_are_its_own(said: str, fits: bool) -> None:
    assert _fits(entry(AT_HALF_PAST_TWO, 3, 30), said, Teller("24", BEFORE, BERLIN)) is fits


@pytest.mark.parametrize(
    ("said", "fits"),
    [("7", True), ("7 am", True), ("7:00", True), ("8", False), ("6 am", False), ("7 pm", False)],
)
@pytest.mark.parametrize("rule", ["", AT_SEVEN])
def test_elsewhere_it_has_one_time(rule: str, said: str, fits: bool) -> None:
    assert _fits(entry(rule, 7, 0), said, Teller("24", BEFORE, BERLIN)) is fits


@pytest.mark.parametrize(("said", "fits"), [("3:30", True), ("2:30", False)])
def test_what_comes_once_has_the_time_at_which_it_rings(said: str, fits: bool) -> None:
    assert _fits(entry("", 3, 30), said, Teller("24", BEFORE, BERLIN)) is fits
