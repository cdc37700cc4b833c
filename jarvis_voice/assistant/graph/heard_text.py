"""What a user has really heard of an answer, in the conversation that planners read. Pure.

Invariant: only the newest turn's answer is changed, and only to less than was worded.
"""

from __future__ import annotations

from collections.abc import Sequence

from jarvis_voice.assistant.state import MessageState

INTERRUPTED = "(interrupted)"
"""Stands behind what was heard, so that neither a model nor a reader takes it for all."""


def as_heard(messages: Sequence[MessageState], goal: str, heard: str) -> list[MessageState] | None:
    """The conversation with the newest answer as far as it was heard; None where it has moved on.

    Args:
        messages: The thread's, oldest first.
        goal: What the user had asked in the turn that was interrupted.
        heard: The words that came out of the loudspeaker; none is told as such.
    """
    if len(messages) < 2:  # noqa: PLR2004 - a question and its answer
        return None
    asked, answered = messages[-2:]
    if (asked["role"], asked["text"], answered["role"]) != ("user", goal, "assistant"):
        return None
    cut = MessageState(role="assistant", text=f"{heard} {INTERRUPTED}".strip())
    return [*messages[:-1], cut]


def was_heard(sentence: str, heard: str) -> bool:
    """Whether a sentence of the answer, such as an offer, was heard to its end."""
    return " ".join(sentence.split()) in " ".join(heard.split())
