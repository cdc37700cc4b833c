"""Unit: a turn that names a thing and a time goes in, one more reminder comes out."""

import pytest
from tools.schedule_home import knowledge

from jarvis_voice.assistant.understanding.short_turns.own_reminders import own_reminder
from jarvis_voice.assistant.understanding.short_turns.resolved import ResolvedTurn
from jarvis_voice.assistant.understanding.short_turns.topic import Topic
from jarvis_voice.assistant.understanding.short_turns.touched import Touched

pytestmark = pytest.mark.unit

DOOR = Touched("reminder", "lock the east door", "at 23:00 today", "set")
PRINT = Touched("reminder", "print the tests", "on Monday at 08:00", "set")
TIMER = Touched("timer", "", "8 minutes", "set")


def said_of(last: Touched, text: str) -> ResolvedTurn | None:
    return own_reminder(text, Topic(((last,),)), knowledge().grammar.understand)


@pytest.mark.parametrize(
    ("last", "text", "sentence"),
    [
        (DOOR, "and the garage at midnight", "remind me at midnight today to lock the garage"),
        (DOOR, "also my shed at ten tomorrow", "remind me at ten tomorrow to lock my shed"),
        (DOOR, "okay, and the dentist by noon tomorrow please",
         "remind me at noon tomorrow to lock the dentist"),
        (PRINT, "and Wednesday at 3:30 pm about the staff meeting",
         "remind me on Wednesday at 3:30 pm about the staff meeting"),
        (PRINT, "and for friday at 9 the reports", "remind me on friday at 9 to print the reports"),
        (PRINT, "and on tuesday the labels", "remind me at 08:00 on tuesday to print the labels"),
        (PRINT, "plus at noon to feed the cat", "remind me at noon on Monday to feed the cat"),
    ],
)  # fmt: skip
def test_its_own_thing_and_time(last: Touched, text: str, sentence: str) -> None:
    assert said_of(last, text) == ResolvedTurn(sentence)


def test_a_bare_word_is_asked_about() -> None:
    sentence = "remind me at nine today to lock windows"
    assert said_of(DOOR, "and windows at nine") == ResolvedTurn(sentence, is_guess=True)


def test_what_a_thing_does_is_only_told() -> None:
    said = "and the shop closes at six"
    assert said_of(DOOR, said) == ResolvedTurn(said, is_told=True)


@pytest.mark.parametrize(
    ("last", "text"),
    [
        (TIMER, "and the garage at midnight"),
        (DOOR, "the garage at midnight"),
        (DOOR, "and the garage"),
        (DOOR, "and the garage in Oxford"),
        (DOOR, "and the weather at noon"),
        (DOOR, "and the alarm for seven"),
        (DOOR, "and what time is it at midnight"),
        (DOOR, "and set an alarm for 7 am tomorrow"),
        (DOOR, "and pick up the kids at 3"),
        (DOOR, "and to ring Nora at ten"),
        (DOOR, "and at noon the same day"),
        (DOOR, "and on some friday to ring Sam"),
    ],
)
def test_what_names_no_thing_with_a_time_is_left_alone(last: Touched, text: str) -> None:
    assert said_of(last, text) is None
