"""Unit: events that have a part of the day in their name, against times."""

import pytest

from jarvis_voice.language.en.timed_tasks import split_when

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("words", "task"),
    [
        ("quiz night at 7 on friday", "quiz night"),
        ("the parents' evening on the 3rd of october at 5 pm", "the parents' evening"),
        ("parents\u2019 evening on tuesday", "parents\u2019 evening"),
        ("the coffee morning this saturday at ten", "the coffee morning"),
        ("call mum friday evening", "call mum"),
        ("call mum tomorrow night at nine", "call mum"),
        ("ring her back evening at 7 pm", "ring her back"),
        ("take it night 10 pm", "take it"),
        ("go for a run early morning", "go for a run early"),
        ("call the office in the morning", "call the office"),
    ],
)
def test_an_event_keeps_its_name(words: str, task: str) -> None:
    found = split_when(words)
    assert found is not None
    assert found[0] == task
