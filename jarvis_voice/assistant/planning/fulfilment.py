"""Which actions fulfil a request. Pure."""

from __future__ import annotations

from jarvis_voice.assistant.understanding.knowledge import TALK
from jarvis_voice.core.understanding import Intent, Understanding

IN_WORDS = TALK | {"what_did_i_ask", "say_again", "stop", "never_mind", "reset", "yes", "no"}
"""Intents for which no tool is needed."""

_LOOKED_UP = frozenset({"search", "wikipedia", "read_page", "research"})
_WEBSITE = frozenset({"open_website"})
_FULFILLED_BY = {
    "open": frozenset({"open_app", "open_website"}),
    "open_known": frozenset({"open_app", "open_website"}),
    "open_app": frozenset({"open_app"}),
    "open_website": _WEBSITE,
    "open_url": _WEBSITE,
    "open_their": _WEBSITE,
    "open_result": _WEBSITE,
    "find_and_open": _WEBSITE,
    "read_result": frozenset({"read_page"}),
    "wikipedia_about_it": frozenset({"wikipedia"}),
    "copy_answer": frozenset({"clipboard"}),
    "get_date": frozenset({"get_time"}),
}


def actions_wanted(understanding: Understanding) -> tuple[frozenset[str], ...]:
    """Actions that fulfil what is asked: one set for each part, in order; () if unknown.

    One action of a set is enough for its part: "open Spotify" is open_app or open_website.
    """
    intents = [part.intent for part in understanding.parts]
    sets = tuple(actions_for(intent) if intent else frozenset() for intent in intents)
    return sets if all(sets) else ()


def actions_for(intent: Intent) -> frozenset[str]:
    """Actions of which one fulfils an intent; none for what is answered in words."""
    if intent.name in _FULFILLED_BY:
        return _FULFILLED_BY[intent.name]
    if intent.is_question:
        return _LOOKED_UP
    return frozenset() if intent.name in IN_WORDS else frozenset({intent.name})
