"""Unit: what a known move does to a timer, an alarm, a reminder or a routine."""

import pytest

from jarvis_voice.assistant.understanding.short_turns.cues import clauses_of, read_turn
from jarvis_voice.assistant.understanding.short_turns.entry_moves import of_entry_move
from jarvis_voice.assistant.understanding.short_turns.follow_ups import FollowUp
from jarvis_voice.assistant.understanding.short_turns.resolved import ResolvedTurn
from jarvis_voice.assistant.understanding.short_turns.topic import Topic
from jarvis_voice.assistant.understanding.short_turns.touched import Touched

pytestmark = pytest.mark.unit

TIMER = Touched("timer", "", "4 minutes", "set")
ALARM = Touched("alarm", "", "on Saturday at 09:00", "set")
BUS = Touched("alarm", "", "07:00 tomorrow", "set")
REMINDER = Touched("reminder", "water the ferns", "at 09:00 tomorrow", "set")
ROUTINE = Touched("routine", "read my diary", "every Monday at 09:00", "set")
NONE = Touched("alarm", state="gone")
GONE = Touched("reminder", "water the ferns", "", "gone")


def done(touched: tuple[Touched, ...], text: str, move: str) -> ResolvedTurn | None:
    said = FollowUp(text, [read_turn(one) for one in clauses_of(text)], {})
    return of_entry_move(move, said, Topic(tuple((one,) for one in touched)))


@pytest.mark.parametrize(
    ("touched", "text", "move", "sentence"),
    [
        (TIMER, "the packet says nine so nine", "set", "change the newest timer to nine minutes"),
        (TIMER, "you're all right, don't bother", "cancel", "cancel the newest timer"),
        (BUS, "it was moved to half past eight", "set", "move the newest alarm to half past eight"),
        (BUS, "ten minutes before that", "earlier",
         "bring the newest alarm forward by ten minutes"),
        (ALARM, "both days actually, sunday as well", "set", "set an alarm for 09:00 on sunday"),
        (REMINDER, "quarter past is safer", "set", "move the newest reminder to 09:15"),
        (REMINDER, "that's enough reminders, they're wet", "cancel", "cancel the newest reminder"),
        (NONE, "turn one on for half past seven then", "again", "set an alarm for half past seven"),
        (GONE, "anything for tomorrow", "all", "what reminders do I have tomorrow"),
        (REMINDER, "and one on friday at noon for the bins", "again",
         "remind me on friday at noon about the bins"),
        (ROUTINE, "and the same on wednesdays", "again",
         "every wednesday at 09:00 read my diary"),
        (ROUTINE, "every day's easier", "set", "move the newest routine to every day at 09:00"),
        (ROUTINE, "half an hour on, I have a late call", "later",
         "postpone the newest routine by half an hour"),
    ],
)  # fmt: skip
def test_a_move_takes_its_value_from_anywhere(
    touched: Touched, text: str, move: str, sentence: str
) -> None:
    found = done((touched,), text, move)
    assert found is not None
    assert (found.sentence, found.is_guess, found.question) == (sentence, False, "")


@pytest.mark.parametrize(
    ("touched", "text", "move", "question"),
    [
        (TIMER, "that is the wrong length, love", "set", "For how long?"),
        (REMINDER, "a touch sooner, that van is early", "earlier", "By how much?"),
        (REMINDER, "stick another on for the roses", "again", "When then?"),
        (REMINDER, "that's far too early for ferns", "set", "When then?"),
    ],
)
def test_what_is_missing_is_asked_for(
    touched: Touched, text: str, move: str, question: str
) -> None:
    found = done((touched,), text, move)
    assert found is not None
    assert found.question == question


def test_a_name_that_nobody_said_yet_is_a_guess() -> None:
    found = done((TIMER,), "drop the barbie one too, it rained", "cancel_other")
    assert found is not None
    assert (found.sentence, found.is_guess) == ("cancel the barbie timer", True)
    assert done((TIMER,), "nobody likes it, bin that one", "cancel_other") is None


