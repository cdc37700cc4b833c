"""Unit: what a reminder was asked for with goes in, its task comes out."""

import pytest

from jarvis_voice.language.en.reminder_words import task_and_time

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("words", "task"),
    [
        ("ring Karl at nine because it is his birthday", "ring Karl"),
        ("fetch the coat at three as the shop closes at four", "fetch the coat"),
        ("at seven to feed the fish, I always forget", "feed the fish"),
        ("ring Karl at noon, she is leaving today", "ring Karl"),
        ("leave at eight so I don't miss the bus", "leave"),
        ("at five to tell Karl that we left because he was late",
         "tell Karl that we left because he was late"),
        ("dress as the king at five", "dress as the king"),
        ("water the figs at six", "water the figs"),
    ],
)  # fmt: skip
def test_a_reason_behind_the_time_is_left_out(words: str, task: str) -> None:
    found = task_and_time(words)
    assert found is not None
    assert found[0] == task


def test_the_time_before_the_reason_counts() -> None:
    found = task_and_time("fetch the coat at three as the shop closes at four")
    assert found is not None
    assert found[1].hour == 3


@pytest.mark.parametrize("words", ["buy figs", "buy figs because we are out"])
def test_without_a_time_there_is_none(words: str) -> None:
    assert task_and_time(words) is None
