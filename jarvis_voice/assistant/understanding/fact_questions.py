"""Takes a question with a word of a fact that was just told for one about it. Pure.

Invariant: only behind a fact that we said we keep; what the grammar understands is left alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from jarvis_voice.assistant.state import MessageState
from jarvis_voice.core.understanding import Intent
from jarvis_voice.language.en.normalization import clean
from jarvis_voice.language.en.spoken_lists import key_of

_LONGEST = 120
_TURNS_BACK = 4
_ASKS = re.compile(
    r"(?:(?:and|so|but|oh|sorry|wait|remind me|tell me|do you know|any idea)\b[\s,]*)*"
    r"(?:who|what|where|when|which|whose|how|is|are|was|does|did|do|has)\b(?:'s|'re)? .+",
    re.I,
)
_OF_ANYONE = re.compile(r"\b(?:an?|you|should|would|invented|discovered|european)\b", re.I)
_OF_ONESELF = re.compile(r"\b(?:i|me|my|mine|we|us|our)\b", re.I)
"""Who asks of their own things says so; "how do you paint a loft" is asked of the world."""
_LITTLE = """
i me my mine we us our you your it its he him his she her they them their this that these
those a an the is are was were be am do does did has have had got can will would should who
what where when which whose how why and or but so of to in on at for with by from about again
there here now then not no yes please s tell remind know any some much many long old time day
name thing one
"""
_OF_LITTLE_MEANING = frozenset(_LITTLE.split())
_KEPT = ("I will remember that", "I remember that already")

Understand = Callable[[str], Intent | None]


def asked_of_fact(text: str, messages: Sequence[MessageState], understand: Understand) -> str:
    """The question what was told of something, as a whole sentence; "" where it asks for none.

    Args:
        text: The sentence as it was said.
        messages: The conversation before it, in pairs.
        understand: What a sentence means by itself.
    """
    line = clean(text).strip(" .,!?") if messages and len(text) <= _LONGEST else ""
    if not line or not _ASKS.fullmatch(line):
        return ""
    alone = understand(line)
    if alone is not None and not (alone.is_question or alone.name == "recall"):
        return ""
    for place in range(len(messages) - 2, max(-1, len(messages) - 2 * _TURNS_BACK - 1), -2):
        told = understand(clean(messages[place]["text"]))
        if told is None or told.name != "remember":
            continue
        fact = str(told.slots.get("fact", ""))
        shared = _words(line) & _words(fact)
        is_of_world = _OF_ANYONE.search(line) and not _OF_ONESELF.search(line)
        if is_of_world and not _words(line) <= _words(fact):
            continue
        if shared and messages[place + 1]["text"].startswith(_KEPT):
            said = [word for word in fact.split() if set(key_of(word)) & shared]
            return f"what did I tell you about {' '.join(said)}"
    return ""


def _words(text: str) -> set[str]:
    return set(key_of(text)) - _OF_LITTLE_MEANING
