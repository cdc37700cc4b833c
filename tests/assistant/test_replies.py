"""Unit: fixed sentences that depend on who asks and on what is there."""

from typing import get_args

import pytest
from assistant.understanding.messages_before import after

from jarvis_voice.assistant import replies
from jarvis_voice.core.understanding import ModelState
from jarvis_voice.language.en.speakable import speakable

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("goal", "name", "said"),
    [
        ("hello", "", replies.GREETING),
        ("hello", "Sam", "Hello, Sam. What can I do for you?"),
        ("Good morning!", "", "Good morning. What can I do for you?"),
        ("good evening, Jarvis", "Sam", "Good evening, Sam. What can I do for you?"),
    ],
)
def test_a_greeting_has_the_name_and_the_time_of_day(goal: str, name: str, said: str) -> None:
    assert replies.greeting(goal, name) == said


def test_what_is_told_twice_is_answered_in_other_words() -> None:
    said = [replies.to_told("bad_news", messages) for messages in ([], after("my cat is ill"))]
    assert said == ["I am sorry to hear that."] * 2
    again = after("my cat is ill", answer="I am sorry to hear that.")
    assert replies.to_told("bad_news", again) == "That sounds hard. I am here."


def test_a_chat_is_known_by_its_answer() -> None:
    assert replies.is_chat(after("my cat is ill", answer="I am sorry to hear that."))
    assert replies.is_chat(after("good morning", answer="Good morning. What can I do for you?"))
    assert not replies.is_chat(after("set a timer", answer="For how long?"))
    assert not replies.is_chat([])


def test_what_is_sent_names_a_model_only_where_one_may_be_asked() -> None:
    assert "No language model is asked." in replies.what_is_sent("none")
    assert "No language model is asked." in replies.what_is_sent("off")
    for told in (replies.what_is_sent("asked"), replies.what_is_sent("away")):
        assert "goes to your language model as text" in told
        assert "No language model" not in told


def test_the_sentences_of_every_day_are_spoken_as_they_are_written() -> None:
    usual = replies.usual_sentences()
    assert {"Okay.", "Good morning.", "You are welcome.", "I did not understand that."} <= {*usual}
    assert [speakable(one) for one in usual] == list(usual)
    assert all(len(one) < 60 for one in usual)


@pytest.mark.parametrize("model", get_args(ModelState))
def test_a_key_is_only_recommended_to_who_has_no_model(model: ModelState) -> None:
    said = replies.misunderstood(model)
    assert said.startswith(replies.NOT_UNDERSTOOD)
    assert ("Gemini" in said) == (model == "none")
