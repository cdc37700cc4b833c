"""What a follow-up asks of what was told or unsays of it, where its move is known. Pure."""

from __future__ import annotations

from jarvis_voice.assistant.understanding.short_turns.fact_moves import of_fact_move
from jarvis_voice.assistant.understanding.short_turns.follow_ups import FollowUp
from jarvis_voice.assistant.understanding.short_turns.profile_moves import of_profile_move
from jarvis_voice.assistant.understanding.short_turns.resolved import ResolvedTurn
from jarvis_voice.assistant.understanding.short_turns.topic import Topic


def of_told_move(move: str, said: FollowUp, topic: Topic) -> ResolvedTurn | None:
    """What is asked of, unsaid of or put right in what was told; None where nothing is.

    Args:
        move: What the turn does.
        said: The turn.
        topic: What the conversation is about.
    """
    if topic.kind in {"fact", "profile", "self"} and move == "all":
        return ResolvedTurn("what do you know about me")
    if topic.kind == "profile":
        return of_profile_move(move, said, topic)
    return of_fact_move(move, said, topic) if topic.kind == "fact" else None
