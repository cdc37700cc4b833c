"""Unit: a request with a time that comes again goes in, a routine comes out; questions stay."""

import pytest
from tools.schedule_home import knowledge

from jarvis_voice.assistant.understanding.recurring_requests import as_routine
from jarvis_voice.core.understanding import Intent, Part

pytestmark = pytest.mark.unit


def asked(text: str) -> Intent | None:
    (part,) = knowledge().read(text).parts
    return part.intent


@pytest.mark.parametrize(
    ("text", "request_", "when"),
    [
        ("read me the news weekdays at seven in the morning",
         "read me the news", "weekdays at seven in the morning"),
        ("open the guardian for me at eight every morning",
         "open the guardian for me", "at eight every morning"),
        ("each night at ten thirty pm tell me tomorrow's weather",
         "tell me tomorrow's weather", "each night at ten thirty pm"),
    ],
)  # fmt: skip
def test_what_is_to_be_done_again_is_a_routine(text: str, request_: str, when: str) -> None:
    assert asked(text) == Intent("set_routine", {"request": request_, "when": when})


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("wake me every weekday at seven in the morning", "set_alarm"),
        ("remind me every day at nine in the evening to stretch", "set_reminder"),
        ("what's the weather tomorrow", "weather"),
        ("read me the news", "tell_briefing"),
    ],
)
def test_what_has_a_time_of_its_own_or_none_stays(text: str, name: str) -> None:
    intent = asked(text)
    assert intent is not None
    assert intent.name == name


def test_a_question_is_no_routine() -> None:
    understand = knowledge().grammar.understand
    text = "what is the weather every morning at eight"
    part = Part(text, Intent("weather"))
    assert as_routine(part, text, understand) is part


@pytest.mark.parametrize(
    ("text", "request_"),
    [
        ("every Monday at 9 am open github and tell me the weather",
         "open github and tell me the weather"),
        ("every day at 8 tell me the weather and tell me a joke",
         "tell me the weather and tell me a joke"),
        ("every day at 8 tell me a joke and cancel the alarm", "tell me a joke"),
        ("every day at 8 tell me the weather and tell me the time now", "tell me the weather"),
    ],
)  # fmt: skip
def test_a_time_in_front_is_of_all_that_is_looked_up(text: str, request_: str) -> None:
    first = knowledge().read(text).parts[0].intent
    assert first is not None
    said = first.slots["request"]
    assert (first.name, said.removeprefix("day at 8 ")) == ("set_routine", request_)