def test_one_more_with_a_name_of_its_own_is_a_guess() -> None:
    found = done((TIMER,), "and peas, six minutes, microwave", "set")
    assert found is not None
    assert (found.sentence, found.is_guess) == ("set a timer called peas for six minutes", True)


def test_what_was_cancelled_is_set_anew_as_it_was() -> None:
    found = done((GONE, REMINDER), "oh no, bring it back", "undo")
    assert found is not None
    assert found.sentence == "remind me at 09:00 tomorrow to water the ferns"


def test_what_has_no_value_and_speaks_of_no_time_changes_nothing() -> None:
    assert done((ROUTINE,), "a softer bell, a chime", "set") is None


@pytest.mark.parametrize(
    ("touched", "text", "move", "sentence", "is_guess"),
    [
        (BUS, "move it to an hour", "later", "move the newest alarm to in an hour", True),
        (BUS, "change it to half an hour", "set", "move the newest alarm to in half an hour", True),
        (BUS, "move it to an hour from now", "later", "move the newest alarm to in an hour", False),
        (REMINDER, "push it to in two hours", "later",
         "move the newest reminder to in two hours", False),
        (BUS, "move it an hour later", "later", "postpone the newest alarm by an hour", False),
        (BUS, "move it by an hour", "later", "postpone the newest alarm by an hour", False),
        (BUS, "push it back an hour", "later", "postpone the newest alarm by an hour", False),
        (TIMER, "move it to an hour", "set", "change the newest timer to an hour", False),
    ],
)  # fmt: skip
def test_to_a_length_is_so_long_from_now_and_asked_about_where_that_is_not_said(
    touched: Touched, text: str, move: str, sentence: str, is_guess: bool
) -> None:
    found = done((touched,), text, move)
    assert found is not None
    assert (found.sentence, found.is_guess) == (sentence, is_guess)


def test_one_day_of_what_comes_again_is_not_all_of_it() -> None:
    daily = Touched("alarm", "", "every weekday at 07:00", "set")
    found = done((daily,), "skip it tomorrow", "cancel")
    assert found is not None
    assert (found.sentence, found.is_guess) == ("skip the 07:00 alarm tomorrow", True)
    whole = done((daily,), "scrap it", "cancel")
    assert whole is not None
    assert whole.sentence == "cancel the newest alarm"


def test_a_length_that_is_said_is_never_replaced_by_the_old_one() -> None:
    asked = ResolvedTurn("set a timer for {length}", "For how long?")
    assert done((TIMER,), "another, five minutes, no, ten minutes or six", "again") == asked
    said = done((TIMER,), "and a second one of twenty minutes for the paint", "again")
    assert said == ResolvedTurn("set a timer called paint for twenty minutes")


@pytest.mark.parametrize("text", ["her name is Biscuit, she's fourteen", "I am nearly 40"])
def test_how_old_somebody_is_moves_nothing(text: str) -> None:
    daily = Touched("reminder", "feed the cat", "every day at 18:00", "set")
    assert done((daily,), text, "set") is None


def test_what_brings_back_takes_nothing_away() -> None:
    weekly = Touched("reminder", "the tuner comes", "every Tuesday at 15:00", "set")
    assert done((weekly,), "he can make it, reinstate it please", "undo") is None


def test_one_day_that_is_taken_away_is_left_out_only_then() -> None:
    weekly = Touched("reminder", "put the bins out", "every Sunday at 21:00", "set")
    found = done((weekly,), "there is a strike this week, so scrap Sunday's nudge", "cancel")
    assert found is not None
    assert found.sentence == "skip the reminder to put the bins out Sunday"
    assert found.is_guess


@pytest.mark.parametrize(
    ("text", "is_taken"),
    [
        ("no wait, I need it", False),
        ("I do need it tomorrow", False),
        ("we still want that for the eggs", False),
        ("I need it stopped", True),
        ("I want it gone", True),
        ("I don't need it", True),
    ],
)
def test_what_is_needed_is_not_taken_away(text: str, is_taken: bool) -> None:
    alarm = Touched("alarm", "", "07:00 tomorrow", "told")
    assert (done((alarm,), text, "cancel") is not None) == is_taken
