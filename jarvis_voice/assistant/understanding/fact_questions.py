"""Takes a question with a word of a fact that was just told for one about it. Pure.

Invariant: only behind a fact that we said we keep; what the grammar understands is left alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from jarvis_voice.assistant.state import MessageState
from jarvis_voice.assistant.understanding.general_question import asks_for_advice
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.core.understanding import Intent
from jarvis_voice.language.en.fact_answers import bearing, subject_of
from jarvis_voice.language.en.indirect_questions import indirect
from jarvis_voice.language.en.normalization import clean
from jarvis_voice.language.en.relevance import share_told, telling

_LONGEST = 120
_TURNS_BACK = 4
_ASKS = lazy_pattern(
    r"(?:(?:and|so|but|oh|sorry|wait|remind me|tell me|do you know|any idea)\b[\s,]*)*"
    r"(?:who|what|where|when|which|whose|how|is|are|was|does|did|do|has)\b(?:'s|'re)? .+",
    re.I,
)
_OF_ANYONE = re.compile(r"\b(?:an?|you|should|would|invented|discovered|european)\b", re.I)
_OF_ONESELF = re.compile(r"\b(?:i|me|my|mine|we|us|our)\b", re.I)
"""Who asks of their own things says so; "how do you paint a loft" is asked of the world."""
_FINDS = re.compile(r"\b(?:find|see|get|look for)\b", re.I)
"""How one asks where a thing of one's own is: "where can I find the spare key"."""
_WE_KEEP = ("I will remember that", "I remember that already")

_SPELT = lazy_pattern(
    r"what did I tell you about (?:whether|where|when|who|whose|what|which|how|why) \S+ \S"
)

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
    facts = list(_kept(messages, understand))
    return next(filter(None, (form(one, line) for form in (_told, _untold) for one in facts)), "")


def _kept(messages: Sequence[MessageState], understand: Understand) -> Iterator[str]:
    """The facts of the last turns that we said we keep, the newest first."""
    for place in range(len(messages) - 2, max(-1, len(messages) - 2 * _TURNS_BACK - 1), -2):
        told = understand(clean(messages[place]["text"]))
        if told and told.name == "remember" and messages[place + 1]["text"].startswith(_WE_KEEP):
            yield str(told.slots.get("fact", ""))


def is_spelt_question(sentence: str) -> bool:
    """Whether a sentence of ours asks for the answer to a whole question among what was told."""
    return _SPELT.match(sentence) is not None


def is_beside(fact: str, text: str) -> bool:
    """Whether a turn is a whole question that a fact does not answer, though it names a word of it.

    Args:
        fact: What was told.
        text: The turn as it was said.
    """
    line = clean(text).strip(" .,!?")
    found = bearing(fact, line) if _ASKS.fullmatch(line) else None
    return found in {"silent", "elsewhere"} or (found == "answers" and _asks_anyone(line, fact))


def _asks_anyone(line: str, fact: str) -> bool:
    """Whether a question is for anybody, and has a word in common with a fact by chance."""
    is_of_world = _OF_ANYONE.search(line) and not _OF_ONESELF.search(line)
    if not (is_of_world or asks_for_advice(line)):
        return False
    return not telling(_FINDS.sub("", line)) <= telling(fact)


def _told(fact: str, line: str) -> str:
    """What is to be recalled for a question that a fact may answer; "" where it does not."""
    if bearing(fact, line) != "answers" or _asks_anyone(line, fact):
        return ""
    shared = [word for word in fact.split() if share_told(telling(word), line) == 1.0]
    return f"what did I tell you about {' '.join(shared)}" if shared else ""


def _untold(fact: str, line: str) -> str:
    """What nobody told of the one whom a fact is about; "" for any other question."""
    untold = indirect(line, subject_of(fact)) if bearing(fact, line) == "silent" else ""
    return f"what did I tell you about {untold}" if untold else ""
