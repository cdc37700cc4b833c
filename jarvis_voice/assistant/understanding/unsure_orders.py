"""Asks first where an order has two meanings that lie far apart. Pure.

Invariant: what is asked is a whole sentence, which a yes carries out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from jarvis_voice.assistant.understanding import proposals
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.core.understanding import Intent, Part
from jarvis_voice.language.en.same_kind_repairs import last_of_kind
from jarvis_voice.language.en.spoken_lengths import length_in
from jarvis_voice.language.en.spoken_lists import NOTES

_THING = r"[^\s,]+(?: [^\s,]+)"
_NO_INSTEAD = lazy_pattern(
    rf"(?:(?:please|and|also|can you|could you) )*(?:add|put|stick|pop|write) "
    rf"(?P<said>{_THING}{{0,3}}?),? (?:no|sorry|actually|rather|wait|oops) "
    rf"(?P<instead>{_THING}{{0,2}}?)"
    r"(?: (?:to|on|onto) (?:(?:my|the|our) )?(?:[\w-]+ )?list)?(?: please)?",
    re.I,
)
_NO_THING = lazy_pattern(
    r"(?:hurry|rush|problem|worries|thanks?|thank|more|need|idea|doubt|stress|pressure|wait|longer|"
    r"matter|sorry|one|not)\b",
    re.I,
)
_NO_PAIR = lazy_pattern(
    r"\b(?:is|are|was|there|there's|have|has|had|with|and|but|or|says?|means?|of|for|to|"
    r"a|an|the|am|so|very|no)\Z",
    re.I,
)
"""Behind such a word a "no" belongs to what follows it."""

_LONGEST = 200
_WHOLE_LISTS = frozenset({NOTES, "to-do"})

Understand = Callable[[str], Intent | None]


def asked_first(text: str, parts: Sequence[Part], understand: Understand) -> tuple[Part, ...]:
    """The requests, of which one with two meanings is a question.

    "Move my alarm to five minutes" may mean by five minutes, or to five minutes from now. "Add milk
    no eggs" may take the milk back.

    Args:
        text: The sentence as it was said.
        parts: What it was taken for.
        understand: What a sentence by itself asks for.
    """
    if len(parts) == 1:
        return (_asked(text, parts[0], understand),)
    return tuple(_asked(part.text, part, understand) for part in parts)


def _asked(text: str, part: Part, understand: Understand) -> Part:
    intent = part.intent
    if intent and intent.name == proposals.SUGGEST:
        intent = understand(str(intent.slots["sentence"]))
    if intent is None or len(text) > _LONGEST:
        return part
    question, sentence = "", ""
    if intent.name == "move_schedule":
        question, sentence = _by_or_to(intent)
    elif intent.name == "add_note":
        question, sentence = _instead_or_without(text, intent)
    seen = understand(sentence) if sentence else None
    if seen is None or seen.name != intent.name:
        return part
    asked = Intent(proposals.ASK_FOR, {"question": question, "sentence": sentence})
    return replace(part, intent=asked)


def _by_or_to(intent: Intent) -> tuple[str, str]:
    """The question whether a length is how far something is moved, and the order if it is."""
    length, kind = str(intent.slots.get("to", "")), intent.slots.get("what")
    if length_in(length) is None or kind not in {"alarm", "reminder", "routine"}:
        return "", ""
    name, which = intent.slots.get("name", ""), intent.slots.get("which", "one")
    place = "" if which in {"one", "newest"} else f"{which} "
    named = f"{name} " if name else ""
    thing = f"{place}{named}{kind}"
    return f"Shall I move your {thing} by {length}?", f"move my {thing} by {length}"


def _instead_or_without(text: str, intent: Intent) -> tuple[str, str]:
    """The question whether one thing takes the place of another, and the order if it does."""
    found = _NO_INSTEAD.fullmatch(last_of_kind(text.strip(" .!?")))
    name = str(intent.slots.get("list", "list"))
    if found is None or name in _WHOLE_LISTS:
        return "", ""
    said, instead = found["said"], found["instead"]
    if _NO_PAIR.search(said) or _NO_THING.match(instead):
        return "", ""
    where = "my list" if name == "list" else f"my {name} list"
    return f"Do you want {instead} instead of {said}?", f"add {instead} to {where}"
