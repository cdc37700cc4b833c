"""Unit: sentences go in, their meaningful part comes out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jarvis_voice.language.en.normalization import (
    Repair,
    clean,
    find_repair,
    is_negated,
    without_opening,
)

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("  open   github ", "open github"),
        ("OpenMIT's website.", "Open MIT's website"),
        ("Hey Jarvis, OpenMIT's website", "Open MIT's website"),
        ("open OpenAI's website", "open OpenAI's website"),
        ("Hey Jarvis, could you please open GitHub for me?", "open GitHub"),
        ("okay so um open, uh, github thanks", "open github"),
        ("I'd like you to open GitHub", "open GitHub"),
        ("would you mind taking a screenshot", "take a screenshot"),
        ("open the the door", "open the door"),
        ("before I forget, add figs to my list", "add figs to my list"),
        ("add figs to my list while you're at it", "add figs to my list"),
        ("I was wondering whether you could skip this song", "skip this song"),
        ("I'd love it if you reminded me to rest at six", "remind me to rest at six"),
        ("what I want is a timer for an hour", "I want a timer for an hour"),
        ("what I'd like is for you to skip this song", "skip this song"),
        ("I hate to ask but could you skip this song", "skip this song"),
        ("skip this song if you would be so kind", "skip this song"),
        ("before I leave, add figs", "before I leave, add figs"),
        ("go and open github", "open github"),
        ("go open github", "open github"),
        ("go to github", "go to github"),
        ("o-open github", "open github"),
        ("open M.I.T.'s website", "open MIT's website"),
        ("the U.S. Postal Service", "the US Postal Service"),
        ("J. R. R. Tolkien", "JRR Tolkien"),
        ("what\u2019s the time", "what is the time"),
        ('open "GitHub"', "open GitHub"),
        ("look up cats", "look up cats"),
        ("search for thank you notes", "search for thank you notes"),
        ("what is 3.5 plus 1.", "what is 3.5 plus 1"),
        ("open git- uh GitHub", "open GitHub"),
        ("um what's the uh what's the weather", "what is the weather"),
        ("what is on the um on the clipboard", "what is on the clipboard"),
        ("would you mind opening up Reddit", "open up Reddit"),
        ("I wouldn't mind seeing the news", "see the news"),
        ("do you know when the wall came down", "when the wall came down"),
        ("do you know where my keys are", "do you know where my keys are"),
        ("what's your name again", "what is your name"),
        ("thank you", "thank you"),
        ("please", "please"),
        ("Hello Jarvis", "Hello"),
        ("yes please", "yes"),
        ("what's the, what's the weather", "what is the weather"),
        ("5 plus 5 plus 5", "5 plus 5 plus 5"),
        ("remind me at 5 pm to say thank you", "remind me at 5 pm to say thank you"),
        ("remind me to buy a cake for us", "remind me to buy a cake for us"),
        ("remind me to eat in 10 minutes thanks", "remind me to eat in 10 minutes"),
        ("remind me to eat, please", "remind me to eat"),
        ("remind me to eat at half past nine for me", "remind me to eat at half past nine"),
        ("cancel the reminder for me", "cancel the reminder"),
        ("can you take a note for me", "take a note"),
        ("don't forget to wake me at seven", "wake me at seven"),
        ("First open Gmail", "open Gmail"),
        ("first names in Norway", "first names in Norway"),
        ("where'd I park", "where did I park"),
        ("who'd you like to win", "who'd you like to win"),
        ("how long's it been on", "how long's it been on"),
        ("how far's 40 kilometres", "how far is 40 kilometres"),
        ("what's .5 times 8", "what is 0.5 times 8"),
        ("-5 times 3.", "-5 times 3"),
        ("", ""),
    ],
)
def test_politeness_and_fillers_go(text: str, cleaned: str) -> None:
    assert clean(text) == cleaned


@given(st.text(max_size=200))
def test_any_text_is_cleaned_and_cleaning_again_keeps_it_short(text: str) -> None:
    cleaned = clean(text)
    assert len(clean(cleaned)) <= len(cleaned) + len(" is")
    find_repair(cleaned)
    is_negated(cleaned)


@pytest.mark.parametrize(
    ("line", "rest"),
    [("hello, open it", "open it"), ("no, the other", "the other"), ("open it", ""), ("yes", "")],
)
def test_an_opening_word_is_dropped(line: str, rest: str) -> None:
    assert without_opening(line) == rest


@pytest.mark.parametrize(
    ("line", "repair"),
    [
        ("open a, no, b", Repair("open a", "b")),
        ("open a. No wait, open b", Repair("open a", "open b")),
        ("open a, sorry, I mean b", Repair("open a", "b")),
        ("open a scratch that open b", Repair("open a", "open b")),
        ("five, no, six, no, seven", Repair("five", "seven")),
        ("open a, no", Repair("open a", "")),
        ("open a, forget it", Repair("open a", "", is_dropped=True)),
        ("open a no the b", Repair("open a", "the b")),
        ("it is what it is, actually", None),
        ("it is in May so don't forget it", None),
        ("no, b", None),
        ("a site with no ads", None),
        ("search for sorry seems to be the hardest word", None),
        ("what is error correction", None),
        ("open a, correction, b", Repair("open a", "b")),
        ("open it correction that", Repair("open it", "that")),
        ("add two eggs no three eggs", Repair("add two eggs", "three eggs")),
        ("put on a timer for five no ten", Repair("put on a timer for five", "ten")),
        ("I'll never forget that day", None),
        ("remind me to cancel that order at 9", None),
        ("remind me to say no to Bob", None),
        ("remind me to cancel that", None),
        ("remind me to eat at 9 cancel that", Repair("remind me to eat at 9", "", is_dropped=True)),
        ("remind me to call Bob I mean Ana", Repair("remind me to call Bob", "Ana")),
    ],
)
def test_what_was_taken_back_is_found(line: str, repair: Repair | None) -> None:
    assert find_repair(line) == repair


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("don't open it", True),
        ("do not", True),
        ("never open it", True),
        ("i don't want that", True),
        ("never mind", False),
        ("nothing", False),
        ("do it", False),
        ("note this", False),
    ],
)
def test_negation_is_noticed(line: str, expected: bool) -> None:
    assert is_negated(line) is expected
