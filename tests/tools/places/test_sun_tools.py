"""Unit: a place and a day go in, when the sun rises and sets there comes out; nothing is asked."""

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from pydantic import ValidationError
from tools.around import run, surroundings, the_tool

from jarvis_voice.assistant.understanding.grammar import Grammar
from jarvis_voice.core.config import UserConfig
from jarvis_voice.core.paths import find_paths
from jarvis_voice.core.types import ReceiptKind
from jarvis_voice.tools.catalogue import ship_tools
from jarvis_voice.tools.places.sun_tools import tools
from jarvis_voice.tools.registry import ToolContext
from jarvis_voice.workshop.scenarios.runner import compiled_grammar

pytestmark = pytest.mark.unit

LONDON = ZoneInfo("Europe/London")
AMERICAN = UserConfig(
    locale="en_US", home_city="New York", units="imperial", currency="USD", clock="12"
)


@pytest.fixture(scope="module")
def grammar(tmp_path_factory: pytest.TempPathFactory) -> Grammar:
    paths = find_paths({"JARVIS_HOME": str(tmp_path_factory.mktemp("home"))})
    return compiled_grammar(paths, ship_tools(surroundings()))


async def ask(now: str, user: UserConfig | None = None, **arguments: Any) -> tuple[str, str]:
    around = surroundings(user=user) if user else surroundings()
    moment = datetime.fromisoformat(now).replace(tzinfo=LONDON)
    result = await run(the_tool(tools, "get_sun_times", around), ToolContext(moment), **arguments)
    return result.receipt.kind.value, result.receipt.observed


@pytest.mark.parametrize(
    ("now", "arguments", "observed"),
    [
        (
            "2026-11-05T09:07",
            {"what": "sunset", "place": "London"},
            "The sun sets at 16:26 today in London, 7 hours and 19 minutes from now.",
        ),
        (
            "2026-11-05T09:07",
            {"what": "sunrise", "place": "London"},
            "The sun rose at 07:01 today in London.",
        ),
        (  # it has set: the next one is meant
            "2026-11-05T19:07",
            {"what": "sunrise", "place": "London"},
            "The sun rises at 07:03 tomorrow in London, 11 hours and 56 minutes from now.",
        ),
        (  # where it is still yesterday
            "2026-11-05T09:07",
            {"what": "sunset", "place": "Honolulu"},
            "The sun set at 17:53 today in Honolulu.",
        ),
        (
            "2026-11-05T09:07",
            {"what": "sunset", "place": "Lisbon", "day": "in two weeks"},
            "The sun sets at 17:20 on 19 November 2026 in Lisbon.",
        ),
        (
            "2026-11-05T09:07",
            {"what": "daylight", "place": "Oslo", "day": "June 21st"},
            "The day is 18 hours and 49 minutes long on 21 June 2027 in Oslo, from 03:54 to 22:43.",
        ),
        (  # past midnight
            "2026-06-21T12:07",
            {"what": "sunset", "place": "Reykjavik"},
            "The sun sets at 00:02 tomorrow in Reykjav\u00edk, 12 hours and 55 minutes from now.",
        ),
        (
            "2026-06-21T09:07",
            {"what": "sunset", "place": "Murmansk"},
            "The sun does not set today in Murmansk. It is up all day.",
        ),
        (
            "2026-12-21T09:07",
            {"what": "daylight", "place": "Murmansk"},
            "The sun does not rise today in Murmansk. It is down all day.",
        ),
        (
            "2026-11-05T09:07",
            {"what": "now", "place": "Japan"},
            "It is night in Japan. The time there is 18:07.",
        ),
        (
            "2026-11-05T09:07",
            {"what": "now", "place": "London"},
            "It is day in London. The time there is 09:07.",
        ),
        (
            "2026-11-05T16:45",
            {"what": "now", "place": "London"},
            "It is half dark in London: the sun is down. The time there is 16:45.",
        ),
    ],
)
async def test_the_sun_of_a_place(now: str, arguments: dict[str, Any], observed: str) -> None:
    assert await ask(now, **arguments) == ("lookup", observed)


