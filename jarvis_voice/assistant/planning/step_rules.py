"""Decides steps without a planner, and corrects the steps that models plan. Pure.

Invariant: a rule looks at receipts and at the user's own words, never at what a model claims.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from jarvis_voice.assistant.planning.fulfilment import actions_wanted
from jarvis_voice.assistant.planning.opening_question import opening_question
from jarvis_voice.assistant.planning.plan import Finish, Limits, Plan, PlanView, Referents, Task
from jarvis_voice.assistant.planning.receipt_phrases import site_name
from jarvis_voice.assistant.planning.result_ranking import (
    MAX_SEARCHES,
    OFFICIAL,
    best_page,
    next_query,
)
from jarvis_voice.assistant.planning.rules import Rule
from jarvis_voice.assistant.state import StepState
from jarvis_voice.assistant.url_map import host, index_of, normalised
from jarvis_voice.core.types import Link
from jarvis_voice.tools.registry import Registry
from jarvis_voice.tools.web.aggregators import is_aggregator

TOO_MANY_STEPS = "I stopped there, because it took more steps than I may take."
TOO_LONG = "I stopped there, because it took longer than I may take."
TRIES = 2
"""How often an opener is tried with the same thing in one turn."""

HOPELESS = frozenset({"unsafe-url", "no-such-result", "no-such-app", "needs-yes"})
"""Codes of failures that a second try meets again."""

SPEAKABLE_RESULTS = 10
"""Results that a user can name by number."""


class StepRules:
    """Applies the planning rules to one step."""

    def __init__(
        self,
        referents: Referents,
        registry: Registry,
        limits: Limits,
        rules: frozenset[Rule],
    ) -> None:
        self._referents = referents
        self._registry = registry
        self._limits = limits
        self._rules = rules

    def is_talk(self, view: PlanView) -> bool:
        """Whether the turn is small talk, which no model is asked about."""
        holds = Rule.TALK_IS_TALK in self._rules
        return holds and not view.memory and view.understanding.is_talk

    def decided(self, view: PlanView, loop_count: int, elapsed_seconds: float) -> Plan | None:
        """The plan that follows from receipts and limits alone, or None."""
        last = view.memory[-1] if view.memory else None
        if last and (last["data"].get("declined") or last["data"].get("asks")):
            return Finish()
        if Rule.COMPLETE_FIRST in self._rules and self._is_complete(view):
            return Finish()
        if Rule.BOUNDED in self._rules:
            if loop_count >= self._limits.max_steps:
                return self._at_the_limit(TOO_MANY_STEPS, view)
            if elapsed_seconds >= self._limits.turn_seconds:
                return self._at_the_limit(TOO_LONG, view)
        if last and Rule.FAILURE_IS_SEEN in self._rules and last["opens"]:
            return self._after_opening(view, last)
        return None

    def mended(self, plan: Plan, view: PlanView) -> Plan | None:
        """A model's plan as the rules allow it; None where it leaves undone what is wanted."""
        if isinstance(plan, Finish):
            return None if self._is_left_undone(plan, view) else plan
        if plan.action not in {tool.name for tool in view.tools}:
            return Finish()
        if self._registry.get(plan.action).opens != "site":
            return plan
        if (named := _held_to_names(plan, view)) is not plan:
            return named
        return self._official(plan, view) if Rule.OFFICIAL_SITE in self._rules else plan

    def asked_first(self, plan: Plan, view: PlanView) -> Plan:
        """The plan, or the question that comes before the page that it would open."""
        if isinstance(plan, Finish) or plan.action not in self._registry:
            return plan
        index = plan.arguments.get("url_index")
        if self._registry.get(plan.action).opens != "site" or not isinstance(index, int):
            return plan
        question = opening_question(view, index, self._referents.is_known)
        if question and any(step["act"] and step["status"] == "done" for step in view.memory):
            # what was done is told from its receipts, and then it is asked
            question = replace(question, reply=None, note=question.reply or "")
        return question or plan

    def _is_complete(self, view: PlanView) -> bool:
        """Whether the receipts fulfil, in order, every part of what code knows is wanted."""
        wanted = self._acts_wanted(view)
        steps = iter(view.memory)
        return bool(wanted) and all(
            any(step["action"] in part and step["status"] == "done" for step in steps)
            for part in wanted
        )

    def _acts_wanted(self, view: PlanView) -> Sequence[frozenset[str]]:
        """What is wanted, where a receipt alone can tell that it was done.

        What a search or a page is good for depends on the question: a planner judges that.
        """
        wanted = actions_wanted(view.understanding, self._registry)
        named = [name for part in wanted for name in part if name in self._registry]
        if any(self._registry.get(name).is_material for name in named):
            return ()
        return wanted

    def _is_left_undone(self, plan: Finish, view: PlanView) -> bool:
        """A model that finishes, not asking back, without trying what is wanted."""
        if Rule.AGAIN_AND_ONCE not in self._rules or (plan.reply or "").rstrip().endswith("?"):
            return False
        tried = {step["action"] for step in view.memory}
        return any(not part & tried for part in self._acts_wanted(view))

    def _at_the_limit(self, why: str, view: PlanView) -> Finish:
        """The best there is, and what is missing."""
        done = {step["action"] for step in view.memory if step["status"] == "done"}
        missing = [sorted(part)[0] for part in self._acts_wanted(view) if not part & done]
        words = [self._registry.get(name).ability for name in missing if name in self._registry]
        what = (
            f"What I did not get to: {', '.join(words)}." if words else "The answer is not whole."
        )
        return Finish(outcome="not_done", note=f"{why} {what}")

    def _official(self, plan: Task, view: PlanView) -> Plan:
        """A ranking or directory this turn's search found is left for its winner's own site."""
        index = plan.arguments.get("url_index")
        links = view.url_map
        if not isinstance(index, int) or not 0 <= index < len(links) or not view.searches:
            return plan
        chosen = links[index]
        if chosen.origin in OFFICIAL or not is_aggregator(chosen) or _is_said(chosen, view.goal):
            return plan
        if view.searches < MAX_SEARCHES:
            names = self._referents.rankable_names
            query = next_query(view.goal, view.memory, links, names)
            finder = self._registry.finder()
            if query and finder:
                return Task(finder.name, {"query": query})
        page = best_page(links)
        return plan if page is None else Task(plan.action, {"url_index": page})

    def _after_opening(self, view: PlanView, last: StepState) -> Plan | None:
        """Once more what failed; after that the next result is offered."""
        if last["kind"] != "failed" or last["data"].get("code") in HOPELESS:
            return None
        tries = sum(
            step["action"] == last["action"] and step["arguments"] == last["arguments"]
            for step in view.memory
        )
        if last["opens"] == "app":
            again = Task(last["action"], dict(last["arguments"]), last["part"])
            return again if tries < TRIES else None
        index = index_of(view.url_map, str(last["arguments"].get("url", "")))
        if index is None:
            return None
        if tries < TRIES:
            return Task(last["action"], {"url_index": index}, last["part"])
        wanted = actions_wanted(view.understanding, self._registry)
        is_last_part = last["part"] + 1 >= len(wanted)
        return _offer_next(view.url_map, index) if is_last_part else None


