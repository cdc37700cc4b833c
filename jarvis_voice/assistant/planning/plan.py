"""The types that go into a planner and come out of it: a view in, a plan out. Pure.

Invariant: a plan names a tool and its arguments, or the end; it holds no URL.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

from jarvis_voice.assistant.planning.model_context import NOTHING_KNOWN, ModelContext
from jarvis_voice.assistant.state import MessageState, StepState, SummaryState
from jarvis_voice.core.turn_ledger import Usage
from jarvis_voice.core.types import HERE, Link, Origin, Outcome, Source
from jarvis_voice.core.understanding import ModelState, Understanding
from jarvis_voice.engines.llm.chat import Spent
from jarvis_voice.language.en.answer_unit import Unit
from jarvis_voice.tools.registry import Tool


def _uncounted(_: Usage) -> None:
    return


@dataclass(frozen=True, slots=True)
class PlanView:
    """Everything that a planner may look at.

    Attributes:
        understanding: What the turn's words ask for.
        tools: Those that are possible in this step.
        spent: Is told of every call of a model.
        around: What a model is told beside the conversation.
        summary: What was said before `messages`, in a model's words; None is nothing.
        left_open: What of it a model is to answer, where code does the rest; None is all.
        seconds_left: What is left of the turn's time.
        model: What there is of models, for who has to say that something is not understood.
        origin: Who asks, and where.
        is_asked_back: A model gave the last answer; what it asked may be answered now.
    """

    understanding: Understanding
    memory: Sequence[StepState]
    url_map: tuple[Link, ...]
    messages: Sequence[MessageState]
    last_opened_url: str
    tools: tuple[Tool, ...] = ()
    spent: Spent = _uncounted
    around: ModelContext = NOTHING_KNOWN
    summary: SummaryState | None = None
    left_open: Understanding | None = None
    seconds_left: float = 600.0
    model: ModelState = "none"
    origin: Origin = HERE
    is_asked_back: bool = False

    @property
    def goal(self) -> str:
        """What is wanted, as a sentence."""
        return self.understanding.text

    @property
    def searches(self) -> int:
        """Searches made in this turn."""
        return sum(step["finds"] for step in self.memory)


@dataclass(frozen=True, slots=True)
class Task:
    """A plan that runs one tool next.

    Attributes:
        part: Which part of "X and then Y" it is for, counted from 0.
        beside: Lookups that run at the same time; none of them acts.
    """

    action: str
    arguments: dict[str, Any] = field(default_factory=dict)
    part: int = 0
    beside: tuple[Task, ...] = ()


@dataclass(frozen=True, slots=True)
class Finish:
    """A plan that ends the turn.

    Attributes:
        reply: The answer in words, or None to have reception word the receipts. Where a part of
            it was told already it is the rest, which may be "".
        outcome: What became of the turn, or None to read it off the receipts.
        offer: The sentence that a plain "yes" in the next turn stands for.
        note: A sentence to add to what the receipts tell.
    """

    reply: str | None = None
    outcome: Outcome | None = None
    offer: str = ""
    note: str = ""


Plan = Task | Finish


class Planner(Protocol):
    """Chooses one step at a time; the local planner and each model are planners."""

    @property
    def name(self) -> str:
        """Short name, as events show it: local, gemini, second."""
        ...

    @property
    def title(self) -> str:
        """What the user calls it, at the beginning of a sentence."""
        ...

    async def load(self) -> None:
        """Import what it plans with; who limits the time of a plan calls this before.

        Raises:
            PlannerError: It does not load here.
        """
        ...

    async def plan(self, view: PlanView) -> Plan:
        """The next step.

        Raises:
            PlannerError: No usable plan; another planner may try.
        """
        ...


@runtime_checkable
class StreamingPlanner(Planner, Protocol):
    """A planner whose answer can be told while it is still being written."""

    def stream(self, view: PlanView) -> AsyncGenerator[Unit | Plan]:
        """The units of an answer as they come, and last the plan.

        Raises:
            PlannerError: No usable plan; units may have come before.
        """
        ...


@runtime_checkable
class SummingPlanner(Planner, Protocol):
    """A planner that can sum up a conversation."""

    def may_see_facts(self, *, shares_facts: bool) -> bool:
        """Whether it is told what is kept about the user.

        Args:
            shares_facts: The user lets every model be told.
        """
        ...

    async def sum_up(self, before: str, messages: Sequence[MessageState], spent: Spent) -> str:
        """A short text that holds what was said; not longer than a summary may be.

        Args:
            before: The summary of what came before the messages; "" is none.
            messages: What is to be summed up, oldest first.
            spent: Called with the tokens of the call.

        Raises:
            PlannerError: It gave none.
        """
        ...


class Referents(Protocol):
    """Finds, by code, what the user's words ask for."""

    @property
    def rankable_names(self) -> Mapping[str, str]:
        """How text may spell a known site, and its name."""
        ...

    def is_known(self, link: Link) -> bool:
        """Whether a link leads to a page of the sites table."""
        ...

    def read(
        self, text: str, messages: Sequence[MessageState], *, offer: str, source: Source
    ) -> Understanding:
        """What a sentence asks for in the light of the conversation before it.

        Args:
            text: The sentence as it was said.
            messages: The conversation before it.
            offer: The sentence that a plain yes stands for; "" where nothing was offered.
            source: The door that it came through.
        """
        ...


@dataclass(frozen=True, slots=True)
class Limits:
    """How many steps and how much time one turn may take.

    Attributes:
        soft_steps: After so many actions nothing is looked up any more.
        max_steps: Actions in one turn at the most.
        turn_seconds: After this no further step is planned.
    """

    soft_steps: int = 4
    max_steps: int = 8
    turn_seconds: float = 120.0
