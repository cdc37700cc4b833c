"""Frames what strangers wrote, so that no sentence of theirs is heard as one of ours. Pure.

Invariant: a quotation begins with who says it; one of several sentences also has an end, and
nothing in it sounds like that end.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

_SENTENCE_END = re.compile(r"(?<=\w)[.!?\u3002\u2026]+[\"')\]]*\s+")
"""Where a sentence ends and another begins: the second would be heard as one of ours."""

_END_OF_QUOTATION = re.compile(
    r"\W*that(?: is|['\u2019]s| was) (?:all )?(?:from|what)\b"
    r"|\W*(?:end of )?(?:un)?quot(?:e|ation)\W*$"
    r"|\W*(?:jarvis|(?:your|the|this) assistant)\b[^.:]{0,40}:",
    re.IGNORECASE,
)
"""What would end the quotation before its end, or begin another voice in it."""


def one_sentence(text: str, mark: str = "; ") -> str:
    """A text whose sentences are joined by a mark: the whole is heard as what was announced."""
    return _SENTENCE_END.sub(mark, text)


def quotation(lead: str, sentences: Sequence[str], end: str = "") -> list[str]:
    """A quotation, sentence by sentence.

    Args:
        lead: Who says it, such as "Wikipedia says:".
        sentences: What is said.
        end: Said after it where it has several sentences.

    Returns:
        Nothing where no sentence is left that may be quoted.
    """
    kept = [one for one in sentences if not _END_OF_QUOTATION.match(one)]
    if not kept:
        return []
    closing = [end] if end and len(kept) > 1 else []
    return [f"{lead} {kept[0]}", *kept[1:], *closing]
