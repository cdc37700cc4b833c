"""What a short turn asks of results, of a page or of an article that was spoken of last. Pure.

Invariant: what only a browser can do is said to be beyond us, and no new search is made unasked.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from jarvis_voice.assistant.understanding.plausibility import OPENING_INTENTS
from jarvis_voice.assistant.understanding.short_turns.cue_words import ORDINALS
from jarvis_voice.assistant.understanding.short_turns.resolved import ResolvedTurn
from jarvis_voice.assistant.understanding.short_turns.subject_cues import (
    SubjectClause,
    clause_of,
    leans,
    words_of,
)
from jarvis_voice.assistant.understanding.short_turns.topic import Understand
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.core.understanding import Intent

_NUMBERS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "1": 1, "2": 2, "3": 3, "4": 4, "5": 5,
    "1st": 1, "2nd": 2, "3rd": 3, "4th": 4, "5th": 5, "top": 1,
    **{name: number for number, name in enumerate(ORDINALS, 1)},
}  # fmt: skip
_NOUN = r"(?:one|result|link|hit|site|page|article|website|recipe|option|of (?:them|those))"
_ORDINAL = r"first|second|third|fourth|fifth|top|last|bottom|final|1st|2nd|3rd|4th|5th"
_PLACE = re.compile(
    rf"\b(?:(?P<ordinal>{_ORDINAL})(?: {_NOUN})?(?: down| up| on the list)?|"
    r"(?:number|result|option|link|(?:go|going) (?:with|for)|pick|choose) (?P<number>one|two|"
    r"three|four|five|[1-5]))\b",
    re.I,
)
_THAT = r"(?: (?:it|that|this|them))"
_SHOWN = (
    r"(?: me)?(?: (?:it|that|this|them|that one|(?:the|his|her|its|their) (?:page|site|article)))?"
)
_WORDS = words_of(
    {
        "close": rf"(?:close|shut){_THAT}?(?: down)?|quit|exit|get rid(?: of (?:it|that))?",
        "results": r"(?:back to )?(?:the |my )?(?:search )?results|"
        r"(?:what )?(?:else )?did you find|(?:back to )?the search|what were they|the others",
        "better": r"(?:any(?:thing)?|something|is there|which is|which one is) (?:better|any good|"
        r"nicer|good|best)",
        "back": r"(?:go |take me )?back(?: one)?|(?:the )?(?:previous|one before|page before)"
        r"(?: (?:one|page|site))?|return",
        "on": r"read on|read (?:me )?(?:more|further)|carry on(?: reading)?|go on(?: reading)?|"
        r"continue(?: reading)?|keep (?:going|"
        r"reading)(?: on)?|(?:(?:read|tell)(?: me)? )?(?:(?:the )?rest(?: of it)?|(?:some |bit |"
        r"any )?more(?: (?:about|on|of) (?:it|that|this|him|her|them))?|further)|"
        r"(?:the )?next (?:bit|part|paragraph|section)|what else(?: (?:is there|does it say))?|"
        r"anything else|and then",
        "place": rf"(?:{_PLACE.pattern})",
        "next": rf"(?:the )?next(?: {_NOUN})?|one (?:after|below|down)(?: that)?|skip(?: it| that| "
        r"this)?|another(?: one)?|any (?:others?|more)|not that(?: one)?|(?:the )?other(?: one)?|"
        r"different(?: one)?|"
        r"something else|try another",
        "read": rf"read{_THAT}?(?: (?:out|aloud|to me|out loud))*|(?:what )?does (?:it|that|this|"
        rf"he|she) say|summar\w+{_THAT}?|sum{_THAT} up|give me the gist|gist|"
        r"what is (?:it|that|this) about|what is in (?:it|that|this)",
        "open": rf"open{_THAT}?(?: up)?|(?:bring|pull|get|load|call|show|fetch|throw|stick)"
        rf"{_SHOWN} (?:up|on(?: the)? screen)|go (?:to|with|for)|take me|"
        r"(?:i will|i'll) (?:take|have)|"
        r"click(?: on)?|choose|pick|show me|let(?: me| us|'s) (?:see|look)|(?:see|view|visit)"
        rf"{_THAT}|bring up",
        "short": r"shorter|too long|(?:much )?briefer|(?:keep it )?short|in short|short version|"
        r"simpler|"
        r"(?:in )?(?:simple|simpler|plain) (?:terms|words|english)|shorten(?: it)?|"
        r"dumb it down|tl;?dr",
    },
    "page site website article result link one ones please now tab browser window it's that's "
    "just his her their its the read open show some is there any go gimme",
)
_OF_SOMEBODY = lazy_pattern(rf"\b(?:his|her|its|their|\w+'s) (?:very )?(?:{_ORDINAL})\b", re.I)
"""The first thing of somebody, and no place in what was found: "her first hit"."""
_ANOTHER_NAME = lazy_pattern(r"\bnot that(?: one)?\b[\s,.!]+[A-Z]")
"""Denies the page that was opened by its name, and names another."""
_FINER = lazy_pattern(
    r"(?:(?:no|ok|okay|hmm|and|but|any|some|just|only|got|i want|i wanted|i meant?|how about|what "
    r"about|maybe|show me|find(?: me)?|are there(?: any)?|have you got(?: any)?)\b\W*)*"
    r"(?:(?P<how>(?!other\b|different\b|more\b|the\b|those\b|these\b|first\b|last\b|next\b|new\b|"
    r"good\b|which\b|what\b|two\b|three\b)[a-z]+(?: [a-z]+)?) ones|an? (?P<one>\w+er) one)"
    r"(?: (?:please|instead|then|though))*",
    re.I,
)
"""Other things of the same sort: "cheaper ones", "just the vegan ones"."""

_NO_CLOSE = "I cannot close what I opened. You can close it in your browser."
_NO_BACK = "I cannot go back in your browser. I can open a page by its name."
_NO_SHORTER = "I cannot make it shorter. I can open the page."
_SAY_WHICH = "I cannot tell which one. Say for example: open the second one."
READS = frozenset({"read_page", "read_result", "read_url", "read_on"})


@dataclass(frozen=True, slots=True)
class FoundBefore:
    """What was found, opened or read last.

    Attributes:
        asked: The last request about it.
        opened: The place in the results of the one that was opened last, from 1; 0 is none.
        page_before: The name of the page that was open before.
    """

    asked: Intent
    opened: int = 0
    page_before: str = ""


def of_results(text: str, found: FoundBefore, understand: Understand) -> ResolvedTurn | None:
    """What a turn asks of what was found; None where it asks nothing of it.

    Args:
        text: The turn as it was said.
        found: What was found, opened or read.
        understand: What a sentence means by itself.
    """
    is_other = _OF_SOMEBODY.search(text) or (
        found.asked.name in OPENING_INTENTS and _ANOTHER_NAME.search(text)
    )
    said = None if is_other else clause_of(text, _WORDS, understand)
    if said and said.moves:
        return _of_browser(said, found) or _of_page(said, found)
    finer = _FINER.fullmatch(text.strip(" .!?"))
    query = str(found.asked.slots.get("query", ""))
    is_leaning = finer is not None and leans(text, understand)
    if finer and is_leaning and query and found.asked.name == "search":
        how = (finer["how"] or finer["one"]).lower()
        return ResolvedTurn(f"search for {how} {query}", is_guess=True)
    return None


def _of_browser(said: SubjectClause, found: FoundBefore) -> ResolvedTurn | None:
    """What a browser alone can do; None for anything else."""
    if said.has("close"):
        return ResolvedTurn("", _NO_CLOSE)
    if said.has("results", "better"):
        return ResolvedTurn("", _SAY_WHICH)
    if said.has("back") and not said.has("place"):
        before = found.page_before
        return ResolvedTurn(f"open {before}") if before else ResolvedTurn("", _NO_BACK)
    if said.has("short"):
        return ResolvedTurn("", _NO_SHORTER)
    return None


def _of_page(said: SubjectClause, found: FoundBefore) -> ResolvedTurn | None:
    is_read = said.has("read") and not said.has("open")
    if said.has("place"):
        return ResolvedTurn(f"{'read' if is_read else 'open'} the {_place_in(said.line)} one")
    if said.has("next"):
        return _next(found)
    if said.has("on"):
        return _gone_on(found)
    if is_read:
        return ResolvedTurn("read the page")
    is_open = said.has("open") and not said.is_question
    return ResolvedTurn("open it") if is_open else None


def _next(found: FoundBefore) -> ResolvedTurn:
    if 0 < found.opened < len(ORDINALS):
        return ResolvedTurn(f"open the {ORDINALS[found.opened]} one")
    return ResolvedTurn("", _SAY_WHICH)


def _gone_on(found: FoundBefore) -> ResolvedTurn | None:
    """More of what was read; of an article that was told in short, its page."""
    if found.asked.name in READS:
        return ResolvedTurn("read on")
    if found.asked.name == "search":
        return ResolvedTurn("", _SAY_WHICH)
    return ResolvedTurn("read the page") if found.asked.name == "wikipedia" else None


def _place_in(line: str) -> str:
    found = _PLACE.search(line)
    if found is None:
        return "first"
    said = (found["ordinal"] or found["number"]).lower()
    if said in {"last", "bottom", "final"}:
        return "last"
    return ORDINALS[_NUMBERS[said] - 1]
