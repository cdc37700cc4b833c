"""Words which device is meant, also where its name is not known. Pure."""

from __future__ import annotations

from typing import Literal

_NOUNS = {"input": "microphone", "output": "loudspeaker"}


def device_phrase(kind: Literal["input", "output"], name: str) -> str:
    """A device as it is spoken of, without an article: 'loudspeaker "Headset"', "loudspeaker".

    Args:
        kind: "input" for a microphone, "output" for a loudspeaker.
        name: Its name, or a part of it; empty where the default was never seen.
    """
    return f'{_NOUNS[kind]} "{name.strip()}"' if name.strip() else _NOUNS[kind]


def on_device(name: str) -> str:
    """Where something is heard, behind a sentence: ', on "Headset"'; empty without a name."""
    return f', on "{name.strip()}"' if name.strip() else ""
