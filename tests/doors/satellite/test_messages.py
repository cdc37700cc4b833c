"""Unit: what a satellite may send, and why all else is refused."""

import json
from typing import Any

import pytest

from jarvis_voice.doors.satellite.messages import (
    FRAME_BYTES,
    MOST_TEXT_BYTES,
    Command,
    Hello,
    Message,
    MessageError,
    Muted,
    Played,
    TypedText,
    read_frame,
    read_message,
    sound_block,
)

pytestmark = pytest.mark.unit

HELLO = {"type": "hello", "version": 1, "name": "Kitchen tablet"}


@pytest.mark.parametrize(
    ("body", "meant"),
    [
        (HELLO, Hello("Kitchen tablet", "", "push")),
        (
            HELLO | {"area": "kitchen", "wake": "server", "rate_in": 16_000, "rate_out": 22_050},
            Hello("Kitchen tablet", "kitchen", "server"),
        ),
        (HELLO | {"name": " <b>Küche</b>/1 "}, Hello("b Küche b 1", "", "push")),
        ({"type": "press"}, Command("press")),
        ({"type": "release"}, Command("release")),
        ({"type": "stop"}, Command("stop")),
        ({"type": "ping", "more": 1}, Command("ping")),
        ({"type": "text", "text": " what time is it "}, TypedText("what time is it")),
        ({"type": "played", "speech": 3, "ms": 1_840}, Played(3, 1_840)),
        ({"type": "muted", "on": True}, Muted(on=True)),
    ],
)
def test_messages_of_the_protocol(body: dict[str, Any], meant: Message) -> None:
    assert read_message(json.dumps(body)) == meant


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "not-json"),
        ("press", "not-json"),
        ("[1]", "not-json"),
        ("[" * 4_000, "not-json"),
        ("{}", "unknown-message"),
        ('{"type": ["press"]}', "unknown-message"),
        ('{"type": "shutdown"}', "unknown-message"),
        ('{"type": "text"}', "bad-message"),
        ('{"type": "text", "text": " "}', "bad-message"),
        ('{"type": "text", "text": 7}', "bad-message"),
        ('{"type": "played", "speech": 256, "ms": 1}', "bad-message"),
        ('{"type": "played", "speech": 1, "ms": -1}', "bad-message"),
        ('{"type": "played", "speech": true, "ms": 1}', "bad-message"),
        ('{"type": "played", "speech": 1, "ms": 1.5}', "bad-message"),
        ('{"type": "muted", "on": "yes"}', "bad-message"),
        ('{"type": "hello", "version": 2, "name": "a"}', "bad-version"),
        ('{"type": "hello", "version": true, "name": "a"}', "bad-version"),
        ('{"type": "hello", "version": 1}', "bad-message"),
        ('{"type": "hello", "version": 1, "name": "//"}', "bad-name"),
        ('{"type": "hello", "version": 1, "name": ".."}', "bad-name"),
        ('{"type": "hello", "version": 1, "name": "a", "wake": "always"}', "bad-wake"),
        ('{"type": "hello", "version": 1, "name": "a", "rate_in": 48000}', "bad-rate"),
        (json.dumps(HELLO | {"name": "a" * 41}), "bad-message"),
        ('{"type": "text", "text": "' + "a" * MOST_TEXT_BYTES + '"}', "too-long"),
    ],
)
def test_bad_messages_are_refused_with_a_sentence(text: str, code: str) -> None:
    with pytest.raises(MessageError) as refused:
        read_message(text)
    assert refused.value.code == code
    assert refused.value.message.endswith(".")


@pytest.mark.parametrize("length", [0, 1, FRAME_BYTES - 1, FRAME_BYTES + 1, 2 * FRAME_BYTES])
def test_a_frame_of_another_length_is_refused(length: int) -> None:
    with pytest.raises(MessageError, match="2560 bytes"):
        read_frame(bytes(length))


def test_a_frame_and_a_block_of_speech() -> None:
    assert read_frame(bytes(FRAME_BYTES)) == bytes(FRAME_BYTES)
    assert sound_block(255, b"ab") == b"\x01\xffab"
