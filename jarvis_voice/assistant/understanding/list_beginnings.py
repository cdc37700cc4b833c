"""Reads that a list is to be begun: "start a packing list", "a list called Eid, put dates on it".

Invariant: pure; a list is there as soon as something is on it, so what shall be is asked for.
"""

from __future__ import annotations

import re

from jarvis_voice.core.lazy_pattern import lazy_pattern

_LEAD = (
    r"(?:(?:ok|okay|right|so|well|hey|hi|jarvis|please|and|now|let's|shall we|can we|"
    r"(?:can|could|would|will) you)\b[\s,]*)*"
)
_MAKE = r"(?:start|make|create|begin|set up|do|open)(?: (?:me|us|up|off))?"
_WANT = (
    r"(?:(?:i|we)(?:'d| would)? (?:like|want|need)|(?:i|we) wanna have|(?:i'm|i am|we're|we are) "
    r"(?:making|starting|writing|doing)|"
    rf"{_MAKE}|(?:i|we)(?:'d| would)? (?:like|want|need)(?: you)? to {_MAKE})"
)
_A = r"(?:a|an|another)(?: (?:new|fresh|whole new))?"
_CALLED = r"list,? (?:called|named|titled) (?:the )?(?P<called>[\w' -]+?)"
_OF_KIND = r"(?P<kind>(?!shopping list of\b)\w[\w']*(?: \w[\w']*)?) list"
_FOR = r"list for (?:the |my |our )?(?P<purpose>[\w' -]+?)"
_TAILS = (
    r"(?: (?:for me|for us|please|then|now))*"
    r"(?P<extra> for (?:the |my |our )?\w+(?: \w+)?)?(?: please)?"
)
_PUT = (
    r"(?:[,.;:]? (?:(?:and )?(?:then )?(?:put|add|stick|pop|write|bung|chuck)(?: down)?|with) "
    r"(?P<things>.+?)(?: (?:on|to|in|onto) (?:it|there|that))?(?: please| too)*)?"
)
_BEGUN = re.compile(rf"{_LEAD}{_WANT} {_A} (?:{_CALLED}|{_OF_KIND}|{_FOR}){_TAILS}{_PUT}", re.I)
_BEGINS = lazy_pattern(rf"{_LEAD}(?:start|begin|set up)\b", re.I)
"""Says that the list is still empty; who wants one made for a journey may want it written."""
_NO_NAME = lazy_pattern(
    r"(?:(?:long|short|quick|little|big|small|new|full|complete|whole|price|wine|guest|"
    r"best|top|nice|good|proper|brief|reading|waiting|mailing|play|set|check|to)\Z)|.*\b(?:of|all|"
    r"best|top|the|every)\b",
    re.I,
)
"""What stands before "list" and says nothing of what is on it, or is a list that others make."""
_MOST_WORDS = 4
_SOMETHING = "something"


def begun_list(line: str) -> str:
    """The request that begins a list, as a whole sentence; "" for any other.

    Without a thing it adds "something", which the list's tool asks for.

    Args:
        line: A clean sentence.
    """
    found = _BEGUN.fullmatch(line)
    if found is None or (found["extra"] and not _BEGINS.match(line)):
        return ""
    name = (found["called"] or found["kind"] or found["purpose"]).strip().lower()
    is_named = len(name.split()) <= _MOST_WORDS and (found["called"] or not _NO_NAME.match(name))
    return f"add {found['things'] or _SOMETHING} to my {name} list" if is_named else ""
