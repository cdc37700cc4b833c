"""Unit: "there" and "they" as the place that was spoken of before."""

import pytest
from tools.schedule_home import knowledge

from jarvis_voice.assistant.state import MessageState
from jarvis_voice.assistant.understanding.place_talk import about_place

pytestmark = pytest.mark.unit

ANSWER = "It is so."


def whole(text: str, *said: str) -> str:
    messages = [
        message
        for one in said
        for message in (
            MessageState(role="user", text=one),
            MessageState(role="assistant", text=ANSWER),
        )
    ]
    return about_place(text, messages, knowledge().grammar.understand)


@pytest.mark.parametrize(
    ("said", "text", "meant"),
    [
        (["what is the weather in Oslo"], "what time is it there", "what time is it in Oslo"),
        (["what is the capital of Japan"], "what time is it there now", "what time is it in Japan"),
        (["tell me about Brazil"], "so what's the time there", "what is the time in Brazil"),
        (
            ["time difference between Rome and Lima"],
            "what time is it over there",
            "what time is it in Lima",
        ),
        (["what time is it in Cairo"], "how many hours are they ahead of us",
         "how many hours is Cairo ahead"),
        (["what time is it in Cairo"], "how far ahead of us are they", "how far is Cairo ahead"),
        (["what time is it in Cairo"], "are they behind us", "is Cairo behind"),
        (["what time is it in Cairo"], "how many hours are we behind them",
         "how many hours are we behind Cairo"),
        (
            ["what is the weather in Oslo", "what time is it there", "thanks"],
            "will it rain there tomorrow",
            "will it rain in Oslo tomorrow",
        ),
    ],
)  # fmt: skip
def test_there_is_the_place_of_the_turn_before(said: list[str], text: str, meant: str) -> None:
    assert whole(text, *said) == meant


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ([], "what time is it there"),
        (["set a timer for 5 minutes"], "what time is it there"),
        (["how are you"], "is it raining there"),
        (["what is the weather in Oslo"], "how many people are there"),
        (["what is the weather in Oslo"], "what time is it"),
        (["why is the sky blue"], "what time is it there"),
    ],
)
def test_elsewhere_nothing_is_put_in(said: list[str], text: str) -> None:
    assert whole(text, *said) == ""
