"""LocalPlanner: plans everyday commands by grammar and rules, without a model or a network.

Invariant: the same view gives the same plan; what it does not understand it says, not guesses.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from jarvis_voice.assistant import replies
from jarvis_voice.assistant.planning import unsupported
from jarvis_voice.assistant.planning.abilities import abilities
from jarvis_voice.assistant.planning.last_subject import last_subject
from jarvis_voice.assistant.planning.opening_question import opening_question
from jarvis_voice.assistant.planning.plain_yes import answer_to_yes
from jarvis_voice.assistant.planning.plan import Finish, Plan, PlanView, Task
from jarvis_voice.assistant.planning.result_ranking import best_page, next_query
from jarvis_voice.assistant.understanding import meanings, proposals
from jarvis_voice.assistant.understanding.general_question import may_be_told
from jarvis_voice.assistant.understanding.knowledge import Knowledge
from jarvis_voice.assistant.understanding.parts import MAX_PARTS
from jarvis_voice.assistant.understanding.plausibility import OPENING_INTENTS
from jarvis_voice.assistant.url_map import host, index_of
from jarvis_voice.core.types import HERE, Outcome
from jarvis_voice.core.understanding import Intent, Part
from jarvis_voice.language.en.name_match import MatchVerdict
from jarvis_voice.language.en.normalization import LONGEST_SENTENCE
from jarvis_voice.tools.registry import Registry

CERTAIN = 95.0
"""How well a name must fit, 0 to 100, where the words around it can mean many other things."""

_SITE_WORD = re.compile(r"\b(?:web|site|page|home ?page|dot|official)|website|\.\w", re.I)
"""Words that say that a site is meant; without one, "open wide" asks for none."""

LAST = -1
"""What the grammar gives for "the last one"."""

_OF_VOICE = {"up": "louder", "down": "quieter"}
_NAMES_SOUND = re.compile(r"\b(?:volume|sound|music|audio|songs?|speakers?|player|video)\b", re.I)


class LocalPlanner:
    """Plans by rules, one step at a time."""

    name = "local"
    title = "The local planner"

    def __init__(self, knowledge: Knowledge, registry: Registry) -> None:
        self._knowledge = knowledge
        self._registry = registry
        self._rules: Mapping[str, Callable[[PlanView, Intent], Plan]] = {
            "open": self._open,
            "open_known": self._open_known,
            meanings.OPEN_WEBSITE: self._open_website,
            "open_url": self._open_website,
            meanings.OPEN_APP: self._open_app,
            "open_their": self._open_their,
            "open_result": self._open_result,
            "find_and_open": self._find_and_open,
            meanings.SEARCH: lambda view, intent: _once(view, self._do(intent)),
            meanings.VOLUME: self._volume,
            "get_date": lambda view, _: _once(view, self._act("get_date", {"what": "date"})),
            meanings.READ_PAGE: self._read_page,
            "read_result": self._read_result,
            "read_url": self._read_url,
            "wikipedia_about_it": lambda *_: Finish(replies.ABOUT_WHAT, "not_done"),
            "greeting": lambda view, _: Finish(replies.greeting(view.goal, view.around.name)),
            "ask_if_listening": lambda *_: Finish(replies.LISTENS),
            "ask_if_recording": lambda *_: Finish(replies.RECORDS),
            "ask_to_unmute": lambda *_: Finish(replies.UNMUTE),
            "ask_what_is_sent": lambda view, _: Finish(replies.what_is_sent(view.model)),
            "last_subject": lambda view, _: Finish(
                last_subject(view.messages, self._knowledge.grammar.understand)
            ),
            "what_can_you_do": lambda view, _: Finish(abilities(self._of_use(view))),
            "help": lambda view, _: Finish(abilities(self._of_use(view))),
            "what_did_i_ask": lambda view, _: Finish(replies.previous_question(view.messages)),
            "say_again": lambda view, _: Finish(replies.previous_answer(view.messages)),
            "yes": lambda view, _: answer_to_yes(view),
            "take_back_begun": lambda *_: Finish(replies.NOT_BEGUN, "not_done"),
            proposals.SUGGEST: lambda _, intent: _suggested(intent.slots["sentence"]),
            proposals.ASK_FOR: lambda _, intent: Finish(
                intent.slots["question"], "not_done", offer=intent.slots["sentence"]
            ),
            proposals.CANNOT: self._cannot,
            proposals.WORK_ON: lambda _, intent: Finish(
                unsupported.refusal(intent.slots["head"]) or replies.NEEDS_MODEL, "not_done"
            ),
        }

    async def load(self) -> None:
        """It is loaded when it is made."""

    async def plan(self, view: PlanView) -> Plan:
        """The next step; never raises."""
        if not view.memory and (told := unsupported.in_emergency(view.goal)):
            return Finish(told, "not_done")
        parts = view.understanding.parts
        if len(parts) > MAX_PARTS:
            return Finish(replies.too_many(MAX_PARTS), "not_done")
        if len(view.goal) > LONGEST_SENTENCE and not (view.memory or parts[0].intent):
            return Finish(replies.TOO_LONG, "not_done")
        unknown = [part.text for part in parts if part.intent is None]
        if not view.memory and (reply := self._in_words(view, parts, unknown)):
            return reply
        ends: list[Finish] = []
        for number, part in enumerate(parts):
            own = [step for step in view.memory if step.get("part", 0) == number]
            if part.depends and not own and _failed_before(view, number):
                ends.append(Finish(note=replies.not_without(part.text), outcome="not_done"))
                continue
            if part.intent and part.intent.name == "copy_answer":
                plan = _once(replace(view, memory=own), self._copy_answer(view))
            else:
                plan = self._plan_part(replace(view, memory=own), part)
            if isinstance(plan, Task):
                return replace(plan, part=number)
            ends.append(plan)
        return _together(ends, is_anything_done=bool(view.memory))

    def _in_words(
        self, view: PlanView, parts: Sequence[Part], unknown: Sequence[str]
    ) -> Finish | None:
        """The answer to what is not understood, cannot be done or asks what can be; else None."""
        if len(parts) > 1:
            if not unknown:
                return None
            refused = unsupported.refusal(unknown[0])
            said = f"{refused} {replies.NOTHING_YET}" if refused else ""
            return Finish(said or replies.not_understood(unknown[0]), "not_done")
        [part] = parts
        if not self._may_be_refused(part.intent):
            return None
        goal = view.goal
        if able := unsupported.ability(goal, self._of_use(view)):
            return Finish(able)
        if unsupported.ability(goal, self._registry):
            return Finish(replies.NOT_FROM_THERE, "not_done")
        is_search = part.intent is not None and part.intent.name not in OPENING_INTENTS
        later = unsupported.LATER if unsupported.is_for_later(goal) else None
        if refused := later or unsupported.refusal(part.text, is_question=is_search):
            return Finish(refused, "not_done")
        return Finish(replies.misunderstood(view.model), "not_done") if unknown else None

    def _of_use(self, view: PlanView) -> Registry:
        """The tools for who asks, where they are."""
        return self._registry.of_use_to(view.origin)

    def _may_be_refused(self, intent: Intent | None) -> bool:
        """Whether a reading is so weak that another answer may be better than to follow it."""
        if intent is None or intent.name not in OPENING_INTENTS:
            return intent is None or intent.is_question or intent.name == meanings.RECALL
        return not self._knowledge.knows(intent)

    def _plan_part(self, view: PlanView, part: Part) -> Plan:
        """The next step for one request, with the steps that were made for it."""
        intent = part.intent
        is_looked_for = intent is not None and intent.name == proposals.CANNOT
        if intent is None or (view.memory and not (view.memory[-1]["finds"] or is_looked_for)):
            return Finish()
        if intent.name in replies.FIXED:
            return Finish(replies.FIXED[intent.name])
        if intent.name in replies.TOLD:
            return Finish(replies.to_told(intent.name, view.messages))
        if rule := self._rules.get(intent.name):
            return rule(view, intent)
        return _once(view, self._pointed(view, self._do(intent)))

    def _do(self, intent: Intent) -> Task | Finish:
        """The task of the tool that fulfils an intent, with the intent's own arguments."""
        return self._act(intent.name, intent.arguments)

    def _act(self, meaning: str, arguments: dict[str, Any]) -> Task | Finish:
        """The task of the first tool that fulfils a meaning, or that none does here."""
        tools = self._registry.fulfilling(meaning)
        if not tools:
            return Finish(unsupported.cannot(meaning), "not_done")
        return Task(tools[0].name, arguments)

    def _volume(self, view: PlanView, intent: Intent) -> Plan:
        """The volume of this machine; at another place a bare "louder" is of the voice there."""
        change = _OF_VOICE.get(str(intent.slots.get("change")))
        is_there = view.origin.place != HERE.place and not _NAMES_SOUND.search(view.goal)
        if is_there and change and intent.slots.get("percent") is None:
            return _once(view, self._act(meanings.ADJUST_SPEECH, {"change": change}))
        return _once(view, self._do(intent))

    def _cannot(self, view: PlanView, intent: Intent) -> Task | Finish:
        """An honest refusal; what a question may find in what the user told is looked for first."""
        if any(step["status"] == "done" for step in view.memory):
            return Finish()
        reply, offer = intent.slots["reply"], intent.slots.get("offer", "")
        knows = (offer or reply.startswith("I cannot")) and self._registry.fulfilling(
            meanings.RECALL
        )
        if knows and not view.memory and (offer or may_be_told(view.goal)):
            return self._act(meanings.RECALL, {"about": view.goal})
        return Finish(reply, "not_done", offer=offer)

    def _pointed(self, view: PlanView, task: Task | Finish) -> Task | Finish:
        """The task of a tool that takes a result, pointed at the one that is spoken of."""
        if isinstance(task, Finish) or not self._registry.get(task.action).takes_link:
            return task
        page = _page_meant(view)
        if page is None:
            return Finish(replies.WHICH_PAGE, "not_done")
        return replace(task, arguments={"url_index": page, **task.arguments})

    def _open(self, view: PlanView, intent: Intent) -> Plan:
        """Something by name that may be an app or a site: an app that fits as well comes first."""
        name = intent.slots["name"]
        app = self._knowledge.applications.find(name)
        site = self._knowledge.sites.find(name)
        if app.accepted and (site.link is None or app.score >= site.confidence):
            return self._act(meanings.OPEN_APP, {"name": app.accepted.name})
        if (
            app.verdict is MatchVerdict.ASK
            and site.verdict is MatchVerdict.REFUSE
            and not view.memory
        ):
            return _ask_which([candidate.name for candidate in app.candidates], "open {}")
        return self._open_website(view, intent)

    def _open_known(self, view: PlanView, intent: Intent) -> Plan:
        """Like `open`, where the words may mean many other things: only what is known."""
        name = intent.slots["name"]
        app, site = self._knowledge.applications.find(name), self._knowledge.sites.find(name)
        if (app.accepted and app.score >= CERTAIN) or (site.link and site.confidence >= CERTAIN):
            return self._open(view, intent)
        return Finish(replies.misunderstood(view.model), "not_done")

    def _open_website(self, view: PlanView, intent: Intent) -> Plan:
        """A site by name or address: from the user's words, else searched by its name."""
        link = view.understanding.link_of(intent)
        index = index_of(view.url_map, link.url) if link else None
        if index is not None:
            return self._open_page(view, index)
        name = intent.slots.get("name", "")
        if url := intent.slots.get("url"):
            question = replies.shall_i_open(host(url))
            return Finish(question, "not_done", offer=f"open {host(url)}")
        known = self._knowledge.sites.find(name)
        if known.candidates and not known.link:
            return _ask_which([link.title for link in known.candidates], "open {}'s website")
        return self._look_for_site(view, name)

    def _look_for_site(self, view: PlanView, name: str) -> Plan:
        """A site that only a search can find; asked first where the words may mean no site."""
        if not name:
            return Finish(replies.WHICH_SITE, "not_done")
        if not view.memory and name.islower() and not _SITE_WORD.search(view.goal):
            return Finish(replies.SHALL_I_SEARCH, "not_done", offer=f"open the website of {name}")
        if not view.memory:
            return self._act(meanings.SEARCH, {"query": f"{name} official website"})
        if view.memory[-1]["status"] == "failed":
            return Finish()
        page = best_page(view.url_map, named=name) if _found(view) else None
        if page is None:
            return Finish(replies.WHICH_SITE, "not_done")
        return self._open_page(view, page, name)

    def _open_page(self, view: PlanView, index: int, name: str = "") -> Plan:
        """An entry of the url_map; one that is a stranger's claim is asked about first."""
        question = opening_question(view, index, self._knowledge.is_known, name)
        return question or self._act(meanings.OPEN_WEBSITE, {"url_index": index})

    def _open_app(self, _: PlanView, intent: Intent) -> Plan:
        name = intent.slots["name"]
        app = self._knowledge.applications.find(name)
        if app.accepted:
            return self._act(meanings.OPEN_APP, {"name": app.accepted.name})
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
        page = _page_meant(view)
        if page is None:
            return Finish(replies.WHOSE_SITE, "not_done")
        return self._open_page(view, page)

    def _open_result(self, view: PlanView, intent: Intent) -> Plan:
        index = _result_meant(view, intent)
        if index is None:
            return Finish(replies.no_such_result(len(view.url_map)), "not_done")
        return self._open_page(view, index)

    def _read_result(self, view: PlanView, intent: Intent) -> Plan:
        index = _result_meant(view, intent)
        if index is None:
            return Finish(replies.no_such_result(len(view.url_map)), "not_done")
        return _once(view, self._read(index, intent))

    def _read_page(self, view: PlanView, intent: Intent) -> Plan:
        index = _page_meant(view)
        if index is None:
            return Finish(replies.WHICH_PAGE, "not_done")
        return _once(view, self._read(index, intent))

    def _read_url(self, view: PlanView, intent: Intent) -> Plan:
        link = view.understanding.link_of(intent)
        index = index_of(view.url_map, link.url) if link else None
        return (
            Finish(replies.WHICH_PAGE) if index is None else _once(view, self._read(index, intent))
        )

    def _read(self, index: int, intent: Intent) -> Plan:
        part = {"part": intent.slots["part"]} if "part" in intent.slots else {}
        return self._act(meanings.READ_PAGE, {"url_index": index, **part})

    def _find_and_open(self, view: PlanView, intent: Intent) -> Plan:
        query = intent.slots["query"]
        if not view.memory:
            return self._act(meanings.SEARCH, {"query": query})
        if not _found(view):
            return Finish()
        if further := next_query(query, view.memory, view.url_map, self._knowledge.rankable_names):
            return self._act(meanings.SEARCH, {"query": further})
        page = best_page(view.url_map)
        if page is None:
            return Finish(replies.ONLY_RANKINGS, "not_done")
        return self._open_page(view, page)

    def _copy_answer(self, view: PlanView) -> Task | Finish:
        """What was found out last, or answered in the turn before, onto the clipboard."""
        found = [step for step in view.memory if step["status"] == "done"]
        said = replies.previous_answer(view.messages)
        if not found and said == replies.NOTHING_SAID:
            return Finish(said, "not_done")
        if found:
            data = found[-1]["data"]
            said = str(data.get("result") or data.get("answer") or found[-1]["observed"])
        return self._act(meanings.CLIPBOARD, {"action": "write", "text": said})


