"""Unit: spoken lengths, times and repetitions, and which moment they mean."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from jarvis_voice.core.schedule_entries import Entry, Kind
from jarvis_voice.language.en.schedule_phrases import Teller, length_said, rule_said
from jarvis_voice.language.en.schedule_times import (
    AT_WHAT_TIME,
    MORNING_OR_EVENING,
    NO_SUCH_DAY,
    NOON_OR_MIDNIGHT,
    PAST,
    due,
)
from jarvis_voice.language.en.schedule_words import read_when
from jarvis_voice.language.en.spoken_lengths import length_in

pytestmark = pytest.mark.unit

LISBON = ZoneInfo("Europe/Lisbon")


@pytest.mark.parametrize(
    ("said", "seconds"),
    [
        ("ten minutes", 600), ("an hour and a half", 5_400), ("hour and a half", 5_400),
        ("hour and twenty minutes", 4_800), ("half an hour", 1_800),
        ("a minute and thirty seconds", 90), ("90 seconds", 90), ("two and a half hours", 9_000),
        ("a quarter of an hour", 900), ("three quarters of an hour", 2_700),
        ("a couple of minutes", 120), ("1 hour 20 minutes", 4_800), ("1h30m", 5_400),
        ("25-minute", 1_500), ("an hour and a quarter", 4_500), ("two days", 172_800),
        ("five more minutes", 300), ("30 second", 30), ("one second", 1), ("ten second", 10),
        ("twenty-second", 20), ("a second", 1), ("a quarter hour", 900),
        ("2 minutes 30", 150), ("an hour 15", 4_500),
    ],
)  # fmt: skip
def test_a_length(said: str, seconds: float) -> None:
    assert length_in(said) == seconds


@pytest.mark.parametrize(
    "said", ["ten", "", "ten bananas", "ten minutes ago", "minutes", "0 minutes", "9999 weeks"]
)
def test_what_is_no_length(said: str) -> None:
    assert length_in(said) is None


MORNING = datetime(2026, 11, 5, 10, 10, tzinfo=LISBON)  # a Thursday
NIGHT = MORNING.replace(hour=22)


@pytest.mark.parametrize(
    ("said", "kind", "now", "expected"),
    [
        ("half past seven", "reminder", NIGHT, "Fri 06 07:30"),
        ("half seven", "reminder", NIGHT, "Fri 06 07:30"),
        ("quarter to nine", "reminder", MORNING, "Thu 05 20:45"),
        ("a quarter past eleven", "reminder", MORNING, "Thu 05 11:15"),
        ("twenty to nine in the evening", "alarm", MORNING, "Thu 05 20:40"),
        ("noon", "alarm", MORNING, "Thu 05 12:00"),
        ("midnight", "alarm", MORNING, "Fri 06 00:00"),
        ("on the second at noon", "reminder", MORNING, "Wed 02 12:00"),
        ("on november twenty second at noon", "reminder", MORNING, "Sun 22 12:00"),
        ("tonight at midnight", "reminder", MORNING, "Fri 06 00:00"),
        ("twelve noon", "alarm", MORNING, "Thu 05 12:00"),
        ("tomorrow at nine", "reminder", MORNING, "Fri 06 09:00"),
        ("tomorrow at nine", "alarm", MORNING, "Fri 06 09:00"),
        ("on Friday at 3 pm", "reminder", MORNING, "Fri 06 15:00"),
        ("on friday at three", "reminder", MORNING, "Fri 06 15:00"),
        ("next thursday at noon", "reminder", MORNING, "Thu 12 12:00"),
        ("the day after tomorrow at noon", "reminder", MORNING, "Sat 07 12:00"),
        ("7:30", "alarm", NIGHT, "Fri 06 07:30"),
        ("7.30 p.m.", "alarm", MORNING, "Thu 05 19:30"),
        ("seven thirty", "alarm", NIGHT, "Fri 06 07:30"),
        ("seven oh five in the morning", "alarm", MORNING, "Fri 06 07:05"),
        ("nineteen thirty", "alarm", MORNING, "Thu 05 19:30"),
        ("07:00", "alarm", MORNING, "Fri 06 07:00"),
        ("six o'clock tomorrow morning", "alarm", MORNING, "Fri 06 06:00"),
        ("tomorrow morning", "reminder", MORNING, "Fri 06 09:00"),
        ("this evening", "reminder", MORNING, "Thu 05 19:00"),
        ("tonight at eight", "reminder", MORNING, "Thu 05 20:00"),
        ("eleven", "alarm", MORNING, "Thu 05 11:00"),
        ("on thursday at nine am", "reminder", MORNING, "Thu 12 09:00"),
        ("on thursday at nine", "reminder", NIGHT, "Thu 12 09:00"),
        ("December 24th at six in the evening", "reminder", MORNING, "Thu 24 18:00"),
        ("on the third of March at noon", "reminder", MORNING, "Wed 03 12:00"),
        ("in 3 days at noon", "reminder", MORNING, "Sun 08 12:00"),
        ("seven", "alarm", NIGHT, "Fri 06 07:00"),
        ("seven", "alarm", MORNING, MORNING_OR_EVENING),
        ("tomorrow at seven", "reminder", MORNING, MORNING_OR_EVENING),
        ("twelve", "alarm", MORNING.replace(hour=15), NOON_OR_MIDNIGHT),
        ("tomorrow", "alarm", MORNING, AT_WHAT_TIME),
        ("every day", "reminder", MORNING, AT_WHAT_TIME),
        ("in the evening", "reminder", MORNING, "Thu 05 19:00"),
        ("today at nine", "reminder", NIGHT, PAST),
        ("the 31st of February at noon", "reminder", MORNING, NO_SUCH_DAY),
        ("every weekday at eight", "routine", MORNING, "Fri 06 08:00"),
        ("every morning", "routine", MORNING, "Fri 06 09:00"),
        ("every day at three", "reminder", MORNING, "Thu 05 15:00"),
        ("on mondays and fridays at nine", "alarm", MORNING, "Fri 06 09:00"),
        ("every other day at noon", "reminder", MORNING, "Thu 05 12:00"),
        ("every two hours", "reminder", MORNING, "Thu 05 12:10"),
        ("every weekday at five", "reminder", MORNING, MORNING_OR_EVENING),
        ("every day at six", "routine", MORNING, MORNING_OR_EVENING),
        ("every day at seven", "routine", MORNING, "Fri 06 07:00"),
        ("every day at six", "alarm", MORNING, "Fri 06 06:00"),
        ("on thursday at nine", "alarm", MORNING, MORNING_OR_EVENING),
        ("on thursday at five", "reminder", MORNING, "Thu 05 17:00"),
        ("tonight", "reminder", NIGHT, AT_WHAT_TIME),
        ("530", "reminder", MORNING, "Thu 05 17:30"),
        ("at 1045", "reminder", MORNING, "Thu 05 10:45"),
        ("730 a.m.", "alarm", MORNING, "Fri 06 07:30"),
    ],
)
def test_the_moment_that_is_meant(said: str, kind: Kind, now: datetime, expected: str) -> None:
    when = read_when(said, is_bare=True)
    assert when
    found = due(when, kind, now, LISBON)
    assert (found if isinstance(found, str) else f"{found.at:%a %d %H:%M}") == expected


@pytest.mark.parametrize("said", ["banana", "tomorrow at nine at ten", "", "25:00", "at", "every"])
def test_what_is_no_time(said: str) -> None:
    assert read_when(said, is_bare=True) is None


def test_nothing_is_guessed_where_no_time_was_said() -> None:
    when = read_when("today", is_bare=True)
    assert when
    assert due(when, "reminder", NIGHT, LISBON) == AT_WHAT_TIME


def test_a_time_that_the_clock_leaves_out_is_moved_by_that_hour() -> None:
    when = read_when("tomorrow at 1:30 am")
    assert when
    found = due(when, "reminder", datetime(2026, 3, 28, 12, 0, tzinfo=LISBON), LISBON)
    assert not isinstance(found, str)
    assert found.at.isoformat() == "2026-03-29T02:30:00+01:00"


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (1, "1 second"), (0.2, "1 second"), (90, "1 minute and 30 seconds"), (600, "10 minutes"),
        (5_400, "1 hour and 30 minutes"), (3_661, "1 hour and 1 minute"),
        (93_784, "1 day and 2 hours"),
    ],
)  # fmt: skip
def test_a_length_as_it_is_said(seconds: float, said: str) -> None:
    assert length_said(seconds) == said


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        ("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;BYHOUR=8;BYMINUTE=0", "every weekday"),
        ("FREQ=WEEKLY;BYDAY=MO,TH", "every Monday and Thursday"),
        ("FREQ=DAILY;INTERVAL=2", "every 2 days"),
        ("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO;WKST=WE;BYHOUR=9", "every 2 weeks on Monday"),
        ("FREQ=HOURLY;INTERVAL=1", "every hour"),
    ],
)
def test_a_repetition_as_it_is_said(rule: str, said: str) -> None:
    assert rule_said(rule) == said


def test_what_is_said_when_it_rings() -> None:
    now = datetime(2026, 11, 5, 7, 0, tzinfo=UTC)
    teller, british = Teller("12", now, UTC), Teller("24", now, UTC)
    assert teller.rings(Entry("alarm", now, now)) == "It is 7:00 AM."
    assert british.rings(Entry("alarm", now, now, "gym")) == "It is 07:00. Your gym alarm."
    timer = Entry("timer", now, now, length_seconds=600)
    assert british.rings(timer) == "Your 10 minute timer is done."
    reminder = Entry("reminder", now, now, words="call Ana")
    assert british.rings(reminder, 120) == ("Here is your reminder: call Ana. It was due at 07:00.")
