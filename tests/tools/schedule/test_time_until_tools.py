"""Unit: a time goes in, how long it is until then comes out, or what the clock shows then."""

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from pydantic import ValidationError
from tools.around import run, surroundings

from jarvis_voice.assistant.understanding.grammar import Grammar
from jarvis_voice.core.config import UserConfig
from jarvis_voice.core.paths import find_paths
from jarvis_voice.tools.catalogue import ship_tools
from jarvis_voice.tools.registry import ToolContext
from jarvis_voice.tools.schedule.time_until_tools import time_until_tool
from jarvis_voice.workshop.scenarios.runner import compiled_grammar

pytestmark = pytest.mark.unit

LONDON = ZoneInfo("Europe/London")
NOW = datetime(2026, 11, 5, 14, 47, tzinfo=LONDON)  # a Thursday
AMERICAN = UserConfig(locale="en_US", home_city="", units="imperial", currency="USD", clock="12")


@pytest.fixture(scope="module")
def grammar(tmp_path_factory: pytest.TempPathFactory) -> Grammar:
    paths = find_paths({"JARVIS_HOME": str(tmp_path_factory.mktemp("home"))})
    return compiled_grammar(paths, ship_tools(surroundings()))


async def ask(
    user: UserConfig | None = None, now: datetime = NOW, **arguments: Any
) -> tuple[str, str]:
    around = surroundings(user=user) if user else surroundings()
    tool = time_until_tool(around, lambda _: LONDON)
    receipt = (await run(tool, ToolContext(now), **arguments)).receipt
    return receipt.kind.value, receipt.observed


@pytest.mark.parametrize(
    ("arguments", "observed"),
    [
        ({"when": "5 pm"}, "It is 2 hours and 13 minutes until 17:00."),
        ({"when": "7"}, "It is 4 hours and 13 minutes until 19:00."),
        ({"when": "midnight"}, "It is 9 hours and 13 minutes until midnight."),
        ({"when": "midnight", "unit": "hours"}, "It is 9 hours and 13 minutes until midnight."),
        ({"when": "midnight", "unit": "minutes"}, "It is 553 minutes until midnight."),
        ({"when": "2:48 pm", "unit": "seconds"}, "It is 60 seconds until 14:48."),
        ({"when": "noon"}, "It is 21 hours and 13 minutes until 12:00 tomorrow."),
        ({"when": "tomorrow at seven"}, "It is 16 hours and 13 minutes until 07:00 tomorrow."),
        ({"when": "saturday", "unit": "hours"}, "It is 33 hours and 13 minutes until Saturday."),
        (
            {"when": "Christmas", "unit": "hours"},
            "It is 1185 hours and 13 minutes until Christmas.",
        ),
        ({"when": "in 3 hours", "tell": "clock"}, "It will be 17:47."),
        ({"when": "10 hours", "tell": "clock"}, "It will be 00:47 tomorrow."),
        ({"when": "an hour and a half from now", "tell": "clock"}, "It will be 16:17."),
        ({"when": "in 10 days", "tell": "clock"}, "It will be 14:47 on 15 November 2026."),
        ({"when": "20 minutes ago", "tell": "clock"}, "It was 14:27."),
        ({"when": "15 hours ago", "tell": "clock"}, "It was 23:47 yesterday."),
    ],
)
async def test_a_time_and_how_far_off_it_is(arguments: dict[str, Any], observed: str) -> None:
    assert await ask(**arguments) == ("lookup", observed)


async def test_what_is_over_is_said_to_be_over() -> None:
    assert await ask(when="today at 9 am") == ("no_op", "That is past already.")


async def test_a_clock_of_twelve_hours() -> None:
    assert await ask(AMERICAN, when="5 pm") == (
        "lookup",
        "It is 2 hours and 13 minutes until 5:00 PM.",
    )


async def test_an_hour_that_the_clock_leaves_out_is_not_counted() -> None:
    evening = datetime(2027, 3, 27, 22, 0, tzinfo=LONDON)
    assert await ask(now=evening, when="8 am") == (
        "lookup",
        "It is 9 hours until 08:00 tomorrow.",
    )


@pytest.mark.parametrize(
    "arguments",
    [
        *({"when": "lunch"}, {"when": "friday"}, {"when": "my alarm"}, {"when": "every day at 9"}),
        *({"when": "5 pm", "tell": "clock"}, {"when": "Tokyo", "tell": "clock"}),
        {"when": "my party", "unit": "hours"},
    ],
)
def test_what_is_no_time_is_no_argument(arguments: dict[str, str]) -> None:
    with pytest.raises(ValidationError):
        time_until_tool(surroundings()).arguments.model_validate(arguments)


@pytest.mark.parametrize(
    ("said", "slots"),
    [
        ("how long until 5 pm", {"when": "5 pm"}),
        ("how long is it until 5 o'clock", {}),
        ("how long till noon", {"when": "noon"}),
        ("how many minutes until midnight", {"when": "midnight", "unit": "minutes"}),
        ("how many hours until 5 pm", {"when": "5 pm", "unit": "hours"}),
        ("how many hours until friday", {"when": "friday", "unit": "hours"}),
        ("how much time is left until half past three", {"when": "half past three"}),
        ("how many hours are left in the day", {"when": "midnight", "unit": "hours"}),
        ("how long until the end of the day", {"when": "midnight"}),
        ("time until 5 pm", {"when": "5 pm"}),
        ("what time will it be in 3 hours", {"when": "3 hours", "tell": "clock"}),
        ("what time is it in 20 minutes", {"when": "20 minutes", "tell": "clock"}),
        ("what time will it be 3 hours from now", {"tell": "clock"}),
        ("what's the time in half an hour", {"when": "half an hour", "tell": "clock"}),
        ("what time was it 3 hours ago", {"when": "3 hours ago", "tell": "clock"}),
    ],
)
def test_it_is_asked_for(grammar: Grammar, said: str, slots: dict[str, str]) -> None:
    intent = grammar.understand(said)
    assert intent is not None
    assert intent.name == "get_time_until", intent
    assert slots.items() <= dict(intent.slots).items(), intent


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("how long until friday", "count_days"),
        ("what time is it in Tokyo", "get_time"),
        ("what's the time", "get_time"),
        ("how long until my alarm", "read_schedule"),
        ("how many minutes are in an hour", "convert"),
        ("how far is it to Paris", "search"),
        ("how long is the flight to London", "search"),
    ],
)
def test_other_questions_are_left_to_others(grammar: Grammar, said: str, name: str) -> None:
    intent = grammar.understand(said)
    assert intent is not None
    assert intent.name == name
