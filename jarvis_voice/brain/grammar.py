"""What an everyday sentence means, by templates and without a language model.

Invariant: a sentence that is not understood for certain is None; nothing here looks at which sites
or applications exist, and nothing is done.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from jarvis_voice.brain.phrasing import clean, find_repair, is_negated, without_opening
from jarvis_voice.brain.sentence_files import SLOTS_NEEDED, load_intents, slot_of
from jarvis_voice.brain.sound_alikes import as_meant, without_question
from jarvis_voice.paths import Paths
from jarvis_voice.tools.calculate import is_calculation
from jarvis_voice.tools.spoken_url import join_spoken_host, locate_spoken_url

OPENING_INTENTS = frozenset({"open", "open_website", "open_app"})
_REFUSALS = frozenset({"never_mind", "stop", "no"})
_WHOLE_SENTENCE = "$sentence"
_MAX_NAME_WORDS = 8
_OPENS = re.compile(
    r"(?:open(?: up)?|go to|visit|load|launch|start|browse(?: to)?|navigate to|head to|"
    r"show(?: me)?|(?:take|bring|send) me to|bring up|pull up)?"
    r"(?: ?(?:the )?(?:web ?site|site|web ?page|page|url|address|link))?(?: (?:at|of|called))?\Z",
    re.I,
)
_NOTHING_AFTER = re.compile(r"(?:'s)? ?(?:web ?site|site|home ?page|page)?\Z", re.I)
_NO_NAME = re.compile(
    r"://|\b(?:don't|dont|do not|not|never|without|because|yesterday)\b|"
    r"\b(?:and|then|but)\b.*\b(?:open|close|search|find|look|go|tell|play|show|take|send|write)\b",
    re.I,
)
_ABOUT_US = re.compile(r"(?:\W*\w+){0,3}\W*\b(?:i|me|my|you|your)\b", re.I)
_NO_QUERY = re.compile(r"(?:for|the|a|an|about|on|it|that|out|up|up for|out about|me)\Z", re.I)
_EMPTY_WORDS = frozenset(
    (
        *("who", "what", "when", "where", "why", "which", "whose", "how", "is", "are", "was"),
        *("were", "do", "does", "did", "can", "has", "have", "it", "that", "this", "these"),
        *("those", "they", "he", "she", "a", "an", "the", "of", "to", "in", "on", "for", "and"),
        *("or", "so", "there", "here", "up"),
    )
)
"""A question of these words alone ("What is it?") asks for nothing that can be looked up."""
_COMPUTE = re.compile(r"(?:calculate|compute|work out)\b", re.I)
_POSSESSIVE = re.compile(r"'s?\Z")


@dataclass(frozen=True, slots=True)
class Intent:
    """What a sentence asks for.

    Attributes:
        name: One of `SLOTS_NEEDED`, or "open_url".
        slots: Words of the sentence in their own capitals. `open_url` has url and name (its
            host); "open_website" may have a url beside the name: a host guessed by joining the
            words of "blue bottle coffee dot com". An ordinal is "1", "2" ... or "-1" for the last.
            A search for an answer has kind "question".
    """

    name: str
    slots: Mapping[str, str] = field(default_factory=dict)


class Grammar:
    """The sentence templates of one user."""

    def __init__(self, intents: Any) -> None:
        """Take compiled `hassil.Intents`."""
        self._intents = intents

    @classmethod
    def load(cls, paths: Paths) -> Grammar:
        """Read the shipped sentences and the user's.

        Raises:
            ConfigError: A sentence file is bad; the message names file and line or intent.
        """
        grammar = cls(load_intents(paths))
        grammar.understand("what can you do")  # hassil compiles its templates when first asked
        return grammar

    def understand(self, text: str) -> Intent | None:
        """What a sentence asks for; None when that is not certain."""
        line = as_meant(clean(text))
        for reading in (line, without_opening(line)):
            intent = self._understand_clean(reading) if reading else None
            if intent is not None:
                return intent
        return None

    def _understand_clean(self, line: str) -> Intent | None:
        if is_negated(line):
            intent = self._match(line)
            return intent if intent and intent.name in _REFUSALS else None
        repair = find_repair(line)
        if repair is None:
            return self._read(line)
        return self._repaired(self._read(repair.before), clean(repair.after))

    def _repaired(self, before: Intent | None, after: str) -> Intent | None:
        """The request as corrected: a whole new one, or the old one with another name."""
        if not after or is_negated(after):
            return Intent("never_mind")
        replaced = self._read(after)
        if replaced is not None:
            return replaced
        if before is None:
            return None
        free = [slot for slot in ("name", "query") if slot in before.slots]
        if len(free) != 1 or "kind" in before.slots:
            return None
        name = re.sub(r"^the ", "", after, flags=re.I)
        kind = "open_website" if before.name == "open_url" else before.name
        return self._with_url(Intent(kind, {free[0]: name})) if _is_name(name) else None

    def _read(self, line: str) -> Intent | None:
        """A sentence without negation or repair."""
        return _spoken_address(line) or _bare_calculation(line) or self._match(line)

    def _match(self, line: str) -> Intent | None:
        """The template reading that leaves the fewest words to be captured."""
        from hassil import recognize_all

        readings = [
            (len("".join(captured)), order, intent)
            for order, result in enumerate(recognize_all(line, self._intents))
            for intent, captured in [_intent_of(result, line)]
            if _is_sound(intent, line)
        ]
        if not readings:
            return None
        best = min(readings, key=lambda reading: (reading[0], *_rank(reading[2]), reading[1]))
        return self._with_url(best[2])

    @staticmethod
    def _with_url(intent: Intent) -> Intent:
        """A name that was spoken as an address gets the address that its words may form."""
        if intent.name not in OPENING_INTENTS or "name" not in intent.slots:
            return intent
        url = join_spoken_host(intent.slots["name"])
        if url is None:
            return intent
        return Intent("open_website", {"name": intent.slots["name"], "url": url})


def _intent_of(result: Any, line: str) -> tuple[Intent, list[str]]:
    """The intent of one hassil result, and the words its wildcards captured."""
    slots: dict[str, str] = {}
    captured: list[str] = []
    for entity in result.entities_list:
        words = line[slice(*entity.text_span)] if entity.text_span else ""
        if entity.is_wildcard:
            captured.append(words)
        if entity.name.startswith("_"):
            continue
        value = words if entity.is_wildcard else str(entity.value)
        slots[slot_of(entity.name)] = line if value == _WHOLE_SENTENCE else _trimmed(value)
    if "name" in slots:
        slots["name"] = _POSSESSIVE.sub("", slots["name"])
    return Intent(result.intent.name, slots), captured


def _trimmed(words: str) -> str:
    return words.strip(" .,!?;:")


def _is_sound(intent: Intent, line: str) -> bool:
    """False for a reading that a person would not take for the meaning."""
    slots = intent.slots
    if any(not slots.get(slot) for slot in SLOTS_NEEDED[intent.name]):
        return False
    if intent.name in OPENING_INTENTS:
        return _is_name(slots["name"])
    if intent.name == "calculate":
        return is_calculation(slots["expression"]) or _COMPUTE.match(line) is not None
    if intent.name in {"search", "find_and_open"} and _NO_QUERY.match(slots["query"]):
        return False
    if slots.get("kind") == "question":
        words = re.findall(r"[\w']+", line.lower())
        return not _EMPTY_WORDS.issuperset(words) and not _ABOUT_US.match(line)
    return True


def _is_name(words: str) -> bool:
    return bool(words) and len(words.split()) <= _MAX_NAME_WORDS and not _NO_NAME.search(words)


def _rank(intent: Intent) -> Iterator[int]:
    """Among readings that capture the same words: a calculation before a search."""
    yield 0 if intent.name == "calculate" else 1


def _spoken_address(line: str) -> Intent | None:
    """An address, and besides it only words that ask to open it: "open github dot com"."""
    found = locate_spoken_url(line)
    if found is None or not _NOTHING_AFTER.match(found.after):
        return None
    if not _OPENS.match(found.before):
        return None
    return Intent("open_url", {"url": found.link.url, "name": found.link.title})


def _bare_calculation(line: str) -> Intent | None:
    """A sum, with at most a misheard "what is" in front of it."""
    sums = (
        expression for expression in (line, without_question(line)) if is_calculation(expression)
    )
    expression = next(sums, None)
    return Intent("calculate", {"expression": expression}) if expression else None
