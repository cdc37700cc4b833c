"""Tells what code adds to a model's words behind an order that nobody carried out. Pure.

Invariant: "Right away." alone is no answer to an order that no receipt fulfils.
"""

from __future__ import annotations

import re

from jarvis_voice.assistant.planning import unsupported
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.language.en.normalization import clean

NOTHING_DONE = "I have done nothing."

MOST_WORDS = 6
"""So many words of an answer may be nothing but an assent."""

_REFUSES = lazy_pattern(
    r"\b(?:cannot|can not|unable|not able|no (?:way|tool|means|access|hands|button|connection)|"
    r"sorry|"
    r"unfortunately|afraid|not possible|impossible|beyond me|have not|did not|do not|will not|"
    r"would "
    r"not|not (?:yet|done|something|mine|here)|nothing|yourself|instead|no(?! (?:problem|worries|"
    r"sooner))|never)\b|n't\b|n\u2019t\b",
    re.I,
)
_ASKS_BACK = lazy_pattern(
    r"\?|\b(?:tell me|say (?:it|which|when|what|where|so|for)|let me know|give me|i need (?:to|a|"
    r"the|"
    r"your)|which one|name (?:it|the|a)|please|try|could you|you (?:can(?! (?:rely|count|trust|"
    r"sleep|relax))|could|may|need|have to))\b",
    re.I,
)
_CANNOT = "I cannot "


def is_bare_assent(said: str) -> bool:
    """Whether a model's whole answer to an order only agrees to it.

    Args:
        said: All of its words that may be told.
    """
    is_short = 0 < len(re.findall(r"[\w'\u2019]+", said)) <= MOST_WORDS
    return is_short and not _ASKS_BACK.search(said) and not _REFUSES.search(said)


def refusal_behind(goal: str, said: str) -> str:
    """What code adds to words of a model that leave open that the order is not carried out.

    Args:
        goal: What the user ordered.
        said: The model's words.
    """
    if _REFUSES.search(said):
        return ""
    refused = unsupported.refusal(clean(goal)) or ""
    return refused if refused.startswith(_CANNOT) else ""
