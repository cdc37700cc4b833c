"""Unit: dates go into a rule and come out again; those that are over are forgotten."""

from datetime import date, timedelta

import pytest

from jarvis_voice.core.rule_dates import MOST_DATES, bare_rule, dates_left_out, without_dates

pytestmark = pytest.mark.unit

DAILY = "FREQ=DAILY;BYHOUR=7;BYMINUTE=0;BYSECOND=0"
TODAY = date(2026, 11, 5)


def test_dates_are_added_and_past_ones_forgotten() -> None:
    rule = without_dates(f"{DAILY};EXDATE=20261104,20261109", [date(2026, 11, 7)], TODAY)
    assert rule == f"{DAILY};EXDATE=20261107,20261109"
    assert bare_rule(rule) == DAILY
    assert dates_left_out(rule) == {date(2026, 11, 7), date(2026, 11, 9)}


def test_a_rule_whose_dates_are_over_is_bare_again() -> None:
    assert without_dates(f"{DAILY};EXDATE=20261104", (), TODAY) == DAILY


def test_dates_have_an_end() -> None:
    days = [TODAY + timedelta(days=place) for place in range(2 * MOST_DATES)]
    assert len(dates_left_out(without_dates(DAILY, days, TODAY))) == MOST_DATES


@pytest.mark.parametrize("written", ["", "x", "20261399", "20261107,,x", "-1", "\x00", "9" * 99])
def test_what_is_no_date_leaves_out_nothing(written: str) -> None:
    found = dates_left_out(f"{DAILY};EXDATE={written}")
    assert found <= {date(2026, 11, 7)}
