"""What a follow-up does to the list that was spoken of, where its move is known. Pure.

Invariant: only what is known to be on the list, or was just added, is taken off by a mere pointer.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from jarvis_voice.assistant.understanding.list_correction import thing_put_right
from jarvis_voice.assistant.understanding.list_talk import is_thing, my_list
from jarvis_voice.assistant.understanding.short_turns.cue_words import Cue
from jarvis_voice.assistant.understanding.short_turns.denials import leans_on
from jarvis_voice.assistant.understanding.short_turns.fact_values import changed
from jarvis_voice.assistant.understanding.short_turns.follow_ups import FollowUp, whole_turn
from jarvis_voice.assistant.understanding.short_turns.list_words import (
    at_said_place,
    is_of_all,
    is_of_deeds,
    put_in_place,
    thing_anew,
    things_to_add,
    things_to_take,
)
from jarvis_voice.assistant.understanding.short_turns.of_lists import (
    ALL_LISTS,
    LISTS,
    asked_of,
    asks_of_all_lists,
    is_lone,
    of_lists,
)
from jarvis_voice.assistant.understanding.short_turns.resolved import ResolvedTurn
from jarvis_voice.assistant.understanding.short_turns.topic import Topic
from jarvis_voice.assistant.understanding.short_turns.touched import Touched
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.language.en.named_things import things_within
from jarvis_voice.language.en.normalization import clean
from jarvis_voice.language.en.schedule_rules import WEEKDAYS
from jarvis_voice.language.en.spoken_lists import NOTES, list_named, spoken
from jarvis_voice.language.en.thing_amounts import counted

COUNTS = re.compile(r"\bhow (?:many|much)\b|\b(?:total|count|number)\b", re.I)
"""How it is asked how many there are."""

ASKS_WHAT_IS_ON = lazy_pattern(
    r"\bwhat(?:'s| is| are| else is| all is| (?:do|have) (?:i|we)(?: got| have)?|"
    r" (?:i|we)(?:'ve| have)(?: got)?)\b.*\b(?:there|on (?:it|(?:the|my|our|that) (?:\w+ )?list))"
    r"\b", re.I
)  # fmt: skip
"""Asks what is on it, however often it was told: "tell me again what is there"."""

_PUT = lazy_pattern(
    r"(?:(?:and|also|then|now|right|ok|okay|oh|please)\b\W*)*(?:put|add|stick|pop|bung|chuck|whack|"
    r"shove|write) (?P<thing>(?!(?:it|that|them|one|some|another)\b).+?) (?:on|to|onto|in) "
    r"(?:it|there|that|that list|the list)(?: (?:too|as well|please|then|so|now|for me|love|will "
    r"you|would you))*", re.I
)  # fmt: skip
"""Who names a thing and points at the list says the thing in these very words."""
_PLACES = lazy_pattern(
    r"\b(?P<place>first|last|top)(?: (?:thing|item|one|entry|job|of)\b|\W*\Z)|"
    r"\b(?:at the|what's) (?P<other>top|first|last)\b", re.I
)  # fmt: skip
_NOT_AT_END = re.compile(r"(?<=\w),? (?:and |but )?not (?:the )?[\w'-]+(?: [\w'-]+)?[.!]*\Z", re.I)
"""Names at the end of an order what stays as it is."""
_LIKE_IT = lazy_pattern(
    r"\b(?:one|another|same|it|list)(?: like (?:it|that))? for (?:the |my |our |a )?"
    r"(?P<name>[\w']+(?: \w+)?)(?: (?:too|as well|and all|please))*\Z", re.I
)  # fmt: skip
"""Asks for another list beside the one of before."""
_FURTHER = lazy_pattern(
    r"(?:and|also|plus)[\s,]+(?:also )?(?P<note>(?:mine|his|hers|theirs|ours|yours|my \w+|"
    r"(?!(?:it|that|he|she|there|what)\b)[\w-]+)(?:'s| is| are)(?: not)? .+?)"
    r"(?: too| as well)*", re.I
)  # fmt: skip
"""Tells one more thing of the same kind, of somebody or something else: "and mine's a twelve"."""
_ADDS = lazy_pattern(
    r"\b(?:put|add|stick|pop|bung|chuck|write|and|also|plus|need|start|on (?:it|there))\b", re.I
)
"""Says of things that they are to go on a list."""
_AT = re.compile(r"(?:(?:no|and|so|oh|well)\W+)*(?:at|by|before|after|around) ", re.I)
_LIST_NAME = re.compile(r"to[ -]?dos?\b|(?!do\b)[^\s,.;!?]+", re.I)
"""A word that may name a list; "do" alone is a verb."""
_MOST_BESIDE = 2
"""Words that may stand beside a time which is all that a turn says."""
_DAYS = frozenset({"today", "tomorrow", "tonight", "on", "next", "this", "every", *WEEKDAYS})
"""How a time begins that needs no "at"."""
_IS_EMPTY = lazy_pattern(
    r"\b(?:(?:it|that|list)(?:'s| is)|is (?:it|that|the list))(?: \w+)? (?:empty|blank)\b|"
    r"\bnothing (?:left )?(?:on|in) (?:it|there)\b", re.I
)  # fmt: skip
"""Tells or asks that nothing is on the list."""
_OF_PRICES = re.compile(
    r"\beverything(?:'s| is)\b(?! (?:done|been|bought|in|sorted|off|out|got|gone))", re.I
)
"""Tells how all things are: "everything's so dear"."""
_NO_TIME = re.compile(r"\btime for (?:this|that)\b", re.I)
"""Complains, and takes nothing off."""
_ORDERS_ANEW = re.compile(r"\b(?:change|swap|switch|replace)\b", re.I)
_OTHER_ONE = re.compile(r"\b(?:old|other|ancient|previous)\b.*\b(?:ones?|lists?)\b", re.I)
_IT_ON = re.compile(r"\b(?:it|that|them|those|back)(?: back)? on\b|\bback\b", re.I)
_OF_NOTES = lazy_pattern(
    r"\b(?:read|notes?|noted|list|it|that|else|so far|say|said|down|back|again|written|kept|"
    r"(?:got|have) (?:i|we|you)|(?:i|we|you) (?:got|have))\b", re.I
)  # fmt: skip
"""How notes are asked for; how many there are nobody asks."""
_MAKE = lazy_pattern(
    r"(?:make (?:that|it|them)|change (?:that|it) to|should (?:be|say)|it is|i meant?|rather)"
    r"\s+(?P<new>[\w' -]{2,40}?)(?: instead| rather| please|,? not .+)*\Z", re.I
)  # fmt: skip
_ONE_MORE = lazy_pattern(
    r"(?:(?:oh|ah|right|yes|ok|okay)\W+)*(?:(?:and|also|plus)\W+(?:my|our|the|some|a|an) "
    r"[\w'-]+(?: [\w'-]+)?|(?:my|our|the|some|an?) [\w'-]+(?: [\w'-]+)? (?:as well|too))", re.I
)  # fmt: skip
"""Only names one thing more: "and my towel", "my charger as well"."""
_AMOUNT = lazy_pattern(
    r"(?:\d+|two|three|four|five|six|seven|eight|nine|ten|twelve|a dozen|half a dozen|a couple)"
    r"(?: of (?:them|those|these))?", re.I
)  # fmt: skip
_OF_THEM = re.compile(r" of (?:them|those|these)\Z", re.I)


def of_list_move(move: str, said: FollowUp, topic: Topic) -> ResolvedTurn | None:
    """The request about the list; None where the words say none.

    Args:
        move: What the turn does.
        said: The turn.
        topic: What the conversation is about.
    """
    last = topic.last("list")
    if last is None:
        return None
    name = _other_list(said.text, topic) or last.name
    mine, known = my_list(name), topic.on_list(name)
    meant = things_within(_NOT_AT_END.sub("", said.text), known)
    items = [one for one in said.slots.get("item", ()) if is_thing(one)]
    if (
        move == "take"
        and last.state == "set"
        and not meant
        and _ONE_MORE.fullmatch(said.text.strip(" .!"))
    ):
        move = "add"  # nothing of it is on the list
    if move in {"clear", "take", "still"} and _IS_EMPTY.search(said.text):
        return ResolvedTurn(asked_of(name))
    if move in {"clear", "take"} and (gone := _of_gone(said, last, mine)):
        return gone
    match move:
        case "all" | "repeat":
            sentence = _asked(said.text, name)
        case "clear":
            sentence = "" if _OF_PRICES.search(said.text) else f"clear {mine}"
        case "still":
            things = meant or items or list(last.things[:1])
            sentence = f"is {things[0]} on {mine}" if things and name != NOTES else asked_of(name)
        case "take":
            return _taken(said, last, meant, mine)
        case "undo":
            sentence = _undone(last, topic.cleared_from(last.name), mine)
        case "add":
            return _added(said, topic, last, meant, mine)
        case "set" if name != NOTES and _is_time(said):
            return _timed(said, last)
        case _:
            anew = _swapped(said, last, meant, mine) if move == "set" else None
            return anew or _by_cue(move, said, topic)
    return ResolvedTurn(sentence) if sentence else None


def _of_gone(said: FollowUp, last: Touched, mine: str) -> ResolvedTurn | None:
    """What is to go beside what went, or was not there; None where that may be a thing of the list.

    Of a list that was just cleared nothing more can go.
    """
    if last.is_missed and leans_on(said.text):
        return ResolvedTurn(said.text, is_told=True)
    if not last.is_cleared:
        return None
    if mine != my_list(last.name):
        return ResolvedTurn(f"clear {mine}")
    return ResolvedTurn("clear my {list} list", "Which list shall I clear?")


def _taken(said: FollowUp, last: Touched, meant: list[str], mine: str) -> ResolvedTurn | None:
    """What is to come off: what the words name, else what was just put on, else all of it."""
    if _NO_TIME.search(said.text):
        return None
    if is_of_all(said.text):
        return ResolvedTurn(f"clear {mine}")
    is_gone, is_set = last.state == "gone", last.state == "set"
    things = meant or things_to_take(said.text, last.name, is_also=is_gone, is_set=is_set)
    items = [one for one in said.slots.get("item", ()) if is_thing(one)]
    at_place = None if meant else at_said_place(said.text, last.things if is_set else ())
    if at_place is None:
        things = things or (list(last.things) if is_lone(last) else items)
    else:
        things = at_place
    if not last.things and _OTHER_ONE.search(said.text):
        return ResolvedTurn("clear my {list} list", "Which list shall I clear?")
    if things:
        return ResolvedTurn(f"remove {spoken(things)} from {mine}")
    if not last.things and last.state == "told" and last.value:
        return ResolvedTurn(f"clear {mine}", is_guess=True)
    question = f"What shall I take off {mine.replace('my ', 'your ', 1)}?"
    return ResolvedTurn(f"remove {{thing}} from {mine}", question)


def _added(
    said: FollowUp, topic: Topic, last: Touched, meant: list[str], mine: str
) -> ResolvedTurn | None:
    """What is to go on it, or the question for it."""
    if put := _PUT.fullmatch(clean(said.text).strip(" .!?")):
        return ResolvedTurn(f"add {put['thing']} to {mine}") if is_thing(put["thing"]) else None
    if last.name != NOTES and (other := _LIKE_IT.search(said.text.strip(" .!?"))):
        theirs = my_list(other["name"])
        question = f"What shall I put on {theirs.replace('my ', 'your ', 1)}?"
        return ResolvedTurn(f"add {{thing}} to {theirs}", question)
    if last.state == "gone" and last.things and _IT_ON.search(said.text):
        return ResolvedTurn(f"add {spoken(last.things)} to {mine}")
    items = [one for one in said.slots.get("item", ()) if is_thing(one)]
    things = things_to_add(said.text, last.name)
    is_guess = last.is_cleared and not _ADDS.search(said.text)
    if things and not set(things) <= set(meant):
        return ResolvedTurn(f"add {spoken(things)} to {mine}", is_guess=is_guess)
    if items and not meant:
        return ResolvedTurn(f"add {spoken(items)} to {mine}", is_guess=is_guess)
    return _by_cue("add", said, topic)


def _asked(text: str, name: str) -> str:
    """The question what is on a list, or how much; "" for notes that are not asked for."""
    if asks_of_all_lists(text):
        return ALL_LISTS
    mine = my_list(name)
    if name == NOTES:
        return asked_of(name) if _OF_NOTES.search(text) else ""
    if place := _PLACES.search(text):
        which = "last" if (place["place"] or place["other"]).lower() == "last" else "first"
        return f"what is the {which} thing on {mine}"
    return f"how many things are on {mine}" if COUNTS.search(text) else asked_of(name)


def _undone(last: Touched, cleared: Sequence[str], mine: str) -> str:
    if cleared:
        return f"add {spoken(cleared)} to {mine}"
    if last.state not in {"set", "gone"} or not last.things:
        return ""
    back = "add {} to" if last.state == "gone" else "remove {} from"
    return f"{back.format(spoken(last.things))} {mine}"


def _swapped(said: FollowUp, last: Touched, meant: list[str], mine: str) -> ResolvedTurn | None:
    """Something else, or more of it, in the place of a thing; None where it is open of which."""
    text = said.text.strip(" .!?")
    if mine == my_list(NOTES) and (further := _FURTHER.fullmatch(text)):
        return ResolvedTurn(f"add {further['note']} to {mine}")
    if mine == my_list(NOTES) and last.things:
        new = changed(last.things[0], text)
        if new:
            return _in_place(last.things, new.fact, mine, is_guess=not new.is_sure)
        return ResolvedTurn("add {note} to my notes", "How is it right then?")
    found = _MAKE.search(text)
    only = last.things[0] if len(last.things) == 1 else ""
    one = thing_put_right(last.things, found["new"]) if found else only
    old = meant[:1] or ([one] if one else [])
    if found and old and last.state != "gone":
        is_amount = _AMOUNT.fullmatch(found["new"]) is not None
        new_one = counted(_OF_THEM.sub("", found["new"]), old[0]) if is_amount else found["new"]
        is_named = is_thing(new_one) or is_of_deeds(last.name)
        return _in_place(old, new_one, mine) if is_named else None
    before, after = put_in_place(text)
    if before and not meant:
        return _in_place([before], after, mine, is_guess=_ORDERS_ANEW.search(text) is None)
    thing, is_sure = thing_anew(text, old[0], last.name) if old else ("", False)
    if not thing or not (is_thing(thing) or is_of_deeds(last.name)):
        return None
    if last.state == "gone":
        return ResolvedTurn(f"add {thing} to {mine}", is_guess=not is_sure) if is_sure else None
    return _in_place(old, thing, mine, is_guess=not is_sure)


def _is_time(said: FollowUp) -> bool:
    """Whether a turn only says a time, which is no thing."""
    turn = whole_turn(said)
    if turn is None or turn.name:
        return False
    if len(turn.line.split()) - len(turn.value.split()) > _MOST_BESIDE:
        return False
    is_led = turn.value_kind == "number" and _AT.match(turn.line) is not None
    return turn.value_kind == "time" or is_led


def _timed(said: FollowUp, last: Touched) -> ResolvedTurn | None:
    """The question for a reminder, where a turn says when the last thing is to be done."""
    turn = whole_turn(said)
    is_deed = is_of_deeds(last.name) and last.name != NOTES and last.state == "set"
    if turn is None or not is_deed or len(last.things) != 1:
        return None
    first = turn.value.split()[0].lower()
    when = turn.value if first in _DAYS else f"at {turn.value}"
    return ResolvedTurn(f"remind me {when} to {last.things[0]}", is_guess=True)


def _in_place(old: Sequence[str], new: str, mine: str, *, is_guess: bool = False) -> ResolvedTurn:
    swapped = f"remove {spoken(old)} from {mine} and then add {new} to {mine}"
    return ResolvedTurn(swapped, is_guess=is_guess)


def _by_cue(move: str, said: FollowUp, topic: Topic) -> ResolvedTurn | None:
    """What the words themselves say to do, read as an addition or a correction."""
    turn = whole_turn(said)
    cue: Cue = "and" if move == "add" else "set"
    return of_lists(replace(turn, cues=frozenset({cue})), topic) if turn else None


def _other_list(text: str, topic: Topic) -> str:
    """Another list that the words name; "" where they name none that was spoken of."""
    known = {one.name for turn in topic.turns for one in turn if one.kind == "list"} | LISTS
    words = (one[0] for one in _LIST_NAME.finditer(text))
    return next((name for word in words if (name := list_named(word)) in known), "")
