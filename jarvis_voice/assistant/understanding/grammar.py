"""Finds the meaning of everyday sentences by templates, without a language model.

Invariant: a sentence that is not understood for certain is None; nothing here looks at which sites
or applications exist, and nothing is done.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from typing import Any

from jarvis_voice.assistant.understanding.follow_up import replaced
from jarvis_voice.assistant.understanding.own_sentences import own_sentences
from jarvis_voice.assistant.understanding.paraphrase import other_wordings
from jarvis_voice.assistant.understanding.parts import parts_of
from jarvis_voice.assistant.understanding.plausibility import OPENING_INTENTS, is_sound
from jarvis_voice.assistant.understanding.sentence_files import SLOTS_NEEDED, load_intents, slot_of
from jarvis_voice.assistant.understanding.slipped_words import Spelling, template_words
from jarvis_voice.assistant.understanding.sound_alikes import (
    as_meant,
    with_threes,
    without_question,
)
from jarvis_voice.assistant.understanding.template_book import TemplateBook
from jarvis_voice.assistant.understanding.template_index import TemplateIndex
from jarvis_voice.assistant.understanding.template_list import templates_of
from jarvis_voice.assistant.understanding.tool_sentences import ToolSentences
from jarvis_voice.assistant.understanding.tool_words import Number, ToolWords
from jarvis_voice.assistant.understanding.turned_clauses import at_clock_time
from jarvis_voice.assistant.understanding.typed_words import program_in
from jarvis_voice.assistant.understanding.whole_sentences import WholeSentences
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.understanding import Intent
from jarvis_voice.language.en.normalization import (
    Repair,
    clean,
    find_repair,
    is_negated,
    without_opening,
)
from jarvis_voice.language.en.routine_requests import routine_in
from jarvis_voice.language.en.schedule_limits import without_limit
from jarvis_voice.language.en.self_repair import begun_anew, exchanged, mended
from jarvis_voice.language.en.spoken_url import join_spoken_host, locate_spoken_url
from jarvis_voice.tools.numbers.calculator import is_calculation
from jarvis_voice.tools.registry import Tool

__all__ = ["OPENING_INTENTS", "Grammar", "SentenceReading"]

_MAY_DENY = frozenset(
    {
        *("never_mind", "stop", "no", "remember", "adjust_speech", "say_again", "add_note"),
        *("set_reminder", "mute_microphone", "forget_words", "rate_story", "volume"),
        "skip_schedule",
    }
)
"""Intents of which a sentence may begin with "not": "don't forget ...", "not so loud"."""
_DICTATED = frozenset({"remember", "add_note"})
_OF_AN_IDIOM = re.compile(r"thoughts?\b", re.I)
"""What is left where "second" was read as a time: "on second thoughts"."""
_TALK_BACK = frozenset({"yes", "no", "stop", "never_mind", "set_routine"})
"""What nobody wants said to Jarvis again and again."""
_ANSWERS = frozenset({"yes", "no", "stop", "never_mind"})
"""What nobody's own command takes the place of."""
_BEFORE_SEARCH = frozenset({"calculate", "convert", "define_word"})
_NOT_THAT = re.compile(r"not that\b", re.I)
_WHOLE_SENTENCE = "$sentence"
_EDGES = " .,!?"
_KEPT_PHRASES = 512
_OPENS = lazy_pattern(
    r"(?:open(?: up)?|go to|visit|load|launch|start|browse(?: to)?|navigate to|head to|"
    r"show(?: me)?|(?:take|bring|send) me to|bring up|pull up)?"
    r"(?: ?(?:the )?(?:web ?site|site|web ?page|page|url|address|link))?(?: (?:at|of|called))?\Z",
    re.I,
)
_NOTHING_AFTER = re.compile(r"(?:'s)? ?(?:web ?site|site|home ?page|page)?\Z", re.I)
_POSSESSIVE = re.compile(r"'s?\Z")
_AGAIN = re.compile(r"(?<=\w) (?:(?:once )?again|once more)\Z", re.I)
_READS = lazy_pattern(
    r"(?:(?:please )?(?:summari[sz]e|sum up|read(?: out)?|give (?:me )?a summary of|"
    r"what does|(?:what is|what's) (?:on|in|at))(?: me)?)"
    r"(?: ?(?:the |this |that )?(?:web ?site|site|web ?page|page|article|text|url|address|link))?"
    r"(?: (?:at|of|on|from|called))?\Z",
    re.I,
)
_SAYS_AFTER = re.compile(r"(?: ?(?:say|says|about|for me|to me|aloud|out loud))?\Z", re.I)


