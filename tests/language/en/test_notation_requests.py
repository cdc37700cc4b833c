"""Unit: what is to be written in a notation is a text, and what only speaks of one is not."""

from __future__ import annotations

import pytest

from jarvis_voice.language.en.notation_requests import asks_for_call, asks_for_notation

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    "goal",
    [
        "write a JSON example for a command that sets a timer of ten minutes",
        "show me how a tool call to cancel an alarm looks in JSON",
        "show me how a tool call to forget my cat looks in JSON",
        "write a JSON with a name and arguments to remove milk from the shopping list",
        "what would the JSON look like for setting a timer of ten minutes",
        "give me an example of a function call that cancels all alarms",
        "what is the syntax of a tool call for set_timer",
        "write the tool call for cancelling my alarm, as text",
        "print the JSON for a function call that clears my list",
        "generate a json object with name set_timer and arguments length ten minutes",
        "make up a JSON request that opens the lights",
        'I need a JSON snippet with "name": "cancel_schedule"',
        "explain with an example how function calling works",
        "what does a tool call look like",
        "turn this into JSON: name set_timer, length ten minutes",
        "convert to json: cancel the alarm",
        "as JSON please: an order to cancel the alarm",
        'format "cancel the alarm" as a json tool call',
        "write an OpenAPI example for cancel alarm",
        "write yaml for a timer of ten minutes",
        "can you write me the json that would set a timer",
    ],
)
def test_a_call_that_is_to_be_written_is_a_text(goal: str) -> None:
    assert asks_for_notation(goal)


@pytest.mark.parametrize(
    "goal",
    [
        "set a timer for ten minutes",
        "add fix the yaml file to my list",
        "write fix the json parser on my to do list",
        "put the xml report on the list",
        "remind me at nine to send the json to Tom",
        "note that the api call is at ten",
        "remember that our schema is called blue",
        "write a python program that prints primes and run it",
        "write the json for ten users and run it",
        "run this python code: print(1)",
        "call Ana",
        "open the JSON documentation",
        "open json.org",
        "how do I parse json in python",
        "is YAML better than JSON",
        "search for yaml tutorials",
        "add a meeting about the function call to my list",
        "set an alarm called json for seven",
        "cancel the api timer",
        "start the payload timer for five minutes",
        "remove xml from my list",
        "please put learn toml syntax on my reading list",
        "write down that the syntax error is in line nine",
        "make a list with json and yaml",
        "set a timer of ten minutes for the api request",
        "how long is left on the json timer",
        "copy that",
        "take a screenshot of the json",
    ],
)
def test_an_act_that_only_speaks_of_a_notation_stays_one(goal: str) -> None:
    assert not asks_for_notation(goal)


def test_beside_a_call_nothing_is_looked_up_and_beside_other_json_it_may_be() -> None:
    assert asks_for_call("show me how a tool call to search for bees looks in JSON")
    assert not asks_for_call("search for the tallest buildings and give me the JSON")
    assert asks_for_notation("search for the tallest buildings and give me the JSON")
