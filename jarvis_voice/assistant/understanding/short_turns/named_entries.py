"""Takes a turn that says which timer, alarm or reminder it means: by name, place, day or "instead".

Invariant: pure; the first that can does it, and none of them takes the newest for another.
"""

from __future__ import annotations

from collections.abc import Sequence

from jarvis_voice.assistant.state import MessageState
from jarvis_voice.assistant.understanding.short_turns.called_ones import called_one
from jarvis_voice.assistant.understanding.short_turns.one_day_times import one_day_time
from jarvis_voice.assistant.understanding.short_turns.placed_ones import placed_ones
from jarvis_voice.assistant.understanding.short_turns.replaced_ones import replaced_one
from jarvis_voice.assistant.understanding.short_turns.resolved import ResolvedTurn
from jarvis_voice.assistant.understanding.short_turns.said_beside import said_beside
from jarvis_voice.assistant.understanding.short_turns.topic import Topic, Understand


def named_entry(
    text: str, topic: Topic, messages: Sequence[MessageState], understand: Understand
) -> ResolvedTurn | None:
    """The request about what a turn names; None where it names nothing that was spoken of.

    Args:
        text: The turn as it was said.
        topic: What the conversation is about.
        messages: The conversation before it, in pairs.
        understand: What a sentence means by itself.
    """
    return (
        replaced_one(text, topic, understand)
        or one_day_time(text, topic, understand)
        or called_one(text, topic, understand)
        or placed_ones(text, topic, understand)
        or said_beside(text, topic, messages, understand)
    )
