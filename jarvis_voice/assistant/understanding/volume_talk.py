"""Says out whole what is said in short about the volume: "a bit louder again", "too loud". Pure.

Invariant: only behind a request about the volume; elsewhere it may be about the voice.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from jarvis_voice.assistant.state import MessageState
from jarvis_voice.core.understanding import Intent
from jarvis_voice.language.en.normalization import clean

_LEADS = (
    r"(?:(?:no|nope|and|oh|okay|ok|now|wait|sorry|actually|make it|turn it|i meant?)\b[\s,.!]*)*"
)
_A_BIT = r"(?:(?:just )?(?:a (?:little )?(?:bit|little|touch|tad)|slightly|much|even) )?"
_TAIL = r"(?: (?:again|now|please|then|still|than that))*"
_UP = re.compile(rf"{_LEADS}{_A_BIT}(?:up|louder|higher){_TAIL}", re.I)
_DOWN = re.compile(rf"{_LEADS}{_A_BIT}(?:down|quieter|softer|lower){_TAIL}", re.I)
_TOO = re.compile(
    rf"{_LEADS}(?:(?:that is|that's|it is|it's|this is|still) )*(?:still )?{_A_BIT}"
    r"(?:(?:way |far |much )?too (?P<much>loud|quiet|high|low|soft)|not loud enough)"
    rf"{_TAIL}",
    re.I,
)
_MORE = re.compile(rf"{_LEADS}{_A_BIT}(?P<much>more|less){_TAIL}", re.I)
_BACK = re.compile(
    rf"{_LEADS}(?:put it |set it |turn it |go )?back to (?:what|where|how) it was(?: before)?", re.I
)
_LEVEL = re.compile(r"volume is at (?P<level>\d+) percent", re.I)
_TURNS_BACK = 3

Understand = Callable[[str], Intent | None]


def about_volume(text: str, messages: Sequence[MessageState], understand: Understand) -> str:
    """The request about the volume as a whole sentence; "" where it is about something else.

    Args:
        text: The sentence as it was said.
        messages: The conversation before it, in pairs.
        understand: What a sentence means by itself.
    """
    line = clean(text).strip(" .,!?")
    up, down, too, back = (form.fullmatch(line) for form in (_UP, _DOWN, _TOO, _BACK))
    more = _MORE.fullmatch(line)
    way = _last_way(messages, understand) if up or down or too or back or more else ""
    if not way:
        return ""
    if more:
        is_up = (way == "down") == (more["much"].lower() == "less")
        return "turn the volume up" if is_up else "turn the volume down"
    if back:
        levels = [found["level"] for one in messages if (found := _LEVEL.search(one["text"]))]
        return f"set the volume to {levels[-2]}" if len(levels) > 1 else ""
    is_quiet = too is not None and (too["much"] or "quiet").lower() in {"quiet", "low", "soft"}
    return "turn the volume up" if up or is_quiet else "turn the volume down"


def _last_way(messages: Sequence[MessageState], understand: Understand) -> str:
    """How the volume was changed last: "up", "down", "set"; "" where it is not spoken of."""
    said = [one["text"] for one in messages if one["role"] == "user"][-_TURNS_BACK:]
    for text in reversed(said):
        intent = understand(clean(text))
        if intent is not None and intent.name == "volume":
            return str(intent.slots.get("change", "set"))
        line = clean(text).strip(" .,!?")
        if _UP.fullmatch(line) or _DOWN.fullmatch(line):
            return "up" if _UP.fullmatch(line) else "down"
        if not any(form.fullmatch(line) for form in (_MORE, _TOO, _BACK)):
            return ""
    return ""
