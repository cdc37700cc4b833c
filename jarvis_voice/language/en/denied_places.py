"""Words where somebody lives plainly, without the place that they deny: "in Bath, not Bristol".

Invariant: pure; the place that is denied, or was left, never stays as the one that is told.
"""

from __future__ import annotations

import re

from jarvis_voice.core.lazy_pattern import lazy_pattern

_LONGEST = 120
_NOW = r"(?:now|currently|nowadays|these days|at the moment|at present)"
_LIVE = r"(?:live|reside|stay|am living|are living|'m living|'re living|am based|are based)"
_TOLD = re.compile(
    r"(?:(?:so|well|oh|and|actually|hi|hello|by the way|just so you know)\b[\s,]*)*"
    rf"(?P<who>i|we)(?: {_NOW})?(?: |(?='))(?P<live>{_LIVE}|am staying|are staying|'m staying|"
    rf"'re staying|am|are|'m|'re|moved)(?P<since> {_NOW})? (?:in|to) "
    r"(?P<place>(?!the\b|an?\b|my\b|our\b)[\w'-]+(?: (?!not\b|no\b|and\b|instead\b|rather\b|now\b|"
    r"currently\b|nowadays\b|these\b|at\b)[\w'-]+){0,3})"
    rf"(?P<now> {_NOW})?(?P<rest>[\s,.;-].*)?",
    re.I,
)
_DENIED = lazy_pattern(
    r"[\s,.;-]+(?:and |but )?(?:i'm |i am |we're |we are )?(?:not|no longer|instead of|rather than|"
    r"no more)(?: living| based| staying)?(?: (?:in|at|from))? (?P<old>[\w'-]+(?: [\w'-]+){0,3}?)"
    r"(?: any ?more| any longer| now| these days)?\W*",
    re.I,
)
_NOT_IN = (
    r"(?:not|no longer|no more|instead of|rather than|never)(?: (?:living|based|staying))?"
    r"(?: (?:in|at|from))? "
)
_LEFT = re.compile(r"\b(?:no longer|no more|any ?more|any longer)\b", re.I)
_OF_A_STAY = re.compile(r"(?:am|are|'m|'re)(?: staying)?|moved", re.I)
"""Says where somebody lives only with a "now", or with a place that they left."""


def lives_in(text: str) -> str:
    """Where somebody says that they live, as "i live in Bath"; "" for plain words.

    Args:
        text: The sentence, as it was said or a clean one.
    """
    line = " ".join(text.replace("\u2019", "'").split()) if len(text) <= _LONGEST else ""
    told = _TOLD.fullmatch(line.strip(" .!"))
    if told is None:
        return ""
    rest = told["rest"] or ""
    is_denied = _DENIED.fullmatch(rest) is not None
    is_now = bool(told["since"] or told["now"])
    if rest.strip(" ,.;-") and not is_denied:
        return ""
    if _OF_A_STAY.fullmatch(told["live"]):
        is_stay = told["live"].endswith("staying") and is_now
        is_left = is_denied and (told["live"] == "moved" or _LEFT.search(rest) is not None)
        return f"{told['who']} live in {told['place']}" if is_left or is_stay else ""
    return f"{told['who']} live in {told['place']}" if is_denied or told["since"] else ""


def denies_place(text: str, place: str) -> bool:
    """Whether a sentence says that somebody does not live in a place, or no more.

    Args:
        text: The sentence as it was said.
        place: The place.
    """
    said = rf"\b{_NOT_IN}{re.escape(place)}\b"
    return bool(place) and re.search(said, text, re.I) is not None


def place_told(text: str) -> str:
    """The place that somebody tells beside one that they deny; "" where none is told."""
    line = " ".join(text.replace("\u2019", "'").split()) if len(text) <= _LONGEST else ""
    told = _TOLD.fullmatch(line.strip(" .!"))
    is_denied = told is not None and _DENIED.fullmatch(told["rest"] or "") is not None
    return told["place"] if told and is_denied else ""