class Grammar:
    """The sentence templates of one user."""

    def __init__(self, intents: Any, tools: ToolSentences, book: TemplateBook) -> None:
        """Take compiled `hassil.Intents`, what the tools among them say, and the templates."""
        self._intents = intents
        self._tools = tools
        self._book = book
        self._templates = tuple(templates_of(intents, book))
        self._index = TemplateIndex(intents, self._templates)
        self._reading = SentenceReading(self._index, self._tools)
        self._whole: WholeSentences | None = None
        self._spelling: Spelling | None = None

    @classmethod
    def load(cls, paths: Paths, tools: Iterable[Tool] = ()) -> Grammar:
        """Read the shipped sentences, the tools' and the user's.

        Raises:
            ConfigError: A sentence file is bad; the message names file and line or intent.
        """
        return cls(*load_intents(paths, tools))

    @property
    def problems(self) -> tuple[str, ...]:
        """Sentences of tools that are left out, and why."""
        return self._tools.problems

    def words_of(self, name: str) -> ToolWords | None:
        """How the arguments of a tool are said; None for an intent that is no tool here."""
        return self._tools.words.get(name)

    def understand(self, text: str) -> Intent | None:
        """What a sentence by itself asks for; None when that is not certain."""
        return self.reading().understand(text)

    def program(self, text: str) -> Intent | None:
        """A request that hands a tool all that was typed behind it, sign by sign; else None."""
        for tool in self._tools.words.values():
            if tool.leads and (program := program_in(text, tool.leads)):
                return Intent(tool.name, {tool.verbatim: program})
        return None

    def reading(self) -> SentenceReading:
        """The reading of a sentence; it still knows those of the conversation, which may be few."""
        if self._reading.n_phrases >= _KEPT_PHRASES:
            self._reading = SentenceReading(self._index, self._tools)
        return self._reading

    def own_sentences(self, own: Collection[str]) -> tuple[str, ...]:
        """Sentences of the user's files, and all those of some intents.

        Args:
            own: Names of these intents.
        """
        return tuple(own_sentences(self._templates, self._intents, own))

    def respelled(self, line: str) -> tuple[str, ...]:
        """The sentence with slips of the fingers mended, the likeliest first; perhaps none.

        Args:
            line: A clean sentence that is not understood.
        """
        if self._spelling is None:
            rules = self._intents.expansion_rules.values()
            texts = (one.text for ones in (self._templates, rules) for one in ones)
            self._spelling = Spelling(template_words(texts))
        return self._spelling.mended(line)

    def resembling(self, text: str, most: int) -> tuple[str, ...]:
        """Whole sentences of the templates that come nearest to one that is not understood.

        The first call takes some tenths of a second.
        """
        if self._whole is None:
            self._whole = WholeSentences(self._templates, self._intents, self._book)
        return self._whole.resembling(text, most)


