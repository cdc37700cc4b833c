"""What a follow-up asks of what was told or unsays of it, where its move is known. Pure."""

from __future__ import annotations

import re

from jarvis_voice.assistant.understanding.short_turns.fact_moves import of_fact_move
from jarvis_voice.assistant.understanding.short_turns.follow_ups import FollowUp
from jarvis_voice.assistant.understanding.short_turns.profile_moves import (
    is_of_another,
    of_profile_move,
)
from jarvis_voice.assistant.understanding.short_turns.resolved import ResolvedTurn
from jarvis_voice.assistant.understanding.short_turns.topic import Topic
from jarvis_voice.assistant.understanding.tellings import asks
from jarvis_voice.core.lazy_pattern import lazy_pattern

_OF_ALL = lazy_pattern(
    r"\b(?:all|everything|else|anything|lot|whole|rest|other|more|list|read|tell|show|say|know)\b",
    re.I,
)
"""What asks for all that is known, though no word of the turn asks."""


def of_told_move(move: str, said: FollowUp, topic: Topic) -> ResolvedTurn | None:
    """What is asked of, unsaid of or put right in what was told; None where nothing is.

    Args:
        move: What the turn does.
        said: The turn.
        topic: What the conversation is about.
    """
    if topic.kind in {"fact", "profile", "self"} and move == "all":
        if is_of_another(said.text) or not (asks(said.text) or _OF_ALL.search(said.text)):
            return None
        return ResolvedTurn("what do you know about me")
    if topic.kind == "profile":
        return of_profile_move(move, said, topic)
    return of_fact_move(move, said, topic) if topic.kind == "fact" else None
