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
    ],
)
def test_a_time_of_the_clock(said: str, shown: str) -> None:
    assert on_the_clock(said) == shown


@pytest.mark.parametrize(
    "said",
    ["in seven hundred hours", "100 hours", "2460 hours", "thirty hundred hours", "at seven",
     "a hundred hours", "1900"],
)  # fmt: skip
def test_anything_else(said: str) -> None:
    assert on_the_clock(said) == said
