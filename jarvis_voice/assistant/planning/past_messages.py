"""Decides which messages of a conversation no model is shown any more, and which to sum up. Pure.

Invariant: a summary is made only of messages that the model which makes it was shown before.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from jarvis_voice.assistant.planning.confidences import confided_in
from jarvis_voice.assistant.state import (
    KEPT_MESSAGES,
    JarvisState,
    MessageState,
    SummaryState,
    remember,
)

SHOWN_CHARACTERS = 16_000
"""How much of the conversation a model is shown, newest first; what is older is left out whole."""

SUMMARY_CHARACTERS = 1_500
"""How long a summary may be."""

LEAST_NEW = 20
"""Messages that are worth one call of a model."""

FALLEN_MESSAGES = 60
FALLEN_CHARACTERS = 500
"""How much is kept of what waits to be summed up."""

KEPT_PIECES = 40
"""What the user confided in messages that were summed up, the newest."""


@dataclass(frozen=True, slots=True)
class DueSummary:
    """What is to be summed up.

    Attributes:
        model: Who was shown it, and sums it up.
        messages: Oldest first.
        until: How many messages of the thread are summed up then.
    """

    model: str
    messages: tuple[MessageState, ...]
    until: int

    def confided(self, before: Sequence[str]) -> list[str]:
        """What the user told of their own life in it, and before it."""
        told = [piece for message in self.messages for piece in confided_in(message)]
        return [*before, *told][-KEPT_PIECES:]


def remembered(
    state: JarvisState, goal: str, reply: str, did: Sequence[str] = (), answered_by: str = ""
) -> JarvisState:
    """What the thread keeps of the conversation after one more turn.

    Args:
        state: Before it.
        goal: What was asked.
        reply: What was answered.
        did: What tools found or did for it.
        answered_by: The model whose words the answer was; "" is none.
    """
    before = state.get("messages", [])
    whole = remember(before, goal, reply, did, kept=len(before) + 2)
    if answered_by:
        first = first_shown(before)
        whole = [*whole[:first], *(_told(one, answered_by) for one in whole[first:])]
    said = state.get("said", len(before)) + 2
    gone = whole[:-KEPT_MESSAGES]
    update = JarvisState(messages=whole[-KEPT_MESSAGES:], said=said)
    since = _until(state) - (said - len(whole))
    if fresh := [_shortened(one) for one in gone[max(0, since) :] if one.get("told_to")]:
        update["fallen"] = [*state.get("fallen", []), *fresh][-FALLEN_MESSAGES:]
    return update


def first_shown(messages: Sequence[MessageState]) -> int:
    """The place of the first message that a model is shown."""
    room = SHOWN_CHARACTERS
    for place in range(len(messages) - 1, -1, -1):
        room -= len(messages[place]["text"][:SHOWN_CHARACTERS])
        if room < 0:
            return place + 1
    return 0


def due_summary(state: JarvisState) -> DueSummary | None:
    """What is to be summed up now; None where it is too little."""
    messages = state.get("messages", [])
    told = next((one["told_to"] for one in reversed(messages) if one.get("told_to")), None)
    if not told:
        return None
    start, first = state.get("said", len(messages)) - len(messages), first_shown(messages)
    left_out = [_shortened(one) for one in messages[max(0, _until(state) - start) : first]]
    past = [*state.get("fallen", []), *left_out]
    model = told[-1]
    own = tuple(one for one in past if model in one.get("told_to", ()))
    return DueSummary(model, own, start + first) if len(own) >= LEAST_NEW else None


def nothing_to_sum_up(state: JarvisState) -> JarvisState:
    """The thread where a fact was forgotten: nothing up to this turn comes into a summary."""
    until = state.get("said", len(state.get("messages", []))) + 2
    empty = SummaryState(text="", by="", with_facts=False, until=until, confided=[])
    return JarvisState(summary=empty, fallen=[])


def may_use(summary: SummaryState, model: str, *, with_facts: bool) -> bool:
    """Whether a model may be shown a summary.

    Args:
        summary: The summary.
        model: The model's name.
        with_facts: It is told what is kept about the user.
    """
    return with_facts or (summary["by"] == model and not summary["with_facts"])


def _until(state: JarvisState) -> int:
    summary = state.get("summary")
    return summary["until"] if summary else 0


def _told(message: MessageState, model: str) -> MessageState:
    """The message, which this model knows; who was shown it last stands last."""
    others = [one for one in message.get("told_to", ()) if one != model]
    return {**message, "told_to": [*others, model]}


def _shortened(message: MessageState) -> MessageState:
    return MessageState(
        role=message["role"],
        text=message["text"][:FALLEN_CHARACTERS],
        told_to=message.get("told_to", []),
    )
