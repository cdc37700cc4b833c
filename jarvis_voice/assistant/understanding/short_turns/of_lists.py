"""What a short turn does to the list that was spoken of, or to the last things on it. Pure.

Invariant: only what is known to be on the list is taken off; what could be no thing is not added.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from jarvis_voice.assistant.understanding.list_talk import is_thing, my_list
from jarvis_voice.assistant.understanding.short_turns.cues import ShortTurn
from jarvis_voice.assistant.understanding.short_turns.list_words import at_said_place, is_of_all
from jarvis_voice.assistant.understanding.short_turns.resolved import ResolvedTurn
from jarvis_voice.assistant.understanding.short_turns.topic import Topic
from jarvis_voice.assistant.understanding.short_turns.touched import Touched
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.language.en.named_things import named_by, pieces_of, things_within
from jarvis_voice.language.en.spoken_lists import (
    NOTES,
    PIECES,
    key_of,
    list_named,
    spoken,
    without_article,
)

ALL_LISTS = "list my lists"
"""Asks which lists there are."""
_OF_ALL_LISTS = lazy_pattern(
    r"\b(?:what|read|tell|show|which)\b.*\b(?:my|our|the|both|all)(?: \w+)? lists\b", re.I
)
_TAKES = re.compile(r"\b(?:add|put|remove|take|clear|delete|cross)\b", re.I)
LISTS = frozenset({"shopping", "to-do", "packing", NOTES})
_SOME = re.compile(
    r"(?:(?:some|any|a few|a bit|loads|plenty|more|of|them|those|the|that)\b ?)+", re.I
)
_AND = lazy_pattern(
    r"(?:(?:and|also|plus|oh|okay|ok|yes|so|then|please|kindly|right|we need|i need|add|put|"
    r"get)\b[\s,]*)+",
    re.I,
)
_PUT = lazy_pattern(
    r"(?:(?:and|no|sorry|wait|oh|actually|i mean|i meant|please|kindly|then|well)\b\W*)*(?:put|add|"
    r"stick|pop|"
    r"chuck|bung|get) (?P<thing>[^,.;]+?) (?:(?P<where>(?:on|in|to|onto) (?:it|there|that))|on)"
    r"(?: too| as well|"
    r" please| instead| then)*", re.I
)  # fmt: skip
_PUT_IT = lazy_pattern(
    r"(?:(?:and|no|oh|ok|okay|right|yes|please|kindly|then|well|so|better|you'd better|"
    r"can you|just)\b\W*)*"
    r"(?:put|add|stick|pop|chuck|bung|get|whack|shove|throw|write)(?: back)? "
    r"(?:it|that|them|those|these|both|some|one|a few|all of (?:it|them))"
    r"(?: (?:back|on|in|down|then))*"
    r"(?: (?:it|there|the list|to it))?(?: too| as well| please| instead| then| again)*", re.I
)  # fmt: skip
_OUGHT_TO_BE = lazy_pattern(
    r"(?:(?:well|oh|but|then|ok|okay|so|no|hm+)\b\W*)*(?:it|that|they|those|these)"
    r"(?: (?:really|probably))? (?:should|ought to|needs? to|must|had better|better)(?: really)? "
    r"(?:be|go)(?: (?:on|on it|on there|there))?", re.I
)  # fmt: skip
"""Says of what was not found on a list that it should be there."""
_SAYS_NO = lazy_pattern(
    r"(?:(?:oh|no|wait|but|and|so|ah)\b\W*)*[\w']+(?: [\w']+)? (?:says?|said|reckons|thinks)"
    r"(?: that)? (?:no|no more|not to get|not to buy|to leave out|to skip|we (?:do not|don't) need|"
    r"we(?: have|'ve)? (?:have|got))(?: (?:the|any|more|some))* (?P<thing>[a-z][\w' -]+)", re.I
)  # fmt: skip
"""Tells that somebody else does not want what is on the list."""
_KIND = re.compile(r"(?P<kind>[\w' -]+?) (?:one|ones|kind|sort|type|stuff|version)", re.I)
_TO_NEW = lazy_pattern(
    r"(?:(?:the|a|an|some|but|it's|it is|i mean|i meant|make it|make that|get|put|add|just)\b\s*)+",
    re.I,
)
_THING = re.compile(r"\b(?:thing|item|one|entry)\b", re.I)
_ALSO = re.compile(
    r"(?:(?:and|also|plus|then|oh)\b[\s,]*)+(?:to )?(?P<thing>\w+(?: \w+){0,5})", re.I
)
_TO_DO = "to-do"
_OF_TO_DO = re.compile(r"\b(?:my|our|the) to[ -]?dos?\b", re.I)
_MEANT = re.compile(r"\bi (?:mean|meant|said)\b", re.I)
_TAILS = lazy_pattern(
    r"(?:[\s,]+(?:too|as well|also|please|then|on (?:it|there)|on|with (?:it|that)|"
    r"if you can|love|mate))+\Z", re.I)  # fmt: skip
_NO_THING = lazy_pattern(
    r"\b(?:what|who|why|how|when|where|is|are|was|were|do|does|did|i|you|he|she|they|open|play|"
    r"search|call|remind|set|turn|tell|help|meant?|said|know|again|thank|goodness|heavens|"
    r"hopefully|luckily)\b", re.I
)  # fmt: skip
_ASKS = re.compile(r"\b(?:what|which|how|is|are|anything|read|list|tell|show|any)\b", re.I)
_HAVE = lazy_pattern(
    r"(?:(?:oh|ah|wait|no|actually|hang on|hold on|turns out|it turns out|but|sorry)\W+)*(?:i|we)"
    r"(?:'ve)? (?:already |still )?(?:have|got|have got)(?: already)? (?:some |plenty of |enough |"
    r"the |any )*(?P<thing>[a-z][\w' -]+?)(?: already| at home| in(?: the \w+)?| left)?[.!]*",
    re.I,
)
"""Who has a thing needs it on no list: "wait, we have cream cheese"."""
_GOT = lazy_pattern(
    r"\b(?:got|bought|have|took|taken|picked|found|done|finished|replace|swap|change|exchange)\b",
    re.I,
)
"""What another clause says is there, or to be changed: what is denied beside it stays."""
_TAG = lazy_pattern(
    r"\b(?:have|did|is|are|do|does|haven't|didn't|isn't) (?:you|it|that|they|i|we)"
    r"(?: there| on)?\W*\Z|\bor not\b", re.I
)  # fmt: skip
"""Asks behind what it is about: "got it down, have you"."""
_TELLS = lazy_pattern(
    r"\b\w+(?:'s|'re| is| are) \w+ing\b|\b(?:always|guaranteed|obviously|been)\b|"
    r"\b(?:drop|bin|scrap|ditch) (?:the|that|this) list\b|\bthat leaves\b|\bthan\b", re.I
)  # fmt: skip
"""Tells of somebody, and names no thing: "Steve is bringing the stove too"."""
_THEN = " and then "
_LETTER = re.compile(r"[a-z]", re.I)
_MOST_THINGS = 4
_ENDS = {"first": 0, "last": -1}


def of_lists(turn: ShortTurn, topic: Topic, beside: str = "") -> ResolvedTurn | None:
    """The request about the list; None where the turn says none.

    Args:
        turn: What was said.
        topic: What the conversation is about.
        beside: The other clauses of the turn, which may name the thing.
    """
    last = topic.last("list")
    if last is None or topic.kind != "list" or _TAG.search(f"{turn.line} {beside}"):
        return None
    name, said = _TO_DO if _OF_TO_DO.search(turn.line) else last.name, turn.name
    known = topic.on_list(name)
    asked = _asked(turn, name)
    if found := ResolvedTurn(asked) if asked else _owned(turn, known, name):
        return found
    dropped = turn.has("cancel", "done", "less") or (turn.has("not") and not turn.has("set"))
    is_gone = last.state == "gone" and bool(last.things)
    if back := _put_back(turn, topic, last):
        return back
    if dropped and not turn.value:
        return _dropped(turn, last, known, beside)
    if moved := _moved(turn, topic, name):
        return ResolvedTurn(moved)
    if _MEANT.search(turn.line):
        return _put_right(turn, last.things, name) if last.state == "set" else None
    if turn.has("also", "and") and said and is_gone and (things := _meant(said, known)):
        return ResolvedTurn(f"remove {spoken(things)} from {my_list(name)}")
    is_open = _TELLS.search(turn.line) or (is_gone and not _PUT.fullmatch(turn.line))
    added = None if is_open else _added(turn, name)
    return added or (None if _TELLS.search(f"{turn.line} {beside}") else _begun(turn, topic, name))


def asks_of_all_lists(text: str) -> bool:
    """Whether a turn asks for more than one list: "what is on my lists".

    Args:
        text: The turn.
    """
    return _OF_ALL_LISTS.search(text) is not None and not _TAKES.search(text)


def is_lone(last: Touched) -> bool:
    """Whether a pointer can only mean what was just put on a list, or the one thing told of it."""
    return last.state == "set" or (last.state == "told" and len(last.things) == 1)


def _put_back(turn: ShortTurn, topic: Topic, last: Touched) -> ResolvedTurn | None:
    """What was taken off, deleted or looked for in vain put on the list; None for anything else."""
    gone = list(last.things) if last.state == "gone" else []
    gone = gone or topic.cleared_from(last.name)
    is_back = turn.has("restore") and not turn.name
    is_wanted = last.is_missed and _OUGHT_TO_BE.fullmatch(turn.line) is not None
    if not gone or not (is_back or is_wanted or _PUT_IT.fullmatch(turn.line)):
        return None
    return ResolvedTurn(f"add {spoken(gone)} to {my_list(last.name)}", is_guess=is_wanted)


def _dropped(turn: ShortTurn, last: Touched, known: list[str], beside: str) -> ResolvedTurn | None:
    """What is to come off, and what the turn names in its place; None where that is not known."""
    said = turn.name
    if turn.has("not") and not turn.has("cancel", "done", "less") and _GOT.search(beside):
        got = _meant_beside(beside, known)
        return ResolvedTurn(f"remove {spoken(got)} from {my_list(last.name)}") if got else None
    if not said and is_of_all(turn.line):
        return ResolvedTurn(f"clear {my_list(last.name)}")
    things = _meant_in(turn, known) if said else _meant_beside(beside, known)
    if not things and turn.has("done"):
        things = _meant_beside(turn.line, known)
    if not things and not said and is_lone(last) and not _is_placed(turn, last):
        things = [] if turn.has("done") and not turn.pointer else _pointed_at(turn, last)
    if new := _another(turn, beside, things):
        return _in_place_of(things, new, last.name)
    if things and said and turn.has("cancel") and not turn.has("not", "again"):
        things = _as_said(turn, things)
    return ResolvedTurn(f"remove {spoken(things)} from {my_list(last.name)}") if things else None


def _is_placed(turn: ShortTurn, last: Touched) -> bool:
    """Whether a place on the whole list is meant, and not what was added or asked about."""
    is_added = last.state == "set" and (turn.pointer == "last" or len(last.things) > 1)
    return turn.pointer in _ENDS and not is_added


def _pointed_at(turn: ShortTurn, last: Touched) -> list[str]:
    """What was added or told, or the one of several that a place names."""
    at_place = at_said_place(turn.line, last.things)
    if at_place is not None:
        return at_place
    return [last.things[_ENDS[turn.pointer]]] if turn.pointer in _ENDS else list(last.things)


def _owned(turn: ShortTurn, known: list[str], name: str) -> ResolvedTurn | None:
    """What is on the list, and is there already: whether it is to be taken off is asked."""
    has = _HAVE.fullmatch(turn.line) or _SAYS_NO.fullmatch(turn.line)
    things = _meant(has["thing"], known) if has else []
    sentence = f"remove {spoken(things)} from {my_list(name)}"
    return ResolvedTurn(sentence, is_guess=True) if things else None


def _put_right(turn: ShortTurn, things: tuple[str, ...], name: str) -> ResolvedTurn | None:
    """Another thing in the place of the one that was just added: "diet cola I mean"."""
    mine = my_list(name)
    if turn.pointer and key_of(list_named(turn.name)) == key_of(name):
        return ResolvedTurn(f"add {spoken(things)} to {mine}")
    is_named = turn.pieces == 1 and is_thing(turn.name) and list_named(turn.name) not in LISTS
    if len(things) != 1 or turn.value or not is_named:
        return None
    return _in_place_of(things, turn.name, name)


def _in_place_of(things: Sequence[str], new: str, name: str) -> ResolvedTurn:
    mine = my_list(name)
    return ResolvedTurn(f"remove {things[0]} from {mine}{_THEN}add {new} to {mine}")


def _another(turn: ShortTurn, beside: str, things: Sequence[str]) -> str:
    """What the other clause names for the one thing that is denied: "not powder, the liquid kind".

    "" where it names none.
    """
    is_denied = turn.has("not") and not turn.has("cancel", "done", "less")
    new = _TO_NEW.sub("", beside, count=1) if _TO_NEW.match(beside) else beside
    if not is_denied or len(things) != 1 or not new or _NO_THING.search(new) or not is_thing(new):
        return ""
    kind = _KIND.fullmatch(new)
    if kind is None:
        return new if len(new.split()) <= _MOST_THINGS else ""
    old = without_article(things[0])
    is_part = key_of(turn.name) != key_of(old)
    return (
        re.sub(rf"\b{re.escape(turn.name)}\b", kind["kind"], old, flags=re.I)
        if is_part
        else (f"{kind['kind']} {old}")
    )


def _begun(turn: ShortTurn, topic: Topic, name: str) -> ResolvedTurn | None:
    """A thing without a verb for a list that was just begun; None for anything else."""
    is_open = topic.is_begun(name) and not turn.value and not turn.is_question
    things = [one for one in PIECES.split(_TAILS.sub("", turn.line)) if one]
    is_named = bool(turn.name) and len(things) <= _MOST_THINGS and not _NO_THING.search(turn.line)
    if not is_open or not is_named or not all(is_thing(one) for one in things):
        return None
    return ResolvedTurn(f"add {spoken(things)} to {my_list(name)}")


def _asked(turn: ShortTurn, name: str) -> str:
    """The question what is on it, or how much; "" where none is asked."""
    if asks_of_all_lists(turn.line):
        return ALL_LISTS
    is_placed = turn.pointer in {"first", "last"} and bool(_THING.search(turn.line))
    is_plain = not turn.pieces and not turn.value and (is_placed or bool(_ASKS.search(turn.line)))
    is_told = turn.has("cancel", "set", "done", "less") and not turn.is_question
    if not is_plain or is_told:
        return ""
    if turn.has("count"):
        return f"how many things are on {my_list(name)}"
    if turn.has("first") or turn.pointer == "first":
        return f"what is the first thing on {my_list(name)}"
    if turn.pointer == "last":
        return f"what is the last thing on {my_list(name)}"
    is_all = turn.has("all", "left", "about", "still") or (turn.pointer and turn.has("again"))
    return asked_of(name) if is_all else ""


def asked_of(name: str) -> str:
    """The question what is on a list; notes are read."""
    return "read my notes" if name == NOTES else f"what is on {my_list(name)}"


def _moved(turn: ShortTurn, topic: Topic, name: str) -> str:
    """What was just added on another list; "" where no other list is named."""
    last = topic.last("list")
    other = list_named(turn.name) if turn.name else ""
    is_known = other in LISTS or any(
        one.name == other for each in topic.turns for one in each if one.kind == "list"
    )
    if not (other and is_known and other != name and last and last.state == "set"):
        return ""
    if not turn.has("set", "no", "not") or turn.value:
        return ""
    things = spoken(last.things)
    return f"remove {things} from {my_list(name)}{_THEN}add {things} to {my_list(other)}"


def _added(turn: ShortTurn, name: str) -> ResolvedTurn | None:
    """The request to add more; None where the words are no thing."""
    put = _PUT.fullmatch(turn.line)
    if put and is_thing(put["thing"]) and (put["where"] or turn.has("and", "also")):
        return ResolvedTurn(f"add {put['thing']} to {my_list(name)}")
    is_more = turn.has("and", "also", "more") and not turn.has("set", "name", "left", "when")
    to_do = _ALSO.fullmatch(_TAILS.sub("", turn.line)) if name == _TO_DO else None
    if to_do and not turn.has("cancel", "done", "left", "count") and not turn.is_question:
        return ResolvedTurn(f"add {to_do['thing']} to {my_list(name)}") if turn.name else None
    thing = _TAILS.sub("", _behind(_SOME, _behind(_AND, turn.line)))
    if not is_more or not turn.name or turn.value or turn.pointer not in {"", "it", "all"}:
        return None
    if _NO_THING.search(turn.line) or not is_thing(thing) or not _LETTER.search(thing):
        return None
    return ResolvedTurn(f"add {thing} to {my_list(name)}")


def _behind(lead: re.Pattern[str], line: str) -> str:
    """The words behind those that a line may begin with."""
    found = lead.match(line)
    return line[found.end() :] if found else line


def _meant(said: str, known: list[str]) -> list[str]:
    """The known things that the words name, each of them; [] where one is not known.

    Where several fit, the words stay, and it is asked which.
    """
    out: list[str] = []
    for piece in pieces_of(said, known):
        fitting = named_by(piece, known)
        if not fitting:
            return []
        out += fitting if len(fitting) == 1 else [without_article(piece)]
    return out


def _meant_in(turn: ShortTurn, known: list[str]) -> list[str]:
    """The things that a turn names, whole where it says them whole: "bin" is also a verb."""
    things, whole = _meant(turn.name, known), things_within(turn.line, known)
    fitting = {one for piece in pieces_of(turn.name, known) for one in named_by(piece, known)}
    is_same = len(whole) == len(things) and set(whole) <= fitting
    return whole if is_same and set(whole) != set(things) else things


def _as_said(turn: ShortTurn, things: list[str]) -> list[str]:
    """The things by the words that were said: another one of the list may be just that."""
    pieces = [without_article(one) for one in pieces_of(turn.name, things)]
    if len(pieces) != len(things):
        return things
    whole = things_within(turn.line, things)
    return [
        piece if thing not in whole and set(key_of(piece)) < set(key_of(thing)) else thing
        for piece, thing in zip(pieces, things, strict=True)
    ]


def _meant_beside(clause: str, known: list[str]) -> list[str]:
    """The one known thing that another clause of the turn names."""
    fitting = things_within(clause, known)
    return fitting if len(fitting) == 1 else []
