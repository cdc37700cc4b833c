"""Tells whether an answer ends in a question, whatever sign stands behind it. Pure."""

from __future__ import annotations

import re

from jarvis_voice.core.lazy_pattern import lazy_pattern

_LONGEST = 300
"""Characters at the end of an answer in which a question may wait."""

_AT_END = re.compile(r"\?(?:[^\w?]|_|(?<=[:;=\-])[DPpOo3](?!\w)|(?<!\w)[xX]D(?!\w))*\Z")
"""A question mark with nothing but signs behind it: a bracket, an emoji, ":)", ":D"."""
_CHOICE = lazy_pattern(
    r"\?\W*(?:(?:please |just )*(?:say|answer|reply|tell me|type)\W+(?:yes or no|yes|no)|"
    r"yes or no|a or b|true or false|either way)\W*\Z",
    re.I,
)
"""A question with its answers behind it: "Do you want to hear it? Yes or no."."""
_INVITES = lazy_pattern(
    r"\b(?:say|answer|reply|type|respond)(?: with| me)?(?: a| just| simply)? ?"
    r"[\"'\u201c\u2018]?(?:yes|no|okay|ok|go|more|sure|please)\b|\byes or no\b|"
    r"\b(?:let me know|tell me) (?:if|whether|which|what|when|how)\b|\bjust (?:say|ask)\b",
    re.I,
)
"""Asks for a yes, or for another answer, without a question mark."""


def ends_in_question(text: str) -> bool:
    """Whether a text ends in a question, though signs or the answers to it stand behind it."""
    end = text.rstrip()[-_LONGEST:]
    return _AT_END.search(end) is not None or _CHOICE.search(end) is not None


def may_await_answer(text: str) -> bool:
    """Whether a "yes" behind a text may answer something that its end asks or invites."""
    end = text[-_LONGEST:]
    return "?" in end or _INVITES.search(end) is not None
