"""Unit: the one new time or length in a turn about what is set."""

import pytest

from jarvis_voice.assistant.understanding.short_turns.cues import clauses_of
from jarvis_voice.assistant.understanding.short_turns.entry_values import (
    as_rule,
    value_in,
    with_unit,
)
from jarvis_voice.assistant.understanding.short_turns.touched import Touched
from jarvis_voice.core.understanding import Intent

pytestmark = pytest.mark.unit

TIMER = Touched("timer", "", "4 minutes", "set")
FILM = Touched("timer", "film", "1 hour and 30 minutes", "set")
ALARM = Touched("alarm", "", "on Tuesday at 07:00", "set")
REMINDER = Touched("reminder", "renew the pass", "on 20 November at 09:00", "set")
ROUTINE = Touched("routine", "read the headlines", "every weekday at 08:00", "set")
SOON = Touched(
    "reminder", "stretch", "at 10:45 today", "set",
    asked=Intent("set_reminder", {"text": "in forty five minutes to stretch"}),
)  # fmt: skip


@pytest.mark.parametrize(
    ("old", "text", "value"),
    [
        (TIMER, "the packet says thirty so thirty", "thirty"),
        (TIMER, "four? I said fourteen", "fourteen"),
        (TIMER, "fifteen. no, twenty. yes twenty", "twenty"),
        (TIMER, "twenty, she's only nine", "twenty"),
        (TIMER, "full at eighty percent so forty minutes", "forty minutes"),
        (TIMER, "could be three quarters", "forty five minutes"),
        (ALARM, "wednesday, sorry, I lost a day", "wednesday"),
        (ALARM, "monday, I have tuesday off", "monday"),
        (ALARM, "not eight, half six", "half six"),
        (ALARM, "wednesday, and make it nine", "nine on wednesday"),
        (ALARM, "half past", "07:30"),
        (ALARM, "ten to", "06:50"),
        (Touched("alarm", "", "03:50 tomorrow", "set"), "ten past", "04:10"),
        (Touched("alarm", "", "03:50 tomorrow", "set"), "quarter to", "03:45"),
        (REMINDER, "nineteenth's fine, they wait", "the nineteenth"),
        (ROUTINE, "six, I'm up with the lark", "six"),
        (ROUTINE, "every day's easier", "every day"),
        (SOON, "every forty five", "every forty five minutes"),
    ],
)  # fmt: skip
def test_the_value_stands_out(old: Touched, text: str, value: str) -> None:
    found = value_in(clauses_of(text), old)
    assert found is not None
    assert found.text == value


@pytest.mark.parametrize(
    ("old", "text"),
    [
        (TIMER, "two of us waited"),
        (ALARM, "three hundred and ten quid"),
        (ALARM, "they said between eight and one"),
        (ALARM, "no rush, they're open till five"),
        (ROUTINE, "weekdays you said, not saturday"),
        (ALARM, "six or nine"),
    ],
)
def test_what_is_denied_counted_or_open_is_no_value(old: Touched, text: str) -> None:
    assert value_in(clauses_of(text), old) is None


@pytest.mark.parametrize(
    ("old", "number", "length"),
    [
        (TIMER, "ten", "ten minutes"),
        (FILM, "seventy five", "seventy five minutes"),
        (FILM, "two", "two hours"),
        (SOON, "thirty", "thirty minutes"),
    ],
)
def test_a_bare_number_is_a_length(old: Touched, number: str, length: str) -> None:
    assert with_unit(number, old) == length


@pytest.mark.parametrize(
    ("old", "text", "rule"),
    [
        (ROUTINE, "mondays and wednesdays", "every monday and wednesday at 08:00"),
        (ROUTINE, "every day", "every day at 08:00"),
        (ROUTINE, "sunday evening", "every sunday evening"),
        (SOON, "every forty five minutes", "every forty five minutes"),
    ],
)
def test_a_rule_keeps_the_clock_of_before(old: Touched, text: str, rule: str) -> None:
    assert as_rule(text, old) == rule


@pytest.mark.parametrize(
    ("old", "text", "value"),
    [
        (ALARM, "make it nine, no wait, half eight", "half eight"),
        (TIMER, "make it twenty, no, fifteen", "fifteen"),
        (ALARM, "move it to nine, sorry, make it ten", "ten"),
        (ALARM, "make it nine, sorry I'm up at ten", "nine"),
    ],
)
def test_the_value_behind_what_takes_back_is_meant(old: Touched, text: str, value: str) -> None:
    found = value_in(clauses_of(text), old)
    assert found is not None
    assert found.text == value
