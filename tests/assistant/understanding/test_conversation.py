"""Unit: sentences that lean on the one before; what was asked then, with one thing replaced."""

from typing import Any

import pytest
from assistant.tool_doubles import all_tools, registry_with
from assistant.understanding.messages_before import after
from tools.around import surroundings
from tools.schedule_home import knowledge as shipped

from jarvis_voice.assistant.planning.fulfilment import actions_wanted
from jarvis_voice.assistant.understanding.knowledge import Knowledge
from jarvis_voice.core.paths import find_paths
from jarvis_voice.core.understanding import Intent
from jarvis_voice.tools.desktop.applications import Applications
from jarvis_voice.tools.web.sites import SiteTable
from jarvis_voice.workshop.scenarios.runner import compiled_grammar

pytestmark = pytest.mark.unit

NOWHERE = {"XDG_DATA_HOME": "/nowhere", "XDG_DATA_DIRS": "/nowhere", "HOME": "/nowhere"}
SHIPPED = all_tools(surroundings(applications=Applications({}, "linux")))
LONDON = "what is the weather in London"


@pytest.fixture(scope="module")
def knowledge(tmp_path_factory: pytest.TempPathFactory) -> Knowledge:
    paths = find_paths({"JARVIS_HOME": str(tmp_path_factory.mktemp("empty"))})
    grammar = compiled_grammar(paths, registry_with())
    return Knowledge(grammar, SiteTable.load(paths), Applications(NOWHERE, "linux"))


@pytest.mark.parametrize(
    ("said", "text", "name", "slots"),
    [
        ([LONDON], "and in Paris?", "weather", {"place": "Paris"}),
        ([LONDON], "no, tomorrow", "weather", {"place": "London", "day": "tomorrow"}),
        (["convert 3 miles to km"], "how much is that in feet", "convert", {"to": "feet"}),
        (
            ["what is 15 percent of 80"],
            "no, of 90",
            "calculate",
            {"expression": "15 percent of 90"},
        ),
        ([LONDON], "what about tomorrow?", "weather", {"place": "London", "day": "tomorrow"}),
        ([LONDON, "and in Paris?"], "tomorrow?", "weather", {"place": "Paris", "day": "tomorrow"}),
        (
            [LONDON, "thanks"],
            "and Paris tomorrow",
            "weather",
            {"place": "Paris", "day": "tomorrow"},
        ),
        (["what time is it"], "and in Tokyo", "get_time", {"place": "Tokyo"}),
        (["what time is it in Oslo"], "same for Berlin", "get_time", {"place": "Berlin"}),
        (["what time is it in Oslo"], "same again for Berlin", "get_time", {"place": "Berlin"}),
        (["what time is it in Oslo"], "what's the weather there", "weather", {"place": "Oslo"}),
        (["convert 5 dollars to pounds"], "how about euros", "convert", {"to": "euros"}),
        (["convert 5 dollars to pounds"], "and 10 dollars?", "convert", {"what": "10 dollars"}),
        (
            ["find a pharmacy in Leeds"],
            "and a bakery",
            "find_places",
            {"kind": "a bakery", "near": "Leeds"},
        ),
        (
            ["find a pharmacy in Leeds"],
            "and in York?",
            "find_places",
            {"kind": "pharmacy", "near": "York"},
        ),
        (
            ["find a pharmacy in Leeds"],
            "what about York",
            "find_places",
            {"kind": "pharmacy", "near": "York"},
        ),
        (["find a pharmacy in Leeds"], "what's the weather there", "weather", {"place": "Leeds"}),
        (["open github"], "no, I meant gitlab", "open", {"name": "gitlab"}),
        (["open github.com"], "I meant gitlab", "open_website", {"name": "gitlab"}),
        (["open github"], "what about gitlab", "open", {"name": "gitlab"}),
        (["open github"], "what about the weather", "weather", {}),
        (["set the volume to 30"], "no, I meant fifty", "volume", {"percent": 50}),
        (["who is Ada Lovelace"], "and Alan Turing?", "search", {"query": "Alan Turing"}),
        (["who is Ada Lovelace"], "how old is she", "search", {"query": "how old is Ada Lovelace"}),
        (["who is Ada Lovelace"], "tell me more about her", "search", {"query": "Ada Lovelace"}),
        (
            ["who is Ada Lovelace"],
            "what does wikipedia say",
            "wikipedia",
            {"topic": "Ada Lovelace"},
        ),
        (
            ["what is the capital of France"],
            "and Spain?",
            "search",
            {"query": "the capital of Spain"},
        ),
        (["how tall is Mount Everest"], "what about K2", "search", {"query": "how tall is K2"}),
        (["search for pizza in Rome"], "and in Naples", "search", {"query": "pizza in Naples"}),
        (["add milk to my shopping list"], "and eggs", "add_note", {"text": "eggs"}),
        (["add milk to my shopping list"], "what is on it", "read_notes", {"list": "shopping"}),
        (
            ["add milk to my shopping list"],
            "also add eggs",
            "add_note",
            {"text": "eggs", "list": "shopping"},
        ),
        (
            ["open github"],
            "how long does it take to boil an egg",
            "search",
            {"query": "how long does it take to boil an egg"},
        ),
        (
            ["open github"],
            "is it true that cats fly",
            "search",
            {"query": "is it true that cats fly"},
        ),
        (
            ["what is bitcoin"],
            "is it legal in china",
            "search",
            {"query": "is bitcoin legal in china"},
        ),
        (
            ["who was the first president of the united states"],
            "when was he born",
            "search",
            {"query": "when was the first president of the united states born"},
        ),
        (["weather in York"], "not York, Hull", "weather", {"place": "Hull"}),
        (["weather in York"], "no, not in York but Hull", "weather", {"place": "Hull"}),
        (
            ["what is 20 percent of 85"],
            "and of 120",
            "calculate",
            {"expression": "20 percent of 120"},
        ),
        (["set the volume to 50"], "up", "volume", {"change": "up"}),
        (["take a screenshot"], "again", "take_screenshot", {}),
        (["set the volume to 50", "what time is it"], "again", "say_again", {}),
        (["what is playing"], "what song is this", "search", {"query": "what song is this"}),
        (["turn it up"], "do that again", "volume", {"change": "up"}),
        (["read me the second one"], "read on", "read_result", {"ordinal": "2", "part": 2}),
        (["read it", "read on"], "read on", "read_page", {"part": 3}),
        (["tell me a joke"], "another one", "tell_joke", {"kind": "joke"}),
        (["tell me a joke", "another one"], "tell me one more", "tell_joke", {"kind": "joke"}),
        (["a fun fact"], "one more", "tell_joke", {"kind": "fact"}),
        (["a riddle"], "what is the answer", "tell_joke", {"kind": "answer"}),
        (["a riddle"], "I don't know", "tell_joke", {"kind": "answer"}),
        (["a riddle", "another one"], "no idea, tell me", "tell_joke", {"kind": "answer"}),
        (["a riddle", "a clock", "a watch"], "I give up", "tell_joke", {"kind": "answer"}),
        (["a riddle", "I give up"], "what was the answer", "tell_joke", {"kind": "answer"}),
        (["a riddle", "I give up"], "another one", "tell_joke", {"kind": "riddle"}),
        (["what does irony mean"], "and zeal?", "define_word", {"word": "zeal"}),
        (
            ["what is the opposite of hot"],
            "what about tall",
            "define_word",
            {"word": "tall", "what": "antonyms"},
        ),
        (["spell banana"], "and apple", "spell", {"word": "apple"}),
        (["what does zeal mean"], "how do you spell that", "spell", {"word": "zeal"}),
        (["who is Ada Lovelace"], "spell it", "spell", {"word": "Ada Lovelace"}),
        (["spell zeal"], "what does it mean", "define_word", {"word": "zeal"}),
        (["define zeal"], "pronounce it", "say_words", {"text": "zeal"}),
    ],
)
def test_a_follow_up_replaces_one_thing(
    knowledge: Knowledge, said: list[str], text: str, name: str, slots: dict[str, Any]
) -> None:
    [part] = knowledge.read(text, after(*said)).parts
    assert part.intent is not None
    assert part.intent.name == name
    assert slots.items() <= part.intent.slots.items()


