"""Tells whether words end by asking for an answer, whatever ornament stands behind. Pure."""

from __future__ import annotations

import re

_ORNAMENT = re.compile(r"[^\w?]{0,40}(?:[:;=]-?[DPpXxOo])?[^\w?]{0,10}\Z")
_LONGEST_END = 60
_WANTS_YES = re.compile(
    r"\b(?:say|answer|reply|type|with an?|just) (?:\W?yes|no\b|yes or no)|\byes or no\b", re.I
)
_LAST = 200


def ends_asking(text: str) -> bool:
    """Whether the last sentence is a question: an emoji or a bracket behind it changes nothing.

    Args:
        text: An answer, or the words of a user.
    """
    end = text.rstrip()[-_LONGEST_END:]
    mark = end.rfind("?")
    return mark >= 0 and _ORNAMENT.fullmatch(end, mark + 1) is not None


def wants_a_yes(text: str) -> bool:
    """Whether the end of an answer asks for a yes, be it by a question or by an order.

    Args:
        text: An answer: "Say yes and I tell you more."
    """
    return ends_asking(text) or _WANTS_YES.search(text.rstrip()[-_LAST:]) is not None
