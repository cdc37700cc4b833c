"""Says an answer again where the user doubts it: "are you sure", "was that right". Pure.

Invariant: only behind an answer that told or did something, and never behind a question of ours.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from jarvis_voice.assistant.state import MessageState
from jarvis_voice.assistant.understanding.short_turns.resolved import ResolvedTurn
from jarvis_voice.assistant.understanding.short_turns.topic import Topic
from jarvis_voice.core.lazy_pattern import lazy_pattern

_LONGEST = 60
_DOUBTS = lazy_pattern(
    r"(?:(?:and|so|but|oh|hm+|wait|really|ok|okay|hang on|sorry)\b[\s,.?!]*)*"
    r"(?:(?:are )?you (?:quite |really |absolutely |very |100% )?(?:sure|certain|positive)"
    r"(?: (?:about|of) (?:that|it|this))?|"
    r"(?:is|was|were) (?:that|this) (?:really |actually |definitely )?(?:right|correct|true|"
    r"accurate)|"
    r"(?:did|have) you (?:really |actually |definitely )?(?:do|done|set|add(?:ed)?|put|remove[d]?|"
    r"take[n]?|cancel(?:led)?|delete[d]?|change[d]?|move[d]?|save[d]?) (?:it|that|them|those)"
    r"(?: (?:in|on|off|down))?(?: for me)?(?: (?:already|now|yet))?|"
    r"is it (?:really |definitely |all )*(?:gone|deleted|removed))"
    r"(?: (?:then|now|jarvis))*\W*",
    re.I,
)
_TOLD_NOTHING = ("I did not ", "I do not ", "I cannot ", "I could not ")


def doubted(text: str, topic: Topic, messages: Sequence[MessageState]) -> ResolvedTurn | None:
    """The request to say the last answer again; None where nothing was told that may be doubted.

    Args:
        text: The turn as it was said.
        topic: What the conversation is about.
        messages: The conversation before it.
    """
    if not messages or topic.is_asking or not topic.turns or len(text) > _LONGEST:
        return None
    answer = messages[-1]["text"]
    if "?" in answer or answer.startswith(_TOLD_NOTHING):
        return None
    line = " ".join(text.replace("\u2019", "'").split())
    return ResolvedTurn("say that again") if _DOUBTS.fullmatch(line) else None