@pytest.mark.parametrize("text", ["what is the answer", "I give up", "I don't know", "no idea"])
@pytest.mark.parametrize("said", [[], ["tell me a joke"], ["a riddle", "what time is it"]])
def test_there_is_no_answer_without_a_riddle(
    knowledge: Knowledge, said: list[str], text: str
) -> None:
    [part] = knowledge.read(text, after(*said)).parts
    assert part.intent is None


def test_who_gives_up_all_day_is_read_in_no_time(knowledge: Knowledge) -> None:
    [part] = knowledge.read("I don't know", after(*["I don't know"] * 60)).parts
    assert part.intent is None


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ([], "and in Paris?"),
        ([], "what about tomorrow"),
        ([], "no, I meant gitlab"),
        ([], "do that again"),
        (["hello"], "and in Paris?"),
        (["flurbel the wug"], "and in Paris?"),
        (["open github"], "what about you"),
        (["open github"], "what about tomorrow we go out"),
        (["turn it up"], "and the music"),
        (["take a screenshot"], "and in Paris?"),
        ([LONDON], "and then he went home"),
        ([LONDON], "Paris"),
        (["when did the Titanic sink in the sea and who cared"], "what about it"),
    ],
)
def test_what_is_no_plain_follow_up_is_not_understood(
    knowledge: Knowledge, said: list[str], text: str
) -> None:
    assert [part.intent for part in knowledge.read(text, after(*said)).parts] == [None]


