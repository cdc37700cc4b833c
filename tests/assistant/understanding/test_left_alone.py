"""Unit: an act that a sentence does not order is left alone."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tools.schedule_home import knowledge

from jarvis_voice.assistant.understanding import proposals
from jarvis_voice.assistant.understanding.left_alone import (
    NOT_HALF,
    NOT_LATER,
    NOT_LEFT_OUT,
    NOT_PERHAPS,
    UNCHANGED,
    only_ordered,
)
from jarvis_voice.core.understanding import Intent, Part

pytestmark = pytest.mark.unit

CANCEL = Intent("cancel_schedule", {"what": "timer"})
CLEAR = Intent("clear_notes", {"list": "shopping"})
OFFER = Intent(proposals.SUGGEST, {"sentence": "cancel the timer"})
TIMER = Intent("set_timer", {"length": "5 minutes"})
NOTHING = Intent(proposals.CANNOT, {"reply": UNCHANGED})
LATER = Intent(proposals.CANNOT, {"reply": NOT_LATER})
SPARED = Intent(proposals.CANNOT, {"reply": NOT_LEFT_OUT})
OKAY = Intent("never_mind")


def understood(sentence: str) -> Intent | None:
    return CANCEL if sentence == "cancel the timer" else Intent("read", {"said": sentence})


@pytest.mark.parametrize(
    ("text", "taken", "left"),
    [
        ("cancel the timer", CANCEL, CANCEL),
        ("don't cancel the timer", CANCEL, OKAY),
        ("is it okay to cancel the timer", CANCEL, OFFER),
        ("would you mind if I cancelled the timer", OFFER, OFFER),
        ("could I cancel the timer, please", CANCEL, CANCEL),
        ("don't cancel the timer", OFFER, OKAY),
        ("I cancelled the timer", CANCEL, NOTHING),
        ("did you cancel it", CANCEL, Intent("read", {"said": "which timers are set"})),
        ("was it cancelled", Intent("cancel_schedule"), Intent("read", {"said": "what is set"})),
        ("was it cleared", CLEAR, Intent("read", {"said": "what is on my shopping list"})),
        ("was it forgotten", Intent("forget"), NOTHING),
        ("I never cancel it", TIMER, TIMER),
        ("yes", OFFER, OFFER),
        ("cancel everything except the pasta timer", CANCEL, SPARED),
        ("cancel everything except the pasta timer", OFFER, SPARED),
        ("cancel the timer if it rains", CANCEL, LATER),
        ("maybe cancel the timer", OFFER, LATER),
        ("set a timer for 5 minutes in an hour", TIMER, TIMER),
        ("clear the list but keep the ham", CLEAR, SPARED),
        ("cancel all timers but not the alarm", CANCEL, CANCEL),
        ("clear the list, but please be quick", CLEAR, CLEAR),
        ("you'd cancel my timer wouldn't you", CANCEL, NOTHING),
        ("if you'd cancel the timer", CANCEL, CANCEL),
        ("I would cancel the timer please", CANCEL, CANCEL),
        ("scrap that he said", CANCEL, NOTHING),
        ("cancel the timer no don't", CANCEL, OKAY),
        ("set a timer for 5 minutes, just kidding", TIMER, OKAY),
        ("cancel the timer, no wait", CANCEL, OKAY),
        ("cancel the timer, wait no", CANCEL, OKAY),
        ("set a timer for 5 minutes, no wait", TIMER, TIMER),
        ("I cancelled it", None, None),
    ],
)
def test_what_is_left_of_a_request(text: str, taken: Intent | None, left: Intent | None) -> None:
    [part] = only_ordered(text, [Part(text, taken)], understood)
    assert part == Part(text, left)


def test_what_is_held_back_is_one_answer() -> None:
    parts = [Part("cancel the alarm", CANCEL), Part("no wait", CANCEL)]
    assert len(only_ordered("cancel the alarm on Sunday, no wait", parts, understood)) == 1


@pytest.mark.parametrize("intent", [CANCEL, TIMER, Intent("stopwatch"), Intent("set_profile")])
def test_what_is_taken_back_at_its_end_is_one_answer(intent: Intent) -> None:
    parts = [Part("stop it", intent), Part("no, keep it", OKAY)]
    taken_back = only_ordered("stop it, no, keep it", parts, understood)
    assert [part.intent for part in taken_back] == [OKAY]


def test_no_half_of_an_order_that_corrects_itself_is_done() -> None:
    text = "cancel both alarms, no, just the 7 am one"
    parts = [Part("cancel both alarms", CANCEL), Part("no", Intent("no"))]
    named = CANCEL.having(name="7, my mistake, at 9")
    whole = "cancel the alarm at 7, my mistake, at 9"
    held = Intent(proposals.CANNOT, {"reply": NOT_HALF})
    assert only_ordered(text, parts, lambda _: None) == (Part(text, held),)
    assert only_ordered(whole, [Part(whole, named)], lambda _: None) == (Part(whole, held),)


def test_what_is_to_stay_is_not_taken_away() -> None:
    parts = [Part("leave the alarms alone", CANCEL), Part("cancel the timer", CANCEL)]
    left = only_ordered("leave the alarms alone and cancel the timer", parts, lambda _: None)
    assert [part.intent for part in left] == [OKAY, CANCEL]


def test_what_stands_beside_it_is_still_done() -> None:
    text = "set a timer for 5 minutes, don't cancel the other"
    parts = [Part("set a timer for 5 minutes", TIMER), Part("cancel the other", CANCEL)]
    assert [one.intent for one in only_ordered(text, parts, understood)] == [TIMER, OKAY]


SKIP = Intent("skip_schedule", {"what": "alarm", "day": "tomorrow"})
BACK = Intent("skip_schedule", {"what": "alarm", "way": "restore"})
ASKED_SKIP = Intent(proposals.SUGGEST, {"sentence": "skip the alarm tomorrow"})


@pytest.mark.parametrize(
    ("text", "taken", "left"),
    [
        ("skip it tomorrow", SKIP, SKIP),
        ("I am away tomorrow, please don't", SKIP, SKIP),
        ("don't skip it tomorrow", BACK, BACK),
        ("don't skip it tomorrow", SKIP, OKAY),
        ("don't skip tomorrow's alarm", Intent("cancel_schedule", {"what": "alarm"}), OKAY),
        ("skip it tomorrow, just kidding", SKIP, OKAY),
        ("maybe skip it tomorrow", SKIP, ASKED_SKIP),
        ("skip it tomorrow if I am ill", SKIP, Intent(proposals.CANNOT, {"reply": NOT_PERHAPS})),
        ("skip all but tomorrow's", SKIP, SPARED),
    ],
)
def test_a_day_is_left_out_only_where_that_is_ordered(
    text: str, taken: Intent, left: Intent
) -> None:
    [part] = only_ordered(text, [Part("skip the alarm tomorrow", taken)], understood)
    assert part.intent == left


CITY = Intent("set_profile", {"field": "city", "value": "Paris"})
SOCK = Intent("add_note", {"text": "a sock", "list": "shopping"})


@pytest.mark.parametrize(
    ("text", "taken", "left"),
    [
        ("I'd love to live in Paris", CITY, None),
        ("I almost moved to Paris", CITY, None),
        ("my home town used to be Paris", CITY, None),
        ("people used to call me Paris", CITY, None),
        ("I live in Paris", CITY, CITY),
        ("put a sock in it", SOCK, OKAY),
        ("put a sock on the list", SOCK, SOCK),
    ],
)
def test_a_wish_is_no_fact_and_a_saying_no_thing(
    text: str, taken: Intent, left: Intent | None
) -> None:
    [part] = only_ordered(text, [Part(text, taken)], understood)
    assert part.intent == left


MILK = Intent("add_note", {"text": "he put milk", "list": "shopping"})
ASKED_MILK = Intent(proposals.SUGGEST, {"sentence": "add milk to my shopping list"})
ASKED = Intent(proposals.SUGGEST, {"sentence": "add milk to my list"})
ASKED_TIMER = Intent(proposals.SUGGEST, {"sentence": "set a timer for 5 minutes"})


@pytest.mark.parametrize(
    ("text", "taken", "left"),
    [
        ("set a timer for 5 minutes", TIMER, TIMER),
        ("my brother set a timer for 5 minutes", TIMER, ASKED_TIMER),
        ("he put milk on the shopping list", MILK, ASKED_MILK),
        ("no timer for 5 minutes please", TIMER, OKAY),
        ("my brother set a timer", Intent("set_timer"), None),
        ("she always sets an alarm", Intent("set_alarm", {"when": "six"}), None),
        ("she has an alarm", CLEAR, CLEAR),
        ("he put milk on the list", replace(MILK, slots={"text": "milk", "list": "list"}), ASKED),
    ],
)
def test_what_is_only_told_to_be_set_is_asked_about(
    text: str, taken: Intent, left: Intent | None
) -> None:
    named = {
        "set a timer for 5 minutes": TIMER,
        "add milk to my shopping list": MILK,
        "add milk to my list": MILK,
    }
    [part] = only_ordered(text, [Part(text, taken)], named.get)
    assert part == Part(text, left)


@pytest.mark.parametrize(
    ("text", "taken", "left"),
    [
        ("Mute is on Netflix", Intent("volume", {"change": "mute"}), "remark"),
        ("the sound of silence", Intent("volume", {"change": "mute"}), "remark"),
        ("the sounds of summer", Intent("media", {"action": "play"}), "remark"),
        ("my home is my castle", Intent(proposals.ASK_FOR, {"sentence": "x"}), "remark"),
        ("home is where the heart is", Intent("set_profile", {"field": "city"}), "remark"),
        ("people call me names", Intent("set_profile", {"field": "name"}), "bad_news"),
        ("she always calls me an idiot", Intent("set_profile", {"field": "name"}), "bad_news"),
        ("remember the winter of 1963", Intent("remember", {"fact": "x"}), "remark"),
        ("remember the nights when we sang", Intent("remember", {"fact": "x"}), "remark"),
        ("mute", Intent("volume", {"change": "mute"}), "volume"),
        ("mute the sound", Intent("volume", {"change": "mute"}), "volume"),
        ("the sound is too loud", Intent("volume", {"change": "down"}), "volume"),
        ("my home is Leeds", Intent("set_profile", {"field": "city"}), "set_profile"),
        ("people call me Bob", Intent("set_profile", {"field": "name"}), "set_profile"),
        ("remember the party is on Friday", Intent("remember", {"fact": "x"}), "remember"),
        ("remember the day we met was a Friday", Intent("remember", {"fact": "x"}), "remember"),
        ("remember the code 12 blue", Intent("remember", {"fact": "x"}), "remember"),
        ("remember the summer house is locked", Intent("remember", {"fact": "x"}), "remember"),
    ],
)
def test_a_word_of_an_order_makes_no_order_of_a_saying(text: str, taken: Intent, left: str) -> None:
    [part] = only_ordered(text, (Part(text, taken),), understood)
    assert part.intent is not None
    assert part.intent.name == left


def test_a_piece_by_its_name_is_no_order_for_the_sound() -> None:
    text = "play the sound of silence"
    [part] = only_ordered(text, (Part(text, Intent("volume", {"change": "mute"})),), understood)
    assert part.intent is None


def test_a_city_that_is_denied_is_not_taken_for_home() -> None:
    home = Intent("set_profile", {"field": "city", "value": "Bristol"})
    text = "I live in Bath, no longer in Bristol"
    (asked,) = only_ordered(text, (Part(text, home),), lambda _: None)
    assert asked.intent == Intent(proposals.SUGGEST, {"sentence": "I live in Bath"})
    (kept,) = only_ordered("I live in Bristol", (Part(text, home),), lambda _: None)
    assert kept.intent == home


@pytest.mark.parametrize(
    ("text", "taken", "left"),
    [
        ("take limes off the list, not soap", "soap and limes", "limes"),
        ("take limes off the list", "soap and limes", "soap and limes"),
        ("remove not the limes but the soap", "limes", None),
    ],
)
def test_what_is_not_meant_is_not_taken_off(text: str, taken: str, left: str | None) -> None:
    remove = Intent("remove_note", {"text": taken, "list": "shopping"})
    [found] = only_ordered(text, (Part(text, remove),), understood)
    refused = Intent(proposals.CANNOT, {"reply": NOT_HALF})
    assert found.intent == (remove.having(text=left) if left else refused)


def test_nothing_comes_in_the_place_of_what_is_not_to_go() -> None:
    noted = Part("add milk to my notes", Intent("add_note", {"text": "milk", "list": "notes"}))
    text = "don't delete any notes"
    found = only_ordered(text, (Part("remove milk", CLEAR), noted), understood)
    assert [part.intent for part in found] == [OKAY, OKAY]


@pytest.mark.parametrize(
    ("text", "taken"),
    [
        ("nobody should cancel the reminders", Intent("set_profile", {"field": "name"})),
        ("somebody should cancel the reminders", Intent("set_profile", {"field": "birthday"})),
        ("cancel the notes again", Intent("forget", {"about": "my hat size is 5"})),
        ("nobody should forget my name", Intent("set_profile", {"field": "name"})),
    ],
)
def test_nothing_that_was_told_is_forgotten_for_what_names_other_things(
    text: str, taken: Intent
) -> None:
    [part] = only_ordered(text, (Part(text, taken),), understood)
    assert part.intent is not None
    assert part.intent.name != taken.name


@pytest.mark.parametrize(
    ("text", "taken"),
    [
        ("forget my name", Intent("set_profile", {"field": "name"})),
        ("forget that I have a list", Intent("forget", {"about": "I have a list"})),
        ("no, my name is June", Intent("set_profile", {"field": "name", "value": "June"})),
    ],
)
def test_what_is_to_be_forgotten_is_forgotten(text: str, taken: Intent) -> None:
    [part] = only_ordered(text, (Part(text, taken),), understood)
    assert part.intent == taken


def test_a_reason_is_asked_for_and_nothing_is_noted() -> None:
    noted = Intent("add_note", {"text": "why is milk", "list": "shopping"})
    text = "why is milk on my shopping list"
    left = only_ordered(text, (Part(text, noted),), knowledge().grammar.understand)
    assert [one.intent.name for one in left if one.intent] == ["read_notes"]


COMMAND = Intent("run_command", {"name": "start the backup"})
COMMAND_OFFER = Intent(proposals.SUGGEST, {"sentence": "start the backup"})


@pytest.mark.parametrize(
    ("text", "taken", "left"),
    [
        ("start the backup", COMMAND, COMMAND),
        ("please start the backup", COMMAND, COMMAND),
        ("what if you start the backup", COMMAND, COMMAND_OFFER),
        ("let me start the backup", COMMAND, COMMAND_OFFER),
        ("don't start the backup", COMMAND_OFFER, OKAY),
        ("is the backup started", COMMAND_OFFER, COMMAND_OFFER),
    ],
)
def test_a_command_of_ones_own_is_run_only_where_it_is_ordered(
    text: str, taken: Intent, left: Intent
) -> None:
    known = {"start the backup": COMMAND}
    [part] = only_ordered(text, [Part(text, taken)], known.get)
    assert part == Part(text, left)
