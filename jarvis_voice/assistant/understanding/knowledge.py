"""Reads sentences for the local planner, with the grammar, known sites and installed apps."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import zip_longest
from typing import Self

from jarvis_voice.assistant import url_map as urls
from jarvis_voice.assistant.replies import is_chat
from jarvis_voice.assistant.state import MessageState
from jarvis_voice.assistant.understanding import meanings, proposals
from jarvis_voice.assistant.understanding.answered_at_once import at_once
from jarvis_voice.assistant.understanding.awaited_orders import not_awaited
from jarvis_voice.assistant.understanding.calendar_questions import as_calendar
from jarvis_voice.assistant.understanding.conversation import ConversationContext
from jarvis_voice.assistant.understanding.fact_questions import is_spelt_question
from jarvis_voice.assistant.understanding.first_turns import answered
from jarvis_voice.assistant.understanding.given_parts import within_text
from jarvis_voice.assistant.understanding.goal import goal_of, subject_turn
from jarvis_voice.assistant.understanding.grammar import (
    OPENING_INTENTS,
    Grammar,
    SentenceReading,
)
from jarvis_voice.assistant.understanding.left_alone import only_ordered
from jarvis_voice.assistant.understanding.left_out import wholly_asked
from jarvis_voice.assistant.understanding.name_repairs import last_named
from jarvis_voice.assistant.understanding.open_declines import open_declines
from jarvis_voice.assistant.understanding.plain_orders import as_ordered
from jarvis_voice.assistant.understanding.privacy_talk import as_privacy
from jarvis_voice.assistant.understanding.recurring_requests import as_one_routine, as_routine
from jarvis_voice.assistant.understanding.said_of_jarvis import as_talk
from jarvis_voice.assistant.understanding.search_doubts import is_search, is_spelt_out, unsearched
from jarvis_voice.assistant.understanding.second_reader import SecondReader
from jarvis_voice.assistant.understanding.short_turns.foreign_words import kept_to_subject
from jarvis_voice.assistant.understanding.short_turns.opposition import is_opposed
from jarvis_voice.assistant.understanding.short_turns.topic import topic_of
from jarvis_voice.assistant.understanding.short_turns.whole_turns import stands_alone
from jarvis_voice.assistant.understanding.slipped_words import mends_free_words
from jarvis_voice.assistant.understanding.taking_limits import within_limits
from jarvis_voice.assistant.understanding.tellings import REMARK, TALK, TOLD
from jarvis_voice.assistant.understanding.typed_words import as_typed
from jarvis_voice.assistant.understanding.unsaid_orders import as_undoing, declined
from jarvis_voice.assistant.understanding.unsure_orders import asked_first
from jarvis_voice.assistant.understanding.whole_orders import does_all
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.types import Link, Source
from jarvis_voice.core.understanding import Intent, Part, Understanding
from jarvis_voice.language.en.normalization import clean
from jarvis_voice.language.en.open_questions import ends_in_question
from jarvis_voice.language.en.unordered_settings import why_unordered
from jarvis_voice.tools.desktop.applications import Applications
from jarvis_voice.tools.registry import Tool
from jarvis_voice.tools.web.aggregators import is_aggregator
from jarvis_voice.tools.web.sites import SiteTable

SITE_INTENTS = frozenset({"open", "open_known", "open_website", "open_url", "read_url"})
SHORTEST_NAME = 3
LONG_SPELLING = 10
"""Characters from which a name in small letters cannot be a common word ("apple", "m i t")."""

CERTAIN_SCORE = 90.0
"""From here on a mere name is taken for a request, where it is asked for politely or by need."""

_WISH = lazy_pattern(
    r"(?P<wants>(?:(?:can|could|may) (?:i|we) )?(?:get|have)(?: me| us)? |(?:give|grab|fetch) me |"
    r"(?:i|we) (?:need|want|would like|'d like) |i'd like |i wanna have |"
    r"(?:i|we) could (?:do with|use) |let me (?:have|use) |"
    r"(?:i|we) (?:need|want|would like) to use )?"
    r"(?:a |an |the |my |some )?(?:new )?(?P<name>\S+(?: \S+){0,2}?)"
    r"(?P<site>(?:'s|')? (?:web ?site|site|home ?page|web ?page))?"
    r"(?: app| application| program| window)?(?: (?:open|up|opened|running|started|on screen))?",
    re.I,
)
_ASKS_WEB = re.compile(
    r"\b(?:search|google|look up|look for|online|internet|web|information|info)\b", re.I
)
"""Says that a search is wanted, whatever it is about."""

_LISTED = re.compile(r"(?: for me)?,? and (?:also )?(?:the )?|, (?:the )?", re.I)
_PLEASE = re.compile(r"\bplease\b", re.I)
_POSSESSIVE = re.compile(r"'s?\Z")

TYPED: frozenset[Source] = frozenset({"stdin", "http", "schedule"})


@dataclass(frozen=True, slots=True)
class Knowledge:
    """The grammar, the sites table and the applications, loaded once."""

    grammar: Grammar
    sites: SiteTable
    applications: Applications
    second: SecondReader | None = None

    @classmethod
    def load(cls, paths: Paths, tools: Iterable[Tool] = ()) -> Self:
        """Read the shipped files, the tools' sentences and the user's own.

        Raises:
            ConfigError: One of the user's files has a mistake.
        """
        return cls(Grammar.load(paths, tools), SiteTable.load(paths), Applications())

    def read(
        self,
        text: str,
        messages: Sequence[MessageState] = (),
        *,
        offer: str = "",
        source: Source = "stdin",
    ) -> Understanding:
        """What a sentence asks for in the light of what was said before: the one reading of it.

        A typed address is taken as it stands, a heard one only where the sites table has it. What
        was retracted ("open github, no, gitlab") is in no request, and so names no link.

        Args:
            text: The sentence as it was said.
            messages: The conversation before it.
            offer: The sentence that a plain yes stands for; "" where nothing was offered.
            source: The door that it came through.
        """
        understand = self.grammar.understand
        text = as_undoing(text, messages)
        if said := at_once(text, understand) or declined(text, messages, understand):
            return said
        read = partial(self._read, messages=messages, offer=offer, source=source)
        found = not_awaited(text, read(as_ordered(text, understand)), understand, read)
        found = found if messages or offer else answered(text, found, self.second)
        found = within_text(text, found, lambda part: self.read(part, messages, source=source))
        return within_limits(text, found, messages)

    def _read(
        self, text: str, messages: Sequence[MessageState], offer: str, source: Source
    ) -> Understanding:
        alone = self._read(text, (), "", source) if messages else None
        reading = self.grammar.reading()
        if alone and not offer and self._is_whole(text, alone, messages, reading):
            return alone
        if source in TYPED and (program := self.grammar.program(text)):
            return Understanding(text, (Part(text, program),), is_understood=True, is_verbatim=True)
        meant = goal_of(text, messages, offer, reading.understand, self.second, alone)
        meant = kept_to_subject(text, meant, messages, reading.understand)
        if meant.question or meant.is_guess:
            name = proposals.ASK_FOR if meant.question else proposals.SUGGEST
            asked = {"question": meant.question, "sentence": meant.sentence}
            parts = only_ordered(text, (Part(text, Intent(name, asked)),), reading.understand)
            return Understanding(text, parts)
        goal = meant.sentence if does_all(text, meant.sentence) else text
        if meant.is_leaning:
            return Understanding(text, (Part(text, None),))
        if meant.is_told:
            said = (self.second and self.second.chatted(text)) or Intent(REMARK)
            return Understanding(text, (Part(text, said),), is_understood=True, is_talk=True)
        is_typed = source in TYPED or goal != text  # what we worded ourselves is not misheard
        parts = tuple(
            replace(part, link=self._link_of(part.intent, is_typed=is_typed))
            for part in self._requests(goal, messages, reading)
        )
        if source in TYPED:
            parts = tuple(self._as_typed(part, goal, is_said=goal == text) for part in parts)
        is_sure = True
        is_new = not any(part.intent and part.intent.is_question for part in parts)
        if self.second and not any(is_spelt_out(part) for part in parts):
            parts, is_sure = self.second.parts(goal, parts, reading.understand, self._is_weak)
        parts = self._chatted(text, parts, messages, reading)
        parts = unsearched(text, parts, messages, reading.understand, self.second)
        parts = as_one_routine(only_ordered(text, parts, reading.understand), text)
        if len(parts) == 1:
            again = as_routine(parts[0], text, reading.understand, self.second)
            only = as_calendar(wholly_asked(again, text), text)
            parts = (as_talk(as_privacy(only, text), text),)
        parts = open_declines(text, parts, messages, reading.understand)
        is_new = is_new and is_search(parts[0].intent)  # asked of the web as it stands
        is_order = source in TYPED and not why_unordered(text)
        if is_order and len(parts) == 1 and _is_open(parts[0].intent) and not is_new:
            parts = (self._respelled(parts[0], reading),)
        parts = asked_first(text, parts, reading.understand)
        names = [part.intent.name for part in parts if part.intent]
        return Understanding(
            goal,
            parts,
            is_verbatim=any(self._is_verbatim(part.intent) for part in parts),
            is_understood=is_sure
            and all(part.intent and self._is_there(part.intent) for part in parts),
            is_talk=len(parts) == 1 and TALK.issuperset(names) and bool(names),
        )

    def _chatted(
        self,
        text: str,
        parts: Sequence[Part],
        messages: Sequence[MessageState],
        reading: SentenceReading,
    ) -> tuple[Part, ...]:
        """The requests, where a chat needs little to go on, and any other talk much to begin one.

        Behind a timer or a list a turn that is not surely told goes on with that, nobody knows how.
        """
        if self.second is None or len(parts) != 1:
            return tuple(parts)
        intent = parts[0].intent
        if is_chat(messages):
            told = intent or self.second.chatted(text)
            return (replace(parts[0], intent=told),)
        if not messages or intent is None or intent.name not in TOLD:
            return tuple(parts)
        kind = topic_of(messages, self.second.backing(reading.understand)).kind
        is_told = kind == "other" or self.second.is_surely_told(text)
        return (parts[0] if is_told else replace(parts[0], intent=None),)

    def _is_whole(
        self,
        text: str,
        alone: Understanding,
        messages: Sequence[MessageState],
        reading: SentenceReading,
    ) -> bool:
        """Whether a sentence means what it means alone, whatever was said before it."""
        if ends_in_question(messages[-1]["text"]):
            return False
        understand, second = reading.understand, self.second
        if subject_turn(text, messages, understand, second):
            return False
        kind = topic_of(messages, second.backing(understand) if second else understand).kind
        is_against = is_opposed(text, alone, kind, understand, second)
        return not is_against and stands_alone(text, alone, kind, messages)

    def _requests(
        self, text: str, messages: Sequence[MessageState], reading: SentenceReading
    ) -> tuple[Part, ...]:
        """The requests of a sentence; a part that is not understood has no intent."""
        grammar = self.grammar
        context = ConversationContext(reading, grammar.words_of, self._known_thing, grammar.program)
        found = context.requests(text, messages)
        parts = tuple(replace(one, intent=last_named(one.intent, self.knows)) for one in found)
        if len(parts) == 1:
            return self._each_name(parts[0]) or parts
        return tuple(self._without_guess(part, reading) for part in parts)

    def _as_typed(self, part: Part, text: str, *, is_said: bool) -> Part:
        """A request whose words of the user's own have the signs that were typed."""
        intent = part.intent
        words = self.grammar.words_of(intent.name) if intent else None
        if intent is None or words is None:
            return part
        own = {
            slot: as_typed(value, text, is_said=is_said)
            for slot, value in intent.slots.items()
            if slot in words.as_typed - {words.verbatim} and isinstance(value, str)
        }
        return replace(part, intent=intent.having(**own)) if own else part

    def _respelled(self, part: Part, reading: SentenceReading) -> Part:
        """A typed request without its slips: done where it only reads, else asked about."""
        for sentence in self.grammar.respelled(clean(part.text)):
            intent = reading.understand(sentence)
            if (
                intent is None
                or intent.is_question
                or mends_free_words(sentence, part.text, intent)
            ):
                continue
            words = self.grammar.words_of(intent.name)
            if words or (intent.name in OPENING_INTENTS and self.knows(intent)):
                asked = Intent(proposals.SUGGEST, {"sentence": sentence})
                return replace(part, intent=intent if words and words.is_read else asked)
        return part

    def _is_weak(self, part: Part) -> bool:
        """Whether the grammar understands nothing, or only what may be about anything."""
        intent = part.intent
        if intent is None:
            return True
        is_by_name = "name" in intent.slots and not intent.slots.get("url")
        if is_by_name and intent.name in OPENING_INTENTS:
            return not part.link and not self._resembles(intent.slots["name"])
        if intent.name == meanings.SEARCH:
            return intent.is_question or not _ASKS_WEB.search(part.text)
        return intent.name == meanings.RECALL and not is_spelt_question(part.text)

    def _is_verbatim(self, intent: Intent | None) -> bool:
        words = self.grammar.words_of(intent.name) if intent else None
        return words is not None and bool(words.verbatim)

    def _without_guess(self, part: Part, reading: SentenceReading) -> Part:
        """A part without a verb of its own opens only what is known: "... and then GitLab"."""
        intent = part.intent
        if intent is None or intent.name not in OPENING_INTENTS or self.knows(intent):
            return part
        return part if reading.understand(part.text) else Part(part.text, None, part.depends)

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

    def _is_there(self, intent: Intent) -> bool:
        opens = intent.name in OPENING_INTENTS or intent.name == "find_and_open"
        return not opens or "name" not in intent.slots or self.knows(intent)

    def knows(self, intent: Intent) -> bool:
        """Whether a name is that of an installed application or a known site, without doubt."""
        name = intent.slots["name"]
        site = self.sites.find(name)
        return bool(self.applications.find(name).accepted or site.link)

    def _resembles(self, name: str) -> bool:
        """Whether a name is that of an application or a site, or may be."""
        app, site = self.applications.find(name), self.sites.find(name)
        return bool(app.accepted or app.candidates or site.link or site.candidates)

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

    def is_known(self, link: Link) -> bool:
        """Whether a link leads to a page of the sites table."""
        return urls.normalised(link.url) in _pages_of(self.sites)

    def _link_of(self, intent: Intent | None, *, is_typed: bool) -> Link | None:
        """The site that a request to open one names, or None."""
        if intent is None or intent.name not in SITE_INTENTS:
            return None
        name, url = intent.slots.get("name", ""), intent.slots.get("url")
        spoken = Link(title=name, url=url, origin="spoken") if url else None
        link = None if intent.name in {"open_url", "read_url"} else self.sites.find(name).link
        if link is None and spoken:
            link = spoken if is_typed else self._heard(spoken)
        return link

    def _heard(self, spoken: Link) -> Link | None:
        """The known site of a heard address; one that is not known may be heard wrongly: None."""
        link = self.sites.hearing_of(spoken)
        if link is not spoken:
            return link
        return spoken if urls.host(spoken.url) in _hosts_of(self.sites) else None


def _is_open(intent: Intent | None) -> bool:
    """Whether a request is not understood, only guessed, or a question about anything."""
    is_guessed = intent is not None and intent.name in {proposals.SUGGEST, proposals.ASK_FOR}
    return intent is None or is_guessed or intent.is_question


@lru_cache(maxsize=2)
def _pages_of(sites: SiteTable) -> frozenset[str]:
    """The pages of a table, which does not change."""
    return frozenset(urls.normalised(site.url) for _, site in sites.spellings)


@lru_cache(maxsize=2)
def _hosts_of(sites: SiteTable) -> frozenset[str]:
    return frozenset(urls.host(site.url) for _, site in sites.spellings)
