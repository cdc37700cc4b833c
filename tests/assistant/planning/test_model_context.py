"""Unit: what a model is told of the user."""

from datetime import UTC, datetime, timedelta

import pytest

from jarvis_voice.assistant.planning.model_context import ModelContext

pytestmark = pytest.mark.unit


def test_the_name_is_confided_and_the_city_is_not() -> None:
    around = ModelContext(name="Sam", home_city="Berlin", units="imperial", currency="EUR")
    assert around.lines(with_facts=True)[:2] == [
        "The user is called Sam.",
        "The user lives in Berlin.",
    ]
    told = around.lines(with_facts=False)
    assert told[0] == "The user lives in Berlin."
    assert "Units: imperial." in told[1]
    assert "Sam" not in " ".join(told)


def test_what_stands_before_a_question_is_the_same_a_minute_later() -> None:
    first = datetime(2026, 11, 5, 9, 7, tzinfo=UTC)
    around, later = ModelContext(first), ModelContext(first + timedelta(minutes=1))
    assert around.lines(with_facts=True) == later.lines(with_facts=True)
    assert around.lines(with_facts=True) == ["Today: Thursday, 05 November 2026, UTC (UTC+0000)."]
    assert (around.time_of_day, later.time_of_day) == ("09:07", "09:08")
    assert ModelContext(first, clock="12").time_of_day == "09:07 AM"
    assert ModelContext().time_of_day == ""
