"""Reads and words lists of things: "milk, eggs and bread". Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.language.en.evidence import stems
from jarvis_voice.language.en.quote_marks import unwrapped
from jarvis_voice.language.en.thing_amounts import amounts_apart, without_amount

WHICH_LIST = "Which list do you mean?"
ADD_WHAT = "What shall I add to"
NOTES = "notes"
"""The list that is meant when none is named."""

_ONE_THING = re.compile(
    r"(?P<half>\w+) and (?P=half)|(?:mac(?:aroni)?|ham|bacon|cream) and cheese|fish and chips|"
    r"(?:salt|oil) and vinegar.*|gin and tonic|peanut butter and jelly|.*\bblack and white\b.*|"
    r"salt and pepper (?:grinder|mill|shaker|set)s?|bread and butter pudding|\w+ and \w+ pies?|"
    r"(?:cheese|sour cream) and onion(?: (?!and\b)\w+)*",
    re.I,
)
_PAIR = lazy_pattern(
    r"\b(?:\w and \w(?:'?s)?|half and half|mac(?:aroni)? and cheese|ben and jerry'?s|"
    r"head and shoulders|arm and hammer|sweet and sour|cookies and cream|fish and chips)\b", re.I
)  # fmt: skip
"""A name with an "and" of its own, beside whatever it stands: "m and m's"."""
_JOINT = r"(?:and|plus|as\s+well\s+as|along\s+with|together\s+with)"
_COMMA = re.compile(rf"\s*,\s*(?:{_JOINT}\s+(?:also\s+|then\s+)?|also\s+|then\s+)?", re.I)
_AND = re.compile(rf"\s+{_JOINT}\s+(?:also\s+|then\s+)?", re.I)
_LIST_WORDS = re.compile(r"^(?:(?:my|the|our|your|a|an)\s+)+|\s+lists?$|[\s.,!?]+$", re.I)
PIECES = lazy_pattern(rf"(?:,? {_JOINT}|,)(?: also| then)* ", re.I)
"""What stands between the things that somebody names one after the other."""
_ARTICLE = re.compile(r"^(?:some|the|an?)\s+", re.I)
_SAID_ONLY = re.compile(r"^(?:some\s+of(?:\s+the)?|some|the)\s+", re.I)
"""What is said before a thing and not written on a list."""
_KIND = re.compile(r"(?:the|a) [\w' -]+ (?:ones?|kind|sort|type)", re.I)
_POINTS = re.compile(r"(?:all of |both of )?(?:it|that|this|them|those|these|all|both)", re.I)
_UNNAMED = re.compile(
    r"(?:(?:some|any|one|few|couple|of|another|an?|new|more|other) ){0,4}"
    r"(?:something|anything|things?|stuff|items?|entry|entries)(?: (?:else|more|new)){0,2}",
    re.I,
)
_LONGEST_THING = 4
"""Words of a thing on a list, without how much of it; what is longer is a sentence with an
"and" of its own."""

_KEPT = "\0"
"""Stands for a blank within a name."""
_SENTENCES = frozenset({NOTES, "to-do", "task", "idea", "reminder"})
"""Lists whose entries are sentences."""

_UNNAMED_LISTS = frozenset({"list", "lists", "this", "that", "these", "those", "a", "an", "it"})
"""What points at a list, and names none."""
_SAME_LIST = {
    "todo": "to-do", "to do": "to-do", "do": "to-do",
    "to dos": "to-do", "todos": "to-do", "to-dos": "to-do",
    "tasks": "to-do", "task": "to-do", "note": NOTES, "grocery": "shopping",
    "groceries": "shopping", "shop": "shopping",
}  # fmt: skip


def list_named(spoken: str) -> str:
    """The name of a list as it is kept: "my to do list" is "to-do"; "" for "the list"."""
    name = " ".join(spoken.casefold().replace("\u2019", "'").split())
    before = ""
    while before != name:
        before, name = name, _LIST_WORDS.sub("", name)
    if name in _UNNAMED_LISTS:
        return ""
    return _SAME_LIST.get(name, "shopping" if _is_shopping(name) else name)


def _is_shopping(name: str) -> bool:
    """Whether a name is "shopping" with a slip of the fingers: "shoping"."""
    from rapidfuzz.distance import OSA

    return name[:2] == "sh" and OSA.distance(name, "shopping", score_cutoff=1) <= 1


def the_list(name: str, owner: str = "the") -> str:
    """The list as it is spoken of: "the shopping list", "your notes"."""
    if name == NOTES:
        return "your notes"
    return f"{owner} {name} list"


def things_in(text: str, list_name: str) -> list[str]:
    """The entries that a text names, none of them twice.

    "milk, eggs and bread" are three. An "and" without commas parts short things only, and none on
    a list of sentences: "call Ana and Ben" is one thing to do.
    """
    text = text.strip(" \t\r\n.,;:!?")
    if list_name == NOTES:
        return [text] if text else []
    text = " ".join(text.split())
    parts = _with_kinds([part for part in _COMMA.split(text) if part])
    if list_name not in _SENTENCES:
        pieces = (piece for part in parts for piece in amounts_apart(part))
        parts = [_SAID_ONLY.sub("", one) or one for part in pieces for one in _parted(part)]
    elif len(parts) > 1:
        parts[-1:] = _parted(parts[-1])
    things: dict[tuple[str, ...], str] = {}
    for part in parts:
        things.setdefault(key_of(part), unwrapped(part))
    named = [one for one in things.values() if not _is_name_of(one, list_name)]
    return named or list(things.values())


def _is_name_of(thing: str, list_name: str) -> bool:
    """Whether an entry is only the list itself, said behind what goes on it: "shopping list"."""
    return thing.lower().endswith(" list") and list_named(thing) == list_name


def _with_kinds(parts: Sequence[str]) -> list[str]:
    """The parts, where one that only says which kind stays with its thing: "bags, the big ones"."""
    out: list[str] = []
    for part in parts:
        is_kind = bool(out) and _KIND.fullmatch(part) is not None
        out[-1:] = [f"{out[-1]}, {part}"] if is_kind else [*out[-1:], part]
    return out


def points(text: str) -> bool:
    """Whether the words name nothing and only point at what was said before: "those"."""
    return _POINTS.fullmatch(text.strip(" .,!?")) is not None


def names_nothing(text: str) -> bool:
    """Whether the words leave open what is meant: "something", "a few things"."""
    return points(text) or _UNNAMED.fullmatch(text.strip(" .,!?")) is not None


def without_article(thing: str) -> str:
    """A thing as it stands behind "no": "towel" of "a towel"."""
    return _ARTICLE.sub("", thing) or thing


def key_of(thing: str) -> tuple[str, ...]:
    """By what two entries are the same: "the eggs" and "Egg"."""
    found = stems(_ARTICLE.sub("", thing.strip()))
    return tuple(found) or (thing.casefold(),)


def spoken(things: Sequence[str], joint: str = "and") -> str:
    """The things as one says them: "milk, eggs and bread"."""
    if len(things) > 1:
        return f"{', '.join(things[:-1])} {joint} {things[-1]}"
    return things[0] if things else ""


def _parted(part: str) -> list[str]:
    joined = _PAIR.sub(lambda pair: pair[0].replace(" ", _KEPT), part)
    things = _AND.split(joined)
    is_sentence = any(len(without_amount(thing).split()) > _LONGEST_THING for thing in things)
    if is_sentence or _ONE_THING.fullmatch(part):
        return [part]
    return [one.replace(_KEPT, " ") for one in things]
