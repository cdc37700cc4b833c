"""LocalPlanner: plans everyday commands by grammar, tables and rules; no model and no network.

Invariant: the same view gives the same plan; what it does not understand it says, not guesses.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from jarvis_voice.brain import replies
from jarvis_voice.brain.finding import best_page, next_query
from jarvis_voice.brain.grammar import Intent
from jarvis_voice.brain.knowledge import Knowledge
from jarvis_voice.brain.planner import Finish, Plan, PlanView, Task
from jarvis_voice.brain.url_map import host, index_of
from jarvis_voice.tools.name_match import Verdict
from jarvis_voice.tools.registry import Registry

LAST = -1
"""What the grammar gives for "the last one"."""


class LocalPlanner:
    """Plans by rules, one step at a time."""

    name = "local"

    def __init__(self, knowledge: Knowledge, registry: Registry) -> None:
        self._knowledge = knowledge
        self._registry = registry
        self._rules: Mapping[str, Callable[[PlanView, Intent], Plan]] = {
            "open": self._open,
            "open_website": self._open_website,
            "open_url": self._open_website,
            "open_app": self._open_app,
            "open_their": self._open_their,
            "open_result": self._open_result,
            "find_and_open": self._find_and_open,
            "search": lambda view, intent: _once(
                view, Task("search", {"query": intent.slots["query"]})
            ),
            "take_screenshot": lambda view, _: _once(view, Task("take_screenshot")),
            "calculate": lambda view, intent: _once(
                view, Task("calculate", {"expression": intent.slots["expression"]})
            ),
            "get_time": lambda view, _: _once(view, Task("get_time", {"what": "time"})),
            "get_date": lambda view, _: _once(view, Task("get_time", {"what": "date"})),
            "what_can_you_do": lambda *_: Finish(replies.abilities(self._registry)),
            "help": lambda *_: Finish(replies.abilities(self._registry)),
            "what_did_i_ask": lambda view, _: Finish(replies.previous_question(view.messages)),
            "say_again": lambda view, _: Finish(replies.previous_answer(view.messages)),
            "yes": lambda *_: Finish(replies.NO_OFFER, "not_done"),
        }

    async def plan(self, view: PlanView) -> Plan:
        """The next step; never raises."""
        if view.memory and view.memory[-1]["action"] != "search":
            return Finish()
        intent = self._knowledge.understand(view.goal)
        if intent is None:
            return Finish() if view.memory else Finish(replies.NOT_UNDERSTOOD, "not_done")
        if intent.name in replies.FIXED:
            return Finish(replies.FIXED[intent.name])
        rule = self._rules.get(intent.name)
        return rule(view, intent) if rule else Finish(replies.NOT_UNDERSTOOD, "not_done")

    def _open(self, view: PlanView, intent: Intent) -> Plan:
        """Something by name that may be an app or a site: an app that fits as well comes first."""
        name = intent.slots["name"]
        app = self._knowledge.applications.find(name)
        site = self._knowledge.sites.find(name)
        if app.accepted and (site.link is None or app.score >= site.confidence):
            return Task("open_app", {"name": app.accepted.name})
        if app.verdict is Verdict.ASK and site.verdict is Verdict.REFUSE and not view.memory:
            return _ask_which([candidate.name for candidate in app.candidates], "open {}")
        return self._open_website(view, intent)

    def _open_website(self, view: PlanView, intent: Intent) -> Plan:
        """A site by name or address: from the user's words, else searched by its name."""
        for link in self._knowledge.links_named_in(view.goal, view.source):
            index = index_of(view.url_map, link.url)
            if index is not None:
                return Task("open_website", {"url_index": index})
        name = intent.slots.get("name", "")
        if url := intent.slots.get("url"):
            question = replies.shall_i_open(host(url))
            return Finish(question, "not_done", offer=f"open {host(url)}")
        known = self._knowledge.sites.find(name)
        if known.candidates:
            return _ask_which([link.title for link in known.candidates], "open {}'s website")
        if not name:
            return Finish(replies.WHICH_SITE, "not_done")
        if not view.memory:
            return Task("search", {"query": f"{name} official website"})
        if view.memory[-1]["status"] == "failed":
            return Finish()
        page = best_page(view.url_map, named=name) if _found(view) else None
        if page is None:
            return Finish(replies.WHICH_SITE, "not_done")
        return Task("open_website", {"url_index": page})

    def _open_app(self, _: PlanView, intent: Intent) -> Plan:
        name = intent.slots["name"]
        app = self._knowledge.applications.find(name)
        if app.accepted:
            return Task("open_app", {"name": app.accepted.name})
        if app.candidates:
            return _ask_which([candidate.name for candidate in app.candidates], "launch {}")
        if site := self._knowledge.sites.find(name).link:
            question = replies.no_app_but_site(site.title)
            return Finish(question, "not_done", offer=f"open {site.title}'s website")
        return Finish(replies.WHICH_APP, "not_done")

    def _open_their(self, view: PlanView, _: Intent) -> Plan:
        """The site last opened, if it is still among the results; else the best of them."""
        if not view.url_map:
            return Finish(replies.WHOSE_SITE, "not_done")
        opened = index_of(view.url_map, view.last_opened_url) if view.last_opened_url else None
        page = opened if opened is not None else best_page(view.url_map)
        if page is None:
            return Finish(replies.WHOSE_SITE, "not_done")
        return Task("open_website", {"url_index": page})

    def _open_result(self, view: PlanView, intent: Intent) -> Plan:
        number = int(intent.slots["ordinal"])
        if number == LAST:
            number = len(view.url_map)
        if not 1 <= number <= len(view.url_map):
            return Finish(replies.no_such_result(len(view.url_map)), "not_done")
        return Task("open_website", {"url_index": number - 1})

    def _find_and_open(self, view: PlanView, intent: Intent) -> Plan:
        query = intent.slots["query"]
        if not view.memory:
            return Task("search", {"query": query})
        if not _found(view):
            return Finish()
        if further := next_query(query, view.memory, view.url_map, self._knowledge.rankable_names):
            return Task("search", {"query": further})
        page = best_page(view.url_map)
        if page is None:
            return Finish(replies.ONLY_RANKINGS, "not_done")
        return Task("open_website", {"url_index": page})


def _once(view: PlanView, task: Task) -> Plan:
    return Finish() if view.memory else task


def _found(view: PlanView) -> bool:
    return view.memory[-1]["status"] == "done" and bool(view.url_map)


def _ask_which(names: list[str], sentence: str) -> Finish:
    offer = sentence.format(names[0]) if len(names) == 1 else ""
    return Finish(replies.did_you_mean(names), "not_done", offer=offer)
