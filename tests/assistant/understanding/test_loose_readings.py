"""Unit: when a refusal stands instead of a reading that takes any words."""

import pytest

from jarvis_voice.assistant.understanding import proposals
from jarvis_voice.assistant.understanding.loose_readings import (
    instead,
    is_lesser,
    is_loose,
    may_yield,
)
from jarvis_voice.assistant.understanding.meaning_cards import MeaningCard
from jarvis_voice.core.sentence_reader import MeaningReading
from jarvis_voice.core.understanding import Intent

pytestmark = pytest.mark.unit

MONEY = MeaningCard("refuse_money", "refuse", reply="I cannot look into your accounts.")
ABOUT = MeaningCard("about_me", "talk", ("tell me about yourself",))
QUESTION = MeaningCard("question", "web")
BRIEFING = Intent("tell_briefing", {"topic": "my card application"})


@pytest.mark.parametrize(
    ("intent", "text"),
    [
        (BRIEFING, "update me on my card application"),
        (Intent("search", {"query": "my balance"}), "look up my balance"),
        (Intent("find_places", {"kind": "current track"}), "show the current track in the player"),
        (Intent("open_website", {"name": "uber"}), "i want an uber"),
        (Intent("add_note", {"text": "a meeting", "list": "to-do"}), "put it on my calendar"),
        (Intent("help"), "help, I lost my luggage"),
    ],
)
def test_any_words_were_taken(intent: Intent, text: str) -> None:
    assert may_yield(intent, text)


@pytest.mark.parametrize(
    ("intent", "text"),
    [
        (None, "mumble"),
        (Intent("tell_briefing", {}), "give me the news"),
        (Intent("search", {"query": "cheap flights"}), "search for cheap flights"),
        (Intent("find_places", {"kind": "pharmacy"}), "find a pharmacy near me"),
        (Intent("open_website", {"name": "uber"}), "open uber's website"),
        (Intent("add_note", {"text": "milk", "list": "shopping"}), "add milk to my shopping list"),
        (Intent("set_timer", {"length": "5 minutes"}), "set a timer for 5 minutes"),
    ],
)
def test_what_is_named_plainly_stays(intent: Intent | None, text: str) -> None:
    assert not may_yield(intent, text)


def test_a_sure_refusal_stands_instead() -> None:
    sure, unsure = MeaningReading("refuse_money", 0.9), MeaningReading("refuse_money", 0.7)
    refusal = Intent(proposals.CANNOT, {"reply": MONEY.reply})
    assert instead(BRIEFING, "update me on it", sure, MONEY) == refusal
    assert instead(BRIEFING, "update me on it", unsure, MONEY) is None


def test_talk_stands_instead_of_words_to_repeat() -> None:
    words = Intent("say_words", {"text": "you like cats"})
    reading = MeaningReading("about_me", 0.9)
    assert instead(words, "say you like cats", reading, ABOUT) == Intent("about_me")
    assert instead(BRIEFING, "say you like cats", reading, ABOUT) is None


def test_a_question_of_no_list_is_searched() -> None:
    need = Intent("read_notes", {"text": "a visa", "list": "shopping"})
    reading = MeaningReading("question", 0.95)
    found = instead(need, "do I need a visa", reading, QUESTION)
    assert found == Intent("search", {"query": "do I need a visa", "kind": "question"})


def test_a_sentence_is_loose_where_nothing_in_it_is_sure() -> None:
    assert is_loose(None, "mumble")
    assert is_loose(Intent(proposals.CANNOT, {"reply": "No."}), "order a pizza")
    assert not is_loose(Intent("open", {"name": "deezer"}), "open deezer")
    assert not is_loose(Intent("volume", {"change": "down"}), "turn it down")


def test_a_question_back_is_less_than_a_search() -> None:
    assert is_lesser("find_places", Intent(proposals.ASK_FOR, {"question": "What kind?"}))
    assert not is_lesser("set_timer", Intent(proposals.ASK_FOR, {"question": "For how long?"}))
    assert not is_lesser("define", Intent("define_word", {"word": "tree"}))
