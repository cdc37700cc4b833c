"""Flow: how people say it, through the grammar, to the tool and its arguments."""

import pytest
from tools.around import surroundings

from jarvis_voice.assistant.understanding.grammar import Grammar
from jarvis_voice.core.paths import find_paths
from jarvis_voice.tools.memory import memory_tools, note_tools
from jarvis_voice.workshop.scenarios.runner import compiled_grammar

pytestmark = pytest.mark.flow


@pytest.fixture(scope="module")
def grammar() -> Grammar:
    around = surroundings()
    found = [tool for module in (memory_tools, note_tools) for tool in module.tools(around)]
    return compiled_grammar(find_paths({"JARVIS_HOME": "/nowhere"}), found)


def test_every_template_holds(grammar: Grammar) -> None:
    assert grammar.problems == ()


@pytest.mark.parametrize(
    ("sentence", "tool", "slots"),
    [
        ("remember that my car is on level 3", "remember", {"fact": "my car is on level 3"}),
        ("my car is on level 3, remember that", "remember", {"fact": "my car is on level 3"}),
        ("remember my wife is called Eva", "remember", {"fact": "my wife is called Eva"}),
        ("don't forget that I like tea", "remember", {"fact": "I like tea"}),
        ("keep in mind that I am vegetarian", "remember", {"fact": "I am vegetarian"}),
        (
            "remember that Ann's birthday is in May",
            "remember",
            {"fact": "Ann's birthday is in May"},
        ),
        ("Ann's birthday is in May", "remember", {"fact": "Ann's birthday is in May"}),
        ("where did I park", "recall", {"about": "park the car"}),
        ("um, where did I park the car", "recall", {"about": "car"}),
        ("where did I leave my keys", "recall", {"about": "keys"}),
        ("what do you know about me", "recall", {"about": "everything"}),
        ("what did I tell you about my car", "recall", {"about": "my car"}),
        ("do you remember where I parked", "recall", {"about": "where I parked"}),
        ("what's my wife's name", "recall", {"about": "wife's name"}),
        ("forget that my car is red", "forget", {"about": "my car is red"}),
        ("forget about the car", "forget", {"about": "the car"}),
        ("forget what I told you about my car", "forget", {"about": "my car"}),
        (
            "add milk, eggs and bread to the shopping list",
            "add_note",
            {"text": "milk, eggs and bread", "list": "shopping"},
        ),
        ("stick eggs on the shopping list", "add_note", {"text": "eggs", "list": "shopping"}),
        ("put call mom on my to-do list", "add_note", {"text": "call mom", "list": "to-do"}),
        ("add milk to the list", "add_note", {"text": "milk", "list": "list"}),
        ("take a note: call the bank", "add_note", {"text": "call the bank", "list": "notes"}),
        ("remember to call Ana", "add_note", {"text": "call Ana", "list": "to-do"}),
        ("what is on my shopping list", "read_notes", {"list": "shopping"}),
        ("read my notes", "read_notes", {"list": "notes"}),
        ("cross milk off the shopping list", "remove_note", {"text": "milk", "list": "shopping"}),
        ("take eggs off my list", "remove_note", {"text": "eggs", "list": "list"}),
        ("remove the note about tea", "remove_note", {"text": "tea", "list": "notes"}),
        ("clear the shopping list", "clear_notes", {"list": "shopping"}),
        ("clear my notes", "clear_notes", {"list": "notes"}),
    ],
)
def test_it_is_understood(
    grammar: Grammar, sentence: str, tool: str, slots: dict[str, str]
) -> None:
    intent = grammar.understand(sentence)
    assert intent is not None
    assert (intent.name, dict(intent.slots)) == (tool, slots)


@pytest.mark.parametrize(
    "sentence",
    ["add 3 to 5", "put on some music", "forget it", "what is your name", "take a screenshot"],
)
def test_what_means_something_else_is_left_alone(grammar: Grammar, sentence: str) -> None:
    intent = grammar.understand(sentence)
    ours = {"remember", "recall", "forget", "add_note", "read_notes", "remove_note", "clear_notes"}
    assert intent is None or intent.name not in ours


@pytest.mark.parametrize(
    "sentence",
    [
        *("which list is milk on", "on which list is milk", "what list is milk on"),
        *("which of my lists has milk", "which list did I put milk on", "is milk on any list"),
        *("is milk on any of my lists", "is there anything on my lists about milk"),
        *("is there anything about milk on my lists", "anything about milk on my lists"),
        *("do any of my lists have milk", "does any of my lists say anything about milk"),
        *("what do my lists say about milk", "search my lists for milk", "find milk on my lists"),
        *("where is milk on my lists", "have I got milk on any list", "is milk on a list"),
    ],
)
def test_a_thing_is_looked_for_on_all_lists(grammar: Grammar, sentence: str) -> None:
    understood = grammar.understand(sentence)
    assert understood is not None
    assert understood.name == "read_notes"
    assert understood.slots["text"] == "milk"
    assert understood.slots["list"] == "list"


@pytest.mark.parametrize("sentence", ["which list is this", "what lists do I have", "which list"])
def test_a_question_for_lists_names_no_thing(grammar: Grammar, sentence: str) -> None:
    understood = grammar.understand(sentence)
    assert understood is None or not understood.slots.get("text")
