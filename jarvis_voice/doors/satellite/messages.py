"""The messages of a satellite's socket: reads what comes in, and words what goes out. Pure.

Invariant: what is not exactly a message of the protocol is refused with a sentence that says why.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from jarvis_voice.core.errors import JarvisError
from jarvis_voice.core.types import FRAME_SAMPLES, RATE_HZ

VERSION = 1
FRAME_BYTES = 2 * FRAME_SAMPLES
"""One frame: 80 ms, int16, little end first."""

MOST_TEXT_BYTES = 8_192
LONGEST_NAME = 40
SPEECH_NUMBERS = 256
"""The number of a speech is one byte; after the last the first comes again."""

SOUND_MARK = 1
"""The first byte of each block of sound that goes out."""

Plain = Literal["press", "release", "stop", "ping"]
_PLAIN: Mapping[str, Plain] = {
    "press": "press",
    "release": "release",
    "stop": "stop",
    "ping": "ping",
}


class MessageError(JarvisError):
    """A message that is not understood."""

    default_spoken = "I did not understand that device."


@dataclass(frozen=True, slots=True)
class Hello:
    """The first message: who this is, and how it wants to be called.

    Attributes:
        name: What the device is called, such as "Kitchen tablet".
        area: The room that it is in; "" is not told.
        wake: "push": sound comes while a button is held. "server": it comes always, and the wake
            word is looked for here.
    """

    name: str
    area: str
    wake: Literal["push", "server"]


@dataclass(frozen=True, slots=True)
class TypedText:
    """Words that were typed."""

    text: str


@dataclass(frozen=True, slots=True)
class Played:
    """How much of a speech has come out of the loudspeaker there."""

    speech: int
    ms: int


@dataclass(frozen=True, slots=True)
class Muted:
    """The microphone there was closed, or opened again."""

    on: bool


@dataclass(frozen=True, slots=True)
class Command:
    """A message that is only its own name."""

    what: Plain


Message = Hello | TypedText | Played | Muted | Command


def read_message(text: str) -> Message:
    """What a text message says.

    Raises:
        MessageError: It is none of the protocol.
    """
    if len(text.encode("utf-8", "replace")) > MOST_TEXT_BYTES:
        raise MessageError("too-long", f"A message has at most {MOST_TEXT_BYTES:,} bytes.")
    try:
        body = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise MessageError("not-json", "A text message is one JSON object.") from error
    if not isinstance(body, dict):
        raise MessageError("not-json", "A text message is one JSON object.")
    kind = body.get("type")
    if isinstance(kind, str) and kind in _PLAIN:
        return Command(_PLAIN[kind])
    match kind:
        case "hello":
            return _hello(body)
        case "text":
            return TypedText(_words(body, "text", MOST_TEXT_BYTES))
        case "played":
            return Played(_count(body, "speech", SPEECH_NUMBERS - 1), _count(body, "ms", 10**8))
        case "muted":
            return Muted(_flag(body, "on"))
    raise MessageError("unknown-message", "There is no message of this type.")


def read_frame(data: bytes) -> bytes:
    """A frame of sound.

    Raises:
        MessageError: It has another length.
    """
    if len(data) != FRAME_BYTES:
        message = f"A frame of sound has {FRAME_BYTES} bytes: 80 ms at {RATE_HZ} Hz, int16."
        raise MessageError("bad-frame", message)
    return data


def sound_block(speech: int, pcm: bytes) -> bytes:
    """A block of speech as it is sent."""
    return bytes((SOUND_MARK, speech)) + pcm


def _hello(body: Mapping[str, Any]) -> Hello:
    if body.get("version") != VERSION or isinstance(body.get("version"), bool):
        raise MessageError("bad-version", f"This Jarvis speaks version {VERSION}.")
    if body.get("rate_in", RATE_HZ) != RATE_HZ:
        raise MessageError("bad-rate", f"Sound must come at {RATE_HZ} Hz.")
    wake = body.get("wake", "push")
    if wake not in ("push", "server"):
        raise MessageError("bad-wake", '"wake" is "push" or "server".')
    name = _name(_words(body, "name", LONGEST_NAME))
    if not any(one.isalnum() for one in name):
        raise MessageError("bad-name", "The name needs a letter or a digit.")
    area = _name(_words(body, "area", LONGEST_NAME)) if body.get("area") else ""
    return Hello(name, area, wake)


def _name(text: str) -> str:
    """A name as a thread and a place can have it."""
    kept = "".join(one if one.isalnum() or one in " .-_" else " " for one in text)
    return " ".join(kept.split())


def _words(body: Mapping[str, Any], key: str, most: int) -> str:
    value = body.get(key)
    if not isinstance(value, str) or not value.strip() or len(value) > most:
        raise MessageError("bad-message", f'"{key}" must be a text of 1 to {most} characters.')
    return value.strip()


def _count(body: Mapping[str, Any], key: str, most: int) -> int:
    value = body.get(key)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
        raise MessageError("bad-message", f'"{key}" must be a whole number from 0 to {most}.')
    return value


def _flag(body: Mapping[str, Any], key: str) -> bool:
    value = body.get(key)
    if not isinstance(value, bool):
        raise MessageError("bad-message", f'"{key}" must be true or false.')
    return value
