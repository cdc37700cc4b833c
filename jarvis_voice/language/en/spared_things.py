"""Finds what an order to take all away leaves out: "cancel everything except the alarm". Pure."""

from __future__ import annotations

import re

from jarvis_voice.core.lazy_pattern import lazy_pattern

_LONGEST = 300
"""Characters that are read; a longer sentence is no such order."""

_KINDS = ("timer", "alarm", "reminder", "routine")
_ALL = (
    r"(?:every ?thing|every ?one|every|all|each|any ?thing|anyone|any|both|nothing|none|"
    r"clear(?: out)?|empty|wipe)"
)
_EXCEPT = (
    r"(?:except(?:ing)?(?: for)?|excluding|apart from|aside from|besides|other than|save(?: for)?|"
    r"(?<!the )(?<!my )(?<!a )bar(?:ring)?|minus|without(?! \w+ing\b)|not counting|"
    r"unless(?: (?:it|they|that)(?:'s| is|'re| are))?(?= (?:the |my |called |named )?[\w'-]+"
    r"(?: (?:one|ones|timers?|alarms?|reminders?))?\Z)|"
    r"(?:that|which) (?:is not|isn't|are not|aren't)|,? ?(?:and |just )?not(?= the\b| my\b)|"
    r"but(?! (?:please|first|then|quick\w*|tell|hurry|before|after)\b)(?: (?:not|for))?)"
)
_FROM_ALL = lazy_pattern(rf"(?<!that )\b{_ALL}\b[^.;!?]{{0,80}}?(?<!\w){_EXCEPT} (?P<spared>.+)")
_IS_OTHER = lazy_pattern(
    r"\b(?:timer|alarm|reminder|routine|note|fact|one|thing|list)s? (?:"
    r"(?:that|which) (?:is not|isn't|are not|aren't|was not|wasn't|were not|weren't|does not|"
    r"doesn't|do not|don't)|not(?= (?:called|named|labell?ed|titled|for|about)\b)) (?P<spared>.+)"
)
"""Says of what goes only what it is not: "the timer that isn't May"."""
_FROM_SEVERAL = lazy_pattern(
    r"\b(?:timer|alarm|reminder|routine|note|fact|list)s\b[^.;!?]{0,40}?(?:"
    r"(?:,|\bbut\b|\band\b)(?: just)? not(?= the\b| my\b| that\b)|"
    r"\b(?:except(?:ing)?(?: for)?|excluding|apart from|aside from|other than|save for)) "
    r"(?P<spared>.+)"
)
"""The same of what the plural alone says are several: "cancel my timers, not the soup one"."""
_KEEPS = r"(?:keep(?! (?:an eye|on|it)\b)|leave|spare|retain|hold on to)"
_KEPT = lazy_pattern(
    rf"\b(?:only|just) {_KEEPS} (?P<only>.+)|"
    rf"\b{_KEEPS}(?:ing)? (?:only|just|nothing but|no more than) (?P<just>.+)|"
    rf"\b(?:{_ALL}|(?:timer|alarm|reminder|routine|note|fact)s)\b[^.;!?]{{0,80}}?"
    rf"(?:\bbut|\band|,) (?:please )?(?:{_KEEPS}(?! a note\b)|"
    r"(?:do not|don't) (?!want|need)\w+) (?P<also>.+)"
)


def spared(text: str) -> str | None:
    """The words of what an order leaves out; None where it leaves nothing out.

    Args:
        text: "clear the list but keep the ham" gives "the ham", "keep only the alarm" "the alarm".
    """
    line = " ".join(text[: _LONGEST + 1].casefold().replace("\u2019", "'").split()).strip(" .,!?")
    if len(line) > _LONGEST:
        return None
    if found := _FROM_ALL.search(line) or _FROM_SEVERAL.search(line) or _IS_OTHER.search(line):
        return found["spared"]
    kept = _KEPT.search(line)
    return next(filter(None, kept.groups())) if kept else None


def names_only_others(words: str, kind: str) -> bool:
    """Whether what is left out is of other kinds: "all timers, but not the alarm".

    Args:
        words: What is left out.
        kind: The kind of what is taken away; "any" where that is of no one kind.
    """
    named = {one for one in _KINDS if re.search(rf"\b{one}s?\b", words)}
    return kind in _KINDS and bool(named) and kind not in named
