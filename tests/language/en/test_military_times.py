"""Unit: times as soldiers and nurses say them."""

import pytest

from jarvis_voice.language.en.military_times import on_the_clock

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("seven hundred hours", "07:00"),
        ("oh seven hundred hours", "07:00"),
        ("nineteen hundred hours tomorrow", "19:00 tomorrow"),
        ("1900 hours", "19:00"),
        ("tomorrow at 0630 hours", "tomorrow at 06:30"),
        ("twenty-three hundred hrs", "23:00"),
        ("at 600 hours", "at 06:00"),
        ("at thirteen hundred", "at 13:00"),
        ("at nineteen hours", "at 19:00"),
        ("at 0630", "at 06:30"),
        ("19h", "19:00"),
        ("at 6h30 tomorrow", "at 06:30 tomorrow"),
        ("half past noon", "12:30 pm"),
        ("at quarter to noon", "at 11:45 am"),
        ("ten past midnight", "00:10"),
        ("three minutes to midnight", "23:57"),
    ],
)
def test_a_time_of_the_clock(said: str, shown: str) -> None:
    assert on_the_clock(said) == shown


@pytest.mark.parametrize(
    "said",
    ["in seven hundred hours", "100 hours", "2460 hours", "thirty hundred hours", "at seven",
     "a hundred hours", "1900", "nineteen hours", "banana past noon"],
)  # fmt: skip
def test_anything_else(said: str) -> None:
    assert on_the_clock(said) == said