class SentenceReading:
    """Reads sentences; matches each of their phrases with the templates only once."""

    def __init__(self, index: TemplateIndex, tools: ToolSentences) -> None:
        """Take the templates and what the tools among them say."""
        self._index = index
        self._tools = tools
        self._matched: dict[str, Intent | None] = {}

    @property
    def n_phrases(self) -> int:
        """How many phrases were matched."""
        return len(self._matched)

    def understand(self, phrase: str) -> Intent | None:
        """What the sentence or a phrase of it asks for; None when that is not certain."""
        if phrase not in self._matched:
            self._matched[phrase] = self._understand(phrase)
        return self._matched[phrase]

    def is_sound(self, intent: Intent, line: str) -> bool:
        """Whether a reading has all it needs and is one that a person would take."""
        tool = self._tools.words.get(intent.name)
        needed = SLOTS_NEEDED.get(intent.name, frozenset()) | (tool.needed if tool else frozenset())
        if any(intent.slots.get(slot, "") == "" for slot in needed):
            return False
        if tool and not tool.fits(intent.arguments):
            return False
        if intent.name == "set_routine" and not self._is_request(intent):
            return False
        return is_sound(intent, line)

    def _is_request(self, routine: Intent) -> bool:
        """Whether it is something to do, again and again, and no "I go running every day"."""
        said = str(routine.slots["request"]), str(routine.slots.get("when", ""))
        # a limit is refused by the tool, which names it
        request = routine_in(_unlimited(said[0]), _unlimited(said[1]))[0].strip(_EDGES)
        line = as_meant(clean(request))
        if _OF_AN_IDIOM.match(line):
            return False
        asked = [part.intent for part in parts_of(line, self.understand)]
        asked += [self.understand(words) for words in line.split(" and ")]
        return any(intent and intent.name not in _TALK_BACK for intent in asked)

    def _understand(self, text: str) -> Intent | None:
        line = at_clock_time(as_meant(clean(text)))
        understood: Intent | None = None
        for reading in dict.fromkeys((line, without_opening(line), *other_wordings(line))):
            intent = self._understand_clean(reading) if reading else None
            if reading != line and intent and intent.name == "no" and _NOT_THAT.match(line):
                continue  # what follows it is what is wanted
            if intent is not None and not intent.is_question:
                return intent
            understood = understood or intent
        return understood

    def _understand_clean(self, line: str) -> Intent | None:
        if is_negated(line):
            intent = self._match(line)
            return intent if intent and (intent.name in _MAY_DENY or _forgets(intent)) else None
        repair = find_repair(line)
        if repair is None:
            return self._read(line)
        return self._repaired(repair, clean(repair.after))

    def _repaired(self, repair: Repair, after: str) -> Intent | None:
        """The request as corrected: a whole new one, or the old one with another slot."""
        if not after or is_negated(after):
            return Intent("never_mind")
        for sentence in (*mended(repair.before, after), after):
            if anew := self._read(sentence):
                return anew
        if repair.is_dropped:
            return Intent("never_mind")
        before = self._read(repair.before)
        if before is None:
            found = (self._read(sentence) for sentence in begun_anew(repair.before, after))
            return next((intent for intent in found if intent and not intent.is_question), None)
        if before.name == "no":
            return None  # what follows a "no" is what is wanted, and it is not known
        if before.name in _DICTATED:
            return self._read(exchanged(repair.before, after) or "")
        return self._with_slot(before, after)

    def _with_slot(self, before: Intent, after: str) -> Intent | None:
        """The request with the corrected name, place or number."""
        other = replaced(before, after, self._tools.words.get(before.name))
        return self._with_url(other) if other and self.is_sound(other, after) else None

    def _read(self, line: str) -> Intent | None:
        """A sentence without negation or repair."""
        if not line:
            return None
        if address := _spoken_address(line):
            return address
        matched = self._match(line)
        if matched and matched.name == "calculate":
            return matched
        return _bare_calculation(line) or matched

    def _match(self, line: str) -> Intent | None:
        """The template reading that leaves the fewest words to be captured."""
        from hassil import recognize_all

        readings = [
            (captured, order, intent)
            for order, result in enumerate(recognize_all(line, self._index.near(line)))
            for intent, captured in [self._intent_of(result, line)]
            if intent and self.is_sound(intent, line)
        ]
        if not readings:
            return None
        said = {intent.name for _, _, intent in readings}
        own = set() if said & _ANSWERS else {one for one in said if self._is_users(one)}
        best = min(readings, key=lambda one: (one[0], *_rank(one[2], own), one[1]))
        return self._with_url(best[2])

    def _is_users(self, name: str) -> bool:
        """Whether the user wrote the sentences of an intent: "good night" runs their command."""
        words = self._tools.words.get(name)
        return words is not None and words.is_users

    def _intent_of(self, result: Any, line: str) -> tuple[Intent | None, int]:
        """The intent of one hassil result, and how many characters of any words it captured."""
        tool = self._tools.words.get(result.intent.name)
        slots: dict[str, Any] = {}
        captured = 0
        for entity in result.entities_list:
            words = line[slice(*entity.text_span)] if entity.text_span else ""
            kind = tool.kinds.get(entity.name) if tool else None
            if entity.is_wildcard and not isinstance(kind, Number):
                captured += len(words)
            if entity.name.startswith("_"):
                continue
            value = _trimmed(words) if entity.is_wildcard else entity.value
            if value == _WHOLE_SENTENCE:
                value = line
            elif isinstance(value, str):
                value = kind.read(value) if kind else value
            if value is None:
                return None, 0
            slots[slot_of(entity.name)] = value
        if "name" in slots and result.intent.name in OPENING_INTENTS:
            slots["name"] = _POSSESSIVE.sub("", _AGAIN.sub("", slots["name"]))
        return Intent(result.intent.name, slots), captured

    @staticmethod
    def _with_url(intent: Intent) -> Intent:
        """A name that was spoken as an address gets the address that its words may form."""
        if intent.name not in OPENING_INTENTS or "name" not in intent.slots:
            return intent
        url = join_spoken_host(intent.slots["name"])
        if url is None:
            return intent
        return Intent("open_website", {"name": intent.slots["name"], "url": url})


def _forgets(intent: Intent) -> bool:
    """Whether it drops what is known of the user: "I don't want you to remember my name"."""
    return intent.name == "set_profile" and not intent.slots.get("value")


def _unlimited(words: str) -> str:
    """A time without the limits of what comes again; its "every" may be left out."""
    for before in ("", "every ", "on "):
        said = f"{before}{words}"
        if (shorter := without_limit(said)) != said:
            return shorter.removeprefix(before)
    return words


def _trimmed(words: str) -> str:
    return words.strip(" .,!?;:")


def _rank(intent: Intent, own: Collection[str]) -> Iterator[int]:
    """Among readings that capture the same words: the user's own first, a search last."""
    yield 0 if intent.name in own else 1
    yield 0 if intent.name in _BEFORE_SEARCH else 1


def _spoken_address(line: str) -> Intent | None:
    """An address, and besides it only words that ask to open or to read it."""
    found = locate_spoken_url(line)
    if found and _READS.match(found.before.rstrip(" :,")) and _SAYS_AFTER.match(found.after):
        return Intent("read_url", {"url": found.link.url, "name": found.link.title})
    if found is None or not _NOTHING_AFTER.match(found.after):
        return None
    if not _OPENS.match(found.before):
        return None
    return Intent("open_url", {"url": found.link.url, "name": found.link.title})


def _bare_calculation(line: str) -> Intent | None:
    """A sum, with at most a misheard "what is" in front of it."""
    rest = without_question(line)
    expression = next(filter(is_calculation, (rest, line, with_threes(rest))), None)
    return Intent("calculate", {"expression": expression}) if expression else None
