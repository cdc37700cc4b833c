"""Finds the things that an order does not mean: "cancel the bread timer, not the soup". Pure."""

from __future__ import annotations

import re

from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.language.en.unordered_acts import names_act

_LONGEST = 300
"""Characters that are read; a longer sentence is no such order."""

_NO = (
    r"(?:not(?! (?:now|yet|any ?more|needed|only|just|really)\b)|instead of|rather than|"
    r"in place of|as opposed to|(?:do not|don't) (?:cancel|remove|delete|take|touch|move|skip))"
)
_DENIED = lazy_pattern(
    rf"\b{_NO} (?P<thing>[^,.;!?]{{1,60}}?)"
    r"(?=[,.;!?]|\Z| (?:but|and|from|off|on|in|please|thanks)\b)"
)
_WORD = re.compile(r"[\w:']+")
_IDLE = frozenset(
    {
        *("the", "my", "our", "a", "an", "any", "that", "this", "one", "ones", "of", "for", "to"),
        *("on", "in", "by", "be"),
        *("called", "named", "also", "too", "it", "them", "at", "with", "about", "all", "what"),
        *("timer", "timers", "alarm", "alarms", "reminder", "reminders", "routine", "routines"),
        *("note", "notes", "list", "lists", "thing", "things"),
    }
)

_WHEN = (
    r"(?:today|tonight|tomorrow|this|until|before|after|if|unless|because|as|when|so|that|to|in|at|"
    r"on|for|from|off|it|them|all|later|soon)"
)
"""Begins when or why, not what: "cancel it, but not today"."""
_AT_END = lazy_pattern(
    rf"(?P<order>\S.*?\S)[,;]? (?:and |but )?(?:{_NO}|nor) (?!{_WHEN}\b)[^,.;!?]{{1,60}}"
    r"(?P<end>[.!?]*)\Z",
    re.I,
)


def without_denied_end(text: str) -> str:
    """An order without the thing at its end that it does not mean; "" where there is none.

    Args:
        text: "cancel the bread timer, not the soup" gives "cancel the bread timer".
    """
    line = " ".join(text[: _LONGEST + 1].replace("\u2019", "'").split())
    found = _AT_END.fullmatch(line) if len(line) <= _LONGEST else None
    return f"{found['order']}{found['end']}" if found else ""


_BUT_ON = lazy_pattern(
    r"(?P<order>\S.*?\S),? (?:but|though|although|yet) (?:(?:i do|we do|do|please|still) )*"
    r"(?:(?:want|need|keep) (?:it|that|one) )?(?:(?:wake|remind) (?:me|us) )?(?:up )?"
    r"(?:on |for )?(?:today|tomorrow|the day after tomorrow|(?:this |next )?"
    r"(?:week(?:end)?s?|(?:mon|tues|wednes|thurs|fri|satur|sun)days?))"
    r"(?: (?:yes|please|i do|we do|do|as usual|as always|it stays|it's fine))*[.!]*",
    re.I,
)
_SPAN = re.compile(r"\b(?:week(?:end)?s?|days|month|all|every)\b", re.I)
"""May hold the day that stays: "leave out the weekend but wake me on Sunday"."""


def without_kept_day(text: str) -> str:
    """An order without the day at its end that stays as it is; "" where there is none.

    Args:
        text: "don't wake me tomorrow, but on Saturday" gives "don't wake me tomorrow".
    """
    line = " ".join(text[: _LONGEST + 1].replace("\u2019", "'").split())
    found = _BUT_ON.fullmatch(line) if len(line) <= _LONGEST else None
    return found["order"] if found and not _SPAN.search(found["order"]) else ""


def denied_things(text: str) -> tuple[frozenset[str], ...]:
    """The words of each thing that an order does not mean, without those that name only a kind.

    What orders nothing to end or to change denies nothing here: "not the rice" alone may well take
    the rice away again.

    Args:
        text: "take limes off the list, not soap" gives the one word "soap".
    """
    line = " ".join(text[: _LONGEST + 1].casefold().replace("\u2019", "'").split())
    if len(line) > _LONGEST or not names_act(_DENIED.sub(" ", line)):
        return ()
    found = (words_of(one["thing"]) for one in _DENIED.finditer(line))
    return tuple(one for one in found if one)


def words_of(thing: str) -> frozenset[str]:
    """The words that tell a thing from others of its kind.

    Args:
        thing: "the soup timer" gives the one word "soup".
    """
    words = (word.removesuffix("'s") for word in _WORD.findall(thing.casefold()))
    return frozenset(word for word in words if word not in _IDLE)
