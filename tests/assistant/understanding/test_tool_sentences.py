"""Unit: a tool's sentences in the grammar give its arguments; bad ones are reported."""

from typing import Any

import pytest
from assistant.tool_doubles import Media, Volume, doubles, tool

from jarvis_voice.assistant.understanding.grammar import Grammar
from jarvis_voice.core.errors import ConfigError
from jarvis_voice.core.paths import Paths, find_paths
from jarvis_voice.core.understanding import Intent
from jarvis_voice.tools.desktop.command_tools import run_command

pytestmark = pytest.mark.unit

HEAD = "language: en\nintents:\n"


@pytest.fixture(scope="module")
def grammar(tmp_path_factory: pytest.TempPathFactory) -> Grammar:
    paths = find_paths({"JARVIS_HOME": str(tmp_path_factory.mktemp("empty"))})
    return Grammar.load(paths, doubles())


def write(paths: Paths, content: str) -> None:
    paths.user_sentences.mkdir(parents=True, exist_ok=True)
    (paths.user_sentences / "mine.yaml").write_text(content, encoding="utf-8")


@pytest.mark.parametrize(
    ("sentence", "name", "arguments"),
    [
        ("what's the weather in Paris tomorrow?", "weather", {"place": "Paris", "day": "tomorrow"}),
        ("what's the weather like", "weather", {}),
        ("set the volume to twenty-five percent", "volume", {"change": "set", "percent": 25}),
        ("Um, set the volume to 30%.", "volume", {"change": "set", "percent": 30}),
        ("press play pause", "media", {"action": "play_pause"}),
        ("convert 5 miles to kilometers", "convert", {"what": "5 miles", "to": "kilometers"}),
        ("what is 5 miles in kilometers", "convert", {"what": "5 miles", "to": "kilometers"}),
        ("add Oat Milk to my shopping list", "add_note", {"text": "Oat Milk", "list": "shopping"}),
        ("what time is it in New York", "get_time", {"what": "time", "place": "New York"}),
        ("set the volume to forty, no, thirty percent", "volume", {"change": "set", "percent": 30}),
        ("convert five, no, six miles to feet", "convert", {"what": "six miles", "to": "feet"}),
        ("weather in Oslo, no, Bergen", "weather", {"place": "Bergen"}),
        ("what time is it in Oslo, sorry, in Rome", "get_time", {"what": "time", "place": "Rome"}),
    ],
)
def test_a_tool_is_asked_for_by_its_sentences(
    grammar: Grammar, sentence: str, name: str, arguments: dict[str, Any]
) -> None:
    assert grammar.understand(sentence) == Intent(name, arguments)


@pytest.mark.parametrize("name", ["film night", "Film Night!", " film  night", "Film, night?"])
def test_a_command_is_asked_for_by_its_words_however_its_name_is_written(
    paths: Paths, name: str
) -> None:
    grammar = Grammar.load(paths, (run_command({name: ("x",), "tea": ("y",)}),))
    for sentence in ("film night", "Film night!", name):
        assert grammar.understand(sentence) == Intent("run_command", {"name": name})


@pytest.mark.parametrize(
    ("phrase", "meant"),
    [("good night", "run_command"), ("hello", "run_command"), ("stop", "stop"), ("yes", "yes")],
)
def test_a_users_greeting_runs_their_command(paths: Paths, phrase: str, meant: str) -> None:
    grammar = Grammar.load(paths, (run_command({phrase: ("x",)}),))
    intent = grammar.understand(phrase)
    assert intent is not None
    assert intent.name == meant


@pytest.mark.parametrize(
    "sentence",
    [
        "set the volume to the moon",
        "set the volume to two and a half",
        "will it rain in there",
        "remember that",
        "remember when we were young",
        "don't add milk to my shopping list",
    ],
)
def test_words_that_no_argument_can_be_are_not_understood(grammar: Grammar, sentence: str) -> None:
    assert grammar.understand(sentence) is None


def test_a_question_is_told_from_a_conversion(grammar: Grammar) -> None:
    understood = grammar.understand("what is love in french")
    assert understood is not None
    assert understood.name == "search"


@pytest.mark.parametrize(
    ("template", "fixed", "problem"),
    [
        ("turn {change", {}, "not a sentence template"),
        ("turn {chnge}", {}, '"chnge"'),
        ("turn it <round>", {"change": "up"}, '"round"'),
        ("turn it", {}, '"change"'),
        ("turn it up", {"change": "up", "by": 3}, '"by"'),
        (3, {}, "is no sentence"),
    ],
)
def test_a_bad_template_is_reported_and_the_others_hold(
    paths: Paths, template: Any, fixed: dict[str, Any], problem: str
) -> None:
    sentences = {template: fixed, "the good sentence": {"change": "up"}}
    grammar = Grammar.load(paths, [tool("theirs", Volume, sentences)])
    [reported] = grammar.problems
    assert problem in reported
    assert "theirs" in reported
    assert grammar.understand("the good sentence") == Intent("theirs", {"change": "up"})


def test_two_tools_may_name_their_slots_alike(paths: Paths) -> None:
    grammar = Grammar.load(
        paths,
        [
            tool("volume", Volume, {"make the sound go {change}": {}}),
            tool("media", Media, {"make the player {action}": {}}),
        ],
    )
    assert grammar.understand("make the sound go up") == Intent("volume", {"change": "up"})
    assert grammar.understand("make the sound go next") is None


def test_a_user_adds_sentences_to_a_tool(paths: Paths) -> None:
    write(
        paths,
        HEAD
        + "  volume:\n    data:\n      - sentences: ['party time']\n"
        + "        slots: {change: set, percent: '90'}\n"
        + "      - sentences: ['crank it to {percent}']\n        slots: {change: set}\n",
    )
    grammar = Grammar.load(paths, doubles())
    assert grammar.understand("party time") == Intent("volume", {"change": "set", "percent": 90})
    assert grammar.understand("crank it to ten") == Intent(
        "volume", {"change": "set", "percent": 10}
    )


@pytest.mark.parametrize(
    ("content", "named"),
    [
        (HEAD + "  wether: {data: []}\n", '"weather"'),
        (HEAD + "  remember: {data: [{sentences: ['keep it']}]}\n", "{fact}"),
        (HEAD + "  volume: {data: [{sentences: [a], slots: {change: sideways}}]}\n", "sideways"),
    ],
)
def test_a_users_mistake_about_a_tool_is_named(paths: Paths, content: str, named: str) -> None:
    write(paths, content)
    with pytest.raises(ConfigError) as caught:
        Grammar.load(paths, doubles())
    assert named in caught.value.message
