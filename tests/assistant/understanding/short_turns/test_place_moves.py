"""Unit: another place, day or part of the weather, where the move of a turn is known."""

from collections.abc import Mapping

import pytest
from tools.schedule_home import knowledge

from jarvis_voice.assistant.state import MessageState
from jarvis_voice.assistant.understanding.short_turns.cues import clauses_of, read_turn
from jarvis_voice.assistant.understanding.short_turns.follow_ups import FollowUp
from jarvis_voice.assistant.understanding.short_turns.place_moves import (
    asked_like,
    of_place_move,
)
from jarvis_voice.assistant.understanding.short_turns.resolved import ResolvedTurn
from jarvis_voice.assistant.understanding.short_turns.topic import Topic, topic_of
from jarvis_voice.assistant.understanding.short_turns.touched import Touched
from jarvis_voice.core.understanding import Intent

pytestmark = pytest.mark.unit

GLASGOW = ("weather in Glasgow on saturday", "It will be dry in Glasgow on Saturday.")
RAIN = ("is it raining in Ghent", "No, it is not raining in Ghent.")
SNOW = ("is it going to snow this week", "There is a little chance of snow this week.")
TOKYO = ("what time is it in Tokyo", "It is 18:00 in Tokyo.")
SUNRISE = ("when is sunrise", "The sun rises at 07:10 today in Berlin.")


def after(
    turn: tuple[str, str], text: str, move: str, slots: Mapping[str, tuple[str, ...]]
) -> ResolvedTurn | None:
    understand = knowledge().grammar.understand
    messages = [
        MessageState(role="user", text=turn[0]),
        MessageState(role="assistant", text=turn[1]),
    ]
    said = FollowUp(text, [read_turn(one) for one in clauses_of(text)], slots)
    return of_place_move(move, said, topic_of(messages, understand), understand)


@pytest.mark.parametrize(
    ("turn", "text", "move", "sentence"),
    [
        (GLASGOW, "paisley, sorry, not glasgow", "place",
         "what is the weather in paisley on saturday"),
        (RAIN, "er no, bruges", "place", "is it raining in bruges"),
        (RAIN, "same again but for antwerp", "place", "is it raining in antwerp"),
        (RAIN, "how is it up at my cousin's in liege", "place", "is it raining in liege"),
        (TOKYO, "seoul too", "place", "what time is it in seoul"),
        (GLASGOW, "what about Limerick on Friday", "day",
         "what is the weather in Limerick on friday"),
        (RAIN, "and what's it doing in Falmouth", "place", "is it raining in Falmouth"),
        (GLASGOW, "sunday's an option, if it's drier", "day", "will it rain in Glasgow on sunday"),
        (GLASGOW, "and the day after", "day", "what is the weather in Glasgow on sunday"),
        (RAIN, "what if i go at three", "day", "will it rain in Ghent today"),
        (RAIN, "this evening for the party", "day", "will it rain in Ghent tonight"),
        (SUNRISE, "tomorrow's i meant", "day", "when is sunrise tomorrow"),
        (GLASGOW, "do i want a coat", "detail", "what is the weather in Glasgow on saturday"),
        (SNOW, "enough to sledge on", "detail", "will it snow this week"),
        (SNOW, "how deep", "detail", "will it snow this week"),
        (TOKYO, "is it tomorrow there already", "detail", "what is the date in Tokyo"),
        (TOKYO, "are they ahead of us or behind", "detail", "how far ahead is Tokyo"),
        (SUNRISE, "and when does it go down", "detail", "when is sunset"),
        (GLASGOW, "and what about paisley that day", "day",
         "what is the weather in paisley on saturday"),
        (GLASGOW, "okay, and here", "day", "what is the weather on saturday"),
        (GLASGOW, "is it raining right now", "detail", "is it raining in Glasgow"),
        (GLASGOW, "and in zermatt the same day", "place",
         "what is the weather in zermatt on saturday"),
        (RAIN, "and is it to be wet in Bruges", "detail", "will it rain in Bruges today"),
        (SNOW, "will it be windy", "detail", "is it windy this week"),
    ],
)  # fmt: skip
def test_what_was_asked_is_asked_with_the_new_words(
    turn: tuple[str, str], text: str, move: str, sentence: str
) -> None:
    found = after(turn, text, move, {})
    assert found is not None
    assert (found.sentence, found.question) == (sentence, "")


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("and how is it in São Paulo?", "São Paulo"),
        ("how is it looking in Bruges", "Bruges"),
        ("how is it going in prison", ""),
        ("how is it made", ""),
    ],
)
def test_how_it_is_elsewhere_is_asked_behind_the_weather_of_a_place(text: str, place: str) -> None:
    asked = Intent("weather", {"place": "Ghent", "about": "rain", "day": "now"})
    weather = Topic(((Touched("place", "Ghent", asked=asked),),))
    assert asked_like(text, weather) == place
    assert asked_like(text, Topic()) == ""


def test_of_several_places_the_one_that_the_network_marks_last_is_meant() -> None:
    found = after(RAIN, "the one in ohio, columbus", "place", {"place": ("ohio", "columbus")})
    assert found is not None
    assert found.sentence == "is it raining in columbus"


@pytest.mark.parametrize(
    ("turn", "text", "move", "question"),
    [
        (RAIN, "what about somewhere else", "place", "For which place?"),
        (SNOW, "next month then", "day", "I know the weather of the coming week. For which day?"),
        (RAIN, "undo that", "undo", "I cannot undo that: it changed nothing."),
    ],
)
def test_what_is_missing_is_asked_for(
    turn: tuple[str, str], text: str, move: str, question: str
) -> None:
    found = after(turn, text, move, {})
    assert found is not None
    assert found.question == question


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("sunday's my day for golf", "day"),
        ("was it raining last night", "day"),
        ("brr", "place"),
        ("bet it is, it's ghent", "place"),
        ("is there a moon", "detail"),
    ],
)
def test_what_names_nothing_is_left_alone(text: str, move: str) -> None:
    assert after(RAIN, text, move, {}) is None
