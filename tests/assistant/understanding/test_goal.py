"""End to end: with the shipped reader, what is surely understood alone leans on nothing."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tools.schedule_home import knowledge as grammar_alone

from jarvis_voice.app.reader_factory import load_second_reader
from jarvis_voice.assistant.state import MessageState
from jarvis_voice.assistant.understanding.knowledge import Knowledge
from jarvis_voice.core.understanding import Understanding

pytestmark = [pytest.mark.e2e, pytest.mark.models]

BEFORE = {
    "timer": ("set a timer for 10 minutes", "The timer is set for 10 minutes."),
    "alarm": ("set an alarm for 7 am", "The alarm is set for 07:00 tomorrow."),
    "list": ("add milk to the shopping list", "I have added milk to the shopping list."),
    "fact": ("remember that my car is in lot 5", "I will remember that your car is in lot 5."),
    "sum": ("what is 12 times 8", "12 times 8 is 96."),
    "self": ("what do you know about me", "Your name is Sam."),
}


@pytest.fixture(scope="module")
def knowledge() -> Knowledge:
    reader = load_second_reader(None, tuple, lambda code, message: pytest.fail(message))
    return replace(grammar_alone(), second=reader)


def behind(kind: str) -> tuple[MessageState, ...]:
    said, answer = BEFORE[kind]
    return ({"role": "user", "text": said}, {"role": "assistant", "text": answer})


def wanted(understanding: Understanding) -> list[tuple[str, dict[str, object]]]:
    intents = [part.intent for part in understanding.parts if part.intent]
    return [(one.name, dict(one.slots)) for one in intents]


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("list", "have I got milk on there already"),
        ("list", "what notes have I got there"),
        ("timer", "is it still on"),
        ("alarm", "do I still have it"),
    ],
)
def test_a_question_takes_nothing_away(knowledge: Knowledge, kind: str, text: str) -> None:
    taken = {"cancel_schedule", "remove_note", "clear_notes", "forget"}
    assert not taken & {name for name, _ in wanted(knowledge.read(text, behind(kind)))}


@pytest.mark.parametrize("kind", BEFORE)
@pytest.mark.parametrize(
    "text",
    [
        "what time is it",
        "turn the volume up",
        "which routines have I got",
        "is my alarm on or off",
        "what are my timers",
        "add sugar to the shopping list",
        "remind me every Sunday at 3 pm to call grandma",
        "open github",
        "how are you",
        "it's Priya speaking",
        "just moved, I'm in Hull now",
        "BBC up please",
        "New York, what time is it there",
        "what should I do",
        "mute the sound, set a timer for one hour",
        "is this thing recording me",
        "no, leave it",
        "no probs",
    ],
)
def test_a_whole_sentence_means_the_same_behind_any_other(
    knowledge: Knowledge, text: str, kind: str
) -> None:
    assert wanted(knowledge.read(text, behind(kind))) == wanted(knowledge.read(text))


@pytest.mark.parametrize("kind", BEFORE)
@pytest.mark.parametrize(
    "text",
    [
        "you got it wrong again",
        "I don't have time for this",
        "don't worry",
        "thanks ever so much",
        "silence it",
    ],
)
def test_talk_takes_nothing_away(knowledge: Knowledge, text: str, kind: str) -> None:
    found = wanted(knowledge.read(text, behind(kind)))
    offered = [str(slots.get("sentence", "")) for _, slots in found]
    assert not {"cancel_schedule", "remove_note", "clear_notes", "forget"} & {n for n, _ in found}
    assert not any(one.startswith(("cancel", "remove", "clear", "forget")) for one in offered)


@pytest.mark.parametrize("text", ["forget it", "oh forget it"])
def test_what_may_mean_never_mind_ends_nothing_unasked(knowledge: Knowledge, text: str) -> None:
    before = (
        MessageState(role="user", text="set an alarm for 7 am every day"),
        MessageState(role="assistant", text="The alarm is set for every day at 07:00."),
        MessageState(role="user", text="skip the 9 am alarm tomorrow"),
        MessageState(role="assistant", text="You have no alarm for 9 am for tomorrow."),
    )
    assert {name for name, _ in wanted(knowledge.read(text, before))} <= {"suggest", "never_mind"}


def test_an_unnamed_list_is_the_one_that_was_spoken_of(knowledge: Knowledge) -> None:
    said = "add clean the oven, then wash the car, then mow the lawn"
    before = (
        MessageState(role="user", text="what is second on my to-do list"),
        MessageState(role="assistant", text="There is nothing on your to-do list."),
    )
    [(name, slots)] = wanted(knowledge.read(said, before))
    assert (name, slots["list"]) == ("add_note", "to-do")
