"""Finds the order in a question whether it may be given: "is it okay to cancel my alarm". Pure."""

from __future__ import annotations

import re

from jarvis_voice.core.lazy_pattern import lazy_pattern

_LONGEST = 200
"""Characters that are read; a longer turn asks for no permission alone."""

_FITS = r"(?:okay|ok|all right|alright|fine|allowed|safe|wise|a good idea|a problem|a bad idea)"
_ASKED = lazy_pattern(
    r"(?:(?:hey|hi|ok|okay|so|and|but|oh|um|jarvis|wait)\b[\s,]*)*(?:"
    r"(?:can|could|may|might) i(?: (?:just|also|now|maybe|still|perhaps|actually))*|"
    rf"(?:is|would|will) it (?:be )?{_FITS}(?: with you)?(?: for me)?(?: now)?"
    r" (?:to|if (?:i|we|you)(?: (?:just|now))?)|"
    r"(?:am i|are we) (?:allowed|permitted|free) to|"
    r"(?:do i|do we) (?:get|have (?:permission|your permission|the right)) to|"
    r"(?:do|would) you mind if (?:i|we)"
    r") (?P<order>\S.*)",
    re.I,
)
_PLEASE = re.compile(r"\b(?:please|thanks|thank you)\b", re.I)
_ENDED = re.compile(r"\A(\w+?)(?:([lpt])\2)?ed\b", re.I)


def order_asked_about(text: str) -> str:
    """The order that somebody asks leave to give; "" where the turn asks for no leave.

    With a "please" it is an order: "could I cancel my alarm, please".

    Args:
        text: The turn as it was said.
    """
    line = " ".join(text[: _LONGEST + 1].split()).rstrip(" ?.!")
    asked = _ASKED.fullmatch(line) if len(line) <= _LONGEST else None
    if asked is None or _PLEASE.search(line):
        return ""
    return _ENDED.sub(_in_present, asked["order"], count=1)


def _in_present(verb: re.Match[str]) -> str:
    """Cancelled as cancel, dropped as drop, removed as remove."""
    stem, doubled = verb[1], verb[2] or ""
    if doubled:
        return f"{stem}{doubled}"
    return f"{stem}e" if stem.casefold() in {"delet", "remov", "eras", "wip"} else stem
