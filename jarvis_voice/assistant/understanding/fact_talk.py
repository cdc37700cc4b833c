"""Says out whole what leans on a fact that was just told: "what's his name again". Pure.

Invariant: only a fact that we said we keep, right before, is leaned on; what is put right is kept
anew under the same words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from jarvis_voice.assistant.state import MessageState
from jarvis_voice.assistant.understanding.short_turns.fact_values import value_in
from jarvis_voice.assistant.understanding.undo_last import is_taken_back
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.core.understanding import Intent
from jarvis_voice.language.en.fact_answers import bearing
from jarvis_voice.language.en.normalization import clean

_LONGEST = 120
_TURNS_BACK = 3
_MOST_WORDS = 6
_PERSON = r"(?:it|that|this|he|she|they)"
_LEADS = r"(?:(?:and|so|but|oh|sorry|wait|remind me)\b[\s,]*)*"
_IS = r"(?:is|are|was|were|does|do|did|will|has|had|can)"
_ASKS = re.compile(
    rf"{_LEADS}(?:"
    rf"(?:at )?(?:where|when|who|what|which \w+|what \w+|how (?:old|big|tall|heavy|much|many|far)) "
    rf"{_IS} {_PERSON}(?: (?!there\b|about\b)\S+){{0,3}}|"
    r"(?:what|who|where|when|how (?:old|big|tall))(?:'s| is| was| are| were) "
    r"(?:his|her|its|their) \S+(?: \S+)?|"
    r"what did i (?:just )?(?:say|tell you)(?: about (?:it|that|him|her|them))?|"
    rf"where (?:did|do) i (?:put|leave|park|keep|hide|have) {_PERSON}"
    r")(?: again| then| please)*",
    re.I,
)
_OF_NOW = lazy_pattern(
    r"(?:and )?what (?:time|day|date|year|month|week) is it.*|what (?:is|was) (?:that|this)|"
    r"(?:what|how) (?:is|was) it like.*|"
    r"what (?:is|are|does|do|did) (?:it|they|this|that) (?:mean|for|about).*",
    re.I,
)
"""Asks for something else, whatever was said before."""
_THERE = re.compile(
    r"(?P<before>.+?) (?:there|where (?P<who>\S+(?: \S+)?) (?:lives?|works?|is|are|stays?))"
    r"(?P<behind> (?:now|today|tonight|tomorrow|right now))?",
    re.I,
)
_PLACE = lazy_pattern(r".*\b(?:in|to|from|near|at) (?P<place>[A-Z][\w'-]*(?: [A-Z][\w'-]*){0,2})\b")
_PLACED = frozenset(
    {"weather", "get_time", "get_time_difference", "get_sun_times", "find_places", "timezone"}
)
_SUBJECT = lazy_pattern(
    r"(?:my |the |our )?(?P<subject>.+?) (?:is|are|was|were|will|has|have|lives?|likes?|loves?|"
    r"hates?|works?|flies|starts?|begins?|ends?|opens?|closes?|comes?|goes|leaves?|arrives?|costs?|"
    r"needs?|drives?|wants?|prefers?|sits?|stays?|moved|said) .+",
    re.I,
)
_NO = (
    r"(?:(?:(?:no|nope|sorry|wait|actually|oops|that's wrong|that is wrong|not quite|"
    r"correction)\b|wrong\b(?=\s*[,.!]))[\s,.!]*)+"
)
_PUTS_RIGHT = re.compile(
    rf"(?:{_NO}|(?=i mean|i meant|i should have said))"
    r"(?:(?:i mean|i meant|i said|i should have said|it is|it's|its|that is|that's|they are|"
    r"they're|he is|he's|she is|she's|make it|make that)\b[\s,]*)*(?P<value>.+)",
    re.I,
)
_HEAD = lazy_pattern(
    r"(?P<head>(?:.+? (?:is|are|was|were|lives|works|starts|ends|begins|opens|closes|"
    r"leaves|comes)|.+?'s)"
    r"(?: called| named)?) (?P<old>.+)",
    re.I,
)
_LED = lazy_pattern(
    r"(?P<lead>(?:in|on|at|under|behind|next to|beside|above|below|over|inside|near|by|from)) ",
    re.I,
)
_NO_VALUE = lazy_pattern(
    r"\b(?:you|me|i|please|thanks?|jarvis|forget|remember|cancel|delete|never|mind|wrong|right|not|"
    r"don't|problem|worries|need|idea|stop|undo|what|why|where|when|how|list|timer|alarm|reminder)"
    r"\b",
    re.I,
)
_CLAUSE = re.compile(
    r".*\S (?:is|are|was|were|am|has|have|had|will|would|does|did|can|could)\b.*|"
    r"\w+'s (?:here|there|ready|out|in|gone|coming|over|back|done|late|early)\b.*|"
    r"(?:it|all|that|this|enough)",
    re.I,
)
"""Tells something of its own, or nothing: "dinner is at nine", "that's it"."""
_HAPPENS = re.compile(r"(?!morning\b|evening\b)\w+ing", re.I)
"""What goes on, and is no place: "it's raining"."""
_NOT_CALLED = lazy_pattern(
    r"(?:(?:no|nope|sorry|wait|but|i am|i'm|my name is|my name's|it is|it's)\b"
    r"[\s,.!]*)*not (?P<name>\w[\w' -]{0,40})|"
    r"(?:no,? )?(?:(?:that|it|this)(?:'s| is) not|(?:that|it|this) isn't) (?:my name|me)",
    re.I,
)
_CALLED = re.compile(r"I will call you (?P<name>.+)\.\Z")
_KEPT = ("I will remember that", "I remember that already")
_BETWEEN = frozenset({"thanks", "compliment", "recall"})

Understand = Callable[[str], Intent | None]


def about_fact(text: str, messages: Sequence[MessageState], understand: Understand) -> str:
    """The request about the fact that was told last, as a whole sentence; "" for any other.

    Args:
        text: The sentence as it was said.
        messages: The conversation before it, in pairs.
        understand: What a sentence means by itself.
    """
    said = " ".join(text.split()).strip(" .,!?") if len(text) <= _LONGEST else ""
    line = clean(said).strip(" .,!?") if said else ""
    if line and messages and _is_not_called(line, messages[-1]["text"]):
        return "forget my name"
    asks = bool(_ASKS.fullmatch(line)) and not _OF_NOW.fullmatch(line)
    there, other = _THERE.fullmatch(line), _PUTS_RIGHT.fullmatch(said)
    if not line or not messages or not (asks or there or other):
        return ""
    fact = _told_last(messages, understand)
    if not fact:
        return ""
    if there and (whole := _placed(there, fact, understand)):
        return whole
    if asks and bearing(fact, line) != "elsewhere":
        found = _SUBJECT.fullmatch(fact)
        return f"what did I tell you about {found['subject'] if found else fact}"
    return _put_right(other["value"], fact, understand) if other else ""


def _is_not_called(line: str, reply: str) -> bool:
    """Whether the user takes back the name that we just said we use: "not Sam"."""
    found, called = _NOT_CALLED.fullmatch(line), _CALLED.fullmatch(reply)
    if found is None or called is None:
        return False
    name = found["name"]
    return name is None or name.casefold() == called["name"].casefold()


def _placed(there: re.Match[str], fact: str, understand: Understand) -> str:
    """The question with the place of the fact: "what time is it there"."""
    found, who = _PLACE.match(fact), (there["who"] or "it").casefold()
    is_meant = who in {"it", "he", "she", "they"} or who in fact.casefold()
    if found is None or not is_meant:
        return ""
    sentence = f"{there['before']} in {found['place']}{there['behind'] or ''}"
    intent = understand(sentence)
    return sentence if intent and intent.name in _PLACED else ""


def _put_right(value: str, fact: str, understand: Understand) -> str:
    """The fact with another value; "" where the words are a request, or name no value."""
    found, value = _HEAD.fullmatch(fact), value_in(value, fact)
    is_value = bool(value) and not _CLAUSE.fullmatch(value)
    is_value = is_value and len(value.split()) <= _MOST_WORDS and not _NO_VALUE.search(value)
    if found is None or not is_value or is_taken_back(clean(value)) or understand(value):
        return ""
    lead = _LED.match(found["old"])
    if lead and _HAPPENS.fullmatch(value):
        return ""
    if lead and not _LED.match(value):
        value = f"{lead['lead']} {value}"
    if value.lower().endswith(" one"):
        value = f"{value[:-4]} {found['old'].split()[-1]}"
    sentence = f"remember that {found['head']} {value}"
    intent = understand(sentence)
    return sentence if intent and intent.name == "remember" else ""


def _told_last(messages: Sequence[MessageState], understand: Understand) -> str:
    """The fact that was told last, with nothing but questions about it since; "" where none was."""
    for place in range(len(messages) - 2, max(-1, len(messages) - 2 * _TURNS_BACK - 1), -2):
        text, reply = messages[place]["text"], messages[place + 1]["text"]
        intent = understand(text)
        if intent and intent.name == "remember":
            return str(intent.slots.get("fact", "")) if reply.startswith(_KEPT) else ""
        line = clean(text).strip(" .,!?")
        is_between = bool(_ASKS.fullmatch(line) or _PUTS_RIGHT.fullmatch(line))
        if not is_between and not (intent and intent.name in _BETWEEN):
            return ""
    return ""
