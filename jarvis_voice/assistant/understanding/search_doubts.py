"""Takes a search away that the web cannot answer: of a secret, or of what was spoken of. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from jarvis_voice.assistant.state import MessageState
from jarvis_voice.assistant.understanding import meanings, proposals
from jarvis_voice.assistant.understanding.fact_questions import is_beside
from jarvis_voice.assistant.understanding.general_question import KEEPS_SECRETS, tells_secret
from jarvis_voice.assistant.understanding.loose_pronouns import leans, names_nothing
from jarvis_voice.assistant.understanding.second_reader import SecondReader
from jarvis_voice.assistant.understanding.short_turns.opposition import (
    NO_SPELT_SEARCH,
    goes_on,
)
from jarvis_voice.assistant.understanding.short_turns.topic import Topic, Understand, topic_of
from jarvis_voice.core.understanding import Intent, Part

_THERE = re.compile(r"\bthere\W*\Z", re.I)
_TELLING = 4
"""Letters of a word that says what is asked about, and is not in the turn itself."""


def is_search(intent: Intent | None) -> bool:
    """Whether a request is a search of the web."""
    return intent is not None and intent.name == meanings.SEARCH


def is_spelt_out(part: Part) -> bool:
    """Whether the conversation said what the "it" in a question is."""
    query = str(part.intent.slots["query"]) if part.intent and is_search(part.intent) else ""
    is_said = query.lower() in part.text.lower()  # "this jam called" of "what's this jam called"
    said = part.text.lower()
    has_more = any(len(word) >= _TELLING and word.lower() not in said for word in query.split())
    is_open = leans(part.text) or has_more
    return bool(query) and not is_said and is_open and not leans(query)


def unsearched(
    text: str,
    parts: Sequence[Part],
    messages: Sequence[MessageState],
    understand: Understand,
    second: SecondReader | None,
) -> tuple[Part, ...]:
    """The requests without searches that no page can answer.

    Args:
        text: The turn as it was said.
        parts: What it was taken for.
        messages: The conversation before it, in pairs.
        understand: What a sentence means to the grammar.
        second: The trained reader.
    """
    kept = tuple(map(_unsearchable, parts))
    intent = kept[0].intent if len(kept) == 1 else None
    if intent is None or not is_search(intent) or not second or not messages:
        return kept
    topic = topic_of(messages, second.backing(understand))
    if topic.is_asked_on(text) or _is_of_place(text, intent, topic):
        return kept  # it asks on, with words of what was asked before
    fact = topic.last("fact")
    if fact and is_beside(fact.name, text):
        return kept
    is_leaning = goes_on(text, intent, topic.kind, second) >= NO_SPELT_SEARCH
    return (replace(kept[0], intent=None),) if is_leaning else kept


def _is_of_place(text: str, intent: Intent, topic: Topic) -> bool:
    """Whether it asks what is "there", and the place of before stands in the query."""
    place = topic.last("place")
    name = place.name if place else ""
    return bool(name) and _THERE.search(text) is not None and name in str(intent.slots["query"])


def _unsearchable(part: Part) -> Part:
    """A part without its search: it holds a secret, or nothing says what the "it" in it is."""
    intent = part.intent
    if intent is None or not is_search(intent):
        return part
    if names_nothing(str(intent.slots.get("query", ""))):
        return replace(part, intent=None)
    if not intent.is_question:
        return part
    if tells_secret(part.text):
        return replace(part, intent=Intent(proposals.CANNOT, {"reply": KEEPS_SECRETS}))
    return replace(part, intent=None) if leans(str(intent.slots["query"])) else part
