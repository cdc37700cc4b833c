"""Reads "undo", "bring it back" and "not that one" right behind what was cancelled or moved. Pure.

Invariant: it is meant only behind our own answer that tells of such a change and of nothing else;
what a turn names must be in that answer.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from jarvis_voice.assistant.state import MessageState
from jarvis_voice.assistant.understanding.short_turns.undoing_words import undoing_in
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.core.understanding import Intent

_TOLD = lazy_pattern(
    r"(?:\A|(?<=[.!?] ))(?:I have (?:(?P<cancelled>cancelled)|(?P<moved>moved|renamed)) "
    r"(?!.{1,400} back: )|"
    r"(?P<timed>The [^.]{1,80} has [^.]{1,60} left now\.))"
)
_SET = re.compile(r"(?:\A|(?<=[.!?] ))(?:The [^.]{1,80} is set |I will (?:remind you|do that) )")
"""How an answer tells what was set in the place of something that was cancelled."""
_OTHERS = re.compile(
    r"(?:\A|(?<=[.!?] ))(?:I have (?:left out|added|noted|taken|deleted|cleared|forgotten|opened|"
    r"changed|stopped)|I will (?!remind you|do that)|Snoozed )"
)
"""How an answer tells that something else was done, which "undo" may mean as well."""


def undone_change(text: str, messages: Sequence[MessageState]) -> Intent | None:
    """The request to undo what our last answer tells; None where a turn asks for something else.

    Args:
        text: The turn as it was said.
        messages: The conversation before it, in pairs.
    """
    reply = messages[-1]["text"] if messages else ""
    told = _TOLD.search(reply)
    if told is None or not is_change_alone(reply):
        return None
    is_cancelled = bool(told["cancelled"]) and not _SET.search(reply)
    found = undoing_in(text, is_cancelled=is_cancelled)
    if found is None or not _are_named(found, reply):
        return None
    return Intent("undo_schedule", {"told": reply})


def is_change_alone(reply: str) -> bool:
    """Whether an answer tells of a change of what is set, and of nothing else that was done."""
    is_told = _TOLD.search(reply) is not None
    return is_told and not _OTHERS.search(reply) and not reply.rstrip().endswith("?")


def _are_named(found: re.Match[str], reply: str) -> bool:
    """Whether what a turn names is in our answer: "my tea timer", "the alarm"."""
    said = " ".join(word for word in found.groupdict().values() if word).casefold().split()
    return all(word in reply.casefold() for word in said)
