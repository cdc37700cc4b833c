"""Corrects the name or the city that the user just told: "no, Danny". Pure.

Invariant: only what was told in the turns right before is corrected, and by words that ask for
nothing themselves.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from jarvis_voice.assistant.state import MessageState
from jarvis_voice.core.understanding import Intent

_CORRECTED = re.compile(
    r"(?:(?:no|nope|sorry|oops|actually|wait|oh|not that|wrong)\b[\s,.!]+)+"
    r"(?P<lead>(?:(?:it is|it's|i am|i'm|my name is|my name's|call me|i live in|i said|i meant|"
    r"i mean|make it|make that|rather|it should be) )*)(?P<value>[^\s,]+(?: [^\s,]+)?)"
    r"(?:,? not [^\s,]+)?",
    re.I,
)
_NOT_OTHER = re.compile(r"(?:it is |it's )?(?P<value>[^\s,]+(?: [^\s,]+)?),? not [^\s,]+", re.I)
_NOT_BUT = re.compile(r"not [^\s,]+(?:,| but)(?: but)? (?P<value>[^\s,]+(?: [^\s,]+)?)", re.I)
_NO_VALUE = re.compile(
    r"\b(?:wait|never|don't|not|please|jarvis|no|yes|it|that|this|you|i|me|thanks|wrong|right|sorry|"
    r"stop|good|okay|fine|sure|really)\b",
    re.I,
)
_LONGEST = 80
_TURNS_BACK = 3
_SENTENCES = {"name": "call me {}", "city": "I live in {}"}
_BETWEEN = frozenset({"get_profile", "thanks", "compliment"})
"""What may be said between what was told and its correction."""

Understand = Callable[[str], Intent | None]


def put_right(text: str, messages: Sequence[MessageState], understand: Understand) -> str:
    """The sentence that tells the right name or city; "" where nothing is put right.

    Args:
        text: The sentence as it was said.
        messages: The conversation before it, in pairs.
        understand: What a sentence means by itself.
    """
    line = " ".join(text.split()).strip(" .,!?") if len(text) <= _LONGEST else ""
    forms = (_CORRECTED, _NOT_OTHER, _NOT_BUT)
    found = next(filter(None, (form.fullmatch(line) for form in forms)), None) if messages else None
    if found is None or _NO_VALUE.search(found["value"]):
        return ""
    value = found["value"]
    is_named = value[0].isupper() or bool(found.groupdict().get("lead"))
    field = _told_last(messages, understand) if is_named else ""
    if not field or understand(value):
        return ""
    sentence = _SENTENCES[field].format(value)
    intent = understand(sentence)
    return sentence if intent and intent.name == "set_profile" else ""


def _told_last(messages: Sequence[MessageState], understand: Understand) -> str:
    """What the user told of themself last: "name" or "city"; "" for anything else."""
    said = [message["text"] for message in messages if message["role"] == "user"]
    for text in reversed(said[-_TURNS_BACK:]):
        intent = understand(text)
        if intent and intent.name == "set_profile":
            field = str(intent.slots.get("field", ""))
            return field if field in _SENTENCES else ""
        if intent is None or intent.name not in _BETWEEN:
            return ""
    return ""
