"""What the local planner knows: sentences, sites and installed apps, and what words point at."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Self

from jarvis_voice.assistant import url_map as urls
from jarvis_voice.assistant.state import MessageState
from jarvis_voice.assistant.understanding.clarification import completed
from jarvis_voice.assistant.understanding.conversation import ConversationContext
from jarvis_voice.assistant.understanding.grammar import OPENING_INTENTS, Grammar, Intent
from jarvis_voice.assistant.understanding.parts import Part
from jarvis_voice.assistant.understanding.time_correction import corrected
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.types import Link, Source
from jarvis_voice.tools.desktop.applications import Applications
from jarvis_voice.tools.registry import Tool
from jarvis_voice.tools.web.aggregators import is_aggregator
from jarvis_voice.tools.web.sites import SiteTable

SITE_INTENTS = frozenset({"open", "open_known", "open_website", "open_url"})
TALK = frozenset(
    {
        *("greeting", "how_are_you", "do_you_hear", "who_are_you", "what_can_you_do", "help"),
        *("thanks", "compliment", "goodbye"),
    }
)
"""Intents that are answered in words alone."""
IN_WORDS = TALK | {"what_did_i_ask", "say_again", "stop", "never_mind", "reset", "yes", "no"}
"""Intents for which no tool is needed."""
SHORTEST_NAME = 3
LONG_SPELLING = 10
"""Characters from which a name in small letters cannot be a common word ("apple", "m i t")."""

CERTAIN_SCORE = 90.0
"""From here on a mere name is taken for a request, where it is asked for politely or by need."""

_WISH = re.compile(
    r"(?P<wants>(?:(?:can|could|may) (?:i|we) )?(?:get|have)(?: me| us)? |(?:give|grab|fetch) me |"
    r"(?:i|we) (?:need|want|would like|'d like) |i'd like |i wanna have |"
    r"(?:i|we) could (?:do with|use) |let me (?:have|use) |"
    r"(?:i|we) (?:need|want|would like) to use )?"
    r"(?:a |an |the |my |some )?(?:new )?(?P<name>\S+(?: \S+){0,2}?)"
    r"(?P<site>(?:'s|')? (?:web ?site|site|home ?page|web ?page))?"
    r"(?: app| application| program| window)?(?: (?:open|up|opened|running|started|on screen))?",
    re.I,
)
_LISTED = re.compile(r"(?: for me)?,? and (?:also )?(?:the )?|, (?:the )?", re.I)
_PLEASE = re.compile(r"\bplease\b", re.I)
_POSSESSIVE = re.compile(r"'s?\Z")

TYPED: frozenset[Source] = frozenset({"stdin", "http", "schedule"})


@dataclass(frozen=True, slots=True)
class Knowledge:
    """The tables, loaded once."""

    grammar: Grammar
    sites: SiteTable
    applications: Applications

    @classmethod
    def load(cls, paths: Paths, tools: Iterable[Tool] = ()) -> Self:
        """Read the shipped files, the tools' sentences and the user's own.

        Raises:
            ConfigError: One of the user's files has a mistake.
        """
        return cls(Grammar.load(paths, tools), SiteTable.load(paths), Applications())

    def understand(self, text: str) -> Intent | None:
        """What a sentence asks for, or None."""
        return self.grammar.understand(text)

    def requests(self, text: str, messages: Sequence[MessageState] = ()) -> tuple[Part, ...]:
        """What a sentence asks for, request by request, in the light of what was said before."""
        parts = ConversationContext(self.grammar, self._known_thing).requests(text, messages)
        if len(parts) == 1:
            return self._each_name(parts[0]) or parts
        return tuple(self._without_guess(part) for part in parts)

    def _without_guess(self, part: Part) -> Part:
        """A part without a verb of its own opens only what is known: "... and then GitLab"."""
        intent = part.intent
        if intent is None or intent.name not in OPENING_INTENTS or self.knows(intent):
            return part
        has_verb = self.understand(part.text) is not None
        return part if has_verb else Part(part.text, None, part.depends)

    def _each_name(self, part: Part) -> tuple[Part, ...]:
        """A request to open "GitHub and GitLab" as one for each; () where it is but one name."""
        intent = part.intent
        if intent is None or intent.name not in OPENING_INTENTS or self.knows(intent):
            return ()
        names = [name for name in _LISTED.split(intent.slots["name"]) if name]
        each = [Intent(intent.name, {"name": name}) for name in names]
        if len(names) == 1 or not self.knows(each[0]):
            return ()
        return tuple(
            Part(name, one if self.knows(one) else None)
            for name, one in zip(names, each, strict=True)
        )

    def understands(self, text: str) -> bool:
        """Whether all that a sentence asks for is known, with each name that is to be opened."""
        return all(
            part.intent is not None and self._is_there(part.intent) for part in self.requests(text)
        )

    def is_certain_of(self, text: str) -> bool:
        """Whether it is understood, and as more than a question that might be about anything."""
        parts = self.requests(text)
        return self.understands(text) and not any(p.intent and p.intent.is_question for p in parts)

    def _is_there(self, intent: Intent) -> bool:
        opens = intent.name in OPENING_INTENTS or intent.name == "find_and_open"
        return not opens or "name" not in intent.slots or self.knows(intent)

    def knows(self, intent: Intent) -> bool:
        """Whether a name is that of an installed application or a known site, without doubt."""
        name = intent.slots["name"]
        site = self.sites.find(name)
        return bool(self.applications.find(name).accepted or site.link)

    def resembling(self, name: str, most: int) -> tuple[str, ...]:
        """Known sites and applications whose names come nearest to one that is not known."""
        sites = self.sites.resembling(name, most)
        apps = self.applications.resembling(name, most)
        return tuple(dict.fromkeys(one for pair in zip_longest(sites, apps) for one in pair if one))

    def _known_thing(self, text: str, line: str) -> Intent | None:
        """A request by the mere name of what is known: "YouTube, please", "I need a terminal"."""
        wish = _WISH.fullmatch(line)
        if wish is None or not (wish["wants"] or wish["site"] or _PLEASE.search(text)):
            return None
        name = _POSSESSIVE.sub("", wish["name"])
        app, site = self.applications.find(name), self.sites.find(name)
        if app.accepted and app.score >= CERTAIN_SCORE and not wish["site"]:
            return Intent("open_app", {"name": name})
        is_certain = site.link is not None and site.confidence >= CERTAIN_SCORE
        return Intent("open_website", {"name": name}) if is_certain else None

    def is_talk(self, text: str) -> bool:
        """Whether the words are small talk, which needs no tool."""
        intent = self.understand(text)
        return intent is not None and intent.name in TALK

    def wanted(self, text: str, messages: Sequence[MessageState]) -> tuple[frozenset[str], ...]:
        """Actions that fulfil what is asked: one set for each part, in order; () if unknown."""
        parts = self.requests(text, messages)
        sets = [actions_for(part.intent) if part.intent else frozenset() for part in parts]
        return tuple(sets) if all(sets) else ()

    @property
    def rankable_names(self) -> dict[str, str]:
        """How text may spell a site, and its name; sites that rank others are left out."""
        return {
            spelling: link.title
            for spellings, link in self.sites.spellings
            if not is_aggregator(link)
            for spelling in spellings
            if len(spelling) >= (LONG_SPELLING if spelling.islower() else SHORTEST_NAME)
        }

    def goal_of(self, text: str, offer: str, messages: Sequence[MessageState] = ()) -> str:
        """What is wanted: what was offered, where the text is a plain yes to it.

        Where the text answers our question about a time, it is what was asked for with its time,
        and where it puts that right, what was set is cancelled and set anew.
        """
        if not offer:
            understand = self.understand
            put_right = corrected(text, messages, understand)
            return put_right or completed(text, messages, understand) or text
        intent = self.understand(text)
        return offer if intent and intent.name == "yes" else text

    def links_named_in(self, text: str, source: Source) -> tuple[Link, ...]:
        """Sites that the user's own words name: an address, or a name in the sites table.

        A typed address is taken as it stands, a heard one only where the sites table has it.
        What was retracted ("open github, no, gitlab") is not in the intent, and so not named.
        """
        links = (self.link_of(part.intent, source) for part in self.requests(text))
        return tuple(link for link in links if link)

    def link_of(self, intent: Intent | None, source: Source) -> Link | None:
        """The site that a request to open one names, or None."""
        if intent is None or intent.name not in SITE_INTENTS:
            return None
        name, url = intent.slots.get("name", ""), intent.slots.get("url")
        spoken = Link(title=name, url=url, origin="spoken") if url else None
        link = None if intent.name == "open_url" else self.sites.find(name).link
        if link is None and spoken:
            link = spoken if source in TYPED else self._heard(spoken)
        return link

    def _heard(self, spoken: Link) -> Link | None:
        """The known site of a heard address; one that is not known may be heard wrongly: None."""
        link = self.sites.hearing_of(spoken)
        if link is not spoken:
            return link
        host = urls.host(spoken.url)
        known = any(urls.host(site.url) == host for _, site in self.sites.spellings)
        return spoken if known else None


_LOOKED_UP = frozenset({"search", "wikipedia", "read_page", "research"})
_WEBSITE = frozenset({"open_website"})
_FULFILLED_BY = {
    "open": frozenset({"open_app", "open_website"}),
    "open_known": frozenset({"open_app", "open_website"}),
    "open_app": frozenset({"open_app"}),
    "open_website": _WEBSITE,
    "open_url": _WEBSITE,
    "open_their": _WEBSITE,
    "open_result": _WEBSITE,
    "find_and_open": _WEBSITE,
    "read_result": frozenset({"read_page"}),
    "wikipedia_about_it": frozenset({"wikipedia"}),
    "copy_answer": frozenset({"clipboard"}),
    "get_date": frozenset({"get_time"}),
}


def actions_for(intent: Intent) -> frozenset[str]:
    """Actions of which one fulfils an intent; none for what is answered in words."""
    if intent.name in _FULFILLED_BY:
        return _FULFILLED_BY[intent.name]
    if intent.is_question:
        return _LOOKED_UP
    return frozenset() if intent.name in IN_WORDS else frozenset({intent.name})
