"""What a short turn asks of, or puts right in, a fact or a place that was spoken of last. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from jarvis_voice.assistant.state import MessageState
from jarvis_voice.assistant.understanding.fact_talk import about_fact
from jarvis_voice.assistant.understanding.place_talk import about_place
from jarvis_voice.assistant.understanding.short_turns.cues import ShortTurn
from jarvis_voice.assistant.understanding.short_turns.resolved import ResolvedTurn
from jarvis_voice.assistant.understanding.short_turns.topic import Topic, Understand
from jarvis_voice.language.en.spoken_lists import key_of

_VALUE = re.compile(
    r"(?:.*\b)?(?:it is|it's|its|(?:has |have )?changed (?:it )?to|make it|make that|it should be|"
    r"that should be|now it is|it is now|i meant?|meant) (?:now |actually )?(?P<value>.+?)"
    r"(?: now| actually| instead| not .+)*", re.I
)  # fmt: skip
_NOT = re.compile(r"(?:(?:no|sorry|wait|actually)\W+)*(?P<new>.+?),? not (?P<old>.+)", re.I)
_NOT_FIRST = re.compile(
    r"(?:(?:no|sorry|wait|actually)\W+)*not (?P<old>.+?)(?:, (?:but )?| but )(?P<new>.+)", re.I
)
_ASKS_IT = re.compile(
    r"(?:(?:so|and|remind me|tell me|sorry|wait)\b\W*)*(?:what|where|who|when|which one) "
    r"(?:is|was|are|were|did i say)(?: (?:it|that|he|she|they))?(?: (?:again|now|then|called))*",
    re.I,
)
_THERE = re.compile(
    r"(?:with|for|over with|by|at) (?:them|they)|where (?:they|it|that) (?:is|are)|over that way|"
    r"in that (?:place|city|town)|that end|out that way|down there|up there", re.I
)  # fmt: skip
_SUBJECT = re.compile(
    r"(?:my |the |our )?(?P<subject>.+?) (?:is|are|was|were|has|have|lives?|likes?|costs?|starts?) .+",
    re.I,
)
_NAMING = re.compile(
    r"\b(?:and|so|what|is|was|the|my|our|again|please|then|about|that|it|now|who|where|when)\b", re.I
)
_NO_NAME = re.compile(r"\b(?:timer|alarm|list|reminder|open|search|play|weather|time)\b", re.I)


def of_facts(
    text: str,
    turn: ShortTurn,
    topic: Topic,
    messages: Sequence[MessageState],
    understand: Understand,
) -> ResolvedTurn | None:
    """The request about the fact that was told last; None where the turn says none.

    Args:
        text: The whole turn.
        turn: What it says.
        topic: What the conversation is about.
        messages: The conversation before it.
        understand: What a sentence means by itself.
    """
    last = topic.last("fact")
    if last is None or topic.kind != "fact" or _NO_NAME.search(text):
        return None
    fact, line = last.name, text.strip(" .,!?")
    found = _SUBJECT.fullmatch(fact)
    asks = f"what did I tell you about {found['subject'] if found else fact}"
    words = set(key_of(_NAMING.sub("", line)))
    is_named = bool(turn.name) and words <= set(key_of(fact))
    if _ASKS_IT.fullmatch(line) or (is_named and turn.cues <= {"again", "and", "still", "about"}):
        return ResolvedTurn(asks)
    if turn.has("cancel") and not turn.value and (is_named or not turn.name):
        return ResolvedTurn(f"forget that {fact}")
    for form in (_NOT, _NOT_FIRST, _VALUE):
        if other := form.fullmatch(line):
            said = other.groupdict()
            old, new = said.get("old") or "", said.get("new") or said["value"]
            if old and not set(key_of(old)) <= set(key_of(fact)):
                continue
            whole = about_fact(f"no, it is {new}", messages, understand)
            return ResolvedTurn(whole) if whole else None
    return None


def of_places(
    text: str, topic: Topic, messages: Sequence[MessageState], understand: Understand
) -> ResolvedTurn | None:
    """The question about the place of before in other words for "there"; None for anything else."""
    if topic.kind != "place":
        return None
    there = _THERE.sub("there", text, count=1)
    whole = about_place(there, messages, understand) if there != text else ""
    return ResolvedTurn(whole) if whole else None
