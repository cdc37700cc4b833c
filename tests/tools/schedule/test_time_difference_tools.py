"""Unit: two places go in, how far their clocks are apart comes out."""

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from tools.around import run, surroundings, the_tool

from jarvis_voice.assistant.understanding.knowledge import Knowledge
from jarvis_voice.core.paths import find_paths
from jarvis_voice.tools.catalogue import ship_tools
from jarvis_voice.tools.registry import ToolContext
from jarvis_voice.tools.schedule.time_difference_tools import tools
from jarvis_voice.tools.web.sites import SiteTable
from jarvis_voice.workshop.scenarios.runner import compiled_grammar

pytestmark = pytest.mark.unit

NOW = datetime(2026, 11, 5, 14, 47, tzinfo=ZoneInfo("Europe/London"))


@pytest.fixture(scope="module")
def knowledge(tmp_path_factory: pytest.TempPathFactory) -> Knowledge:
    paths, around = (
        find_paths({"JARVIS_HOME": str(tmp_path_factory.mktemp("home"))}),
        surroundings(),
    )
    grammar = compiled_grammar(paths, ship_tools(around))
    return Knowledge(grammar, SiteTable.load(paths), around.applications)


async def ask(now: datetime = NOW, **arguments: Any) -> tuple[str, str]:
    tool = the_tool(tools, "get_time_difference", surroundings())
    receipt = (await run(tool, ToolContext(now), **arguments)).receipt
    return receipt.kind.value, receipt.observed


@pytest.mark.parametrize(
    ("first", "second", "observed"),
    [
        ("London", "New York", "London is 5 hours ahead of New York City."),
        ("New York", "London", "New York City is 5 hours behind London."),
        ("Tokyo", "", "Tokyo is 9 hours ahead of you."),
        ("here", "Tokyo", "Tokyo is 9 hours ahead of you."),
        ("Paris", "Berlin", "Paris has the same time as Berlin."),
        ("Lisbon", "", "Lisbon has the same time as you."),
        ("Paris", "Paris", "That is the same place."),
        ("Kathmandu", "UTC", "Kathmandu is 5 hours and 45 minutes ahead of UTC."),
        ("pacific time", "", "Pacific time is 8 hours behind you."),
        ("the United States", "Japan", "Washington, United States is 14 hours behind Japan."),
    ],
)
async def test_how_far_two_clocks_are_apart(first: str, second: str, observed: str) -> None:
    assert await ask(first=first, second=second) == ("lookup", observed)


async def test_summer_time_is_that_of_the_day_asked() -> None:
    march = datetime(2027, 3, 20, 12, 0, tzinfo=ZoneInfo("Europe/London"))
    observed = "London is 4 hours ahead of New York City."
    assert await ask(march, first="London", second="New York") == ("lookup", observed)


async def test_a_place_that_is_none_has_no_time() -> None:
    kind, observed = await ask(first="London", second="Mordor")
    assert kind == "no_op"
    assert observed.startswith("I do not know a place called Mordor.")


@pytest.mark.parametrize(
    ("said", "slots"),
    [
        (
            "what's the time difference between London and New York",
            {"first": "London", "second": "New York"},
        ),
        ("time difference between here and Tokyo", {"first": "Tokyo"}),
        ("what is the time difference to New York", {"first": "New York"}),
        ("how many hours ahead is Tokyo", {"first": "Tokyo"}),
        ("how many hours ahead of us is Tokyo", {"first": "Tokyo"}),
        ("how many hours behind is California", {"first": "California"}),
        ("how far ahead is Sydney", {"first": "Sydney"}),
        ("how many hours is Tokyo ahead of London", {"first": "Tokyo", "second": "London"}),
        ("how many hours behind London is New York", {"first": "New York", "second": "London"}),
        ("is Tokyo ahead of London", {"first": "Tokyo", "second": "London"}),
        ("how many hours difference is there between London and Paris", {"second": "Paris"}),
        ("are Paris and Berlin in the same time zone", {"first": "Paris", "second": "Berlin"}),
        ("how many hours are we behind Tokyo", {"first": "Tokyo"}),
    ],
)
def test_it_is_asked_for(knowledge: Knowledge, said: str, slots: dict[str, str]) -> None:
    [part] = knowledge.read(said).parts
    assert part.intent is not None
    assert part.intent.name == "get_time_difference", part.intent
    assert slots.items() <= dict(part.intent.slots).items(), part.intent


@pytest.mark.parametrize(
    "said", ["what time is it in Tokyo", "how long is the flight from London to New York"]
)
def test_other_questions_are_left_to_others(knowledge: Knowledge, said: str) -> None:
    names = [part.intent.name for part in knowledge.read(said).parts if part.intent]
    assert "get_time_difference" not in names