def _suggested(sentence: str) -> Finish:
    return Finish(replies.did_you_mean_to_say(sentence), "not_done", offer=sentence)


def _once(view: PlanView, plan: Plan) -> Plan:
    return Finish() if view.memory else plan


def _page_meant(view: PlanView) -> int | None:
    """The page last opened, if it is still among the results; else the best of them."""
    opened = index_of(view.url_map, view.last_opened_url) if view.last_opened_url else None
    return opened if opened is not None else best_page(view.url_map)


def _result_meant(view: PlanView, intent: Intent) -> int | None:
    number = int(intent.slots["ordinal"])
    if number == LAST:
        number = len(view.url_map)
    return number - 1 if 1 <= number <= len(view.url_map) else None


def _failed_before(view: PlanView, number: int) -> bool:
    """Whether the part before did not come to what it was for."""
    before = [step for step in view.memory if step.get("part", 0) == number - 1]
    return not before or before[-1]["status"] != "done"


def _together(ends: Sequence[Finish], *, is_anything_done: bool) -> Finish:
    """The ends of all parts as one; what was done is told from its receipts."""
    if len(ends) == 1:
        return ends[0]
    words = " ".join(said for end in ends for said in (end.reply, end.note) if said)
    outcomes = {end.outcome for end in ends if end.outcome}
    outcome: Outcome | None = "not_done" if "not_done" in outcomes else None
    offer = next((end.offer for end in ends if end.offer), "")
    if is_anything_done:
        return Finish(note=words, outcome=outcome, offer=offer)
    return Finish(words or None, outcome, offer)


def _found(view: PlanView) -> bool:
    return view.memory[-1]["status"] == "done" and bool(view.url_map)


def _ask_which(names: list[str], sentence: str) -> Finish:
    offer = sentence.format(names[0]) if len(names) == 1 else ""
    return Finish(replies.did_you_mean(names), "not_done", offer=offer)
