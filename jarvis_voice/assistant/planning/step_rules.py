"""Decides steps without a planner, and corrects the steps that models plan. Pure.

Invariant: a rule looks at receipts and at the user's own words, never at what a model claims.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from jarvis_voice.assistant.planning import unsupported
from jarvis_voice.assistant.planning.asked_back import only_answers
from jarvis_voice.assistant.planning.asked_for import AskedFor, asked_for
from jarvis_voice.assistant.planning.fulfilment import actions_for, actions_wanted
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
from jarvis_voice.assistant.planning.said_arguments import (
    is_found,
    may_point_at,
    points_by_number,
)
from jarvis_voice.assistant.state import StepState
from jarvis_voice.assistant.url_map import host, index_of, normalised
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.core.talk_manner import TalkManner
from jarvis_voice.core.types import Link
from jarvis_voice.core.understanding import Intent, Part, Understanding
from jarvis_voice.language.en.open_questions import ends_in_question
from jarvis_voice.tools.registry import Registry, Tool
from jarvis_voice.tools.web.aggregators import is_aggregator

TOO_MANY_STEPS = "I stopped there, because it took more steps than I may take."
TOO_LONG = "I stopped there, because it took longer than I may take."
ASK_ALONE = "For what I would have to ask you about, ask me alone: I have not done it."
"""Where a model has told words already: none of them stands before a question of ours."""

TRIES = 2
"""How often an opener is tried with the same thing in one turn."""

HOPELESS = frozenset({"unsafe-url", "no-such-result", "no-such-app", "needs-yes"})
"""Codes of failures that a second try meets again."""

FOUND_FIRST = frozenset({"find_and_open"})
"""Intents of which a search must first find what is meant."""

COMPANY = frozenset({"bad_news", "good_news", "remark", "teasing", "small_talk"})
"""Talk for which a model is better company than a fixed answer."""

IN_CHARACTER = frozenset({"who_are_you", "how_are_you", "compliment"})
"""Small talk that is answered in the manner which the user gave Jarvis."""

_SEARCHES = lazy_pattern(
    r"(?:please |jarvis,? |(?:can|could|would) you (?:please )?)*"
    r"(?:search|google|look (?:up|for)|web ?search|find (?:out|me)?|read)\b",
    re.IGNORECASE,
)
"""Words that ask for a search itself, and not only for an answer."""

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
        manner: TalkManner,
    ) -> None:
        self._manner = manner
        self._referents = referents
        self._registry = registry
        self._limits = limits
        self._rules = rules

    def is_talk(self, view: PlanView) -> bool:
        """Whether the turn is small talk, which no model is asked about.

        Who Jarvis is a model tells where the user wrote its character, and what a user tells of
        the day it hears.
        """
        if Rule.TALK_IS_TALK not in self._rules or view.memory or not view.understanding.is_talk:
            return False
        names = {part.intent.name for part in view.understanding.parts if part.intent}
        return not (names & COMPANY or (self._manner.character and names & IN_CHARACTER))

    def is_sure(self, view: PlanView) -> bool:
        """Whether code alone knows what is wanted: no model is asked, and nothing leaves.

        What was found is worded by a model, and a site that must be found first is a model's task.
        What a tool here looked for and does not know, a model may know.
        """
        if not view.memory and unsupported.in_emergency(view.goal):
            return True
        if self._manner.commands != "local":
            return False
        if any(step["material"] and step["status"] == "done" for step in view.memory):
            return False
        if view.memory and view.memory[-1]["data"].get("unknown"):
            return False
        intents = [part.intent for part in view.understanding.parts if part.intent]
        if not view.understanding.is_certain or FOUND_FIRST & {one.name for one in intents}:
            return False
        if view.understanding.is_talk:  # what `is_talk` leaves to a model
            return False
        if only_answers(view):  # what a model asked
            return False
        is_lookup = any(self._is_lookup(intent) for intent in intents)
        return not is_lookup or _SEARCHES.match(view.goal) is not None

    def sure_parts(self, view: PlanView) -> PlanView | None:
        """The view with those requests alone that are sure acts; None where there are none.

        "Set a timer for five minutes and tell me a joke": the first is done by code, the rest is a
        model's.
        """
        if self._manner.commands != "local":
            return None
        parts = view.understanding.parts
        sure = tuple(part for part in parts if part.intent and self._is_sure_act(part))
        if not sure or len(sure) == len(parts):
            return None
        known = replace(view.understanding, parts=sure, is_understood=True)
        return replace(view, understanding=known)

    def sure_lookups(self, view: PlanView) -> PlanView | None:
        """The view with those requests alone that ask for what is kept here; None without any.

        "What is on my list and what can I cook": where no model gives an honest answer, the first
        is read by code.
        """
        parts = tuple(part for part in view.understanding.parts if self._reads_what_is_kept(part))
        if view.memory or not parts:
            return None
        return replace(view, understanding=replace(view.understanding, parts=parts))

    def _reads_what_is_kept(self, part: Part) -> bool:
        if part.intent is None or part.intent.is_question or part.depends:
            return False
        tools = self._fulfilling(part.intent)
        return bool(tools) and all(tool.is_read_only and tool.is_private for tool in tools)

    def left_open(self, view: PlanView) -> Understanding:
        """What a model is to answer: all but the acts that code does."""
        whole = view.understanding
        if self._manner.commands != "local":
            return whole
        left = tuple(part for part in whole.parts if not self._is_sure_act(part))
        if not left or len(left) == len(whole.parts):
            return whole
        return replace(whole, text=" and ".join(part.text for part in left), parts=left)

    def _is_sure_act(self, part: Part) -> bool:
        intent = part.intent
        if intent is None or intent.is_question or part.depends or intent.name in FOUND_FIRST:
            return False
        tools = self._fulfilling(intent)
        if all(tool.is_read_only for tool in tools):
            return False
        return not any(tool.opens or tool.is_material for tool in tools)

    def _is_lookup(self, intent: Intent) -> bool:
        """Whether what it asks for is an answer out of what a search brings."""
        return any(tool.is_material for tool in self._fulfilling(intent))

    def _fulfilling(self, intent: Intent) -> list[Tool]:
        names = actions_for(intent, self._registry)
        return [self._registry.get(name) for name in names if name in self._registry]

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
        if not self._may_point(plan, view):
            return None
        beside = tuple(
            one
            for one in plan.beside
            if self._may_point(one, view) and self._held(one, view) is one
        )
        plan = self._with_slots(replace(plan, beside=beside), view)
        if (named := self._held(plan, view)) is not plan:
            return named
        if self._registry.get(plan.action).opens != "site":
            return plan
        return self._official(plan, view) if Rule.OFFICIAL_SITE in self._rules else plan

    def _may_point(self, plan: Task, view: PlanView) -> bool:
        """Whether the words allow the result that a model points at."""
        index, known = plan.arguments.get("url_index"), view.understanding.links
        if Rule.WEB_IS_DATA not in self._rules or known or not isinstance(index, int):
            return True
        if not 0 <= index < len(view.url_map):
            return True
        sites = {name.casefold() for name in self._referents.rankable_names}
        opens = any(tool.opens == "site" for tool in view.tools if tool.name == plan.action)
        return may_point_at(view.url_map[index], view.goal, known, view.memory, sites, opens=opens)

    def _held(self, plan: Task, view: PlanView) -> Task:
        """The plan on the site that the words name; what only reads may read what was found."""
        if plan.action not in self._registry:
            return plan
        tool = self._registry.get(plan.action)
        is_free = is_found(view.memory) or points_by_number(view.goal)
        if tool.opens != "site" and (is_free or Rule.WEB_IS_DATA not in self._rules):
            return plan
        return _held_to_names(plan, view)

    def _with_slots(self, plan: Task, view: PlanView) -> Task:
        """What code surely read in the words wins over what a model gives for it."""
        tool, parts = self._registry.get(plan.action), view.understanding.parts
        meant = [one.intent for one in parts if one.intent and one.intent.name == tool.meaning]
        if not view.understanding.is_certain or len(meant) != 1:
            return plan
        slots = {name: value for name, value in meant[0].slots.items() if name in tool.in_words}
        return replace(plan, arguments={**plan.arguments, **slots})

    def asks_first(self, plan: Plan | None) -> bool:
        """Whether the user is asked before the plan is carried out."""
        if not isinstance(plan, Task) or plan.action not in self._registry:
            return False
        tool = self._registry.get(plan.action)
        if not callable(tool.tier):
            return tool.may_ask_first
        return tool.tier_of(tool.arguments.model_validate(plan.arguments)) == "confirm"

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
        if Rule.AGAIN_AND_ONCE not in self._rules or ends_in_question(plan.reply or ""):
            return False
        if only_answers(view) or self._may_be_words_alone(view.understanding):
            return False
        tried = {step["action"] for step in view.memory}
        return any(not part & tried for part in self._only_for_tools(view))

    def _may_be_words_alone(self, understanding: Understanding) -> bool:
        """Whether it is not surely understood, and by its form no act is asked for."""
        if understanding.is_understood:
            return False
        return asked_for(understanding, self._registry) is not AskedFor.ACT

    def _only_for_tools(self, view: PlanView) -> Sequence[frozenset[str]]:
        """What is wanted that no words of a model can stand for.

        Where the sentence is not surely understood, an answer may be better than a lookup.
        """
        wanted = self._acts_wanted(view)
        if view.understanding.is_understood:
            return wanted
        return [part for part in wanted if not self._only_reads(part)]

    def _only_reads(self, names: frozenset[str]) -> bool:
        known = [self._registry.get(name) for name in names if name in self._registry]
        return bool(known) and all(tool.is_read_only for tool in known)

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
