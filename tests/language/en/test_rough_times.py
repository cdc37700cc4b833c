"""Unit: times that are said roughly go in, the time that is meant comes out."""

import pytest

from jarvis_voice.language.en.schedule_words import read_when
from jarvis_voice.language.en.timed_tasks import split_when

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("said", "exact"),
    [
        ("at about six", "at six"),
        ("around half past nine", "at half past nine"),
        ("tomorrow around noon", "tomorrow at noon"),
        ("sixish tomorrow morning", "six tomorrow morning"),
        ("on monday at six that evening", "on monday at six in the evening"),
        ("every monday at around 7:30", "every monday at 7:30"),
        ("tomorrow at like four", "tomorrow at four"),
        ("tomorrow um at nine am", "tomorrow at nine am"),
        ("tomorrow at exactly 3 pm", "tomorrow at 3 pm"),
        ("tomorrow sometime around 3 pm", "tomorrow at 3 pm"),
        ("tomorrow 3 pm sharp", "tomorrow 3 pm"),
        ("first thing tomorrow", "tomorrow morning"),
        ("monday first thing", "monday morning"),
        ("first thing in the morning", "in the morning"),
        ("at seven pee em", "at seven pm"),
        ("in an hour or so", "in an hour"),
    ],
)
def test_a_rough_time_is_the_time_that_it_names(said: str, exact: str) -> None:
    found = read_when(said, is_bare=True)
    assert found is not None
    assert found == read_when(exact, is_bare=True)


@pytest.mark.parametrize(
    ("said", "task"),
    [
        ("tomorrow about two parcels", "about two parcels"),
        ("to walk around tomorrow at six", "to walk around"),
        ("the book about six wives at nine", "the book about six wives"),
        ("at about six to feed the cat", "feed the cat"),
    ],
)
def test_what_may_be_counted_stays_in_the_task(said: str, task: str) -> None:
    found = split_when(said)
    assert found is not None
    assert found[0] == task
