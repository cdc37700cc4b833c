"""Whether a sentence about leaving a day out orders that, and of what is spoken of. Pure."""

from __future__ import annotations

import re
from typing import Literal

from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.language.en.unordered_acts import mention_with
from jarvis_voice.language.en.withdrawn_orders import is_withdrawn

Unskipped = Literal["denied", "condition", "spared", "doubtful"]
"""Why no day is left out: "don't skip it", "skip it if it rains", "skip all but Monday's"; what is
doubtful may be meant: "maybe skip it", "skip breakfast tomorrow"."""

_LONGEST = 300
"""Characters that are read; a longer sentence orders that in shorter words, too."""

_BASE = r"(?:skip|omit|leave (?:[\w']+ ){0,4}out|miss out|pass over)"
_SKIP = lazy_pattern(
    rf"\b(?:(?P<past>skipped|omitted|left (?:[\w']+ ){{0,4}}out)|(?P<ing>skipping|omitting|"
    rf"leaving (?:[\w']+ ){{0,4}}out)|(?P<base>{_BASE}))\b"
)
_NONE = r"no (?:[\w']+ )?(?:alarm|reminder|routine)s?"
_TAKE = r"(?:cancel|delete|pause|stop|drop|mute|silence|(?:turn|switch) (?:[\w']+ ){0,4}off)"
_ORDER = rf"\b(?:{_BASE}|{_TAKE}|{_NONE})\b"
_WITHDRAWN = lazy_pattern(rf"{_ORDER}.*[,.;!-]+ ?(?:no,? wait|wait,? no|no)[\s.!]*\Z")
_ORDERS = lazy_pattern(_ORDER)
_NOT_TO = lazy_pattern(
    rf"\bnot to {_BASE}\b|\b(?:nobody|no one) \w+ {_BASE}\b|"
    r"\bleave (?:it|that|them|mine) on (?:for )?(?:today|tonight|tomorrow)\b|"
    rf"\b(?:want|need) to {_BASE} (?:nothing|none|neither)\b"
)
_DAY = (
    r"(?:today|tonight|tomorrow|this|next|the day after|(?:mon|tues|wednes|thurs|fri|satur|sun)day)"
)
_NOT = r"(?:do not|don't|dont)"
_WAKE = r"(?:wake|remind|ring|bother)"
_CONDITION = lazy_pattern(
    r"\b(?:(?:only )?if (?!(?:you|possible|i may|need be)\b|(?:it|that)(?:'s| is) (?:ok|okay|fine|"
    r"possible|alright|all right|no|not)\b)|unless |in case |provided |as soon as )"
)
_SPARED = lazy_pattern(
    rf"{_ORDER}.* (?:except|excluding|apart from|aside from|other than)\b|"
    rf"{_ORDER}.*\bbut not (?:on |for )?(?:the )?{_DAY}\b|{_ORDER} (?:all|every)\b.* but\b|"
    rf"{_ORDER}.*(?:\bbut|,) (?:please )?keep (?:the |my )?{_DAY}\b|"
    rf"{_ORDER} .*\bweek(?:end)?s?\b.*\bbut (?:(?:do|please|still) )*"
    rf"(?:(?:wake|remind) (?:me|us) )?(?:up )?(?:on |for )?{_DAY}\b"
)
_MAY_BE = lazy_pattern(
    r"\b(?:might|may|maybe|perhaps|possibly|could be|not sure|thinking (?:of|about)|wonder)\b|"
    rf"\b(?:said|told|asked|promised|thought|say|tell|ask|know)\b.*{_ORDER}|"
    rf"\b(?:has|had) {_NONE}\b|{_NONE}[^,;.!?]* (?:would|could|means|meant)\b|"
    rf"\b(?:says|said|saying)(?: that)?,? (?:{_NOT} {_WAKE}|{_NONE})\b|"
    rf"\b{_NOT} {_WAKE}(?: me| us)?(?: up)? "
    r"(?:late|early|earlier|later|before|until|till|so|too|at)\b|"
    rf"\b{_NOT} {_WAKE} "
    rf"(?!(?:me|us|up|about|of|to|on|for|at|please|any ?more|over|during)\b|{_DAY}\b)\w"
)
"""Only may be so, is said by another, or is of another time or another person."""
_OBJECT = lazy_pattern(
    r"\b(?:skip|omit|leave out|miss out|give(?=.* a miss\b)) (?P<what>[^,.;:!?]*)"
)
_ENDS = re.compile(
    r"\b(?:if|because|since|as|cos|so|and|but|he|she|i|i'm|we|they|it's|when|while)\b"
)
_PLAIN = frozenset(
    (
        *("it", "that", "this", "these", "those", "one", "ones", "the", "a", "an", "my", "our"),
        *("mine", "your", "all", "both", "just", "only", "once", "please", "for", "on", "at", "in"),
        *("of", "to", "from", "out", "again", "too", "also", "then", "thanks", "now", "day"),
        *("days", "time", "times", "am", "pm", "o'clock", "today", "tonight", "tomorrow"),
        *("yesterday", "week", "weeks", "weekend", "morning", "evening", "night", "afternoon"),
        *("after", "next", "first", "coming", "two", "three", "till", "until", "through"),
        *("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"),
        *("though", "instead", "thing", "miss"),
    )
)
_CLOCK = re.compile(r"0?(\d{1,2})(?::(\d\d))?(?:[ap]m)?\Z")
_HALF_A_DAY = 12
_ALIKE = 3
"""Letters by which a word is the same in another form: "lens" and "lenses"."""


def why_not_skipped(text: str, sentence: str) -> Unskipped | None:
    """Why a turn that was taken for leaving a day out does not order it; None where it does.

    Args:
        text: The turn as it was said.
        sentence: What it is taken for: "skip the 07:00 alarm tomorrow".
    """
    if len(text) > _LONGEST:
        return None
    line = " ".join(text.casefold().replace("\u2019", "'").split())
    why = mention_with(line, _SKIP)
    is_taken_back = _ORDERS.search(line) and (is_withdrawn(line) or _WITHDRAWN.search(line))
    if why == "denied" or is_taken_back or _NOT_TO.search(line):
        return "denied"
    if _SPARED.search(line):
        return "spared"
    if _CONDITION.search(line):
        return "condition"
    if why or _MAY_BE.search(line) or _is_other(line, sentence.casefold()):
        return "doubtful"
    return None


def _is_other(line: str, sentence: str) -> bool:
    """Whether what is left out is named, and is not what the sentence leaves out."""
    found = _OBJECT.search(line)
    if found is None or line == sentence:
        return False
    words = re.findall(r"[\w:']+", sentence)
    known = {_key(one) for one in words if one.removesuffix("'s") not in _PLAIN}
    said = re.findall(r"[\w:']+", _ENDS.split(found["what"])[0])
    return any(one.removesuffix("'s") not in _PLAIN and _key(one) not in known for one in said)


def _key(word: str) -> str:
    """A word without its ending; a time of day without its half."""
    if found := _CLOCK.match(word):
        return f"{int(found[1]) % _HALF_A_DAY}:{found[2] or '00'}"
    return word.removesuffix("'s").removesuffix("s")[:_ALIKE]
