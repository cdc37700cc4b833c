"""Counts to another day than before: "and until new year" behind "how many days until Christmas".

Invariant: pure; only behind a count of days, and only where the words are understood as one more.
"""

from __future__ import annotations

import re

from jarvis_voice.assistant.understanding.short_turns.resolved import ResolvedTurn
from jarvis_voice.assistant.understanding.short_turns.topic import Topic, Understand
from jarvis_voice.core.lazy_pattern import lazy_pattern

_FURTHER = lazy_pattern(
    r"(?:(?:and|or|what about|how about|now|ok|okay|so)\b[\s,]*)*(?:until|till|til|to) "
    r"(?P<day>(?!(?:it|that|then|when|you|i|we|next time|tomorrow\Z|later|soon)\b)[\w' -]+?)"
    r"(?: (?:then|please|now|too))*",
    re.I,
)
_COUNTS = frozenset({"count_days", "get_time_until"})


def further_day(text: str, topic: Topic, understand: Understand) -> ResolvedTurn | None:
    """The question how long it is until another day; None for any other turn.

    Args:
        text: The turn as it was said.
        topic: What the conversation is about.
        understand: What a sentence means by itself.
    """
    asked = topic.turns[0][-1].asked if topic.turns else None
    found = _FURTHER.fullmatch(" ".join(text.split()).strip(" .,!?"))
    if found is None or asked is None or asked.name not in _COUNTS:
        return None
    unit = str(asked.slots.get("unit", "")) or "days"
    sentence = f"how many {unit} until {found['day']}"
    intent = understand(sentence)
    return ResolvedTurn(sentence) if intent and intent.name in _COUNTS else None
