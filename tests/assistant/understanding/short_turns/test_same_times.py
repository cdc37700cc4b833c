"""Unit: a turn that leans on the time of what was set goes in, one more with its time comes out."""

import pytest
from tools.schedule_home import knowledge

from jarvis_voice.assistant.understanding.short_turns.resolved import ResolvedTurn
from jarvis_voice.assistant.understanding.short_turns.same_times import asked_when, at_same_time
from jarvis_voice.assistant.understanding.short_turns.topic import Topic
from jarvis_voice.assistant.understanding.short_turns.touched import Touched

pytestmark = pytest.mark.unit

MONDAY = Touched("reminder", "order lenses", "on Monday at 10:00", "set")
TODAY = Touched("reminder", "leave", "at 14:45 today", "set")
WEEKLY = Touched("reminder", "unlock the studio", "every Tuesday at 18:00", "set")
ALARM = Touched("alarm", "", "07:00 tomorrow", "set")
TIMER = Touched("timer", "", "8 minutes", "set")


def said_of(last: Touched, text: str) -> ResolvedTurn | None:
    return at_same_time(text, Topic(((last,),)), knowledge().grammar.understand)


@pytest.mark.parametrize(
    ("last", "text", "sentence"),
    [
        (MONDAY, "and to phone the lab at eleven the same morning",
         "remind me at eleven in the morning on Monday to phone the lab"),
        (MONDAY, "and at noon the same day to phone the landlord",
         "remind me at noon on Monday to phone the landlord"),
        (MONDAY, "also to print my ID at 1 pm that same day",
         "remind me at 1 pm on Monday to print my ID"),
        (MONDAY, "remind me to pack my bag that day too", "remind me on Monday to pack my bag"),
        (TODAY, "okay, and remind me to grab the inhaler at the same time",
         "remind me at 14:45 today to grab the inhaler"),
        (TODAY, "remind me to water the plants, same time tomorrow",
         "remind me at 14:45 tomorrow to water the plants"),
        (ALARM, "and remind me of my tablets at the same time",
         "remind me at 07:00 tomorrow about my tablets"),
        (MONDAY, "and set an alarm for 7 am the same day", "set an alarm for 7 am on Monday"),
        (WEEKLY, "and every Thursday too",
         "remind me every Thursday at 18:00 to unlock the studio"),
        (WEEKLY, "and on Fridays as well", "remind me every Friday at 18:00 to unlock the studio"),
        (MONDAY, "no, hang on, it's Thursday this week, same time",
         "move the newest reminder to Thursday"),
    ],
)  # fmt: skip
def test_the_day_or_the_time_of_the_last_holds(last: Touched, text: str, sentence: str) -> None:
    assert said_of(last, text) == ResolvedTurn(sentence)


def test_another_thing_is_asked_about() -> None:
    sentence = "remind me on Monday at 10:00 to order the cream"
    assert said_of(MONDAY, "and the cream also") == ResolvedTurn(sentence, is_guess=True)
    assert said_of(MONDAY, "and the cream") == ResolvedTurn(sentence, is_guess=True)


@pytest.mark.parametrize(
    ("last", "text"),
    [
        (TIMER, "and remind me to grab the bread at the same time"),
        (MONDAY, "can you play music at the same time"),
        (MONDAY, "what have I got on that day"),
        (MONDAY, "and thanks too"),
        (MONDAY, "and stay quiet please"),
        (MONDAY, "and tomorrow too"),
        (MONDAY, "and every Thursday too"),
        (MONDAY, "is the lab open at the same time"),
    ],
)
def test_what_names_nothing_to_do_is_left_alone(last: Touched, text: str) -> None:
    assert said_of(last, text) is None


def test_the_time_is_asked_where_what_was_spoken_of_has_none() -> None:
    understand, topic = knowledge().grammar.understand, Topic(((Touched("place", "Leeds"),),))
    found = asked_when("ok also remind me to take a coat, same time", topic, understand)
    assert found == ResolvedTurn("remind me at {time} to take a coat", "When then?")
    assert asked_when("same time", topic, understand) is None
    assert asked_when("remind me to take a coat", topic, understand) is None
