"""Unit: short sentences behind a briefing mean it, and nothing else does."""

from functools import cache

import pytest
from tools.around import surroundings

from jarvis_voice.assistant.state import MessageState
from jarvis_voice.assistant.understanding.briefing_talk import about_briefing
from jarvis_voice.assistant.understanding.grammar import Grammar
from jarvis_voice.core.paths import find_paths
from jarvis_voice.core.understanding import Intent
from jarvis_voice.tools.catalogue import ship_tools
from jarvis_voice.workshop.scenarios.runner import compiled_grammar

pytestmark = pytest.mark.unit

MOVES = {
    "next": [
        *("next", "Next, please.", "skip", "skip it", "skip this one", "next story"),
        *("the next one", "go to the next one", "okay next", "what's next", "move on"),
        *("anything else", "I know that already", "go on to the next story", "pass"),
    ],
    "back": [
        *("back", "go back", "previous", "the previous story", "the one before", "go back one"),
        *("go back to the previous one", "give me the previous story"),
    ],
    "again": [
        *("again", "read that again", "say that again", "repeat that", "what was that"),
        *("once more", "tell me that again", "that story again"),
    ],
    "on": ["continue", "go on", "keep going", "carry on", "resume", "read on", "where were we"],
    "first": ["from the beginning", "start over", "start again from the beginning"],
}
STORIES = {
    ("more_about_story", "this"): [
        *("more", "tell me more", "more about that", "more about this story", "go deeper"),
        *("details please", "expand on that", "that sounds interesting"),
    ],
    ("more_about_story", "second"): [
        *("more about the second one", "tell me more about number two", "the second one"),
        *("give me details on the second", "what about the second one", "more about story two"),
        *("I want to know more about the second", "read the second one in full"),
    ],
    ("more_about_story", "last"): ["more about the last one", "tell me more about the last story"],
    ("name_story_source", "this"): [
        *("who says that", "says who", "who said so", "where is that from", "who wrote that"),
        *("what's the source", "which paper says that", "how do you know that"),
    ],
    ("open_story", "this"): [
        *("open it", "open that", "show me the article", "open the page", "let me read it"),
        "I want to read the article",
    ],
    ("open_story", "third"): ["open the third one", "open the page of the third story"],
    ("save_story", "this"): [
        *("save it", "keep it for later", "bookmark that", "save it to my list"),
        "I'll read it later",
    ],
}
TASTES = {
    "less": ["less of this", "less like this", "I'm not interested", "boring", "that's boring"],
    "more": ["more like this", "more stories like that", "more of this", "I like this"],
    "mute": [
        "no more of this",
        "never read me such things again",
        "mute this",
        "no more like that",
    ],
}
OTHERS = (
    *("what time is it", "set a timer for five minutes", "stop", "open github", "next song"),
    *("what about the weather", "add milk to my shopping list", "more volume", "tell me a joke"),
    *("skip this song", "open the calculator", "who says hello in french", "back up my files"),
)


@cache
def _grammar() -> Grammar:
    return compiled_grammar(find_paths({"JARVIS_HOME": "/nowhere"}), ship_tools(surroundings()))


def said(*turns: str) -> list[MessageState]:
    """A conversation: what the user said and what was answered, in turn."""
    return [
        MessageState(role="assistant" if number % 2 else "user", text=text)
        for number, text in enumerate(turns)
    ]


BEHIND = said("give me my briefing", "Good morning. I have three stories. Daily: A plant opened.")


def meant(text: str, messages: list[MessageState] = BEHIND) -> Intent | None:
    sentence = about_briefing(text, messages, _grammar().understand)
    return _grammar().understand(sentence) if sentence else None


@pytest.mark.parametrize(("move", "texts"), MOVES.items())
def test_words_that_move(move: str, texts: list[str]) -> None:
    wanted = Intent("go_on_with_briefing", {"move": move})
    assert {text: meant(text) for text in texts} == dict.fromkeys(texts, wanted)


@pytest.mark.parametrize(("meaning", "texts"), STORIES.items())
def test_words_about_a_story(meaning: tuple[str, str], texts: list[str]) -> None:
    wanted = Intent(meaning[0], {"story": meaning[1]})
    assert {text: meant(text) for text in texts} == dict.fromkeys(texts, wanted)


@pytest.mark.parametrize(
    "text",
    [
        *("send it to my mail", "mail it to me", "email me that", "send that to my inbox please"),
        *("can you send it to my email", "send me that by mail", "e-mail it", "send it", "mail it"),
        *("forward it to my mail address", "could you mail me all of it", "send it to me"),
        *("mail the whole thing to me", "can I have that as an email", "okay, email it to us"),
    ],
)
def test_words_that_mail_it(text: str) -> None:
    assert meant(text) == Intent("send_briefing", {"which": "heard"})


def test_words_that_mail_it_to_an_address() -> None:
    for address in ("ana@example.com", "ana at example dot com"):
        wanted = Intent("send_briefing", {"which": "heard", "to": address})
        assert meant(f"send it to {address}") == wanted
    assert meant("send it to Bob") is None


@pytest.mark.parametrize(("taste", "texts"), TASTES.items())
def test_words_of_taste(taste: str, texts: list[str]) -> None:
    wanted = Intent("rate_story", {"story": "this", "taste": taste})
    assert {text: meant(text) for text in texts} == dict.fromkeys(texts, wanted)


@pytest.mark.parametrize("text", OTHERS)
def test_another_request_is_left_alone(text: str) -> None:
    assert about_briefing(text, BEHIND, _grammar().understand) == ""


def test_a_list_is_named() -> None:
    assert meant("put it on my weekend list") == Intent(
        "save_story", {"story": "this", "list": "weekend"}
    )


@pytest.mark.parametrize(
    "before",
    [
        [],
        said("what is two plus two", "Four."),
        said("give me my briefing", "Good morning.", "what time is it", "Nine."),
        said("which feeds do I have", "You follow one feed: Daily."),
    ],
)
def test_next_is_another_thing_where_the_briefing_was_not_last(before: list[MessageState]) -> None:
    assert about_briefing("next", before, _grammar().understand) == ""


def test_a_word_in_passing_ends_no_briefing() -> None:
    before = [*BEHIND, *said("thank you", "You are welcome.", "speak slower", "Slower now.")]
    assert meant("next", before) == Intent("go_on_with_briefing", {"move": "next"})


def test_a_yes_to_the_offer_of_a_page_opens_that_story() -> None:
    before = said(
        "more about the second story of my briefing",
        "On the second story: A ferry ran aground. Shall I open the page?",
    )
    assert meant("yes please", before) == Intent("open_story", {"story": "second"})
    assert meant("no", before) is None


def test_a_yes_to_a_missed_briefing_reads_it() -> None:
    before = said("offer my briefing of 07:00", "I have your briefing of 07:00. Now?")
    assert meant("yes", before) == Intent("tell_briefing", {})
    assert meant("not now", before) is None
