"""Unit: clauses go in, whether they only say how things are comes out."""

import pytest

from jarvis_voice.language.en.plain_statements import tells_of_others

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    "clause",
    [
        "the oven beeped",
        "just got in from a run",
        "before the guests come",
        "so the neighbours complained",
        "Tom is asleep",
        "seeing as the washing takes an hour",
        "somebody's at the door",
    ],
)
def test_a_statement_is_seen(clause: str) -> None:
    assert tells_of_others(clause)


@pytest.mark.parametrize(
    "clause",
    [
        "set the timer",
        "the lights off",
        "open YouTube",
        "what's the weather",
        "the volume is too low",
        "Friday's a big day",
        "if the dog barks",
        "the alarm is wrong",
        "when the guests leave",
        "he said stop",
    ],
)
def test_a_request_a_condition_or_a_day_is_none(clause: str) -> None:
    assert not tells_of_others(clause)
