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


@pytest.mark.parametrize(
    ("words", "task", "hour"),
    [
        ("call Tom at 6 pm and tell him I'm late", "call Tom and tell him I'm late", 6),
        ("water the figs at six, and the palm", "water the figs, and the palm", 6),
        ("call Ana tomorrow at nine and thank her", "call Ana and thank her", 9),
        ("buy milk tomorrow and eggs", "buy milk and eggs", None),
    ],
)
def test_a_time_within_the_task_counts(words: str, task: str, hour: int | None) -> None:
    found = task_and_time(words)
    assert found is not None
    assert (found[0], found[1].hour) == (task, hour)


@pytest.mark.parametrize(
    "words",
    ["book a table for 6 and a cab", "read chapter 6 and 7", "meet Ana at 3 and a half",
     "take two pills and drink water"],
)  # fmt: skip
def test_a_number_within_the_task_is_no_time(words: str) -> None:
    assert task_and_time(words) is None