def _held_to_names(plan: Task, view: PlanView) -> Task:
    """A site that the words name wins over any other entry that a model points at."""
    index, links = plan.arguments.get("url_index"), view.url_map
    named = [normalised(link.url) for link in view.understanding.links]
    if not named or not isinstance(index, int) or not 0 <= index < len(links):
        return plan
    if normalised(links[index].url) in named:
        return plan
    opened = {normalised(str(step["arguments"].get("url", ""))) for step in view.memory}
    open_still = [url for url in named if url not in opened] or named
    at = index_of(links, open_still[0])
    return plan if at is None else replace(plan, arguments={**plan.arguments, "url_index": at})


def _offer_next(links: Sequence[Link], failed: int) -> Finish:
    gone = normalised(links[failed].url)
    for index, link in enumerate(links[:SPEAKABLE_RESULTS]):
        if index > failed and normalised(link.url) != gone and not is_aggregator(link):
            name = site_name({"title": link.title, "host": host(link.url), "origin": link.origin})
            return Finish(
                note=f"Shall I open {name} instead?", offer=f"open result number {index + 1}"
            )
    return Finish()


def _is_said(link: Link, goal: str) -> bool:
    """Whether the user named this very page's host."""
    name = host(link.url).split(".")[-2:][0]
    return name.casefold() in goal.casefold()
