"""Unit: the dates of days and how long it is until then, as they are asked for and told."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError
from tools.around import run, surroundings, the_tool

from jarvis_voice.assistant.understanding.grammar import Grammar
from jarvis_voice.core.config import UserConfig
from jarvis_voice.core.paths import find_paths
from jarvis_voice.core.types import ME, ReceiptKind
from jarvis_voice.store.sqlite.store import SqliteStore
from jarvis_voice.tools.catalogue import ship_tools
from jarvis_voice.tools.registry import ToolContext
from jarvis_voice.tools.schedule.calendar_tools import NO_BIRTHDAY, tools
from jarvis_voice.workshop.scenarios.runner import compiled_grammar

pytestmark = pytest.mark.unit

NOW = datetime(2026, 11, 23, 9, 7, tzinfo=UTC)
AMERICAN = UserConfig(locale="en_US", home_city="", units="imperial", currency="USD", clock="12")


@pytest.fixture(scope="module")
def grammar(tmp_path_factory: pytest.TempPathFactory) -> Grammar:
    paths = find_paths({"JARVIS_HOME": str(tmp_path_factory.mktemp("home"))})
    return compiled_grammar(paths, ship_tools(surroundings()))


async def ask(user: UserConfig | None = None, **arguments: Any) -> str:
    around = surroundings(user=user) if user else surroundings()
    result = await run(the_tool(tools, "count_days", around), ToolContext(NOW), **arguments)
    assert result.receipt.kind is ReceiptKind.LOOKUP
    return result.receipt.observed


@pytest.mark.parametrize(
    ("arguments", "observed"),
    [
        ({"day": "in ten days"}, "That is Thursday, 3 December 2026."),
        ({"day": "three weeks ago"}, "That was Monday, 2 November 2026."),
        ({"day": "Christmas"}, "Christmas is on Friday, 25 December 2026."),
        ({"day": "Easter this year"}, "Easter was on Sunday, 5 April 2026."),
        ({"day": "Christmas", "what": "until"}, "It is 32 days until Christmas."),
        (
            {"day": "Christmas", "what": "until", "unit": "weeks"},
            "It is 4 weeks and 4 days until Christmas.",
        ),
        ({"day": "friday", "what": "until", "unit": "weeks"}, "It is 4 days until then."),
        ({"day": "december 14", "what": "until", "unit": "weeks"}, "It is 3 weeks until then."),
        (
            {"day": "January 24th 2028", "what": "until", "unit": "months"},
            "It is 14 months and 1 day until then.",
        ),
        ({"day": "may 1st", "what": "since"}, "It has been 206 days since then."),
        ({"day": "november 23", "what": "until"}, "That is today."),
        ({"day": "Easter", "what": "past_date"}, "Easter was on Sunday, 5 April 2026."),
        ({"day": "Monday", "what": "past_date"}, "That was Monday, 16 November 2026."),
        ({"day": "may"}, "May begins on Saturday, 1 May 2027."),
        ({"day": "may", "what": "past_date"}, "May began on Friday, 1 May 2026."),
        (
            {"day": "the end of the year", "what": "until"},
            "It is 38 days until the end of the year.",
        ),
        ({"day": "next friday", "what": "since"}, "It is 4 days until then."),
        ({"day": "may 1st 2026", "what": "until"}, "It has been 206 days since then."),
        (
            {"begin": "1 May", "day": "9 June", "what": "between"},
            "It is 39 days from 1 May 2027 to 9 June 2027.",
        ),
        (
            {"begin": "1 May", "day": "9 June", "what": "between", "unit": "weeks"},
            "It is 5 weeks and 4 days from 1 May 2027 to 9 June 2027.",
        ),
        (  # the one that follows
            {"begin": "December 1", "day": "November 24", "what": "between"},
            "It is 358 days from 1 December 2026 to 24 November 2027.",
        ),
        (
            {"begin": "Christmas", "day": "Easter", "what": "between"},
            "It is 93 days from Christmas, 25 December 2026, to Easter, 28 March 2027.",
        ),
        (
            {"begin": "Christmas", "day": "today", "what": "between"},
            "It is 32 days from 23 November 2026 to Christmas, 25 December 2026.",
        ),
        ({"begin": "today", "day": "now", "what": "between"}, "That is the same day."),
    ],
)
async def test_a_day_and_how_long_it_is_until_then(
    arguments: dict[str, Any], observed: str
) -> None:
    assert await ask(**arguments) == observed


async def test_an_american_is_told_the_month_first() -> None:
    assert await ask(AMERICAN, day="in ten days") == "That is Thursday, December 3, 2026."


def test_what_is_no_day_is_no_argument() -> None:
    with pytest.raises(ValidationError, match="no day"):
        the_tool(tools, "count_days", surroundings()).arguments.model_validate({"day": "my party"})


@pytest.mark.parametrize(
    "arguments",
    [
        {"day": "may 1", "what": "between"},
        {"day": "may 1", "begin": "april 1"},
        {"day": "may 1", "begin": "my party", "what": "between"},
        {"day": "my birthday", "what": "date"},
    ],
)
def test_days_that_do_not_go_together_are_no_arguments(arguments: dict[str, str]) -> None:
    with pytest.raises(ValidationError):
        the_tool(tools, "count_days", surroundings()).arguments.model_validate(arguments)


async def test_a_birthday_is_known_once_it_was_told(tmp_path: Path) -> None:
    async with SqliteStore(tmp_path / "threads.db") as store:
        tool = the_tool(tools, "count_days", surroundings(memory=store.memory))

        async def until(day: str) -> tuple[ReceiptKind, str]:
            receipt = (await run(tool, ToolContext(NOW), day=day, what="until")).receipt
            return receipt.kind, receipt.observed

        assert await until("my birthday") == (ReceiptKind.NO_OP, NO_BIRTHDAY)
        await store.memory.keep_fact(ME, "my birthday is on May 3rd", "t1", NOW)
        assert await until("my birthday") == (
            ReceiptKind.LOOKUP,
            "It is 161 days until your birthday.",
        )
        assert await until("my wife's birthday") == (ReceiptKind.NO_OP, NO_BIRTHDAY)


@pytest.mark.parametrize(
    ("said", "slots"),
    [
        ("how many days until Christmas", {"what": "until", "unit": "days", "day": "Christmas"}),
        ("How many more days is it till friday?", {"what": "until", "day": "friday"}),
        ("how many days from now until July 4th", {"what": "until", "day": "July 4th"}),
        ("how many days to go until Easter", {"what": "until", "day": "Easter"}),
        ("days until Christmas", {"what": "until", "day": "Christmas"}),
        ("how many weeks until the new year", {"what": "until", "unit": "weeks"}),
        ("how long is it until St. Patrick's Day", {"what": "until"}),
        ("how many days are left in the year", {"day": "the end of the year"}),
        ("how many days are there left this month", {"day": "the end of the month"}),
        ("how many months since Christmas", {"what": "since", "unit": "months"}),
        ("how long ago was Easter", {"what": "since", "day": "Easter"}),
        ("what day is it in ten days", {"what": "date", "day": "in ten days"}),
        ("what date is next friday", {"what": "date", "day": "next friday"}),
        ("what day is it on December 4th", {"what": "date"}),
        ("what day of the week is the 25th of December", {"what": "date"}),
        ("what day does Christmas fall on this year", {"what": "date", "day": "Christmas"}),
        ("when is Easter", {"what": "date", "day": "Easter"}),
        ("when was Easter", {"what": "past_date", "day": "Easter"}),
        ("what day was it three weeks ago", {"what": "past_date", "day": "three weeks ago"}),
        ("what day of the week was July 20 1969", {"what": "past_date"}),
        (
            "how many days between 1 May and 9 June",
            {"what": "between", "begin": "1 May", "day": "9 June"},
        ),
        (
            "how many weeks are there from May 1st to June 9th",
            {"what": "between", "unit": "weeks", "begin": "May 1st"},
        ),
        ("how long is it from June 1 to July 15", {"what": "between", "begin": "June 1"}),
        ("what is the number of days between Easter and July 4th", {"what": "between"}),
        ("how many days from today until July 4th", {"what": "until", "day": "July 4th"}),
        ("how many days until my birthday", {"what": "until", "day": "my birthday"}),
        ("how long until my wife's birthday", {"what": "until", "day": "my wife's birthday"}),
    ],
)
def test_it_is_asked_for(grammar: Grammar, said: str, slots: dict[str, str]) -> None:
    intent = grammar.understand(said)
    assert intent is not None
    assert intent.name == "count_days", intent
    assert slots.items() <= {"unit": "days", **intent.slots}.items(), intent


@pytest.mark.parametrize(
    "said",
    [
        *("when is the next train", "how many days until my party", "what is on friday"),
        *("how long until my alarm", "when was Christmas invented", "what time is it"),
        *("remind me in 10 days to pay", "will it rain on friday", "what day is it"),
        *("how many minutes until 5 pm", "what is Christmas", "when is Easter in Greece"),
    ],
)
def test_what_the_calendar_does_not_know_is_left_to_others(grammar: Grammar, said: str) -> None:
    intent = grammar.understand(said)
    assert intent is None or intent.name != "count_days"
