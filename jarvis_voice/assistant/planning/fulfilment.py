"""Finds the tools that can fulfil a request. Pure."""

from __future__ import annotations

from jarvis_voice.assistant.understanding import proposals
from jarvis_voice.assistant.understanding.tellings import TALK
from jarvis_voice.core.understanding import Intent, Understanding
from jarvis_voice.tools.registry import Registry

IN_WORDS = TALK | {
    *("what_did_i_ask", "last_subject", "say_again", "stop", "never_mind", "yes", "no"),
    *("where_am_i", proposals.SUGGEST, proposals.ASK_FOR, proposals.CANNOT),
    *("take_back_begun", proposals.WORK_ON),
}
"""Intents for which no tool is needed."""


def actions_wanted(understanding: Understanding, registry: Registry) -> tuple[frozenset[str], ...]:
    """Actions that fulfil what is asked: one set for each part, in order; () if unknown.

    One action of a set is enough for its part: "open Spotify" may be a site or an application.
    """
    intents = [part.intent for part in understanding.parts]
    sets = tuple(actions_for(intent, registry) if intent else frozenset() for intent in intents)
    return sets if all(sets) else ()


def actions_for(intent: Intent, registry: Registry) -> frozenset[str]:
    """Actions of which one fulfils an intent; none for what is answered in words.

    What no tool here fulfils is an action of its own name, which cannot be done.
    """
    if intent.name in IN_WORDS:
        return frozenset()
    if intent.is_question:
        tools = tuple(one for one in registry if one.answers_questions)
    else:
        tools = registry.fulfilling(intent.name)
    return frozenset(one.name for one in tools) or frozenset({intent.name})
