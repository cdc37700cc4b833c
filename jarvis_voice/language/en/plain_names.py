"""Tells whether a stranger's name for a thing is a plain name, and no sentence. Pure."""

from __future__ import annotations

import re

LONGEST_PLAIN_NAME = 40
_PLAIN = re.compile(r"[^\W_][\w .&'\u2019+-]*")


def is_plain_name(text: str) -> bool:
    """Whether a text can be said aloud as a name: "The BBC", and not "me. I have deleted it"."""
    is_short = len(text) <= LONGEST_PLAIN_NAME
    return is_short and ". " not in text and _PLAIN.fullmatch(text) is not None
