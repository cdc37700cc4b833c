"""Unit: what was spoken of last, small talk aside."""

import pytest

from jarvis_voice.assistant.planning.last_subject import ANSWER_CHARACTERS, last_subject
from jarvis_voice.assistant.replies import NOTHING_ASKED
from jarvis_voice.assistant.state import MessageState
from jarvis_voice.core.understanding import Intent

pytestmark = pytest.mark.unit


def understand(text: str) -> Intent | None:
    return {
        "thanks": Intent("thanks"),
        "where were we": Intent("last_subject"),
        "begin anew": Intent("start_conversation"),
    }.get(text)


def said(*turns: tuple[str, str]) -> list[MessageState]:
    return [
        message
        for asked, answer in turns
        for message in (
            MessageState(role="user", text=asked),
            MessageState(role="assistant", text=answer),
        )
    ]


def test_it_is_the_last_question_with_its_answer_and_no_small_talk() -> None:
    messages = said(
        ("who was Ada Lovelace", "A mathematician."),
        ("how long is the Nile?", "It is long. Very long."),
        ("thanks", "You are welcome."),
        ("where were we", "You said something."),
    )
    told = 'You said: "how long is the Nile?". I answered: It is long. Very long.'
    assert last_subject(messages, understand) == told


def test_of_a_long_answer_it_is_the_beginning() -> None:
    sentence = "This is one sentence of a long answer. "
    told = last_subject(said(("tell me a story", sentence * 20)), understand)
    assert told.startswith('You said: "tell me a story". I answered: This is one sentence')
    assert len(told) < ANSWER_CHARACTERS + 60
    told = last_subject(said(("tell me a story", "word " * 200)), understand)
    assert told.endswith("word ...")


def test_where_nothing_was_asked_it_says_so() -> None:
    assert last_subject([], understand) == NOTHING_ASKED
    assert last_subject(said(("thanks", "You are welcome.")), understand) == NOTHING_ASKED
    assert last_subject(said(("begin anew", "Fine.")), understand) == NOTHING_ASKED
