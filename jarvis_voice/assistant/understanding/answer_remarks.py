"""Finds the time in an answer, and the request that it completes, where more is said beside. Pure.

Invariant: one clause asks and one value answers; what asks or orders something else is no answer.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from jarvis_voice.assistant.understanding.short_turns.cues import clauses_of, read_turn
from jarvis_voice.assistant.understanding.short_turns.entry_values import value_in
from jarvis_voice.assistant.understanding.short_turns.touched import Kind, Touched
from jarvis_voice.assistant.understanding.undo_last import SETTING
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.core.understanding import Intent
from jarvis_voice.language.en.normalization import clean
from jarvis_voice.language.en.schedule_words import read_when

_PIECES = re.compile(r"\s*[,;:.!?]+\s+|\s+(?:because|since|cos|so that)\s+", re.I)
_TASK_FIRST = lazy_pattern(
    r"(?P<task>(?:i've|i have|we've|we have|i need|i must|i ought|there's|there is)\b[^,.;]*?),?"
    r" (?:so )?(?:please )?(?:can you |could you )?remind me(?: please)?",
    re.I,
)
"""What is to be done, told before the order: "I've a parcel to post, remind me"."""
_SAYING = lazy_pattern(
    r"(?:(?:h?m+|u[hm]+|er|oh|well|ok|okay|let's|shall we|we'll|maybe|just|so)\b\W*)*"
    r"(?:say|make (?:it|that)|call it)\b\W*(?=\w)",
    re.I,
)
"""Leads to an answer: "hmm, say Monday"."""
_ORDER = lazy_pattern(
    r"(?:(?:oh|well|ok|okay|so|and|now|please)\W+)*(?:(?:can|could|would|will) you (?:please )?)?"
    r"(?:(?:set|make|start|create) (?:me )?(?:an?|another|the|my) (?:\w+ )??(?P<thing>alarm|timer|"
    r"reminder|stopwatch|routine|note|list)|(?P<verb>tell|call|text|phone|e?mail|message|send|ask|"
    r"play|open|close|turn|switch|book|order|find|search|read|write|buy|cancel|delete|remove|pause|"
    r"translate|google|launch|remind|wake|add))\b",
    re.I,
)
_OF_THE_SAME = re.compile(r" (?:me|us|it|them|that|this)\b", re.I)
_SAME = {"wake": "alarm", "remind": "reminder"}
"""The verb and the noun of one request."""

_KINDS = frozenset({"alarm", "reminder", "timer", "stopwatch", "routine"})

_MOST_WORDS = 14
_BARE = (
    (re.compile(r"\btimer\b", re.I), "set a timer"),
    (re.compile(r"\balarm\b|\bwake me\b", re.I), "set an alarm"),
)
"""What was asked for by a sentence that only the trained reader understood."""

Understand = Callable[[str], Intent | None]


def requests_in(asked: str, understand: Understand) -> Iterator[str]:
    """What was asked for without the clause beside it: "set a timer, I am cooking"; perhaps none.

    Args:
        asked: The sentence that we asked about.
        understand: What a sentence means by itself.
    """
    if (first := _TASK_FIRST.fullmatch(asked)) and not read_when(first["task"]):
        yield f"remind me {first['task']}"
    pieces = [clean(one).strip(" .,!?") for one in _PIECES.split(asked)]
    known = [one for one in pieces if _is_setting(one, understand)]
    if len(pieces) > 1 and len(known) == 1:
        yield known[0]
    if not known and not _is_setting(asked, understand):
        yield from (bare for pattern, bare in _BARE if pattern.search(asked))


def told_first(asked: str) -> bool:
    """Whether what is to be done is told before the order: "I've a parcel to post, remind me"."""
    return _TASK_FIRST.fullmatch(asked) is not None


def is_other_order(line: str, asked: str) -> bool:
    """Whether an answer orders something else: "play music at 8", where an alarm was asked for.

    Args:
        line: The answer.
        asked: The request that we asked about; who says it again in other words answers.
    """
    found = _ORDER.match(line)
    if found is None:
        return False
    word = (found["thing"] or found["verb"]).lower()
    words = {_SAME.get(one, one) for one in re.findall(r"\w+", asked.lower())}
    if (word := _SAME.get(word, word)) in words:
        return False
    if found["thing"] or word in _KINDS:
        return bool(words & _KINDS)
    return _OF_THE_SAME.match(line, found.end()) is None


def time_in(line: str, *, is_length: bool, understand: Understand) -> str:
    """The one time or length of an answer with a remark: "six tomorrow morning, start of shift".

    Args:
        line: The answer.
        is_length: We asked how long.
        understand: What a sentence means by itself.

    Returns:
        "" where the answer says none, or asks for something by itself.
    """
    line = _SAYING.sub("", line, count=1)
    clauses = clauses_of(line)
    if not clauses or len(line.split()) > _MOST_WORDS or understand(clean(line)) is not None:
        return ""
    turns = [read_turn(one) for one in clauses]
    if any(one.is_question or one.has("cancel") for one in turns):
        return ""
    kind: Kind = "timer" if is_length else "reminder"
    value = value_in(clauses, Touched(kind))
    if value is None or value.kind == "rule":
        return ""
    is_delay = value.kind == "length" and not is_length
    if not is_delay:
        return value.text
    is_led = re.search(rf"\bin (?:about )?{re.escape(value.text)}\b", line, re.I) is not None
    return f"in {value.text}" if is_led else ""


def _is_setting(sentence: str, understand: Understand) -> bool:
    intent = understand(sentence)
    return intent is not None and intent.name in SETTING
