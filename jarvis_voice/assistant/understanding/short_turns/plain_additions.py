"""Adds to the list what a turn names beside an adverb or an exclamation: "put there buy bread".

Invariant: pure; only behind a turn about a list; "also", "there", "only" and "ooh" are no part of
the thing.
"""

from __future__ import annotations

import re

from jarvis_voice.assistant.understanding.list_talk import my_list
from jarvis_voice.assistant.understanding.short_turns.list_words import is_of_deeds, things_to_add
from jarvis_voice.assistant.understanding.short_turns.resolved import ResolvedTurn
from jarvis_voice.assistant.understanding.short_turns.topic import Topic, Understand
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.language.en.normalization import clean
from jarvis_voice.language.en.spoken_lists import spoken

_VERBS = r"(?:put|add|stick|pop|bung|chuck|write|note|jot)"
_ADDS_PLAINLY = lazy_pattern(
    r"(?P<lead>(?:(?:o+h+|a+h+|ugh+|mm+|hm+|wow|yay|nice|thank you|thanks|cheers|ta|lovely|great|"
    r"ok|okay|perfect|brilliant|yes|yeah|aye|please|right)\b[\s,.!]+)*)"
    r"(?P<and>(?:(?:and|also|plus|then)\b,? )*)"
    rf"(?:(?P<verb>{_VERBS})(?P<beside>(?: (?:also|there|down|too|just|on there))*) )?"
    r"(?P<thing>(?!up\b)\S.*?)"
    r"(?P<tail>(?:,? (?:also|too|as well|only|please|there|on there|for now))*)",
    re.I,
)
_MARKS = re.compile(r"\b(?:also|only|there|too)\b", re.I)
_BEGINS_WITH_VERB = re.compile(rf"{_VERBS}\b", re.I)
_READ_AS = frozenset({"add_note", "open", "open_app", "media"})
"""What a verb and a thing alone may be read as, though the turn before was about a list."""
_PUTS = re.compile(r"(?:put|add)\b", re.I)
_ELSEWHERE = re.compile(r"\b(?:on|to|onto|in|from|off) (?:the|my|our|your) |\blist\b", re.I)


def added_plainly(text: str, topic: Topic, understand: Understand) -> ResolvedTurn | None:
    """The request to add what the turn names; None where it names nothing so.

    Args:
        text: The turn as it was said.
        topic: What the conversation is about.
        understand: What a sentence means by itself.
    """
    last = topic.last("list") if topic.kind == "list" and not topic.is_asking else None
    found = _ADDS_PLAINLY.fullmatch(" ".join(text.split()).strip(" .,!?")) if last else None
    if last is None or found is None or _BEGINS_WITH_VERB.match(found["thing"]):
        return None
    said = f"{found['and']} {found['beside'] or ''} {found['tail']}"
    is_ordered = bool(found["verb"]) and _MARKS.search(said) is not None
    is_led = bool(found["lead"] and found["and"]) and not found["verb"] and last.state == "set"
    if not (is_ordered or is_led) or _ELSEWHERE.search(found["thing"]):
        return None
    is_deed = found["verb"] and is_of_deeds(last.name) and not _PUTS.match(found["verb"])
    if is_deed and "down" not in found["beside"].lower():
        return None  # "also write the report" is itself what is to be done
    alone = understand(clean(text if found["verb"] else found["thing"]))
    if alone is not None and not (found["verb"] and alone.name in _READ_AS):
        return None
    things = things_to_add(found["thing"], last.name)
    return ResolvedTurn(f"add {spoken(things)} to {my_list(last.name)}") if things else None
