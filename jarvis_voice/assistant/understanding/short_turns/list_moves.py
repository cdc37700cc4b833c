"""What a follow-up does to the list that was spoken of, where its move is known. Pure.

Invariant: only what is known to be on the list, or was just added, is taken off by a mere pointer.
"""

from __future__ import annotations

import re
from dataclasses import replace

from jarvis_voice.assistant.understanding.list_talk import is_thing, my_list
from jarvis_voice.assistant.understanding.short_turns.cue_words import Cue
from jarvis_voice.assistant.understanding.short_turns.follow_ups import FollowUp, whole_turn
from jarvis_voice.assistant.understanding.short_turns.of_lists import LISTS, of_lists, things_known
from jarvis_voice.assistant.understanding.short_turns.resolved import ResolvedTurn
from jarvis_voice.assistant.understanding.short_turns.topic import Topic, Touched
from jarvis_voice.language.en.normalization import clean
from jarvis_voice.language.en.spoken_lists import list_named, spoken

COUNTS = re.compile(r"\bhow (?:many|much)\b|\b(?:total|count|number)\b", re.I)
"""How it is asked how many there are."""

_PUT = re.compile(
    r"(?:(?:and|also|then|now|right|ok|okay|oh|please)\b\W*)*(?:put|add|stick|pop|bung|chuck|whack|"
    r"shove|write) (?P<thing>(?!(?:it|that|them|one|some|another)\b).+?) (?:on|to|onto|in) "
    r"(?:it|there|that|that list|the list)(?: (?:too|as well|please|then))*", re.I
)  # fmt: skip
"""Who names a thing and points at the list says the thing in these very words."""
_PLACES = re.compile(r"\b(?P<place>first|last|top)\b", re.I)
_MAKE = re.compile(
    r"(?:make (?:that|it|them)|change (?:that|it) to|should (?:be|say)|it is|i meant?|rather)"
    r"\s+(?P<new>[\w' -]{2,40}?)(?: instead| rather| please|,? not .+)*\Z", re.I
)  # fmt: skip
_AMOUNT = re.compile(
    r"(?:\d+|two|three|four|five|six|seven|eight|nine|ten|twelve|a dozen|half a dozen|a couple)"
    r"(?: of (?:them|those|these))?", re.I
)  # fmt: skip


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
    meant = things_known(said.text, known)
    items = [one for one in said.slots.get("item", ()) if is_thing(one)]
    match move:
        case "all" | "repeat":
            sentence = _asked(said.text, mine)
        case "clear":
            sentence = f"clear {mine}"
        case "still":
            things = meant or items or list(last.things[:1])
            sentence = f"is {things[0]} on {mine}" if things else f"what is on {mine}"
        case "take":
            is_pointed = any(one.pointer in {"it", "last", "all"} for one in said.turns)
            things = meant or items or (list(last.things) if is_pointed else [])
            is_there = bool(things) and (last.state == "set" or bool(meant))
            sentence = f"remove {spoken(things)} from {mine}" if is_there else ""
        case "undo":
            sentence = _undone(last, mine)
        case "add" if put := _PUT.fullmatch(clean(said.text).strip(" .!?")):
            sentence = f"add {put['thing']} to {mine}" if is_thing(put["thing"]) else ""
        case "add" if items and not meant:
            sentence = f"add {spoken(items)} to {mine}"
        case _:
            sentence = _swapped(said.text, last, meant, mine) if move == "set" else ""
            return ResolvedTurn(sentence) if sentence else _by_cue(move, said, topic)
    return ResolvedTurn(sentence) if sentence else None


def _asked(text: str, mine: str) -> str:
    if place := _PLACES.search(text):
        which = "last" if place["place"].lower() == "last" else "first"
        return f"what is the {which} thing on {mine}"
    return f"how many things are on {mine}" if COUNTS.search(text) else f"what is on {mine}"


def _undone(last: Touched, mine: str) -> str:
    if last.state not in {"set", "gone"} or not last.things:
        return ""
    back = "add {} to" if last.state == "gone" else "remove {} from"
    return f"{back.format(spoken(last.things))} {mine}"


def _swapped(text: str, last: Touched, meant: list[str], mine: str) -> str:
    """Something else, or more of it, in the place of a thing; "" where it is open of which."""
    found = _MAKE.search(text.strip(" .!?"))
    old = meant[:1] or (list(last.things) if len(last.things) == 1 else [])
    if found is None or not old or last.state == "gone":
        return ""
    new = f"{found['new']} {old[0]}" if _AMOUNT.fullmatch(found["new"]) else found["new"]
    swapped = f"remove {spoken(old)} from {mine} and then add {new} to {mine}"
    return swapped if is_thing(new) else ""


def _by_cue(move: str, said: FollowUp, topic: Topic) -> ResolvedTurn | None:
    """What the words themselves say to do, read as an addition or a correction."""
    turn = whole_turn(said)
    cue: Cue = "and" if move == "add" else "set"
    return of_lists(replace(turn, cues=frozenset({cue})), topic) if turn else None


def _other_list(text: str, topic: Topic) -> str:
    """Another list that the words name; "" where they name none that was spoken of."""
    known = {one.name for turn in topic.turns for one in turn if one.kind == "list"} | LISTS
    return next((name for word in text.split() if (name := list_named(word)) in known), "")
