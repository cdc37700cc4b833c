"""Unit: a turn goes in; whether it asks for an act beside a text, or for one later, comes out."""

import pytest

from jarvis_voice.assistant.planning.asked_for import AskedFor, asked_for
from jarvis_voice.core.understanding import Part, Understanding
from jarvis_voice.tools.registry import Registry

pytestmark = pytest.mark.unit


def kind_of(text: str) -> AskedFor:
    return asked_for(Understanding(text, (Part(text, None),)), Registry())


@pytest.mark.parametrize(
    "text",
    [
        "translate hello to french and write it to my file hello.txt",
        "translate hello to french and put it in my notes",
        "write a poem about rain and save it as rain.txt",
        "write a poem about rain and put it on my blog",
        "write a story about a fox, then copy it into the document",
        "call me back in ten minutes",
        "come back to me later with that",
        "talk to me again at five",
    ],
)
def test_what_is_done_with_a_text_or_later_is_an_act(text: str) -> None:
    assert kind_of(text) is AskedFor.ACT


@pytest.mark.parametrize(
    "text",
    [
        "translate hello to french and write it in capitals",
        "write a letter to the bank and put the date on top",
        "tell me a story and put a dragon in it",
        "write an essay and keep it short",
        "compose a song and keep it in C major",
    ],
)
def test_how_a_text_is_to_be_is_none(text: str) -> None:
    assert kind_of(text) is AskedFor.TEXT
