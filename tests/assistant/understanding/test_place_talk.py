"""Unit: "there" and "they" as the place that was spoken of before."""

import pytest
from tools.schedule_home import knowledge

from jarvis_voice.assistant.state import MessageState
from jarvis_voice.assistant.understanding.place_talk import about_place, is_of_same_place
from jarvis_voice.core.understanding import Intent, Part, Understanding

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
        (["what is Cardiff famous for", "how many people live there"], "what's the weather there",
         "what is the weather in Cardiff"),
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
        (["what is the weather in Oslo", "my son is being married, you see"],
         "will I want an umbrella there on Sunday", "will I want an umbrella in Oslo on Sunday"),
        (["what is the weather in Oslo", "my sister lives in Leeds"],
         "will it rain there tomorrow", "will it rain in Leeds tomorrow"),
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


@pytest.mark.parametrize(
    ("text", "about", "is_of_before"),
    [
        ("will it be windy", "wind", True),
        ("do I need an umbrella", "rain", True),
        ("is it windy right now", "wind", False),
        ("what's the weather", "weather", False),
        ("is it windy outside", "wind", False),
        ("I play there on friday, will it be windy", "wind", False),
    ],
)
def test_a_question_without_a_place_goes_on_with_the_one_of_before(
    text: str, about: str, *, is_of_before: bool
) -> None:
    asked = Intent("weather", {"about": about, "day": "today"})
    sentence = {"wind": "is it windy", "rain": "will it rain"}.get(about, "what is the weather")
    alone = Understanding(text, (Part(text, asked),), is_understood=True)
    understand = knowledge().grammar.understand
    found = is_of_same_place(text, alone, f"{sentence} in Oslo on sunday", understand)
    assert found is is_of_before
