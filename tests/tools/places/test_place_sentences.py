"""Unit: what people say for places of a city, through the real grammar."""

from typing import Any

import pytest
from tools.around import surroundings

from jarvis_voice.assistant.understanding.grammar import Grammar
from jarvis_voice.core.paths import find_paths
from jarvis_voice.tools.places import place_tools, weather_tools
from jarvis_voice.tools.schedule import clock_tools
from jarvis_voice.workshop.scenarios.runner import compiled_grammar

pytestmark = pytest.mark.unit


@pytest.fixture(scope="module")
def grammar() -> Grammar:
    around = surroundings()
    modules = (clock_tools, weather_tools, place_tools)
    tools = [tool for module in modules for tool in module.tools(around)]
    return compiled_grammar(find_paths({"JARVIS_HOME": "/nowhere"}), tools)


def test_every_template_is_sound(grammar: Grammar) -> None:
    assert grammar.problems == ()


@pytest.mark.parametrize(
    ("sentence", "kind", "near"),
    [
        ("find a restaurant nearby", "restaurant", ""),
        ("find a restaurant near Bristol", "restaurant", "Bristol"),
        ("find a restaurant", "restaurant", ""),
        ("find a restaurant nearby in Bristol", "restaurant", "Bristol"),
        ("where is the nearest pharmacy", "pharmacy", ""),
        ("where's the nearest pharmacy in Leeds?", "pharmacy", "Leeds"),
        ("are there any good thai places around here", "good thai places", ""),
        ("coffee shops in Bristol", "coffee shops", "Bristol"),
        ("restaurants near me", "restaurants", "me"),
        ("search for restaurants near me", "restaurants", ""),
        ("is there a gas station near here", "gas station", "here"),
        ("what's the closest bank", "bank", ""),
        ("closest cash machine to me", "cash machine", ""),
        ("nearest petrol station", "petrol station", ""),
        ("I'm looking for a hotel in Paris", "hotel", "Paris"),
        ("show me restaurants in Rome", "restaurants", "Rome"),
        ("can you recommend a bar in Berlin", "bar", "Berlin"),
        ("any museums in Madrid", "museums", "Madrid"),
        ("I need a dentist in Oxford", "dentist", "Oxford"),
        ("what restaurants are there in Lyon", "restaurants", "Lyon"),
        ("which pubs are near here", "pubs", "here"),
        ("how do I get to the nearest hospital", "hospital", ""),
        ("take me to the nearest train station", "train station", ""),
        ("find somewhere to eat nearby", "somewhere to eat", ""),
        ("is there anywhere to eat around here", "anywhere to eat", ""),
        ("do you know a good indian restaurant around here", "good indian restaurant", ""),
        ("list the bakeries in Cologne", "bakeries", "Cologne"),
        ("where can I get sushi in Seattle", "sushi", "Seattle"),
        ("can you find a bakery near me", "bakery", "me"),
        ("is there a pharmacy around", "pharmacy", ""),
        ("where can I find a pharmacy", "pharmacy", ""),
        ("what are some good restaurants in Bristol", "good restaurants", "Bristol"),
        ("what is a good italian restaurant in Boston", "italian restaurant", "Boston"),
        ("give me a list of restaurants in Bristol", "restaurants", "Bristol"),
        ("do you know where the nearest bakery is", "bakery", ""),
        ("show me the way to the nearest bank", "bank", ""),
        ("find the pharmacy closest to me", "pharmacy", ""),
        ("places to eat near me", "places to eat", "me"),
        ("where can we eat tonight", "restaurant", ""),
        ("where can I park around here", "car park", ""),
        ("where can I get some cash", "cash machine", ""),
        ("where can I charge my car in York", "charging station", "York"),
        ("could you please find me a nice cafe nearby, thanks", "nice cafe", ""),
    ],
)
def test_places_are_asked_for(grammar: Grammar, sentence: str, kind: str, near: str) -> None:
    understood = grammar.understand(sentence)
    assert understood is not None
    assert understood.name == "find_places"
    slots: dict[str, Any] = dict(understood.slots)
    assert (slots["kind"], slots.get("near", "")) == (kind, near)


@pytest.mark.parametrize(
    "sentence",
    [
        "search for pizza in Rome",
        "what is the best restaurant in Bristol",
        "find the best university in Britain",
        "find the MIT website",
        "find information in Bristol",
        "find my keys near the bed",
        "find a hotel in Paris for next weekend",
        "find a hotel in Paris and open it",
        "where is the bank of America",
        "what is a pharmacy",
        "what is the largest park in London",
        "how many restaurants are there in Paris",
        "find the nearest star to the sun",
        "what is the time in Paris",
        "the weather in Bristol",
        "is the pharmacy open",
        "what are some good books in English",
        "what is a good name for a shop",
        "where is a good idea from",
        "give me a list of things to do in Rome",
        "what are the rules of the pub quiz",
        "find a recipe for bread",
        "I want a pizza",
    ],
)
def test_other_requests_are_left_alone(grammar: Grammar, sentence: str) -> None:
    understood = grammar.understand(sentence)
    assert understood is None or understood.name != "find_places"
