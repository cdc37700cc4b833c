"""Flow: sentences as people of all sorts say them, through the real grammar and every tool."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from assistant.tool_doubles import all_tools
from tools.around import surroundings

from jarvis_voice.assistant.state import MessageState
from jarvis_voice.assistant.understanding.knowledge import Knowledge
from jarvis_voice.core.paths import Paths, find_paths
from jarvis_voice.core.understanding import Intent
from jarvis_voice.tools.desktop.applications import Applications
from jarvis_voice.tools.web.sites import SiteTable
from jarvis_voice.workshop.scenarios.runner import compiled_grammar

pytestmark = pytest.mark.flow


@pytest.fixture(scope="module")
def knowledge(tmp_path_factory: pytest.TempPathFactory) -> Knowledge:
    folder: Path = tmp_path_factory.mktemp("home")
    paths: Paths = find_paths({"JARVIS_HOME": str(folder)})
    around = surroundings(applications=Applications({}, "linux"))
    grammar = compiled_grammar(paths, all_tools(around))
    return Knowledge(grammar, SiteTable.load(paths), around.applications)


def understood(knowledge: Knowledge, text: str, *said: str) -> list[Intent | None]:
    before: Sequence[MessageState] = [
        message
        for one in said
        for message in (
            MessageState(role="user", text=one),
            MessageState(role="assistant", text="Fine."),
        )
    ]
    return [part.intent for part in knowledge.read(text, before).parts]


@pytest.mark.parametrize(
    ("text", "place", "day"),
    [
        ("What's the weather like on Saturday?", "", "saturday"),
        ("How's the weather looking for Saturday in Leeds?", "Leeds", "saturday"),
        ("is it going to rain on friday afternoon", "", "friday"),
        ("any chance of rain on tuesday", "", "tuesday"),
        ("should I take a coat on monday", "", "monday"),
        ("how warm will it be in Nice on Monday afternoon", "Nice", "monday"),
        ("Whats the weather like tomorrow morning", "", "tomorrow"),
        ("tomorrow's weather", "", "tomorrow"),
        ("whats the wether like in paris", "paris", "now"),
        ("is Saturday going to be sunny", "", "saturday"),
        ("I'm flying to Vienna on Saturday, will it be cold there", "Vienna", "saturday"),
        ("weather London", "London", "now"),
    ],
)
def test_the_day_that_is_named_is_the_day_that_is_asked(
    knowledge: Knowledge, text: str, place: str, day: str
) -> None:
    [intent] = understood(knowledge, text)
    assert intent is not None
    assert (intent.name, intent.slots.get("place", ""), intent.slots.get("day", "now")) == (
        "weather",
        place,
        day,
    )


@pytest.mark.parametrize(
    "text",
    [
        "weather in two weeks",
        "what was the weather like last saturday",
        "weather next week",
        "lovely weather",
        "weather permitting",
        "will it be dry for the barbecue on sunday",
        "what's the weather in Rome and book me a flight",
    ],
)
def test_weather_that_cannot_be_told_is_not_asked_for(knowledge: Knowledge, text: str) -> None:
    intents = understood(knowledge, text)
    assert any(intent is None or intent.is_question for intent in intents)


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("take a note the meeting is moved actually", "the meeting is moved actually"),
        ("make a note ask bob if he is free right now", "ask bob if he is free right now"),
        ("write down buy the chairs as well", "buy the chairs as well"),
        ("note to self turn off the heating then", "turn off the heating then"),
        ("make a note that it rains on Sunday please", "it rains on Sunday"),
        ("write down I owe Sam ten pounds, thank you", "I owe Sam ten pounds"),
        ("take a note say thanks to John for me", "say thanks to John for me"),
        (
            "make a note open firefox and take a screenshot",
            "open firefox and take a screenshot",
        ),
    ],
)
def test_what_is_dictated_is_kept_as_it_was_said(
    knowledge: Knowledge, text: str, kept: str
) -> None:
    [intent] = understood(knowledge, text)
    assert intent is not None
    assert (intent.name, intent.slots["text"]) == ("add_note", kept)


@pytest.mark.parametrize(
    "text",
    ["remember the milk", "remember this", "can you remember things", "take a note of it"],
)
def test_nothing_is_kept_of_what_tells_nothing(knowledge: Knowledge, text: str) -> None:
    assert understood(knowledge, text) == [None]


def test_the_words_about_a_list_are_not_its_name(knowledge: Knowledge) -> None:
    assert understood(knowledge, "my wife put milk on the list") == [None]
    [tells] = understood(knowledge, "tell me what's on my shopping list")
    [away] = understood(knowledge, "get rid of the bread on the shopping list")
    assert tells == Intent("read_notes", {"list": "shopping"})
    assert away == Intent("remove_note", {"text": "the bread", "list": "shopping"})


def test_another_request_is_no_name_that_follows(knowledge: Knowledge) -> None:
    assert understood(knowledge, "open youtube and book a table for five")[-1] is None
    [_, timer] = understood(knowledge, "open youtube and set a timer for five minutes")
    assert timer == Intent("set_timer", {"length": "five minutes"})
    assert understood(knowledge, "and call bob", "open youtube") == [None]


def test_two_questions_about_one_place(knowledge: Knowledge) -> None:
    both = understood(knowledge, "tell me the weather and the time in Rome")
    assert [intent and intent.slots.get("place") for intent in both] == ["Rome", "Rome"]


@pytest.mark.parametrize(
    ("before", "text", "name", "slots"),
    [
        ("what's the weather in Paris", "no Berlin", "weather", {"place": "Berlin"}),
        ("what's the weather in Paris", "Berlin not Paris", "weather", {"place": "Berlin"}),
        (
            "what's the weather in Paris",
            "will it rain there on Friday",
            "weather",
            {"place": "Paris", "day": "friday"},
        ),
        ("what's the weather in Rome", "and on Sunday in Milan", "weather", {"place": "Milan"}),
        ("will it rain tomorrow", "and the day after", "weather", {"day": "day_after_tomorrow"}),
        ("what's the time", "in New York I mean", "get_time", {"place": "New York"}),
        ("what is 5 plus 5", "times 3", "calculate", {"expression": "(5 plus 5) times 3"}),
        ("set volume to 50", "no 30", "volume", {"percent": 30}),
        ("turn the volume up", "a bit more", "volume", {"change": "up"}),
        ("take a screenshot", "another one", "take_screenshot", {}),
        ("research heat pumps", "what about solar panels", "research", {}),
        ("what's on my shopping list", "clear it", "clear_notes", {"list": "shopping"}),
        (
            "add milk to the shopping list",
            "take it off again",
            "remove_note",
            {"text": "milk", "list": "shopping"},
        ),
    ],
)
def test_a_sentence_that_goes_on(
    knowledge: Knowledge, before: str, text: str, name: str, slots: dict[str, object]
) -> None:
    [intent] = understood(knowledge, text, before)
    assert intent is not None
    assert intent.name == name
    assert slots.items() <= dict(intent.slots).items()


@pytest.mark.parametrize("text", ["more", "a bit more", "another one"])
def test_more_of_nothing_is_nothing(knowledge: Knowledge, text: str) -> None:
    assert understood(knowledge, text, "search for tractors") == [None]


@pytest.mark.parametrize(
    "text", ["we're out of patience", "we are out of hope", "we're out of danger"]
)
def test_what_nobody_buys_goes_on_no_list(knowledge: Knowledge, text: str) -> None:
    assert all(one is None or one.name != "add_note" for one in understood(knowledge, text))
    [milk] = understood(knowledge, "we're out of milk")
    assert milk == Intent("add_note", {"text": "milk", "list": "shopping"})


@pytest.mark.parametrize(
    "text",
    ["she sets a timer for five minutes", "the microwave has a timer for five minutes"],
)
def test_words_of_somebody_else_name_no_timer(knowledge: Knowledge, text: str) -> None:
    assert all(one is None or one.name != "set_timer" for one in understood(knowledge, text))


@pytest.mark.parametrize(
    "text", ["is hunter2 a good password", "how strong is the password Tr0ub4"]
)
def test_a_password_that_is_said_is_not_searched_for(knowledge: Knowledge, text: str) -> None:
    [intent] = understood(knowledge, text)
    assert intent is not None
    assert intent.name == "cannot"
