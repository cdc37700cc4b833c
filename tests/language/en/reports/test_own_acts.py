"""The plainest false reports: what Jarvis says it has set, sent or switched."""

from __future__ import annotations

import pytest

from jarvis_voice.language.en.reports.own_acts import claims_own_act

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    "sentence",
    [
        "I have set a timer for five minutes.",
        "By the way, I\u2019ve just added milk to your shopping list.",
        "I have also turned off the lights.",
        "I've gone ahead and emailed your sister.",
        "I have cancelled two alarms.",
        "I shall wake you at half past eight.",
        "I'll gladly remind you tomorrow.",
        "It is for use in examples, and I have saved it.",
        "I have put it back.",
        "Should I keep the alarm that I just set for you?",
        "Shall I undo the change I made to your list?",
        "I've moved it to six; is that early enough?",
    ],
)
def test_an_act_of_its_own_is_found(sentence: str) -> None:
    assert claims_own_act(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "The Venetians have set a limit for boats.",
        "I set an alarm for six and slept until nine.",
        "I have always liked timers.",
        "I have added nothing here.",
        "Have I set your mind at rest?",
        "I shall wake the reader's interest.",
        "I have put it in plain words for a child.",
        "Should I keep the alarm that you set?",
        "I have set it in a time long before the war.",
        "I've booked nothing, planned nothing and bought you cake.",
    ],
)
def test_company_is_not(sentence: str) -> None:
    assert not claims_own_act(sentence)
