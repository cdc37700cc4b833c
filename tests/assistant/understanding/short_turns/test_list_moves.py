"""Unit: what a follow-up does to a list, where its move is known."""

import pytest

from jarvis_voice.assistant.understanding.short_turns.cues import clauses_of, read_turn
from jarvis_voice.assistant.understanding.short_turns.follow_ups import FollowUp
from jarvis_voice.assistant.understanding.short_turns.list_moves import of_list_move
from jarvis_voice.assistant.understanding.short_turns.resolved import ResolvedTurn
from jarvis_voice.assistant.understanding.short_turns.topic import Topic
from jarvis_voice.assistant.understanding.short_turns.touched import Touched

pytestmark = pytest.mark.unit

ADDED = Touched("list", "shopping", state="set", things=("plums",))
OFF = Touched("list", "shopping", state="gone", things=("bread",))
DEED = Touched("list", "to-do", state="set", things=("call the bank",))
CLEARED = Touched("list", "shopping", "3", "gone")
MISSED = Touched("list", "shopping", "found no", "gone", ("tea",))
TOLD = Touched("list", "shopping", things=("crisps",))
EMPTY = Touched("list", "shopping")
BEGUN = Touched("list", "packing", "begun")
NOTE = Touched("list", "notes", state="set", things=("the job costs four hundred",))


def made(last: Touched, text: str, move: str) -> ResolvedTurn | None:
    turns = [read_turn(one) for one in clauses_of(text)]
    return of_list_move(move, FollowUp(text, turns, {}), Topic(((last,),)))


@pytest.mark.parametrize(
    ("last", "text", "move", "sentence"),
    [
        (ADDED, "pears, figs and ham", "add", "add pears, figs and ham to my shopping list"),
        (BEGUN, "soap, comb", "add", "add soap and comb to my packing list"),
        (OFF, "must have dreamt it, put it on", "add", "add bread to my shopping list"),
        (EMPTY, "got the bread already", "take", "remove bread from my shopping list"),
        (ADDED, "no need, my wife has been", "take", "remove plums from my shopping list"),
        (OFF, "the cream too", "take", "remove cream from my shopping list"),
        (ADDED, "drop the whole list", "take", "clear my shopping list"),
        (ADDED, "three of them", "set",
         "remove plums from my shopping list and then add three plums to my shopping list"),
        (CLEARED, "and the to-do list as well", "take", "clear my to-do list"),
        (CLEARED, "that's empty now, right", "still", "what is on my shopping list"),
        (NOTE, "and mine's five hundred", "set", "add mine's five hundred to my notes"),
        (TOLD, "we can lose that", "take", "remove crisps from my shopping list"),
        (OFF, "rolls instead", "set", "add rolls to my shopping list"),
        (EMPTY, "swap the leeks for peas", "set",
         "remove leeks from my shopping list and then add peas to my shopping list"),
        (CLEARED, "start again with figs", "add", "add figs to my shopping list"),
        (NOTE, "got that wrong, five hundred", "set",
         "remove the job costs four hundred from my notes and then "
         "add the job costs five hundred to my notes"),
        (NOTE, "read that out", "all", "read my notes"),
        (ADDED, "what do I have there already", "all", "what is on my shopping list"),
        (ADDED, "what is on the to do one", "all", "what is on my to-do list"),
        (NOTE, "is it written down", "still", "read my notes"),
        (ADDED, "which is at the top", "all", "what is the first thing on my shopping list"),
    ],
)  # fmt: skip
def test_a_move_is_said_out(last: Touched, text: str, move: str, sentence: str) -> None:
    assert made(last, text, move) == ResolvedTurn(sentence)


@pytest.mark.parametrize(
    ("last", "text", "move", "sentence"),
    [
        (BEGUN, "the trip is off, scrap it", "take", "clear my packing list"),
        (DEED, "today at three", "set", "remind me today at three to call the bank"),
        (CLEARED, "toothbrush", "add", "add toothbrush to my shopping list"),
        (ADDED, "size five", "set",
         "remove plums from my shopping list and then add size five plums to my shopping list"),
        (EMPTY, "boots should be sandals", "set",
         "remove boots from my shopping list and then add sandals to my shopping list"),
    ],
)  # fmt: skip
def test_what_may_be_meant_otherwise_is_asked_about(
    last: Touched, text: str, move: str, sentence: str
) -> None:
    assert made(last, text, move) == ResolvedTurn(sentence, is_guess=True)


@pytest.mark.parametrize(
    ("last", "text", "move", "sentence"),
    [
        (EMPTY, "done the first two", "take", "remove {thing} from my shopping list"),
        (BEGUN, "and one for the kids", "add", "add {thing} to my kids list"),
        (BEGUN, "and get rid of the old one", "take", "clear my {list} list"),
        (NOTE, "that is not right", "set", "add {note} to my notes"),
        (CLEARED, "all the others too", "clear", "clear my {list} list"),
    ],
)
def test_what_the_words_do_not_say_is_asked_for(
    last: Touched, text: str, move: str, sentence: str
) -> None:
    found = made(last, text, move)
    assert found is not None
    assert (found.sentence, bool(found.question)) == (sentence, True)


def test_what_was_not_there_is_not_taken_off() -> None:
    found = made(MISSED, "we don't need it", "take")
    assert found is not None
    assert found.is_told


def test_a_time_is_no_thing() -> None:
    assert made(ADDED, "at three", "set") is None


def test_who_tells_of_prices_clears_nothing() -> None:
    assert made(ADDED, "everything's so dear", "clear") is None


def test_a_complaint_takes_nothing_off() -> None:
    assert made(ADDED, "I don't have time for this", "take") is None
    assert made(NOTE, "how much is that in dollars", "all") != ResolvedTurn("how many")


@pytest.mark.parametrize("text", ["and my towel", "my charger as well"])
def test_who_only_names_one_more_thing_takes_nothing_off(text: str) -> None:
    found = made(ADDED, text, "take")
    assert found is not None
    assert found.sentence.startswith("add ")
