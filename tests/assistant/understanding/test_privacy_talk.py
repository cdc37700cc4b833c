"""Unit: a question about what is heard, kept or sent goes in, its answer comes out."""

import pytest

from jarvis_voice.assistant.understanding import proposals
from jarvis_voice.assistant.understanding.privacy_talk import as_privacy
from jarvis_voice.core.understanding import Intent, Part

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("text", "intent"),
    [
        ("is my data passed to a company", "ask_what_is_sent"),
        ("could my boss get hold of any of this", "ask_what_is_sent"),
        ("can anybody else hear this", "ask_what_is_sent"),
        ("can I trust you", "ask_what_is_sent"),
        ("where does what I say get stored", "ask_if_recording"),
        ("how long do you keep things", "ask_if_recording"),
        ("where do you keep it, on this computer", "ask_if_recording"),
        ("does any of it go out on the internet", "ask_what_is_sent"),
        ("which things need the internet", "ask_what_is_sent"),
        ("do you work when the wifi is down", "ask_what_is_sent"),
        ("do you need the internet for that", "ask_what_is_sent"),
        ("does a lamp need wifi", ""),
        ("what needs salt", ""),
        ("can you see me", proposals.CANNOT),
        ("have you got a camera", proposals.CANNOT),
        ("who keeps bees", ""),
        ("can you read my list", ""),
        ("what did the company say", ""),
    ],
)
def test_what_is_asked_of_privacy(text: str, intent: str) -> None:
    found = as_privacy(Part(text, None), text).intent
    assert (found.name if found else "") == intent


def test_only_what_is_open_is_looked_at() -> None:
    known = Part("can you see me", Intent("greeting"))
    assert as_privacy(known, known.text) is known
