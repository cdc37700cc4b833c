"""Takes back a refusal or a cancellation: "set it again", "no, I still need it". Pure.

Invariant: only what we offered in the turn before the refusal is meant, or what was cancelled last.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from jarvis_voice.assistant.state import MessageState
from jarvis_voice.assistant.understanding.short_turns.cues import read_turn
from jarvis_voice.assistant.understanding.short_turns.of_entries import of_entries
from jarvis_voice.assistant.understanding.short_turns.of_lists import of_lists
from jarvis_voice.assistant.understanding.short_turns.resolved import ResolvedTurn
from jarvis_voice.assistant.understanding.short_turns.topic import Topic
from jarvis_voice.assistant.understanding.short_turns.touched import ENTRIES
from jarvis_voice.core.lazy_pattern import lazy_pattern

_OFFERED = re.compile(r"Did you mean: (?P<offer>[^?]+)\?")
_REFUSED = re.compile(r"(?:Okay|All right|Alright|Never mind)[.,!]?", re.I)
_AFTER_ALL = lazy_pattern(
    r"(?:(?:ok|okay|no|oh|wait|actually|sorry|well|yes|right|hm+|on second thoughts?)\b\W*)*"
    r"(?:(?:please|just|do)\W+)*(?:(?:set|start|do|add|make|put|turn|run|play|open) "
    r"(?:it|that|them|this)(?: on| up| back)?|go ahead|do)"
    r"(?:,? (?:again|after all|anyway|then|please|now))*",
    re.I,
)
_TURNS = 4
_PUTS_BACK = re.compile(
    r"\b(?:again|after all|anyway|back|then)\b|\A\W*(?:ok|okay|no|wait|actually)\b"
)
_STILL_WANTED = lazy_pattern(
    r"(?:(?:no|oh|wait|actually|sorry|but|ah|oops|hang on|hold on)\b\W*)*"
    r"(?:i|we) (?:still|do|actually|really|do still) (?:need|want) (?:it|that|this|that one)"
    r"(?:,? (?:so )?(?:please )?put (?:it|that) back)?(?: (?:please|after all|though))*",
    re.I,
)


def after_refusal(text: str, messages: Sequence[MessageState]) -> ResolvedTurn | None:
    """What we offered, wanted after all; None where nothing was refused.

    Args:
        text: The turn as it was said.
        messages: The conversation before it, in pairs.
    """
    line = " ".join(text.split()).strip(" .,!?")
    if len(messages) < _TURNS or not _REFUSED.fullmatch(messages[-1]["text"].strip()):
        return None
    offered = _OFFERED.fullmatch(messages[-3]["text"].strip())
    is_wanted = _AFTER_ALL.fullmatch(line) and _PUTS_BACK.search(line.lower())
    return ResolvedTurn(offered["offer"]) if offered and is_wanted else None


def after_cancelling(text: str, topic: Topic) -> ResolvedTurn | None:
    """What was cancelled last, set anew; None where nothing was, or it is not wanted.

    Args:
        text: The turn as it was said.
        topic: What the conversation is about.
    """
    last = topic.last(topic.kind)
    line = " ".join(text.split()).strip(" .,!")
    is_gone = last is not None and last.state == "gone" and not topic.is_asking
    if not is_gone or not _STILL_WANTED.fullmatch(line):
        return None
    back = read_turn("put it back")
    if topic.kind == "list":
        return of_lists(back, topic)
    return of_entries(back, topic) if topic.kind in ENTRIES else None
