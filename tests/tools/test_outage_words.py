"""Unit: how a service that gave no answer is told, in one plain sentence or two."""

from __future__ import annotations

from typing import get_args

import pytest

from jarvis_voice.core.errors import ToolError
from jarvis_voice.platform.outbound.no_answer import NoAnswerError, NoAnswerKind
from jarvis_voice.tools.outage_words import (
    MAP,
    SEARCH,
    WEATHER,
    WIKIPEDIA,
    Told,
    does_not_answer,
    is_told_whole,
    no_answer,
    refused_key,
    strange_answer,
    takes_too_long,
    wants_a_pause,
)

pytestmark = pytest.mark.unit

ALL = (SEARCH, WIKIPEDIA, WEATHER, MAP)
BACKSTAGE = ("SerpAPI", "Wikimedia", "Wikidata", "Open-Meteo", "Overpass", "HTTP 5", "status")


def every_error(told: Told) -> list[ToolError]:
    kinds = get_args(NoAnswerKind)
    failures = [no_answer(told, NoAnswerError(kind, "internal words")) for kind in kinds]
    words = (does_not_answer, takes_too_long, wants_a_pause, strange_answer)
    return [*failures, *(say(told) for say in words), refused_key(told, "A_KEY")]


@pytest.mark.parametrize("told", ALL, ids=lambda told: told.name)
def test_every_error_is_whole_plain_and_names_nobody_that_no_user_knows(told: Told) -> None:
    for error in every_error(told):
        for text in (error.message, error.spoken):
            assert text.endswith(".")
            assert text[:1].isupper()
            assert ":" not in text
            assert "internal words" not in text
            assert not any(name in text for name in BACKSTAGE)
        assert error.spoken.count(".") <= 2
        assert is_told_whole(error.code)


@pytest.mark.parametrize("told", ALL, ids=lambda told: told.name)
def test_no_internet_is_the_same_sentence_whoever_was_asked(told: Told) -> None:
    error = no_answer(told, NoAnswerError("no-internet", "x"))
    assert error.message == "I have no internet connection, so I cannot look that up."
    assert (error.code, error.spoken) == ("no-internet", error.message)


@pytest.mark.parametrize(
    ("kind", "sentence", "code"),
    [
        ("down", "The weather service does not answer.", "weather-offline"),
        ("distrusted", "The weather service does not answer.", "weather-offline"),
        ("late", "The weather service takes too long to answer.", "weather-timeout"),
        ("strange", "The weather service gave an answer that I cannot use.", "weather-bad-answer"),
    ],
)
def test_a_service_that_fails_is_told_by_what_it_does(
    kind: NoAnswerKind, sentence: str, code: str
) -> None:
    error = no_answer(WEATHER, NoAnswerError(kind, "x"))
    assert (error.spoken, error.code) == (sentence, code)
    assert error.message == f"{sentence} Try again later."


@pytest.mark.parametrize("code", ["", "page-offline", "search-x", "memory-offline", "no-such-app"])
def test_other_errors_are_told_behind_what_could_not_be_done(code: str) -> None:
    assert not is_told_whole(code)
