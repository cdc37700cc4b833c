"""Unit: what is to be done again and again, and its time."""

import pytest

from jarvis_voice.language.en.routine_requests import routine_words, with_clock
from jarvis_voice.language.en.schedule_words import When, read_when

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("request_", "when", "parted"),
    [
        ("weekday at 8 tell me the weather", "", ("tell me the weather", "every weekday at 8")),
        ("tell me a joke", "friday at noon", ("tell me a joke", "every friday at noon")),
        ("weekends at ten play music", "", ("play music", "weekends at ten")),
        ("tell me the news", "", ("tell me the news", "")),
        ("remind me on the first of", "month", ("remind me on the first of", "month")),
    ],
)
def test_the_words_of_a_time_are_whole(request_: str, when: str, parted: tuple[str, str]) -> None:
    assert routine_words(request_, when) == parted


@pytest.mark.parametrize(
    ("task", "when", "rest", "hour"),
    [
        ("take the pill at 8", "every morning", "take the pill", 8),
        ("book a table for four", "every morning", "book a table for four", None),
        ("take the pill at 8", "every day at 9", "take the pill at 8", 9),
        ("take the pill at 8", "tomorrow", "take the pill at 8", None),
    ],
)
def test_a_time_of_day_in_a_task_belongs_to_what_comes_again(
    task: str, when: str, rest: str, hour: int | None
) -> None:
    found = with_clock(task, read_when(when) or When())
    assert (found[0], found[1].hour) == (rest, hour)
