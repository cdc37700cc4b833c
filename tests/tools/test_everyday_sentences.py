"""Unit: what people say for clock, numbers and weather, through the real grammar."""

from typing import Any

import pytest
from tools.around import surroundings

from jarvis_voice.assistant.understanding.grammar import Grammar
from jarvis_voice.core.paths import find_paths
from jarvis_voice.tools.numbers import number_tools
from jarvis_voice.tools.places import weather_tools
from jarvis_voice.tools.schedule import clock_tools
from jarvis_voice.workshop.scenarios.runner import compiled_grammar

pytestmark = pytest.mark.unit


@pytest.fixture(scope="module")
def grammar() -> Grammar:
    around = surroundings()
    modules = (clock_tools, number_tools, weather_tools)
    tools = [tool for module in modules for tool in module.tools(around)]
    return compiled_grammar(find_paths({"JARVIS_HOME": "/nowhere"}), tools)


def test_every_template_is_sound(grammar: Grammar) -> None:
    assert grammar.problems == ()


@pytest.mark.parametrize(
    ("sentence", "tool", "slots"),
    [
        ("What time is it in Tokyo?", "get_time", {"what": "time", "place": "Tokyo"}),
        ("what's the time in New York right now", "get_time", {"what": "time"}),
        ("what day is it in Sydney", "get_time", {"what": "date", "place": "Sydney"}),
        ("convert 5 miles to kilometers", "convert", {"what": "5 miles", "to": "kilometers"}),
        ("5 miles to kilometers", "convert", {"what": "5 miles", "to": "kilometers"}),
        ("how many ounces are there in a pound", "convert", {"what": "a pound", "to": "ounces"}),
        ("how much is 100 dollars in euros", "convert", {"what": "100 dollars", "to": "euros"}),
        ("what is 70 fahrenheit in celsius", "convert", {"what": "70 fahrenheit"}),
        ("what is the weather", "weather", {"about": "weather", "day": "now"}),
        ("what's the weather in Lisbon tomorrow", "weather", {"place": "Lisbon"}),
        ("what's the weather tomorrow in Lisbon", "weather", {"day": "tomorrow"}),
        ("what is the weather like this weekend", "weather", {"day": "weekend"}),
        ("will it rain tomorrow", "weather", {"about": "rain", "day": "tomorrow"}),
        ("do I need an umbrella", "weather", {"about": "rain", "day": "today"}),
        ("how cold is it outside", "weather", {"about": "temperature", "day": "now"}),
        ("is it going to snow on friday", "weather", {"about": "snow", "day": "friday"}),
        ("what is 20 percent off 85", "calculate", {"expression": "20 percent off 85"}),
        ("a 15 percent tip on 64", "calculate", {}),
        ("subtract 5 from 12", "calculate", {"expression": "subtract 5 from 12"}),
        ("what is love in french", "search", {}),
        ("what is the capital of France", "search", {}),
        ("how many people live in Tokyo", "search", {}),
    ],
)
def test_a_sentence_reaches_its_tool(
    grammar: Grammar, sentence: str, tool: str, slots: dict[str, Any]
) -> None:
    understood = grammar.understand(sentence)
    assert understood is not None
    assert understood.name == tool
    assert slots.items() <= dict(understood.slots).items()
