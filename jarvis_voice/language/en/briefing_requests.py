"""Tells whether the words of a routine ask for the whole briefing, and whether by mail. Pure.

Invariant: what is wrongly taken for one costs a briefing that nobody hears, and nothing more.
"""

from __future__ import annotations

import re

_ASKS = re.compile(
    r"\b(?:briefing|headlines|top stories|the news|my news|news (?:update|bulletin|summary|digest)|"
    r"brief (?:me|us)|(?:catch|fill) (?:me|us) (?:up|in)|up to (?:date|speed)|what(?:'s| is) "
    r"new)\b",
    re.I,
)
_OF_TOPIC = re.compile(
    r"\b(?:news|briefing|headlines|stories|brief me|new) (?:about|on|regarding|from|in|with) "
    r"(?!the (?:news|world|day)\b)",
    re.I,
)
_OTHER = re.compile(r"\b(?:feeds?|offer|less|no more|stop|skip|next|search|open)\b", re.I)


_MAIL = re.compile(r"\b(?:e-?mail(?:ed)?|mail(?:ed)?|send|forward|inbox)\b", re.I)


def asks_for_mail(words: str) -> bool:
    """Whether words that ask for the briefing ask for it by mail: "mail me my briefing"."""
    return _MAIL.search(words) is not None


def asks_for_briefing(words: str) -> bool:
    """Whether words ask for the briefing of everything: "read me the news", "brief me"."""
    is_all = not _OF_TOPIC.search(words) and not _OTHER.search(words)
    return is_all and _ASKS.search(words) is not None
