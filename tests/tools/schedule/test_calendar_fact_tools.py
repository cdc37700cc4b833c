"""Unit: questions about the calendar go in, facts come out."""

from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from pydantic import ValidationError
from tools.around import run, surroundings

from jarvis_voice.assistant.understanding.grammar import Grammar
from jarvis_voice.core.config import UserConfig
from jarvis_voice.core.paths import find_paths
from jarvis_voice.core.types import ReceiptKind
from jarvis_voice.tools.catalogue import ship_tools
from jarvis_voice.tools.registry import ToolContext
from jarvis_voice.tools.schedule.calendar_fact_tools import calendar_fact_tool
from jarvis_voice.workshop.scenarios.runner import compiled_grammar

pytestmark = pytest.mark.unit

LONDON, TOKYO = ZoneInfo("Europe/London"), ZoneInfo("Asia/Tokyo")
NOW = datetime(2026, 11, 5, 9, 7, tzinfo=UTC)
AMERICAN = UserConfig(locale="en_US", home_city="", units="imperial", currency="USD", clock="12")


@pytest.fixture(scope="module")
def grammar(tmp_path_factory: pytest.TempPathFactory) -> Grammar:
    paths = find_paths({"JARVIS_HOME": str(tmp_path_factory.mktemp("home"))})
    return compiled_grammar(paths, ship_tools(surroundings()))


async def ask(zone: ZoneInfo = LONDON, user: UserConfig | None = None, **arguments: Any) -> str:
    around = surroundings(user=user) if user else surroundings()
    tool = calendar_fact_tool(around, lambda _: zone)
    result = await run(tool, ToolContext(NOW.astimezone(zone)), **arguments)
    assert result.receipt.kind is ReceiptKind.LOOKUP
    return result.receipt.observed


@pytest.mark.parametrize(
    ("what", "when", "observed"),
    [
        ("week_number", "", "It is week 45 of 2026."),
        ("week_number", "January 1st", "Friday, 1 January 2027, is in week 53 of 2026."),
        ("week_number", "last friday", "Friday, 30 October 2026, was in week 44 of 2026."),
        ("leap_year", "", "No, 2026 is not a leap year."),
        ("leap_year", "2028", "Yes, 2028 will be a leap year."),
        ("leap_year", "next year", "No, 2027 will not be a leap year."),
        ("leap_year", "1900", "No, 1900 was not a leap year."),
        ("leap_year", "2000", "Yes, 2000 was a leap year."),
        ("leap_year", "next", "The next leap year is 2028."),
        ("leap_year", "last", "The last leap year was 2024."),
        (
            "days_in_month",
            "february",
            "February has 28 days, and 29 in a leap year. In 2027 it has 28.",
        ),
        ("days_in_month", "february 2024", "February 2024 has 29 days."),
        ("days_in_month", "june", "June has 30 days."),
        ("days_in_month", "", "November 2026 has 30 days."),
        ("days_in_month", "2028", "2028 has 366 days."),
        (
            "clock_change",
            "",
            "The clocks go forward by 1 hour on Sunday, 28 March 2027, at 01:00.",
        ),
        (
            "clock_change",
            "back",
            "The clocks go back by 1 hour on Sunday, 31 October 2027, at 02:00.",
        ),
    ],
)
async def test_a_fact_of_the_calendar(what: str, when: str, observed: str) -> None:
    assert await ask(what=what, when=when) == observed


async def test_the_clocks_of_others() -> None:
    assert await ask(TOKYO, what="clock_change") == "The clocks are not changed here."
    york = ZoneInfo("America/New_York")
    assert await ask(york, AMERICAN, what="clock_change") == (
        "The clocks go forward by 1 hour on Sunday, March 14, 2027, at 2:00 AM."
    )


@pytest.mark.parametrize(
    ("what", "when"),
    [
        ("week_number", "my party"),
        ("leap_year", "february"),
        ("days_in_month", "a week"),
        ("clock_change", "in Spain"),
    ],
)
def test_what_does_not_go_with_a_fact_is_no_argument(what: str, when: str) -> None:
    with pytest.raises(ValidationError):
        calendar_fact_tool(surroundings()).arguments.model_validate({"what": what, "when": when})


@pytest.mark.parametrize(
    ("said", "slots"),
    [
        ("what week is it", {"what": "week_number"}),
        ("which week of the year are we in", {"what": "week_number"}),
        ("what's the week number", {"what": "week_number"}),
        ("what week is December 24 in", {"what": "week_number", "when": "December 24"}),
        ("what week number is next week", {"what": "week_number", "when": "in 7 days"}),
        ("is this a leap year", {"what": "leap_year"}),
        ("is 2028 a leap year", {"what": "leap_year", "when": "2028"}),
        ("is next year a leap year", {"what": "leap_year", "when": "next year"}),
        ("when is the next leap year", {"what": "leap_year", "when": "next"}),
        ("how many days are in February", {"what": "days_in_month", "when": "February"}),
        ("how many days does June have", {"what": "days_in_month", "when": "June"}),
        ("how many days are there in February 2024", {"when": "February 2024"}),
        ("how many days does this month have", {"when": "this month"}),
        ("when do the clocks change", {"what": "clock_change"}),
        ("when do the clocks go back", {"what": "clock_change", "when": "back"}),
        ("when does daylight saving time start", {"what": "clock_change", "when": "forward"}),
        ("when do we lose an hour", {"what": "clock_change", "when": "forward"}),
        ("when does winter time start", {"what": "clock_change", "when": "back"}),
    ],
)
def test_it_is_asked_for(grammar: Grammar, said: str, slots: dict[str, str]) -> None:
    intent = grammar.understand(said)
    assert intent is not None
    assert intent.name == "get_calendar_fact", intent
    assert slots.items() <= dict(intent.slots).items(), intent


@pytest.mark.parametrize(
    "said",
    [
        *("how many days are in a week", "how many days are left this month", "how long is a week"),
        *("how long is the Nile", "what day of the week is it", "when do the shops close"),
    ],
)
def test_other_questions_are_left_to_others(grammar: Grammar, said: str) -> None:
    intent = grammar.understand(said)
    assert intent is None or intent.name != "get_calendar_fact"
