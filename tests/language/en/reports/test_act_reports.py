"""Unit: one sentence of an answer goes in; whether it reports an act comes out."""

import pytest

from jarvis_voice.language.en.reports.act_reports import reports_an_act
from jarvis_voice.language.en.reports.clause_words import Reading
from jarvis_voice.language.en.reports.plain_words import plain_words

pytestmark = pytest.mark.unit

MILD = Reading()
STRICT = Reading(is_strict=True)
TELLING = Reading(is_telling=True, is_opening=False)
TALK = Reading(is_talk=True)
LOOKED = Reading(has_looked=True)


@pytest.mark.parametrize(
    ("sentence", "how"),
    [
        ("Your lights are off now.", MILD),
        ("Your table has been booked.", MILD),
        ("The door is locked.", MILD),
        ("It is booked.", MILD),
        ("Milk is on your list.", MILD),
        ("The bread is on the shopping list now.", MILD),
        ("Your calendar shows two meetings.", MILD),
        ("Your alarm will ring at six.", MILD),
        ("Your payment went through.", MILD),
        ("The file has reached your phone.", MILD),
        ("A mail has been sent.", STRICT),
        ("The timer is in place.", TALK),
        ("Your coffee is now brewing.", MILD),
        ("Your order was cancelled.", MILD),
        ("You now have a reminder.", MILD),
        ("You have been subscribed.", MILD),
        ("You are all set.", MILD),
        ("You are booked.", MILD),
        ("You will be reminded.", MILD),
        ("You will get a notification.", MILD),
        ("You no longer have a subscription.", MILD),
        ("My memory now contains it.", TALK),
        ("I will know that from now on.", TALK),
        ("Consider it done.", MILD),
        ("Your assistant has booked it.", MILD),
        ("On it.", MILD),
        ("Timer set.", MILD),
        ("Opening it now.", MILD),
        ("Booked your table.", MILD),
        ("I'll turn the lights off.", MILD),
        ("Let me turn that down.", MILD),
        ("I have not forgotten to lock the door.", MILD),
    ],
)
def test_a_report_is_seen(sentence: str, how: Reading) -> None:
    assert reports_an_act(plain_words(sentence), how)


@pytest.mark.parametrize(
    ("sentence", "how"),
    [
        ("If your lights are off, the room is dark.", MILD),
        ("Nothing has been booked.", MILD),
        ("Your lights are not off.", MILD),
        ("You are kind.", MILD),
        ("Your calendar shows two meetings.", LOOKED),
        ("The church has been restored by monks.", MILD),
        ("Your mail is sent through a server.", MILD),
        ("It was cold.", MILD),
        ("The castle is closed.", TELLING),
        ("When it is done, your alarm will ring.", MILD),
        ("You have to pay the bill now.", MILD),
        ("You will find your voice.", MILD),
        ("My memory is short.", TALK),
        ("Consider the weather.", MILD),
        ("Tell me the time and I will set an alarm.", MILD),
        ("I will call when you say so.", MILD),
        ("Well done.", MILD),
        ("Left alone, he cried.", MILD),
        ("I did", MILD),
        ("", MILD),
    ],
)
def test_what_reports_nothing_passes(sentence: str, how: Reading) -> None:
    assert not reports_an_act(plain_words(sentence), how)
