"""Unit: "skip it tomorrow" behind what comes again goes in, the day that is left out comes out."""

import re

import pytest
from tools.schedule_home import knowledge

from jarvis_voice.assistant.state import MessageState
from jarvis_voice.assistant.understanding.short_turns.left_out_days import left_out_day
from jarvis_voice.assistant.understanding.short_turns.topic import Topic
from jarvis_voice.assistant.understanding.short_turns.touched import Touched

pytestmark = pytest.mark.unit

ALARM = Touched("alarm", "", "every weekday at 07:00", "set")
PILLS = Touched("reminder", "take my pills", "every day at 09:00", "set")
ONCE = Touched("alarm", "", "07:00 tomorrow", "set")
TOLD = "I have left out the alarm for 07:00 tomorrow. It comes next on Monday at 07:00."


def said(text: str, last: Touched, reply: str = "") -> str:
    messages: list[MessageState] = [
        {"role": "user", "text": "skip it"},
        {"role": "assistant", "text": reply},
    ]
    before = messages if reply else []
    found = left_out_day(text, Topic(((last,),)), before, knowledge().grammar.understand)
    return found.sentence if found else ""


@pytest.mark.parametrize(
    ("text", "last", "sentence"),
    [
        ("skip it tomorrow", ALARM, "skip the 07:00 alarm tomorrow"),
        ("skip tomorrow please", ALARM, "skip the 07:00 alarm tomorrow"),
        ("but not tomorrow", ALARM, "skip the 07:00 alarm tomorrow"),
        ("don't wake me tomorrow", ALARM, "skip the 07:00 alarm tomorrow"),
        ("I don't need it this Friday", ALARM, "skip the 07:00 alarm this Friday"),
        ("give it a miss on Monday", ALARM, "skip the 07:00 alarm Monday"),
        ("leave it out this week", PILLS, "skip the reminder to take my pills this week"),
        ("don't remind me tomorrow", PILLS, "skip the reminder to take my pills tomorrow"),
        ("don't wake me tomorrow", PILLS, ""),
        ("skip it tomorrow", ONCE, ""),
        ("not on Sunday", ALARM, ""),
        ("skip it", ALARM, ""),
        ("what about tomorrow", ALARM, ""),
        ("tomorrow I am off", ALARM, ""),
        ("skip tomorrow's alarm", ALARM, ""),
        ("cancel tomorrow's reminder", ALARM, ""),
        ("wake me at nine tomorrow, not at seven", ALARM, ""),
    ],
)
def test_a_day_of_the_last_one_is_left_out(text: str, last: Touched, sentence: str) -> None:
    assert said(text, last) == sentence


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("don't wake me on Sunday either", "skip the alarm Sunday"),
        ("skip tomorrow please", "skip the alarm tomorrow"),
        ("skip it tomorrow", "skip the 07:00 alarm tomorrow"),
        ("skip the 7 am one tomorrow", "skip the 07:00 alarm tomorrow"),
    ],
)
def test_of_several_the_one_that_comes_on_that_day_is_meant(text: str, sentence: str) -> None:
    weekends = Touched("alarm", "", "every Saturday and Sunday at 09:00", "set")
    topic = Topic(((ALARM,), (weekends,)))
    found = left_out_day(text, topic, [], knowledge().grammar.understand)
    assert found
    assert re.sub(" on ", " ", found.sentence) == sentence


@pytest.mark.parametrize(
    ("text", "reply", "sentence"),
    [
        ("undo", TOLD, "restore the last skipped 07:00 alarm"),
        ("oh no, I do need it", TOLD, "restore the last skipped 07:00 alarm"),
        ("keep it after all", TOLD, "restore the last skipped 07:00 alarm"),
        (
            "bring it back",
            'I have left out the reminder "take my pills" today. It comes next at 09:00 tomorrow.',
            "restore the last skipped reminder to take my pills",
        ),
        ("undo", "The alarm is set for every weekday at 07:00.", ""),
        ("forget it", TOLD, "restore the last skipped 07:00 alarm"),
        ("never mind", TOLD, "restore the last skipped 07:00 alarm"),
        ("forget it", "You have no alarms for Saturday.", ""),
        ("thanks", TOLD, ""),
        ("remind me every weekday at 8 to eat", TOLD, ""),
        ("wake me at 9 every Sunday", TOLD, ""),
    ],
)
def test_it_is_brought_back_only_behind_that_answer(text: str, reply: str, sentence: str) -> None:
    assert said(text, ALARM, reply) == sentence


@pytest.mark.parametrize(
    ("text", "reply", "sentence"),
    [
        ("skip the next one", "I will remind you every day at 09:00: take my pills.",
         "skip the reminder to take my pills"),
        ("skip it just this once", "You have a reminder every day at 09:00: take my pills.",
         "skip the reminder to take my pills"),
        ("skip this one", "I am playing Johnny Cash.", ""),
    ],
)  # fmt: skip
def test_the_next_time_is_meant_only_where_our_answer_told_of_it(
    text: str, reply: str, sentence: str
) -> None:
    assert said(text, PILLS, reply) == sentence


@pytest.mark.parametrize(
    ("text", "last", "sentence"),
    [
        ("never on Fridays though", ALARM, "every weekday except fridays"),
        ("I am free then, so don't do Wednesdays any more", ALARM,
         "every weekday except wednesdays"),
        ("drop the Friday part", ALARM, "every weekday except fridays"),
        ("no weekends please", PILLS, "every day except weekends"),
        ("never on Fridays", ONCE, ""),
        ("Fridays are fine", ALARM, ""),
    ],
)  # fmt: skip
def test_some_days_are_left_out_for_good(text: str, last: Touched, sentence: str) -> None:
    label = "the 07:00 alarm" if last is not PILLS else "the reminder to take my pills"
    clock = "09:00" if last is PILLS else "07:00"
    assert said(text, last) == (f"move {label} to {sentence} at {clock}" if sentence else "")


def answered(*answers: str) -> list[MessageState]:
    messages: list[MessageState] = []
    for answer in answers:
        messages.append({"role": "user", "text": "and"})
        messages.append({"role": "assistant", "text": answer})
    return messages


@pytest.mark.parametrize(
    "text",
    [
        *("undo the skip", "cancel the skip", "revert the skip", "unskip it", "bring it back"),
        *("don't skip that after all", "bring back tomorrow's alarm", "undo"),
    ],
)
@pytest.mark.parametrize("between", [(), ("You have an alarm every weekday at 07:00.",)])
def test_it_is_brought_back_by_its_name_and_behind_a_question(
    text: str, between: tuple[str, ...]
) -> None:
    messages = answered(TOLD, *between)
    found = left_out_day(text, Topic(((ALARM,),)), messages, knowledge().grammar.understand)
    assert found is not None
    assert found.sentence == "restore the last skipped 07:00 alarm"


def test_behind_another_act_nothing_is_brought_back() -> None:
    messages = answered(TOLD, "The timer is set for 5 minutes.")
    found = left_out_day("undo", Topic(((ALARM,),)), messages, knowledge().grammar.understand)
    assert found is None