async def test_the_home_city_is_meant_where_none_is_named() -> None:
    kind, observed = await ask("2026-11-05T12:07", AMERICAN, what="sunset", day="tomorrow")
    assert (kind, observed) == (
        "lookup",
        "The sun sets at 4:46 PM tomorrow in New York City.",
    )
    kind, observed = await ask("2026-11-05T12:07", AMERICAN, what="daylight", day="June 21")
    assert "on June 21, 2027 in New York City, from 5:2" in observed


async def test_without_a_home_city_it_asks_for_one() -> None:
    assert await ask("2026-11-05T12:07", what="sunset") == (
        ReceiptKind.NO_OP.value,
        "For which city?",
    )
    assert await ask("2026-11-05T12:07", what="sunset", place="Mordor") == (
        ReceiptKind.NO_OP.value,
        "I do not know a place called Mordor.",
    )


def test_what_is_no_day_is_no_argument() -> None:
    tool = the_tool(tools, "get_sun_times", surroundings())
    with pytest.raises(ValidationError, match="no day"):
        tool.arguments.model_validate({"what": "sunset", "day": "my party"})


@pytest.mark.parametrize(
    ("said", "slots"),
    [
        ("when does the sun rise", {"what": "sunrise"}),
        ("what time is sunrise tomorrow", {"what": "sunrise", "day": "tomorrow"}),
        ("sunrise", {"what": "sunrise"}),
        ("when does it get light", {"what": "sunrise"}),
        ("what time does the sun come up in Rome", {"what": "sunrise", "place": "Rome"}),
        ("when's dawn", {"what": "sunrise"}),
        ("when does the sun set tonight", {"what": "sunset"}),
        ("what's the sunset time today", {"what": "sunset"}),
        ("when does the sun go down", {"what": "sunset"}),
        ("when will it get dark today", {"what": "sunset"}),
        ("how long until sunset", {"what": "sunset"}),
        ("how much daylight is left", {"what": "sunset"}),
        ("tell me when the sun sets", {"what": "sunset"}),
        (
            "what time is sunset in New York tomorrow",
            {"what": "sunset", "place": "New York", "day": "tomorrow"},
        ),
        (
            "what time is sunset tomorrow in New York",
            {"what": "sunset", "place": "New York", "day": "tomorrow"},
        ),
        (
            "when is sunset in Paris on June 21st",
            {"what": "sunset", "place": "Paris", "day": "June 21st"},
        ),
        ("when is sunset on friday", {"what": "sunset", "day": "friday"}),
        ("how long is the day today", {"what": "daylight"}),
        ("how many hours of daylight are there today", {"what": "daylight"}),
        ("how much daylight is there in Oslo", {"what": "daylight", "place": "Oslo"}),
        ("how long is the day on June 21", {"what": "daylight", "day": "June 21"}),
        ("when does the sun rise and set", {"what": "daylight"}),
        ("what are the sunrise and sunset times", {"what": "daylight"}),
        ("is it daytime in Japan", {"what": "now", "place": "Japan"}),
        ("is it dark in Tokyo right now", {"what": "now", "place": "Tokyo"}),
        ("is it day or night in Sydney", {"what": "now", "place": "Sydney"}),
        ("is it still light outside", {"what": "now"}),
        ("has the sun set", {"what": "now"}),
    ],
)
def test_it_is_asked_for(grammar: Grammar, said: str, slots: dict[str, str]) -> None:
    intent = grammar.understand(said)
    assert intent is not None
    assert intent.name == "get_sun_times", intent
    day = {"day": str(intent.slots["day"]).removeprefix("on ")} if "day" in intent.slots else {}
    assert slots == {**intent.slots, **day}


@pytest.mark.parametrize(
    "said",
    [
        *("is it sunny", "how hot is the sun", "when was the sun formed", "what is a sunset"),
        *("when is sunset boulevard from", "will it rain", "how long will it rain"),
    ],
)
def test_other_questions_are_left_to_others(grammar: Grammar, said: str) -> None:
    intent = grammar.understand(said)
    assert intent is None or intent.name != "get_sun_times"
