"""Unit: what is said in short about the volume, said out whole."""

import pytest
from tools.schedule_home import knowledge

from jarvis_voice.assistant.state import MessageState
from jarvis_voice.assistant.understanding.volume_talk import about_volume

pytestmark = pytest.mark.unit

UP, DOWN = "turn the volume up", "turn the volume down"


def whole(text: str, *said: str) -> str:
    messages = [
        message
        for number, one in enumerate(said, start=3)
        for message in (
            MessageState(role="user", text=one),
            MessageState(role="assistant", text=f"The volume is at {number}0 percent."),
        )
    ]
    return about_volume(text, messages, knowledge().grammar.understand)


@pytest.mark.parametrize(
    ("said", "text", "meant"),
    [
        (["set the volume to 80"], "too loud", DOWN),
        (["set the volume to 80"], "that's still too quiet", UP),
        (["set the volume to 80"], "a bit more", UP),
        ([DOWN], "a little more", DOWN),
        ([DOWN], "a bit less", UP),
        ([UP], "no, down", DOWN),
        (["set the volume to 80", "too loud"], "a bit louder again", UP),
        (
            ["set the volume to 30", "set the volume to 40"],
            "back to what it was",
            "set the volume to 30",
        ),
        (["set the volume to 30"], "back to what it was", ""),
        (["what time is it"], "too loud", ""),
        (["what time is it"], "a bit more", ""),
        ([UP], "what time is it", ""),
    ],
)
def test_the_volume_goes_on_from_where_it_was(said: list[str], text: str, meant: str) -> None:
    assert whole(text, *said) == meant
