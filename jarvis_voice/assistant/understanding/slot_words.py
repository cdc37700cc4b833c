"""Fits the words that a reader found for the slots of a sentence. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from jarvis_voice.assistant.understanding.meaning_cards import SLOT
from jarvis_voice.core.lazy_pattern import lazy_pattern

_JOINS: Mapping[str, str] = {"item": " and "}
_LIST = lazy_pattern(
    r"\b(?P<name>to[ -]do|"
    r"(?!(?:my|the|an?|this|that|our|your|his|her|its|whole|entire|new|current|same|last|first|own|"
    r"any|what|which|each|every|another|to|on|from|me|show|tell)\b)[\w-]+) ?list\b",
    re.I,
)
_LEADS = re.compile(r"\A(?:a|an|the|my|some|to|for|on|at|in|of|about|that|called|named)\s+", re.I)

_SLOT_LEADS: Mapping[str, frozenset[str]] = {
    "time": frozenset({"at", "on", "in", "by", "every", "this", "next", "each", "after", "before"}),
    "amount": frozenset({"a", "an", "one", "half"}),
}

_LITTLE = "my|the|an?|our|his|her|their|some|to|of|for|with"
_GAPS: Mapping[str, str] = dict.fromkeys(
    ("time", "length", "amount"), f"{_LITTLE}|past|in|at|on|and|after|before"
)
_MORE_OF_NAME = r" (?!(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b|I\b)[A-Z][\w'-]+"
_DOUBLED = re.compile(r"\bfor (?:(?:at|by)|(?P<lead>in|on|every|each)) ", re.I)


def filled(template: str, said: Mapping[str, str]) -> str:
    """A template with the words of its slots; a slot without any is left out."""
    words = " ".join(SLOT.sub(lambda slot: said.get(slot[1], ""), template).split())
    return _DOUBLED.sub(lambda two: f"{two['lead']} " if two["lead"] else "for ", words)


def with_leads(text: str, slots: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """Times and amounts with the words that led to them: "at" six, "a" hundred yen."""
    found = {}
    for slot, leads in _SLOT_LEADS.items():
        led: list[str] = []
        for words in slots.get(slot, ()):
            before = text[: text.find(words)].split()
            is_there = bool(led) and led[-1].lower().endswith(tuple(f" {one}" for one in leads))
            has_lead = bool(before) and before[-1].lower() in leads and not is_there
            led.append(f"{before[-1]} {words}" if has_lead else words)
        if led:
            found[slot] = " ".join(led)
    return found


def list_said(text: str) -> str:
    """The word that says which list is meant: "shopping"; "" where none does."""
    found = _LIST.search(text)
    return found["name"] if found else ""


def unbroken(text: str, words: Sequence[str], slot: str) -> list[str]:
    """Stretches with nothing but little words between them as one: "take my pills"."""
    little = f" (?:(?:{_GAPS.get(slot, _LITTLE)}) ){{0,2}}"
    out: list[str] = []
    for one in words:
        gap = rf"{re.escape(out[-1])}{little}{re.escape(one)}" if out else ""
        if gap and (found := re.search(gap, text, re.I)):
            out[-1] = found[0]
        else:
            out.append(_whole_name(text, one) if slot == "place" else one)
    return out


def _whole_name(text: str, words: str) -> str:
    """A place with the other words of its name: "St" of "in St Ives"."""
    found = re.search(rf"\b{re.escape(words)}(?:{_MORE_OF_NAME})*", text)
    return found[0] if found and words[:1].isupper() else words


def joined(slot: str, words: Sequence[str]) -> str:
    """The stretches of a slot as one, without the little words that lead to them."""
    stretches = [
        _LEADS.sub("", one.strip(" .,!?;:"), count=1) if slot != "time" else one for one in words
    ]
    return _JOINS.get(slot, " ").join(dict.fromkeys(one for one in stretches if one))
