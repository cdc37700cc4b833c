"""Answers to what was asked back about a time: "wake me at seven", "in the evening". Pure.

Invariant: an answer is taken only right behind its question, and only where it says a time and
nothing else; together with what it answers it is understood as one request, whoever plans it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from jarvis_voice.brain.intent import Intent
from jarvis_voice.brain.phrasing import clean
from jarvis_voice.brain.state import MessageState
from jarvis_voice.tools.schedule_times import (
    AT_WHAT_TIME,
    MORNING_OR_EVENING,
    NOON_OR_MIDNIGHT,
    WHEN,
)
from jarvis_voice.tools.schedule_wording import HOW_LONG
from jarvis_voice.tools.schedule_words import read_when

QUESTIONS = (MORNING_OR_EVENING, NOON_OR_MIDNIGHT, AT_WHAT_TIME, WHEN, HOW_LONG)
SETTING = frozenset({"set_timer", "set_alarm", "set_reminder", "set_routine"})
_EXCHANGE = 2
"""Messages of one turn: what was asked for, and our question."""

_JOINTS = ("", "at ", "for ", "in the ")
_HALF = re.compile(r"(?:in the |at )?[ap]\.?m", re.I)
_LEAD = re.compile(r"(?:at|for|in|on|the|by|i mean|i meant)\s+(?=\S)", re.I)


def completed(
    text: str, messages: Sequence[MessageState], understand: Callable[[str], Intent | None]
) -> str:
    """The request that an answer completes, as one sentence; "" where it is no answer.

    Args:
        text: The sentence as it was said.
        messages: The conversation before it.
        understand: What a sentence means by itself.
    """
    if len(messages) < _EXCHANGE or not messages[-1]["text"].startswith(QUESTIONS):
        return ""
    line, asked = clean(text).strip(" .,!?"), clean(messages[-_EXCHANGE]["text"]).strip(" .,!?")
    if not _is_time(line):
        return ""
    for joint in _JOINTS:
        sentence = f"{asked} {joint}{line}"
        intent = understand(sentence)
        if intent and intent.name in SETTING:
            return sentence
    return ""


def _is_time(line: str) -> bool:
    if _HALF.fullmatch(line):
        return True
    return any(read_when(words, is_bare=True) for words in (line, _LEAD.sub("", line)))
