"""TaskPlanner: the graph node that chooses the next action or declares the turn complete.

Invariant: it alone counts `loop_count`; at the cap it finishes with what there is. What code can
decide is decided before any planner is asked, and no planner's step goes round that.
"""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Literal

from langgraph.runtime import Runtime
from langgraph.types import Command

from jarvis_voice.assistant import url_map as urls
from jarvis_voice.assistant.graph.context import TurnContext
from jarvis_voice.assistant.planning.ladder import Climb, Ladder
from jarvis_voice.assistant.planning.plan import (
    Finish,
    Limits,
    Plan,
    Planner,
    PlanView,
    Referents,
    Task,
)
from jarvis_voice.assistant.planning.policy import possible_tools
from jarvis_voice.assistant.planning.rules import ALL_RULES, Rule
from jarvis_voice.assistant.planning.step_rules import StepRules
from jarvis_voice.assistant.state import FinishState, JarvisState, TaskState
from jarvis_voice.core.events import ProblemReported, TaskPlanned
from jarvis_voice.core.understanding import Understanding
from jarvis_voice.tools.registry import Registry

__all__ = ["Finish", "Limits", "Plan", "PlanView", "Planner", "Referents", "Task", "TaskPlanner"]

OFFER_SECONDS = 120.0
"""How long "Did you mean MIT?" may be answered by "yes"."""

LONG_CHARACTERS = 400
"""A conversation with a longer sentence of the user is read beside the loop: it may take 50 ms."""

CODE = "code"
"""The planner of steps that follow from the rules alone."""


class TaskPlanner:
    """The graph's first node: plans one step at a time."""

    def __init__(
        self,
        ladder: Ladder,
        referents: Referents,
        registry: Registry,
        limits: Limits = Limits(),  # noqa: B008 - frozen
        rules: frozenset[Rule] = ALL_RULES,
    ) -> None:
        """Store the parts.

        Args:
            ladder: The planners in order of preference.
            referents: What the user's own words point at.
            registry: The tools there are.
            limits: Steps and seconds.
            rules: Those that hold; an evaluation leaves one out.
        """
        self._ladder = ladder
        self._referents = referents
        self._registry = registry
        self._limits = limits
        self._rules = rules
        self._checks = StepRules(referents, registry, limits, rules)

    async def __call__(
        self, state: JarvisState, runtime: Runtime[TurnContext]
    ) -> Command[Literal["executor", "reception"]]:
        """Plan one step and route to the executor, or finish and route to reception."""
        update, context = JarvisState(), runtime.context
        if not state["loop_count"]:
            context.understood.value = await self._understood(state, context)
        understanding = context.understood.value
        if understanding is None:
            raise RuntimeError("a turn goes on whose words were never read")
        if not state["loop_count"]:
            update = self._begin(state, understanding)
            state = state | update
        view = self._view(state, understanding, context)
        elapsed_seconds = context.clock.seconds() - context.started_at
        plan: Plan | None = self._checks.decided(view, state["loop_count"], elapsed_seconds)
        planner = CODE
        if plan is None:
            plan, planner = await self._plan(view, state, context, update)
        if planner not in {CODE, self._ladder.last.name}:
            plan = self._checks.mended(plan, view)
        if plan is None:  # a model left undone what code knows is wanted
            plan, planner = await self._ladder.last.plan(view), self._ladder.last.name
        plan = self._checks.asked_first(plan, view)
        if isinstance(plan, Finish):
            if not state["loop_count"]:  # else the trace tells of the steps themselves
                context.ledger.note("thought", f"{planner} answers without a step")
            return _finish(update, plan)
        task = TaskState(
            action=plan.action, arguments=plan.arguments, planner=planner, part=plan.part
        )
        update |= JarvisState(
            pending_task=task, loop_count=state["loop_count"] + 1, route_to="executor"
        )
        _tell(task, context)
        return Command(update=update, goto="executor")

    async def _understood(self, state: JarvisState, context: TurnContext) -> Understanding:
        """What the turn's words ask for; with nothing said before, as a pause has read them."""
        offer, before = _standing_offer(state, context), state.get("messages", [])
        heard, source = context.understood.value, context.turn.source
        if heard and not offer and not before:
            return heard
        read = partial(self._referents.read, state["user_goal"], before, offer=offer, source=source)
        asked = [message["text"] for message in before if message["role"] == "user"]
        if max(map(len, (state["user_goal"], *asked))) <= LONG_CHARACTERS:
            return read()
        return await asyncio.to_thread(read)

    def _begin(self, state: JarvisState, understanding: Understanding) -> JarvisState:
        """Put what the user's words name into the state before the first plan."""
        kept = state.get("url_map", []) if Rule.KEPT_RESULTS in self._rules else []
        update = JarvisState(user_goal=understanding.text, url_map=kept, offer="")
        if named := understanding.links:
            update["url_map"] = urls.merged(named, urls.links(kept))
            update["named"] = urls.merged(named, ())
        return update

    def _view(
        self, state: JarvisState, understanding: Understanding, context: TurnContext
    ) -> PlanView:
        memory, links = state["executor_memory"], urls.links(state.get("url_map", []))
        is_late = state["loop_count"] >= self._limits.soft_steps
        return PlanView(
            understanding=understanding,
            memory=memory,
            url_map=links,
            messages=state.get("messages", []),
            last_opened_url=state.get("last_opened_url", ""),
            tools=possible_tools(
                self._registry,
                state["user_goal"],
                memory,
                links,
                is_late=is_late,
                rules=self._rules,
            ),
            spent=context.ledger.spent,
            model=self._ladder.model,
        )

    async def _plan(
        self, view: PlanView, state: JarvisState, context: TurnContext, update: JarvisState
    ) -> tuple[Plan, str]:
        """The ladder's plan; what failed on the way is noted in the state and reported."""
        if self._checks.is_talk(view) or view.understanding.is_verbatim:
            return await self._ladder.last.plan(view), self._ladder.last.name
        climb = Climb(list(state["gave_up"]), state["model_seconds"])
        plan, planner = await self._ladder.plan(view, climb)
        said = [f"{error.spoken} I go on without it." for error in climb.news]
        update |= JarvisState(
            gave_up=climb.gave_up,
            model_seconds=climb.model_seconds,
            stepped_down=[*state["stepped_down"], *said],
        )
        for error in climb.failures:
            context.publish(ProblemReported(context.clock.seconds(), error.code, error.message))
        return plan, planner


def _tell(task: TaskState, context: TurnContext) -> None:
    turn_id, action, arguments = context.turn.turn_id, task["action"], task["arguments"]
    context.ledger.note("thought", f"{task['planner']} plans {action}")
    context.publish(
        TaskPlanned(turn_id, context.clock.seconds(), action, arguments, task["planner"])
    )


def _standing_offer(state: JarvisState, context: TurnContext) -> str:
    """What a "yes" stands for: from the door at which it was offered, and not for ever."""
    age_seconds = context.clock.now().timestamp() - state.get("offered_at", 0.0)
    is_here = state.get("offered_in") == context.turn.door
    return state.get("offer", "") if is_here and age_seconds <= OFFER_SECONDS else ""


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
