"""Unit: a doubt behind an answer goes in, the answer once more or nothing comes out."""

import pytest

from jarvis_voice.assistant.state import MessageState
from jarvis_voice.assistant.understanding.short_turns.doubted_answers import doubted
from jarvis_voice.assistant.understanding.short_turns.resolved import ResolvedTurn
from jarvis_voice.assistant.understanding.short_turns.topic import Topic
from jarvis_voice.assistant.understanding.short_turns.touched import Touched

pytestmark = pytest.mark.unit

SUM = Topic(((Touched("sum", "18 times 7", "126", "set"),),))


def messages(answer: str) -> list[MessageState]:
    return [{"role": "user", "text": "..."}, {"role": "assistant", "text": answer}]


@pytest.mark.parametrize(
    "text",
    [
        "are you sure",
        "was that right?",
        "hm, are you sure about that",
        "did you remove them?",
        "oh, is it really gone",
    ],
)
def test_a_doubted_answer_is_said_again(text: str) -> None:
    again = ResolvedTurn("say that again")
    assert doubted(text, SUM, messages("18 times 7 is 126.")) == again


@pytest.mark.parametrize(
    ("text", "topic", "answer"),
    [
        ("are you sure", Topic(), "Hello."),
        ("are you sure", Topic(SUM.turns, is_asking=True), "18 times 7 is 126."),
        ("are you sure", SUM, "Did you mean: cancel the timer?"),
        ("are you sure", SUM, "I did not understand that."),
        ("are you sure it will rain", SUM, "18 times 7 is 126."),
        ("did you set an alarm", SUM, "18 times 7 is 126."),
    ],
)
def test_what_is_no_doubt_of_an_answer(text: str, topic: Topic, answer: str) -> None:
    assert doubted(text, topic, messages(answer)) is None
