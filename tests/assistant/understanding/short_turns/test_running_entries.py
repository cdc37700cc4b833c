"""Unit: a turn about a timer that runs goes in, or a time that is named; the request comes out."""

import pytest
from tools.schedule_home import knowledge

from jarvis_voice.assistant.understanding.short_turns.resolved import ResolvedTurn
from jarvis_voice.assistant.understanding.short_turns.running_entries import (
    another_timer,
    of_running,
    one_more,
)
from jarvis_voice.assistant.understanding.short_turns.topic import Topic
from jarvis_voice.assistant.understanding.short_turns.touched import Touched

pytestmark = pytest.mark.unit

TIMER = Touched("timer", "", "8 minutes", "set")
PASTA = Touched("timer", "pasta", "9 minutes", "set")
PLACE = Touched("place", "Carlisle")
SONG = Touched("other")
MORNING = Touched("reminder", "pay the fee", "on Saturday at 09:00", "set")
EVENING = Touched("alarm", "", "19:00 today", "set")


def said_behind(text: str, *newest_first: Touched) -> ResolvedTurn | None:
    return of_running(text, Topic(tuple((one,) for one in newest_first)))


@pytest.mark.parametrize(
    ("text", "touched", "sentence"),
    [
        ("pause it, I'm at the door", [TIMER], "pause the timer"),
        ("hold that for a sec", [TIMER], "pause the timer"),
        ("okay, carry on with it", [TIMER], "resume the timer"),
        ("how long have I got left on my break", [PLACE, TIMER], "how long is left on the timer"),
        ("how much time have I still", [PLACE, TIMER], "how long is left on the timer"),
        ("and how long is left", [PLACE, TIMER], "how long is left on the timer"),
        ("how long is left on the pasta", [PLACE, TIMER, PASTA],
         "how long is left on the pasta timer"),
        ("how long is left", [PLACE, TIMER, PASTA], "what timers do I have"),
        ("restart the pasta one", [TIMER, PASTA], "change the pasta timer to 9 minutes"),
        ("say seven", [MORNING], "move the newest reminder to 7:00 AM"),
        ("let's say half past eight then", [EVENING], "move the newest alarm to 8:30 PM"),
        ("say 6 pm", [MORNING], "move the newest reminder to 6 pm"),
    ],
)  # fmt: skip
def test_a_turn_about_what_was_set(text: str, touched: list[Touched], sentence: str) -> None:
    assert said_behind(text, *touched) == ResolvedTurn(sentence)


@pytest.mark.parametrize(
    ("text", "touched"),
    [
        ("pause it", [SONG, TIMER]),
        ("pause the music", [TIMER]),
        ("restart the computer", [PASTA]),
        ("restart the tea one", [PASTA]),
        ("how long is left on the battery", [PLACE, TIMER]),
        ("how long have I got left", [PLACE]),
        ("how long is left of the film tonight", [PLACE, TIMER]),
        ("say hello", [MORNING]),
        ("say seven", [TIMER]),
        ("say seven", [PLACE]),
    ],
)
def test_what_is_about_something_else_is_left_alone(text: str, touched: list[Touched]) -> None:
    assert said_behind(text, *touched) is None


TEA_LEFT = Touched("timer", "tea", "4 minutes", "told")
EGG = Touched("timer", "egg", "8 minutes", "set")
EARLY = Touched("alarm", "", "06:00 tomorrow", "told")
LATE = Touched("alarm", "", "08:30 tomorrow", "set")


@pytest.mark.parametrize(
    ("text", "touched", "sentence"),
    [
        ("and on the other one", [TEA_LEFT, EGG], "how long is left on the egg timer"),
        ("no, the other one", [TEA_LEFT, EGG], "how long is left on the egg timer"),
        ("what about the other", [TEA_LEFT, EGG], "how long is left on the egg timer"),
        ("and the other one", [EARLY, LATE], "when is the 08:30 tomorrow alarm"),
        ("what do I have first", [MORNING], "what is my next reminder"),
        ("which one comes first", [LATE], "what is my next alarm"),
        ("what time are they set for", [MORNING], "what reminders do I have"),
        ("when are they both due", [EGG, PASTA], "what timers do I have"),
    ],
)
def test_a_question_about_one_of_several(text: str, touched: list[Touched], sentence: str) -> None:
    assert said_behind(text, *touched) == ResolvedTurn(
        sentence.replace(" tomorrow alarm", " alarm")
    )


@pytest.mark.parametrize(
    ("text", "touched"),
    [
        ("no, the other one", [EGG, PASTA]),
        ("the other one", [TEA_LEFT]),
        ("the other one", [TEA_LEFT, EGG, PASTA]),
        ("cancel the other one", [TEA_LEFT, EGG]),
        ("what do I have first", [PLACE, MORNING]),
    ],
)
def test_without_two_of_which_one_was_told_there_is_no_other(
    text: str, touched: list[Touched]
) -> None:
    assert said_behind(text, *touched) is None


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("and a second timer of 20 minutes for the paint",
         "another timer of 20 minutes for the paint"),
        ("set a third timer for 10 minutes", "set another timer for 10 minutes"),
        ("a second alarm for 7:30 tomorrow", "another alarm for 7:30 tomorrow"),
    ],
)  # fmt: skip
def test_one_more_by_its_number(text: str, sentence: str) -> None:
    assert one_more(text, knowledge().grammar.understand) == ResolvedTurn(sentence)


@pytest.mark.parametrize("text", ["cancel the second timer", "a second alarm", "wait a second"])
def test_what_is_no_order_for_one_more_is_left_alone(text: str) -> None:
    assert one_more(text, knowledge().grammar.understand) is None


def test_when_they_are_set_may_be_asked_instead_of_an_answer() -> None:
    waiting = Topic(((MORNING,),), is_asking=True)
    asked = ResolvedTurn("what reminders do I have")
    assert of_running("what time are they set for?", waiting) == asked
    assert of_running("say seven", waiting) is None


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("will you put on another for forty minutes for the bandages",
         "set a timer for forty minutes called bandages"),
        ("another one for ten minutes please", "set a timer for ten minutes"),
        ("and start another timer for 90 seconds", "set a timer for 90 seconds"),
    ],
)  # fmt: skip
def test_another_with_a_length_is_one_more_timer(text: str, sentence: str) -> None:
    assert another_timer(text, Topic(((TIMER,),))) == ResolvedTurn(sentence)


@pytest.mark.parametrize(
    ("text", "touched"),
    [("tell me another for the kids", TIMER), ("another for ten minutes", SONG)],
)
def test_another_without_a_length_or_a_timer_is_something_else(text: str, touched: Touched) -> None:
    assert another_timer(text, Topic(((touched,),))) is None


@pytest.mark.parametrize("text", ["No, sorry, the other one.", "oh, I meant the other alarm"])
def test_the_other_goes_in_place_of_what_was_cancelled_by_mistake(text: str) -> None:
    gone = Touched("alarm", "", "21:40", "gone")
    late, early = Touched("alarm", "", "22:50 today", "set"), Touched("alarm", "", "21:40", "set")
    instead = "cancel the 22:50 alarm and then set an alarm for 21:40"
    assert said_behind(text, gone, late, early) == ResolvedTurn(instead)
    assert said_behind("the other one is for Tom", gone, late, early) is None
    assert said_behind(text, gone, early) is None


def test_how_long_they_have_left_is_asked_of_the_timer() -> None:
    assert said_behind("how long have they got left", TIMER) == ResolvedTurn(
        "how long is left on the timer"
    )
