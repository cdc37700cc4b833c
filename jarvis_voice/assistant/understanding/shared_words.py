"""Completes the second of two requests with the words that it shares with the first. Pure.

Invariant: what is completed asks for the same kind of thing as the request that it borrows from,
and says at least as much; each word that is added stands in the sentence.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.core.understanding import Intent
from jarvis_voice.language.en.spoken_lengths import length_in

Understand = Callable[[str], Intent | None]

_MOST_BORROWED = 5
"""Words from the beginning of the first request, or from the end of the second."""

_THING = re.compile(
    r"\b(?P<article>an?|another|the|my|one) (?:\S+ )??(?P<kind>timer|alarm|reminder)\b", re.I
)
_ANOTHER = re.compile(
    r"(?:also |then |again )?(?:another|a (?:second|third|further|new)|one more|"
    r"the (?:other|second)|one)(?: one)?(?= (?:for|at|to|in|of|from|on|that|called|named|\d))",
    re.I,
)
_AGAIN = re.compile(r"(?:(?:once )?(?:again|also|too|back)|once more)\s+(?=\S)", re.I)
_LENGTH = re.compile(
    r"\b(?:\d+|\w+)(?:[ -]\w+)? (?P<unit>seconds?|secs?|minutes?|mins?|hours?)\b", re.I
)
_BARE_NUMBER = lazy_pattern(r"(?:.*\b(?:for|of) )?(?:\d+|[a-z]+(?:-[a-z]+)?)\Z", re.I)
_LIST = re.compile(r"\b(?:list|notes)\Z", re.I)
_DELAY = lazy_pattern(
    r"(?:(?<![\s,])[\s,]+(?P<after>(?:in|after) (?:an? |\d+ |\w+ )(?:\w+ )?"
    r"(?:seconds?|secs?|minutes?|mins?|hours?)(?: (?:time|or so))?)|"
    r"\A(?P<before>in (?:an? |\d+ |\w+ )(?:\w+ )?(?:seconds?|secs?|"
    r"minutes?|mins?|hours?)(?: time)?),?\s+(?=\S))(?(after)\Z)",
    re.I,
)
_IT = re.compile(
    r"(?P<verb>resume|unpause|unmute|start|play|stop|mute|pause) it(?: again)?\Z", re.I
)
_AT_ONCE = frozenset({"volume", "media", "adjust_speech", "open", "open_app", "open_website"})
"""What is done at once or not at all: nothing here does it later."""
_LISTS = frozenset({"add_note", "remove_note"})
_NO_LISTS = frozenset({"other", "another", "same", "second", "next", "last"})
"""What says which list is meant, to somebody who knows it."""
_BORROWS = _LISTS | {
    *("set_timer", "set_alarm", "set_reminder", "count_days", "get_time_until", "convert"),
    *("move_schedule", "cancel_schedule", "volume", "calculate"),
}
"""What is asked for twice with one verb."""


def is_another(tail: str) -> bool:
    """Whether it begins as one more of what was asked for before: "another for 7"."""
    return _ANOTHER.match(tail) is not None


def completed(head: str, first: Intent, tail: str, understand: Understand) -> Intent | None:
    """What the second of two requests asks for, with the words of the first that it leaves out.

    Args:
        head: The first request.
        first: What it asks for.
        tail: The words behind the joint.
        understand: What a sentence asks for on its own.
    """
    if first.name not in _BORROWS:
        return None
    for sentence in _borrowing(head, tail):
        intent = understand(sentence)
        if intent and intent.name == first.name and _says_as_much(intent, first):
            return intent
    return None


def finished(head: str, tail: str, second: Intent, understand: Understand) -> Intent | None:
    """What the first request asks for with the end of the second: "take milk off, put ham on ...".

    Args:
        head: The words before the joint.
        tail: The second request.
        second: What it asks for; something of a list.
        understand: What a sentence asks for on its own.
    """
    if not second.slots.get("list") or not _LIST.search(tail):
        return None
    words = tail.split()
    for number in range(2, min(_MOST_BORROWED, len(words) - 1) + 1):
        end = " ".join(words[-number:])
        for sentence in (f"{head} {end}", f"{head} from {end}", f"{head} to {end}"):
            intent = understand(sentence)
            if (
                intent
                and intent.name in _LISTS
                and intent.slots.get("list") == second.slots["list"]
            ):
                return intent
    return None


def later(tail: str, head: str, understand: Understand) -> str:
    """Words for when something shall be done that is only done at once; "" where it is not so.

    Args:
        tail: A request, perhaps one that leans on the first.
        head: The first request.
        understand: What a sentence asks for on its own.
    """
    found = _DELAY.search(tail)
    if found is None:
        return ""
    bare = f"{tail[: found.start()]}{tail[found.end() :]}".strip(" ,")
    first = understand(head)
    pointed = _IT.fullmatch(bare)
    if pointed and first and first.name in _AT_ONCE:
        return found["after"] or found["before"]
    intent = understand(bare)
    if intent is None and first is not None:
        intent = completed(head, first, bare, understand)
    is_late = intent is not None and intent.name in _AT_ONCE
    return (found["after"] or found["before"]) if is_late else ""


def _borrowing(head: str, tail: str) -> Iterator[str]:
    """Sentences that the second request may stand for, the likeliest first."""
    end = _with_unit(head, _AGAIN.sub("", tail, count=1))
    thing = _THING.search(head)
    if thing and (one := _ANOTHER.match(end)):
        article = "an" if thing["kind"].lower() == "alarm" else "a"
        yield f"set {article} {thing['kind']}{end[one.end() :]}"
    words = head.split()
    for number in range(1, min(_MOST_BORROWED, len(words)) + 1):
        yield f"{' '.join(words[:number])} {end}"


def _with_unit(head: str, tail: str) -> str:
    """The second request with the unit of the first behind its bare number: "for 10"."""
    lengths = [*_LENGTH.finditer(head)]
    number = tail.rsplit(maxsplit=1)[-1] if tail else ""
    is_bare = _BARE_NUMBER.match(tail) is not None and length_in(f"{number} minutes") is not None
    if not lengths or not is_bare:
        return tail
    unit = lengths[-1]["unit"]
    plural = unit if unit.lower().endswith("s") else f"{unit}s"
    return f"{tail} {plural}"


def _says_as_much(second: Intent, first: Intent) -> bool:
    """Whether it has all that the first one has, and is not the same."""
    if second.slots.get("list") in _NO_LISTS:
        return False
    said = {slot for slot, value in first.slots.items() if value not in (None, "")}
    has = {slot for slot, value in second.slots.items() if value not in (None, "")}
    return said - {"name"} <= has and dict(second.slots) != dict(first.slots)
