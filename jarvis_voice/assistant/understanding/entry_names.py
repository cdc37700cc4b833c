"""Says out whole how what was just set is to be called: "call it pasta". Pure."""

from __future__ import annotations

import re

from jarvis_voice.language.en.schedule_words import read_when
from jarvis_voice.language.en.spoken_lengths import length_in

_NO = r"(?:(?:no|nope|sorry|wait|oops|wrong|actually|oh|and|okay|ok)\b[\s,.!]*)*"
_IT = r"(?:it|that(?: one)?|this(?: one)?)"
_ANEW = re.compile(
    rf"{_NO}(?:rename {_IT} (?:to|as|into)?|(?:call|name|label|title) {_IT}|"
    rf"(?:give {_IT} the name|change (?:its|the) name to|its name is)|"
    rf"(?:it's|it is|that's|that is|this is|that one is|that was) (?:a timer )?(?:for|called|named)) "
    r"(?:the |my )?(?P<name>[^,.;]{1,40}?)(?:,? not .+)?",
    re.I,
)
_NO_NAME = re.compile(r"\b(?:me|you|him|her|off|again|today|tomorrow|tonight|later|now)\b", re.I)
_MOST_WORDS = 3


def names_anew(line: str) -> bool:
    """Whether a sentence may say how something is to be called."""
    return _ANEW.fullmatch(line) is not None


def named_anew(line: str, kind: str, *, is_new: bool) -> str:
    """The sentence that gives what was set its name; "" where none is given.

    Args:
        line: The clean sentence.
        kind: What was spoken of: timer, alarm.
        is_new: It was just set or changed.
    """
    found = _ANEW.fullmatch(line) if kind in {"timer", "alarm"} else None
    if found is None:
        return ""
    name = found["name"].strip()
    is_time = length_in(name) is not None or read_when(name, is_bare=True) is not None
    if is_time or len(name.split()) > _MOST_WORDS or _NO_NAME.search(name):
        return ""
    return f"rename the {'newest ' if is_new else ''}{kind} to {name}"
