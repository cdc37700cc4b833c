"""Unit: a question of which a part would be left out is not answered as another one."""

import pytest

from jarvis_voice.assistant.understanding.left_out import wholly_asked
from jarvis_voice.core.understanding import Intent, Part

pytestmark = pytest.mark.unit

DATE, TIME = Intent("get_date"), Intent("get_time", {"place": "Tokyo"})
NAME = Intent("get_profile", {"field": "name"})


@pytest.mark.parametrize(
    ("text", "intent"),
    [
        ("what is the date 400 days from now", DATE),
        ("what day of the week is my birthday", DATE),
        ("what time was it an hour ago in Tokyo", TIME),
        ("what week is it on the 50th of May", Intent("get_calendar_fact", {"what": "week"})),
        ("roll a million dice", Intent("draw_lots", {"of": "dice"})),
        ("what is my mother's name", NAME),
        ("what is my last name", NAME),
    ],
)
def test_it_is_not_understood(text: str, intent: Intent) -> None:
    assert wholly_asked(Part(text, intent), text) == Part(text, None)


@pytest.mark.parametrize(
    ("text", "about"),
    [
        ("What is the wind doing at Falmouth?", "wind"),
        ("what are the showers doing in Cork", "rain"),
        ("what is the weather and the wind like in Cork", "weather"),
        ("what is it like in Windy Ridge", "weather"),
    ],
)
def test_of_the_weather_what_is_named_is_told(text: str, about: str) -> None:
    place = "Windy Ridge" if "Ridge" in text else "Cork"
    asked = Intent("weather", {"place": place, "about": "weather"})
    assert wholly_asked(Part(text, asked), text).intent == asked.having(about=about)


@pytest.mark.parametrize(
    "text", ["have you seen Remember the Titans", "where's my cat", "do you remember my husband"]
)
def test_not_all_that_was_told_answers_a_question_about_one_thing(text: str) -> None:
    part = Part(text, Intent("recall", {"about": "everything"}))
    assert wholly_asked(part, text).intent == Intent("recall", {"about": text})


@pytest.mark.parametrize(
    ("text", "intent"),
    [
        ("what do you know about me", Intent("recall", {"about": "everything"})),
        ("where is my car", Intent("recall", {"about": "car"})),
        ("what is the date", DATE),
        ("what time is it in Tokyo", TIME),
        ("I have been up since 5, what time is it in Tokyo", TIME),
        ("roll two dice", Intent("draw_lots", {"of": "dice", "count": "two"})),
        ("pick one of one to ten", Intent("draw_lots", {"low": "one", "high": "10"})),
        ("what's my name", NAME),
        ("what is my name again", NAME),
        ("my mother's name is Ana", Intent("remember", {"fact": "my mother's name is Ana"})),
        ("what is that", None),
    ],
)
def test_it_is_answered(text: str, intent: Intent | None) -> None:
    assert wholly_asked(Part(text, intent), text) == Part(text, intent)


@pytest.mark.parametrize(
    "text", ["what's the name of my dog", "what is my cat's name", "where is my key"]
)
def test_one_thing_is_not_answered_with_all_that_was_told(text: str) -> None:
    everything = Intent("recall", {"about": "everything"})
    assert wholly_asked(Part(text, everything), text) == Part(
        text, Intent("recall", {"about": text})
    )


def test_all_that_was_told_is_told() -> None:
    part = Part("what do you know", Intent("recall", {"about": "everything"}))
    assert wholly_asked(part, part.text) == part
