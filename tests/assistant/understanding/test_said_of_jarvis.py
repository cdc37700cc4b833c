"""Unit: talk about Jarvis itself, and sentences that only look like it."""

import pytest

from jarvis_voice.assistant.understanding import proposals
from jarvis_voice.assistant.understanding.said_of_jarvis import as_talk, talk_in
from jarvis_voice.core.understanding import Intent, Part

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("said", "intent"),
    [
        ("You're an absolute gem", "compliment"),
        ("I really like the way you talk", "compliment"),
        ("you are so annoying today", "that_is_wrong"),
        ("you never listen to me", "that_is_wrong"),
        ("no, I don't think that's right", "that_is_wrong"),
        ("do you ever feel lonely", "about_me"),
        ("are you tired?", "about_me"),
        ("are you Scottish", "where_are_you_from"),
        ("are you French or something?", "where_are_you_from"),
        ("what's your favourite colour", "about_me"),
        ("are you doing well", "how_are_you"),
        ("hang on a sec", "maybe"),
        ("no worries", "apology"),
        ("could you lend me a hand", "help"),
        ("cheer me up", "small_talk"),
        ("wake up", "do_you_hear"),
        ("adios", "goodbye"),
    ],
)
def test_talk_has_its_answer(said: str, intent: str) -> None:
    assert talk_in(said) == intent


@pytest.mark.parametrize(
    "said",
    [
        "do you have the score of the game",
        "are you going to set the alarm",
        "you are playing the wrong song",
        "talk to my bank",
        "what do you know about Rome",
        "can you speak louder",
    ],
)
def test_a_request_is_no_talk(said: str) -> None:
    assert talk_in(said) == ""


def test_only_what_is_not_understood_becomes_talk() -> None:
    known = Part("you are so annoying", Intent("search", {"query": "x"}))
    unknown = Part("you are so annoying", None)
    guess = Part("you are so annoying", Intent(proposals.SUGGEST, {"sentence": "mute"}))
    assert as_talk(known, known.text) == known
    assert as_talk(unknown, unknown.text).intent == Intent("that_is_wrong")
    assert as_talk(guess, guess.text).intent == Intent("that_is_wrong")