@pytest.mark.parametrize("text", ["the second one", "Shopify", "I meant Shopify"])
def test_a_question_which_one_is_answered(knowledge: Knowledge, text: str) -> None:
    asked = after("open spotted", answer="Did you mean Spotify or Shopify?")
    [part] = knowledge.read(text, asked).parts
    assert part.intent == Intent("open", {"name": "Shopify"})


@pytest.mark.parametrize(
    ("text", "name"),
    [("Firefox", "Firefox Web Browser"), ("Google Chrome, please", "Google Chrome")],
)
def test_a_part_of_a_name_picks_it(knowledge: Knowledge, text: str, name: str) -> None:
    question = "Did you mean Firefox Web Browser or Google Chrome?"
    [part] = knowledge.read(text, after("open the browser", answer=question)).parts
    assert part.intent == Intent("open", {"name": name})


@pytest.mark.parametrize(
    ("said", "text", "name", "slots"),
    [
        ("when is sunset in Lisbon", "what about tomorrow", "get_sun_times", {"day": "tomorrow"}),
        ("when is sunset in Lisbon", "what about tomorrow", "get_sun_times", {"place": "Lisbon"}),
        ("when is sunset in Lisbon", "and in Paris?", "get_sun_times", {"place": "Paris"}),
        ("how many days until Christmas", "and Easter?", "count_days", {"day": "Easter"}),
        ("how long until 5 pm", "and 6 pm?", "get_time_until", {"when": "6 pm"}),
        ("is 2028 a leap year", "what about 2030", "get_calendar_fact", {"when": "2030"}),
        ("what is my battery level", "and the memory?", "get_system_status", {"what": "memory"}),
    ],
)
def test_another_day_or_time_takes_the_place_of_the_one_before(
    said: str, text: str, name: str, slots: dict[str, str]
) -> None:
    [part] = shipped().read(text, after(said)).parts
    assert part.intent is not None
    assert part.intent.name == name
    assert slots.items() <= part.intent.slots.items()


@pytest.mark.parametrize("text", ["tomorrow", "and eight?"])
def test_what_would_ring_is_not_set_anew_by_a_time_alone(text: str) -> None:
    [part] = shipped().read(text, after("remind me to call Ana at seven pm")).parts
    assert part.intent is None


def test_what_was_added_last_is_deleted_and_not_the_whole_list() -> None:
    [part] = shipped().read("delete that", after("note that Bob called")).parts
    assert part.intent
    assert (part.intent.name, part.intent.slots["text"]) == ("remove_note", "Bob called")


def test_how_far_up_is_not_what_it_was_set_to(knowledge: Knowledge) -> None:
    [part] = knowledge.read("down", after("set the volume to 50")).parts
    assert part.intent == Intent("volume", {"change": "down"})


@pytest.mark.parametrize("text", ["put the lights out", "add a meeting", "add five minutes"])
def test_not_everything_that_is_added_goes_to_the_list(knowledge: Knowledge, text: str) -> None:
    [part] = knowledge.read(text, after("add milk to my shopping list")).parts
    assert part.intent is None


def test_two_places_are_two_requests_and_a_country_is_one(knowledge: Knowledge) -> None:
    both = knowledge.read("what time is it in Paris and London").parts
    assert [part.intent and part.intent.slots["place"] for part in both] == ["Paris", "London"]
    assert len(knowledge.read("what time is it in Trinidad and Tobago").parts) == 1


@pytest.mark.parametrize(
    ("text", "is_talk"),
    [
        ("hi", True),
        ("Thanks a lot!", True),
        ("who are you", True),
        ("what can you do", True),
        ("goodbye", True),
        ("how are you", True),
        ("can you hear me now?", True),
        ("is anybody there", True),
        ("you are great", True),
        ("yes", False),
        ("no", False),
        ("stop", False),
        ("open github", False),
        ("flurbel", False),
    ],
)
def test_small_talk_is_told_from_requests(knowledge: Knowledge, text: str, is_talk: bool) -> None:
    assert knowledge.read(text).is_talk is is_talk


@pytest.mark.parametrize(
    ("said", "text", "wanted"),
    [
        ([], "open Spotify", [{"open_app", "open_website"}]),
        ([], "find MIT and open it", [{"open_website"}]),
        ([], "pause the music and then set the volume to ten", [{"media"}, {"volume"}]),
        ([LONDON], "and in Paris?", [{"weather"}]),
        ([], "what day is it", [{"get_time"}]),
        ([], "who is Ada Lovelace", [{"search", "wikipedia", "read_page", "research"}]),
        ([], "search for cats", [{"search"}]),
        ([], "hello", []),
        ([], "yes", []),
        ([], "flurbel the wug", []),
        ([], "pause the music and then flurbel the wug", []),
    ],
)
def test_what_would_fulfil_a_request(
    knowledge: Knowledge, said: list[str], text: str, wanted: list[set[str]]
) -> None:
    assert list(actions_wanted(knowledge.read(text, after(*said)), SHIPPED)) == wanted
