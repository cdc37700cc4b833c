"""Asks first where a turn that leans on the conversation only asks, or orders on a condition. Pure.

Invariant: "should I take it off" and "move it to 8 if it rains" change nothing without a yes.
"""

from __future__ import annotations

import re
from dataclasses import replace

from jarvis_voice.assistant.understanding.short_turns.resolved import ResolvedTurn
from jarvis_voice.core.lazy_pattern import lazy_pattern

_LONGEST = 300
"""Characters that are read; a longer turn leans on nothing."""

_LEAD = r"(?:(?:so|and|but|then|ok|okay|well|oh|hm+|right|do you think)\b\W*)*"
_DOUBT = lazy_pattern(
    rf"\A{_LEAD}(?:(?:should|must|ought|shouldn't) (?:i|we)\b|do (?:i|we) (?:need|have|want) to\b|"
    r"would it be (?!ok|okay|possible|alright)|is it (?:better|worth|time) )|"
    rf"\A{_LEAD}(?:maybe|perhaps|possibly) (?!not\b)|"
    r"\bif (?:it (?:rains?|snows?|freezes|is (?:too )?\w+ing|gets|looks|turns)|the weather|"
    r"(?:he|she|they|my \w+|the \w+) (?:comes?|calls?|is|are|says?|gets?|wants?|needs?|goes)|"
    r"i (?:am|feel|get|have) (?!to\b))\b",
    re.I,
)
_CHANGES = lazy_pattern(
    r"(?:cancel|change|move|postpone|bring|rename|add|take|remove|clear|delete|forget|set|remind|"
    r"skip|put)\b",
    re.I,
)


def asked_in_doubt(text: str, meant: ResolvedTurn) -> ResolvedTurn:
    """What a turn is taken for; as a question where the turn is no plain order.

    Args:
        text: The turn as it was said.
        meant: What it is taken for, as a sentence.
    """
    if meant.sentence == text or len(text) > _LONGEST or not _CHANGES.match(meant.sentence):
        return meant
    line = " ".join(text.replace("\u2019", "'").split())
    return replace(meant, is_guess=True) if _DOUBT.search(line) else meant
