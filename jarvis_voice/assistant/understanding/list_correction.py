"""Says out whole what puts a list right: "no, I meant malt", "wrong list", "not the rice". Pure.

Invariant: only what we said we have added, in the turn before, is taken off again; what names
neither a thing nor a list is left alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from jarvis_voice.assistant.state import MessageState
from jarvis_voice.assistant.understanding.list_talk import about_list, is_thing, last_list, my_list
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.core.understanding import Intent
from jarvis_voice.language.en.named_things import named_by
from jarvis_voice.language.en.schedule_words import read_when
from jarvis_voice.language.en.spoken_lists import key_of, things_in
from jarvis_voice.language.en.thing_amounts import (
    doubled,
    has_amount,
    is_same_thing,
    without_amount,
)

_LONGEST = 120
_WORD = (
    r"(?:no|nope|nah|naw|nay|o+h+|a+w+|ugh+|mm+|hm+|eh|sorry|wait|w?hoops|oops|actually|hang on|"
    r"hold on|well|ah)"
)
_WRONG = (
    r"(?:(?:that's |that is |it's |it is )?(?:the )?wrong(?: (?:one|thing|item|word))?|"
    r"(?:that's |that is )?not (?:quite )?(?:right|that(?: one)?|what i (?:said|meant))|"
    r"i (?:said|got|put|had) (?:that|it) wrong)"
)
_NO = rf"(?:(?:{_WORD}|{_WRONG})\b[\s,.!?]*)"
_MEANT = r"(?:(?:i (?:mean|meant|said|wanted)|it's|it is|make (?:it|that)|that should be)\b[\s,]*)"
_LIST = r"(?:(?:on|onto|to|in|for) )?(?:the|my|our) (?P<list>\S+(?: \S+)?) list"
_OTHER_LIST = lazy_pattern(
    rf"(?:{_NO}+|(?=(?:the )?wrong list|not that list|i mean|i meant|i said|that (?:goes|belongs|"
    r"should)|(?:that|it|this)(?:'s| is| was) (?:meant )?for (?:the|my|our) \S+(?: \S+)? list|"
    r"(?:it|they) (?:goes?|belongs?|should)))"
    rf"(?:(?:the )?wrong list[\s,.!]*|not (?:that|the \S+(?: \S+)?) list[\s,.!]*(?:but )?|{_MEANT}|"
    r"(?:put|add|move|stick) (?:it|them|that)[\s,]*|"
    r"(?:that|it|they|this) (?:goes?|belongs?|should (?:be|go|have been))[\s,]*|"
    r"(?:that|it|this)(?:'s| is| was)(?: meant)?[\s,]*)*"
    rf"{_LIST}(?: instead| please)*",
    re.I,
)
_NOT_IT = lazy_pattern(
    rf"{_NO}*(?:and )?(?:not|leave out|skip|forget|take out|drop|i (?:don't|do not) (?:need|want)) "
    r"(?:the |any |some )?(?P<thing>[^,.;]+?)(?: though| after all| please)?"
    r"(?:(?:[,.;] |,? but )(?:but )?(?P<rest>.+))?",
    re.I,
)
_NEW = lazy_pattern(
    rf"(?:{_WORD}\b[,.!?]+\s*|{_NO}*{_WRONG}\b[,.!?]+\s*|{_NO}+{_MEANT}|(?!it's\b|it is\b){_MEANT}|"
    rf"(?=(?:it's|it is) .+\bnot ){_MEANT})(?:{_NO}|{_MEANT})*(?P<new>.+?)"
    r"(?:,? not (?P<old>[^,.;]+))?(?: instead| please)*",
    re.I,
)
_SWAP = lazy_pattern(
    rf"{_NO}*(?:please )?(?:(?:swap|replace|exchange|substitute|switch)(?: out)? (?:the )?"
    r"(?P<old>.+?) (?:for|with|by|against)|(?:change|turn) (?:the )?(?P<changed>.+?) (?:to|into)) "
    r"(?:the |some )?(?P<new>.+?)"
    r"(?: (?:on|in) (?:it|there|(?:(?:the|my|our) )(?:(?P<list>\S+(?: \S+)?) )?list))?",
    re.I,
)
_INSTEAD_OF = lazy_pattern(
    rf"{_NO}*(?:(?:put|add|make (?:it|that)) )?(?P<new>.+?) (?:instead of|rather than) (?:the )?"
    r"(?P<old>.+)",
    re.I,
)
_MOVE = lazy_pattern(
    r"(?:please )?(?:move|shift|transfer|put) (?:the )?(?P<thing>.+?)(?: over)? (?:to|onto) "
    r"(?:the|my|our) (?P<list>\S+(?: \S+)?) list(?: instead)?",
    re.I,
)
_ONE_MORE = lazy_pattern(
    r"(?:(?:and|oh|okay|ok)\b[\s,]*)*(?:one more|another(?: one)?|an extra one|"
    r"one more of (?:those|them|that|it))(?: then| please| too)*",
    re.I,
)
_TWICE = lazy_pattern(
    r"(?:(?:and|oh|okay|ok|no|sorry|actually|please)\b[\s,]*)*(?:double|twice)(?: up)?(?: on)? "
    r"(?:the |that |those |my )?(?P<thing>[\w' -]+?)(?: please| then)*",
    re.I,
)
_COUNT = re.compile(r"(?:one|an?|the|another|some) ", re.I)
_NOTHING_NEW = lazy_pattern(
    r"(?:problem|worries|thanks?|need|way|idea|more|matter|never|nothing|stop|cancel|wait|both|all|"
    r"that's|thats|it's|fine|good|okay|ok|and|but|i|he|she|they|we|the (?:other|first|second)|"
    r"for|about|because|so|too|very|really)\b",
    re.I,
)
_THEN = " and then "
_LONGEST_NAME = 2
"""Words of a thing; more may be several things that nothing parts."""

Understand = Callable[[str], Intent | None]


def list_put_right(text: str, messages: Sequence[MessageState], understand: Understand) -> str:
    """What puts a list right, as whole sentences; "" where nothing of a list is put right.

    Args:
        text: The sentence as it was said.
        messages: The conversation before it, in pairs.
        understand: What a sentence means by itself.
    """
    line = " ".join(text.split()).strip(" .,!?") if len(text) <= _LONGEST else ""
    forms = (_OTHER_LIST, _NOT_IT, _NEW, _SWAP, _INSTEAD_OF, _MOVE, _ONE_MORE, _TWICE)
    if not line or not messages or not any(form.fullmatch(line) for form in forms):
        return ""
    _, name = last_list(messages, understand)
    if not name:
        return ""
    things = _added(messages, understand)
    if moved := _MOVE.fullmatch(line):
        return _moved(moved, name, things)
    if swap := _SWAP.fullmatch(line) or _INSTEAD_OF.fullmatch(line):
        return _swapped(swap, name, things, understand)
    return _of_added(line, name, things, understand) if things else ""


def _of_added(line: str, name: str, things: Sequence[str], understand: Understand) -> str:
    """What puts right the things that were just added."""
    if _ONE_MORE.fullmatch(line):
        thing = _COUNT.sub("", things[0], count=1) if len(things) == 1 else ""
        return f"add one more {thing} to {my_list(name)}" if thing else ""
    if twice := _TWICE.fullmatch(line):
        return _doubled(twice["thing"], things, name)
    if other := _OTHER_LIST.fullmatch(line):
        return _two(things, name, things, other["list"]) if other["list"] != name else ""
    if (drop := _NOT_IT.fullmatch(line)) and (old := _one_of(things, drop["thing"])):
        new = drop["rest"] or ""
        is_new = is_thing(new) and not _NOTHING_NEW.match(new)
        return _two([old], name, [new], name) if is_new else _off([old], name)
    if new := _NEW.fullmatch(line):
        old = _one_of(things, new["old"] or "") or thing_put_right(things, new["new"])
        is_new = bool(old) and _is_new(new["new"], understand)
        return _two([old], name, [new["new"]], name) if is_new else ""
    return ""


def thing_put_right(things: Sequence[str], new: str) -> str:
    """The one that is said anew: the same with another amount, else the only one.

    Args:
        things: What was added.
        new: "four cans of tuna".

    Returns:
        "" where several may be meant, or the only one has more than one thing in its words.
    """
    same = [one for one in things if is_same_thing(one, new)]
    if len(same) == 1 or len(things) != 1:
        return same[0] if len(same) == 1 else ""
    is_part = has_amount(new) and set(key_of(without_amount(new))) < set(key_of(things[0]))
    is_long = len(without_amount(things[0]).split()) > _LONGEST_NAME
    return "" if is_part and is_long else things[0]


def _doubled(said: str, things: Sequence[str], name: str) -> str:
    """A thing that was just added with twice its amount; "" where that is not known."""
    is_it = said.lower() in {"it", "that", "them", "those"} and len(things) == 1
    old = things[0] if is_it else _one_of(things, said)
    new = doubled(old) if old else ""
    return _two([old], name, [new], name) if new else ""


def _moved(moved: re.Match[str], name: str, things: Sequence[str]) -> str:
    """The thing on another list; what is not by name is what was just added."""
    is_it = moved["thing"].lower() in {"it", "that", "them", "this", "those"}
    meant = list(things) if is_it else [moved["thing"]]
    is_other = key_of(moved["list"]) != key_of(name)
    is_all = bool(meant) and all(is_thing(one) for one in meant)
    return _two(meant, name, meant, moved["list"]) if is_other and is_all else ""


def _swapped(swap: re.Match[str], name: str, things: Sequence[str], understand: Understand) -> str:
    """One thing in the place of another; "change" is said of much, so that must be on the list."""
    said = swap.groupdict()
    old, new = said["old"] or said.get("changed") or "", said["new"]
    if old.lower() in {"it", "that", "them"} and len(things) == 1:
        old = things[0]
    is_sure = bool(said.get("old")) and swap.re is _SWAP
    added = _one_of(things, old)
    old = added or old
    if not (is_sure or added) or not is_thing(old) or not is_thing(new):
        return ""
    where = said.get("list") or name
    return _two([old], where, [new], where) if _is_new(new, understand) else ""


def _is_new(words: str, understand: Understand) -> bool:
    """Whether words can be a thing for a list and ask for nothing."""
    if _NOTHING_NEW.match(words) or not is_thing(words) or read_when(words, is_bare=True):
        return False
    intent = understand(words)
    return intent is None or "name" in intent.slots or intent.is_question


def _two(old: Sequence[str], source: str, new: Sequence[str], target: str) -> str:
    return f"{_off(old, source)}{_THEN}add {' and '.join(new)} to {my_list(target)}"


def _off(things: Sequence[str], name: str) -> str:
    return f"remove {' and '.join(things)} from {my_list(name)}"


def _one_of(things: Sequence[str], said: str) -> str:
    """The one of the things that the words name; "" where it is none of them, or several."""
    fitting = named_by(said, things)
    return fitting[0] if len(fitting) == 1 else ""


def _added(messages: Sequence[MessageState], understand: Understand) -> list[str]:
    """What the turn before put on a list; nothing where it put nothing there."""
    text, reply = messages[-2]["text"], messages[-1]["text"]
    whole = about_list(text, messages[:-2], understand) or text
    whole = list_put_right(text, messages[:-2], understand) if whole == text else whole
    intent = understand((whole or text).rpartition(_THEN)[2])
    if intent is None or intent.name != "add_note" or "I have added" not in reply:
        return []
    return things_in(str(intent.slots["text"]), str(intent.slots.get("list", "")))
