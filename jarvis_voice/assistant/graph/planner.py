"""TaskPlanner: the graph node that chooses the next action or declares the turn complete.

Invariant: it alone counts `loop_count`; at the cap it finishes with what there is. What code can
decide is decided before any planner is asked, and no planner's step goes round that. What is surely
understood is planned without a model; a model's words are told while they are written.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from contextlib import aclosing
from dataclasses import replace
from functools import partial
from typing import Literal

from langgraph.runtime import Runtime
from langgraph.types import Command

from jarvis_voice.assistant import replies
from jarvis_voice.assistant import url_map as urls
from jarvis_voice.assistant.graph.context import TurnContext
from jarvis_voice.assistant.graph.model_use import ModelUse
from jarvis_voice.assistant.graph.plan_events import model_asked, tell_planned
from jarvis_voice.assistant.graph.reception import as_reply
from jarvis_voice.assistant.planning import receipt_phrases
from jarvis_voice.assistant.planning.ladder import CLAIMED, Attempt, Chosen, Climb, Ladder
from jarvis_voice.assistant.planning.model_context import NOTHING_KNOWN
from jarvis_voice.assistant.planning.past_messages import nothing_to_sum_up
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
from jarvis_voice.assistant.planning.step_rules import ASK_ALONE, StepRules
from jarvis_voice.assistant.planning.told_names import (
    KnownPeople,
    asked_here,
    may_go_out,
    without_web,
)
from jarvis_voice.assistant.planning.words_before_question import may_sway
from jarvis_voice.assistant.state import BesideState, FinishState, JarvisState, TaskState
from jarvis_voice.assistant.understanding import meanings
from jarvis_voice.core.errors import StoreError
from jarvis_voice.core.events import ProblemReported
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.core.understanding import Part, Understanding
from jarvis_voice.language.en.answer_unit import Unit
from jarvis_voice.language.en.open_questions import may_await_answer
from jarvis_voice.tools.registry import Registry

__all__ = ["Finish", "Limits", "Plan", "PlanView", "Planner", "Referents", "Task", "TaskPlanner"]

OFFER_SECONDS = 120.0
"""How long "Did you mean MIT?" may be answered by "yes"."""

LONG_CHARACTERS = 400
"""A conversation with a longer sentence of the user is read beside the loop: it may take 50 ms."""

CODE = "code"
"""The planner of steps that follow from the rules alone."""

_GO_ON = lazy_pattern(
    r"(?:please )?(?:continue|resume|go on|keep going|carry on|more|tell me more|and then|"
    r"what then|what happened (?:next|then)|next|finish|the rest|"
    r"pick up where you (?:stopped|left off))"
    r"(?: (?:with |of )?(?:it|that|(?:the|your) (?:story|answer|text)))?(?: please)?",
    re.IGNORECASE,
)
"""What asks for more of an answer that a model gave."""


class TaskPlanner:
    """The graph's first node: plans one step at a time."""

    def __init__(
        self,
        ladder: Ladder,
        referents: Referents,
        registry: Registry,
        limits: Limits = Limits(),  # noqa: B008 - frozen
        rules: frozenset[Rule] = ALL_RULES,
        use: ModelUse | None = None,
    ) -> None:
        """Store the parts.

        Args:
            ladder: The planners in order of preference.
            referents: What the user's own words point at.
            registry: The tools there are.
            limits: Steps and seconds.
            rules: Those that hold; an evaluation leaves one out.
            use: How models are used; None is as they are.
        """
        self._ladder = ladder
        self._referents = referents
        self._registry = registry
        self._limits = limits
        self._rules = rules
        use = use or ModelUse()
        self._checks = StepRules(referents, registry, limits, rules, use.manner)
        self._around = use.around
        self.share = use.share
        self._noted = use.noted

    async def __call__(
        self, state: JarvisState, runtime: Runtime[TurnContext]
    ) -> Command[Literal["executor", "reception"]]:
        """Plan one step and route to the executor, or finish and route to reception."""
        update, context = JarvisState(), runtime.context
        if not state["loop_count"]:
            read = await self._understood(state, context)
            context.understood.value = await self._asked_here(read, state, context)
        understanding = context.understood.value
        if understanding is None:
            raise RuntimeError("a turn goes on whose words were never read")
        if not state["loop_count"]:
            update = self._begin(state, understanding)
            state = state | update
        elapsed_seconds = context.clock.seconds() - context.started_at
        view = self._view(state, understanding, context)
        view = replace(view, seconds_left=max(0.0, self._limits.turn_seconds - elapsed_seconds))
        plan: Plan | None = self._checks.decided(view, state["loop_count"], elapsed_seconds)
        planner = CODE
        if plan is None:
            plan, planner = await self._plan(view, state, context, update)
        if planner not in {CODE, self._ladder.last.name}:
            plan = self._checks.mended(plan, view)
            told = update.get("told", state["told"])
            if told and may_sway(told) and self._checks.asks_first(plan):
                plan = Finish(note=ASK_ALONE)
        if plan is None:  # a model left undone what code knows is wanted
            plan, planner = await self._ladder.last.plan(view), self._ladder.last.name
        plan = self._checks.asked_first(plan, view)
        if isinstance(plan, Finish):
            if not state["loop_count"]:  # else the trace tells of the steps themselves
                context.ledger.note("thought", f"{planner} answers without a step")
            is_model = planner not in {CODE, self._ladder.last.name}
            if is_model and plan.reply:
                self._report(state, context, update)
            if self._has_done(state, meanings.FORGET):
                update |= nothing_to_sum_up(state)
            question = await self._share_question(state | update, plan, planner, context)
            return _finish(update, plan, planner if is_model else "", question)
        beside = [BesideState(action=one.action, arguments=one.arguments) for one in plan.beside]
        task = TaskState(
            action=plan.action,
            arguments=plan.arguments,
            planner=planner,
            part=plan.part,
            beside=beside,
        )
        update |= JarvisState(
            pending_task=task, loop_count=state["loop_count"] + 1, route_to="executor"
        )
        tell_planned(task, context)
        return Command(update=update, goto="executor")

    async def _share_question(
        self, state: JarvisState, plan: Finish, planner: str, context: TurnContext
    ) -> str:
        """What is asked behind an answer that a kept fact gave, or might have made a better one."""
        if self.share is None or plan.offer or plan.outcome not in {None, "done"}:
            return ""
        told = f"{state['told']}{plan.reply or ''}{plan.note}".rstrip()
        is_recalled = self._has_done(state, meanings.RECALL)
        if may_await_answer(told) or not (planner in self.share.titles or is_recalled):
            return ""
        is_due = await self.share.is_due(context) and (await self._around(context)).facts
        return self.share.ask(context) if is_due else ""

    def _has_done(self, state: JarvisState, meaning: str) -> bool:
        """Whether the turn has done what a sentence of this meaning asks for."""
        done = [one["action"] for one in state["executor_memory"] if one["status"] == "done"]
        known = [self._registry.get(name) for name in done if name in self._registry]
        return any(tool.meaning == meaning for tool in known)

    def pauses(self) -> Mapping[str, float]:
        """The models that are left alone now, by name, and for how many seconds more."""
        return {name: seconds for name, (_, seconds) in self._ladder.pauses().items()}

    async def _understood(self, state: JarvisState, context: TurnContext) -> Understanding:
        """What the turn's words ask for; with nothing said before, as a pause has read them."""
        offer, before = _standing_offer(state, context), state.get("messages", [])
        if self._asks_for_more(state):
            return Understanding(state["user_goal"], (Part(state["user_goal"], None),))
        heard, source = context.understood.value, context.turn.source
        if heard and (context.turn.shown or (not offer and not before)):
            return heard
        read = partial(self._referents.read, state["user_goal"], before, offer=offer, source=source)
        asked = [message["text"] for message in before if message["role"] == "user"]
        if max(map(len, (state["user_goal"], *asked))) <= LONG_CHARACTERS:
            return read()
        return await asyncio.to_thread(read)

    async def _asked_here(
        self, read: Understanding, state: JarvisState, context: TurnContext
    ) -> Understanding:
        """What was read; a question about somebody of whom the user told asks no service."""
        is_agreed = read.text not in {state["user_goal"], ""}
        is_agreed = is_agreed and read.text == _standing_offer(state, context)
        if is_agreed or not may_go_out(read):
            return read
        try:
            around = await self._around(context)
            noted = await self._noted(context.turn.origin.user_id)
        except StoreError:  # what is kept is also asked for before anything is sent
            around, noted = NOTHING_KNOWN, ()
        known = KnownPeople(around.facts, around.name, noted)
        return asked_here(read, known, state.get("messages", []))

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
            summary=state.get("summary"),
            last_opened_url=state.get("last_opened_url", ""),
            tools=without_web(
                understanding,
                possible_tools(
                    self._registry.allowed_to(context.turn.origin),
                    state["user_goal"],
                    memory,
                    links,
                    is_late=is_late,
                    rules=self._rules,
                ),
            ),
            spent=context.ledger.spent,
            model=self._ladder.model,
            origin=context.turn.origin,
            is_asked_back=self._ladder.has_rung(state.get("answered_by", "")),
        )

    def _asks_for_more(self, state: JarvisState) -> bool:
        """Whether the words only ask a model to go on with its last answer, which may pause now."""
        goal = state["user_goal"].strip(" .!?")
        is_answered = self._ladder.has_rung(state.get("answered_by", ""))
        return is_answered and _GO_ON.fullmatch(goal) is not None

    async def _plan(
        self, view: PlanView, state: JarvisState, context: TurnContext, update: JarvisState
    ) -> tuple[Plan, str]:
        """The next step, by code where that is sure, else by the ladder.

        What failed on the way is noted in the state and reported.
        """
        last = self._ladder.last
        if self._checks.is_talk(view):
            return await last.plan(await self._acquainted(view, context)), last.name
        if view.understanding.is_verbatim:
            return await last.plan(view), last.name
        if not self._ladder.has_model(state["gave_up"]):
            view = replace(view, model=self._ladder.without_answer)
            return self._without_model(await last.plan(view), view), last.name
        if self._checks.is_sure(view):
            return await last.plan(view), last.name
        if known := self._checks.sure_parts(view):
            plan = await last.plan(known)
            if not isinstance(plan, Finish):
                return plan, last.name
        climb = Climb(list(state["gave_up"]))
        left_open = self._checks.left_open(view)
        view = replace(view, around=await self._around(context), left_open=left_open)
        chosen = await self._streamed(view, climb, state, context, update)
        for error in climb.failures:
            context.publish(ProblemReported(context.clock.seconds(), error.code, error.message))
        plan, news = chosen.plan, climb.news
        is_claimed = any(error.code == CLAIMED for error in climb.failures)
        if (
            is_claimed
            and chosen.planner == last.name
            and (known := self._checks.sure_lookups(view))
        ):
            plan = await last.plan(known)
        if chosen.planner == last.name and (told := self._not_answered(plan, view, climb)):
            plan, news = told, []
        said = [f"{error.spoken} I go on without it." for error in news]
        update |= JarvisState(gave_up=climb.gave_up, stepped_down=[*state["stepped_down"], *said])
        return plan, chosen.planner

    async def _acquainted(self, view: PlanView, context: TurnContext) -> PlanView:
        """The view with what is known of the user, for small talk; it needs no database."""
        try:
            return replace(view, around=await self._around(context))
        except StoreError:
            return view

    async def _streamed(
        self,
        view: PlanView,
        climb: Climb,
        state: JarvisState,
        context: TurnContext,
        update: JarvisState,
    ) -> Chosen:
        """The ladder's plan; the words that come before it are told at once."""
        async with aclosing(self._ladder.stream(view, climb)) as pieces:
            async for piece in pieces:
                if isinstance(piece, Chosen):
                    return piece
                if isinstance(piece, Attempt):
                    context.publish(model_asked(piece, context))
                    continue
                self._report(state, context, update)
                told = update.get("told", state["told"])
                part = piece if piece.lead or not told else replace(piece, lead="\n\n")
                context.say(as_reply(part, context))
                update["told"] = f"{told}{part.lead}{part.text}" if told else part.text
                await asyncio.sleep(0)
        raise RuntimeError("the ladder ended without a plan")

    def _report(self, state: JarvisState, context: TurnContext, update: JarvisState) -> None:
        """Tell what was done, from its receipts, before a model's words go on."""
        memory, reported = state["executor_memory"], update.get("reported", state["reported"])
        acts = [step for step in memory[reported:] if step["act"]]
        update["reported"] = len(memory)
        for sentence in receipt_phrases.report(acts)[0] if acts else ():
            context.say(as_reply(Unit(sentence, " ", "prose"), context))
            told = update.get("told", state["told"])
            update["told"] = f"{told} {sentence}" if told else sentence

    def _not_answered(self, plan: Plan, view: PlanView, climb: Climb) -> Finish | None:
        """The words where models failed and the local planner has no answer of its own."""
        if isinstance(plan, Task) or not climb.failures or not _is_refusal(plan, view):
            return None
        error = climb.failures[0]
        if error.code == CLAIMED:
            is_named = not (plan.reply or "").startswith(replies.NOTHING_UNDERSTOOD)
            return plan if is_named else Finish(replies.CANNOT, "not_done")
        return Finish(f"{error.spoken}{replies.HELPS[error.cure]}", "failed")

    def _without_model(self, plan: Plan, view: PlanView) -> Plan:
        """The local plan; where it has no answer and a model has a pause, that is said."""
        paused = list(self._ladder.pauses().values())
        if not paused or not _is_refusal(plan, view):
            return plan
        title, rest_seconds = paused[0]
        return Finish(replies.pausing(title, rest_seconds), "failed")


def _is_refusal(plan: Plan, view: PlanView) -> bool:
    """Whether the local planner did not understand what was said, or has no tool for it."""
    is_unknown = not view.memory and not view.understanding.is_understood
    return is_unknown and isinstance(plan, Finish) and plan.outcome == "not_done" and not plan.offer


def _standing_offer(state: JarvisState, context: TurnContext) -> str:
    """What a "yes" stands for: from the door at which it was offered, and not for ever."""
    age_seconds = context.clock.now().timestamp() - state.get("offered_at", 0.0)
    is_here = state.get("offered_in") == context.turn.door
    return state.get("offer", "") if is_here and age_seconds <= OFFER_SECONDS else ""


def _finish(
    update: JarvisState, plan: Finish, answered_by: str, question: str
) -> Command[Literal["executor", "reception"]]:
    update |= JarvisState(
        finish=FinishState(
            reply=plan.reply,
            outcome=plan.outcome,
            offer=plan.offer,
            note=plan.note,
            answered_by=answered_by,
            question=question,
        ),
        pending_task=None,
        is_complete=True,
        route_to="reception",
    )
    return Command(update=update, goto="reception")
