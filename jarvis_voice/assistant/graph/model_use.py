"""How the task planner uses language models, and what it may ask about a user for them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field

from jarvis_voice.assistant.graph.context import TurnContext
from jarvis_voice.assistant.graph.share_question import ShareQuestion
from jarvis_voice.assistant.planning.model_context import NOTHING_KNOWN, ModelContext
from jarvis_voice.core.talk_manner import TalkManner

AroundTurn = Callable[[TurnContext], Awaitable[ModelContext]]
"""Gives what a model is told beside the conversation."""


NotedBy = Callable[[str], Awaitable[Sequence[str]]]
"""Gives the entries of a user's lists, and the words of what is set."""


async def nothing_noted(_: str) -> Sequence[str]:
    """A user whose lists are empty."""
    return ()


async def nothing_around(_: TurnContext) -> ModelContext:
    """A model gets the conversation and nothing else."""
    return NOTHING_KNOWN


@dataclass(frozen=True, slots=True)
class ModelUse:
    """How language models are used.

    Attributes:
        around: Gives what they are told beside the conversation.
        manner: What the settings say of them now.
        share: Asks whether models elsewhere may be told of facts; None is never.
        noted: The lists and what is set; no model sees them. People that they name are the
            user's own.
    """

    around: AroundTurn = nothing_around
    manner: TalkManner = field(default_factory=TalkManner)
    share: ShareQuestion | None = None
    noted: NotedBy = nothing_noted
