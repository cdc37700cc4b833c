"""TaskPlanner: the node that decides the next single action, or that the turn is complete.

Invariant: it alone counts `loop_count`; at the cap it finishes with what there is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from langgraph.runtime import Runtime
from langgraph.types import Command

from jarvis_voice.brain import url_map as urls
from jarvis_voice.brain.context import TurnContext
from jarvis_voice.brain.state import (
    FinishState,
    JarvisState,
    MessageState,
    StepState,
    TaskState,
)
from jarvis_voice.errors import PlannerError
from jarvis_voice.events import ProblemReported, TaskPlanned
from jarvis_voice.types import Link, Outcome, Source

LASTING = frozenset({"gemini-bad-key", "gemini-rate-limited"})
"""Troubles that the user was told of and that do not pass by themselves soon."""

AT_THE_CAP = "I stopped there, because it took more steps than I may take."


@dataclass(frozen=True, slots=True)
class PlanView:
    """What a planner may look at."""

    goal: str
    memory: Sequence[StepState]
    url_map: tuple[Link, ...]
    messages: Sequence[MessageState]
    last_opened_url: str
    source: Source

    @property
    def searches(self) -> int:
        """Searches made in this turn."""
        return sum(step["action"] == "search" for step in self.memory)


@dataclass(frozen=True, slots=True)
class Task:
    """The next action."""

    action: str
    arguments: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Finish:
    """Nothing more to do.

    Attributes:
        reply: The answer in words, or None to have reception word the receipts.
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
    """Decides one step at a time."""

    @property
    def name(self) -> str:
        """Short name, as events show it: local, gemini."""
        ...

    async def plan(self, view: PlanView) -> Plan:
        """The next step.

        Raises:
            PlannerError: No usable plan; another planner may try.
        """
        ...


class Referents(Protocol):
    """What the user's words point at, found by code."""

    def goal_of(self, text: str, offer: str) -> str:
        """What is wanted, when the text may be a yes to an offer."""
        ...

    def links_named_in(self, text: str, source: Source) -> Sequence[Link]:
        """Links that the words name: a spoken address, a known site."""
        ...


class TaskPlanner:
    """The graph's first node."""

    def __init__(
        self,
        planners: Sequence[Planner],
        referents: Referents,
        max_steps: int,
    ) -> None:
        """Store the parts.

        Args:
            planners: In order of preference; the last one must not fail.
            referents: What the user's own words point at.
            max_steps: Actions in one turn at the most.
        """
        self._planners = planners
        self._referents = referents
        self._max_steps = max_steps
        self._told: dict[str, str] = {}

    async def __call__(
        self, state: JarvisState, runtime: Runtime[TurnContext]
    ) -> Command[Literal["executor", "reception"]]:
        """Plan one step and route to the executor, or finish and route to reception."""
        update = JarvisState()
        if not state["loop_count"]:
            update = self._begin(state, runtime.context)
            state = state | update
        source = _source(state["user_goal"], runtime.context)
        if state["loop_count"] >= self._max_steps:
            return _finish(update, Finish(outcome="not_done", note=AT_THE_CAP))
        update["gave_up"] = gave_up = list(state["gave_up"])
        plan, planner = await self._plan(_view(state, source), runtime.context, gave_up)
        if isinstance(plan, Finish):
            return _finish(update, plan)
        update |= JarvisState(
            pending_task=TaskState(action=plan.action, arguments=plan.arguments, planner=planner),
            loop_count=state["loop_count"] + 1,
            route_to="executor",
        )
        runtime.context.publish(
            TaskPlanned(
                runtime.context.turn.turn_id,
                runtime.context.clock.seconds(),
                plan.action,
                plan.arguments,
                planner,
            )
        )
        return Command(update=update, goto="executor")

    def _begin(self, state: JarvisState, context: TurnContext) -> JarvisState:
        """Put what the user's words name into the state before the first plan."""
        goal = self._referents.goal_of(state["user_goal"], state.get("offer", ""))
        update = JarvisState(user_goal=goal)
        if named := self._referents.links_named_in(goal, _source(goal, context)):
            update["url_map"] = urls.merged(named, urls.links(state.get("url_map", [])))
        return update

    async def _plan(
        self, view: PlanView, context: TurnContext, gave_up: list[str]
    ) -> tuple[Plan, str]:
        """The first plan there is; a planner that fails joins `gave_up`."""
        *preferred, last = self._planners
        for planner in preferred:
            if planner.name in gave_up:
                continue
            try:
                plan = await planner.plan(view)
            except PlannerError as error:
                gave_up.append(planner.name)
                self._tell(planner.name, error, context)
            else:
                self._told.pop(planner.name, None)
                return plan, planner.name
        return await last.plan(view), last.name

    def _tell(self, planner: str, error: PlannerError, context: TurnContext) -> None:
        """Report why a planner was left; what lasts (a refused key) once, not at every turn."""
        if error.code in LASTING and self._told.get(planner) == error.code:
            return
        self._told[planner] = error.code
        context.publish(ProblemReported(context.clock.seconds(), error.code, error.message))


def _source(goal: str, context: TurnContext) -> Source:
    """Where the goal's words come from: an offer that was accepted is ours, and not misheard."""
    return context.turn.source if goal == context.turn.text else "stdin"


def _view(state: JarvisState, source: Source) -> PlanView:
    return PlanView(
        goal=state["user_goal"],
        memory=state["executor_memory"],
        url_map=urls.links(state.get("url_map", [])),
        messages=state.get("messages", []),
        last_opened_url=state.get("last_opened_url", ""),
        source=source,
    )


def _finish(update: JarvisState, plan: Finish) -> Command[Literal["executor", "reception"]]:
    update |= JarvisState(
        finish=FinishState(
            reply=plan.reply, outcome=plan.outcome, offer=plan.offer, note=plan.note
        ),
        pending_task=None,
        is_complete=True,
        route_to="reception",
    )
    return Command(update=update, goto="reception")
