"""Frames what strangers wrote, so that no sentence of theirs is heard as one of ours. Pure.

Invariant: a quotation begins with who says it; one of several sentences also has an end, and
nothing in it sounds like that end.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from jarvis_voice.language.en.sentences import split_sentences

_CLOSING = "\"')\\]}\u201d\u2019\u00bb\u203a\u300d\u300f"
_SURE_END = re.compile(
    rf"(?<![\s.!?\u2026])(?:[!?\u3002\uff01\uff1f\u061f\u06d4\u0964]+[{_CLOSING}]*"
    rf"|[.\u2026]+[{_CLOSING}]+(?=\s+[^\Wa-z])"
    r"|\.(?=\s+(?:I|We|You|My|Your)\b(?!\.)))\s+"
)
"""Where a sentence ends whatever stands before it; a lone initial may, before words of ours."""

_LAST_MARK = re.compile(rf"[.!?\u2026]+[{_CLOSING}*_]*\Z")

_END_OF_QUOTATION = re.compile(
    r"\W*that(?: is|['\u2019]s| was) (?:all )?(?:from|what)\b"
    r"|\W*(?:end of )?(?:un)?quot(?:e|ation)\W*$"
    r"|\W*(?:jarvis|(?:your|the|this) assistant)\b[^.:]{0,40}:",
    re.IGNORECASE,
)
"""What would end the quotation before its end, or begin another voice in it."""


def one_sentence(text: str, mark: str = "; ") -> str:
    """A text whose sentences are joined by a mark: the whole is heard as what was announced."""
    *before, last = split_sentences(_SURE_END.sub(mark, text)) or [text]
    return mark.join([*(_LAST_MARK.sub("", one) for one in before), last])


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
