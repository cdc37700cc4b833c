"""Unit: questions that only a calendar could answer, and questions for anybody."""

import pytest

from jarvis_voice.assistant.understanding import proposals
from jarvis_voice.assistant.understanding.calendar_questions import (
    NO_CALENDAR,
    as_calendar,
    asks_of_calendar,
)
from jarvis_voice.core.understanding import Intent, Part

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    "question",
    [
        "what events are this week",
        "show me today's meetings with clients",
        "do I have any appointments on Friday",
        "what does the rest of my week look like",
        "am I free tomorrow",
        "which meetings are planned for next week",
    ],
)
def test_only_a_calendar_knows_it(question: str) -> None:
    assert asks_of_calendar(question)


@pytest.mark.parametrize(
    "question",
    [
        "what events are there in London this weekend",
        "which events in history happened today",
        "what concerts are on this week",
        "what happened this week",
        "when is Easter",
    ],
)
def test_anybody_may_know_it(question: str) -> None:
    assert not asks_of_calendar(question)


def test_a_search_gives_way_and_an_act_does_not() -> None:
    text = "what events are this week"
    search = Part(text, Intent("search", {"query": text, "kind": "question"}))
    act = Part(text, Intent("read_schedule"))
    refusal = Intent(proposals.CANNOT, {"reply": NO_CALENDAR})
    assert as_calendar(search, text).intent == refusal
    assert as_calendar(act, text) == act
