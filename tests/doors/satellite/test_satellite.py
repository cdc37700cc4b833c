"""Unit: the conversation of a place has a name that a thread can have."""

import re

import pytest

from jarvis_voice.core.thread_names import THREAD_NAME
from jarvis_voice.doors.satellite.satellite import thread_of

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("place", "thread"),
    [
        ("/Kitchen", "Kitchen"),
        ("my-tablet/Kitchen", "my-tablet Kitchen"),
        ("t" * 64 + "/" + "k" * 40, "t" * 23 + " " + "k" * 40),
    ],
)
def test_the_thread_of_a_place(place: str, thread: str) -> None:
    assert thread_of(place) == thread
    assert re.fullmatch(THREAD_NAME, thread)
