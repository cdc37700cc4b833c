"""Says out whole what a follow-up does, where a trained layer tells which move it is. Pure.

Invariant: the layer only names the move; each value, name, thing and place is read from the words
or known from the conversation, and without the one that is needed nothing is done.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from jarvis_voice.assistant.understanding.list_talk import is_thing, my_list
from jarvis_voice.assistant.understanding.short_turns.cue_words import CUES, FILLERS, Cue
from jarvis_voice.assistant.understanding.short_turns.cues import ShortTurn
from jarvis_voice.assistant.understanding.short_turns.of_entries import (
    day_after,
    of_entries,
    one_more_task,
    task_in,
)
from jarvis_voice.assistant.understanding.short_turns.of_lists import LISTS, of_lists, things_known
from jarvis_voice.assistant.understanding.short_turns.of_numbers import of_numbers, with_amount
from jarvis_voice.assistant.understanding.short_turns.resolved import ResolvedTurn
from jarvis_voice.assistant.understanding.short_turns.topic import (
    ENTRIES,
    Topic,
    Touched,
    Understand,
)
from jarvis_voice.language.en.normalization import clean
from jarvis_voice.language.en.spoken_lists import key_of, list_named, spoken

_CUES: Mapping[str, Cue] = {
    "set": "set", "more": "more", "less": "less", "later": "more", "earlier": "less",
    "again": "again", "cancel": "cancel", "cancel_other": "cancel", "cancel_all": "cancel",
    "left": "left", "when": "when", "which": "first", "still": "still", "all": "all",
    "about": "about", "rename": "name", "undo": "restore", "swap": "swap", "take": "cancel",
}  # fmt: skip
_ANEW = re.compile(r"\b(?:restart|reset)\b", re.I)
_DAY_AFTER = re.compile(r"\b(?:day after(?! tomorrow)|next day|following day)\b", re.I)
_ABOUT = (
    (re.compile(r"\b(?:cold|hot|warm|cool|chilly|mild|temperature|freezing|coat)\b", re.I),
     "what is the temperature"),
    (re.compile(r"\b(?:rain|wet|dry|umbrella|brolly|shower|showers)\b", re.I), "will it rain"),
    (re.compile(r"\b(?:wind|windy|breezy|gusty)\b", re.I), "is it windy"),
    (re.compile(r"\b(?:snow|snowing|snowy)\b", re.I), "will it snow"),
    (re.compile(r"\b(?:sunrise|dawn|get light)\b", re.I), "when is sunrise"),
    (re.compile(r"\b(?:sunset|dusk|get dark)\b", re.I), "when is sunset"),
    (re.compile(r"\btime\b", re.I), "what time is it"),
    (re.compile(r"\b(?:sun|sunny|sunglasses)\b", re.I), "is it sunny"),
)  # fmt: skip
"""What is asked of the weather, and how it is asked in whole."""
_FOR = re.compile(r"\bfor (?:the |my |our |some )?(?P<name>[a-z]+)\b", re.I)
_COUNTS = re.compile(r"\bhow (?:many|much)\b|\b(?:total|count|number)\b", re.I)
_PLACES = re.compile(r"\b(?P<place>first|last|top)\b", re.I)
_MAKE = re.compile(
    r"(?:make (?:that|it|them)|change (?:that|it) to|should (?:be|say)|it is|i meant?|rather)"
    r"\s+(?P<new>[\w' -]{2,40}?)(?: instead| rather| please|,? not .+)*\Z", re.I
)  # fmt: skip
_AMOUNT = re.compile(
    r"(?:\d+|two|three|four|five|six|seven|eight|nine|ten|twelve|a dozen|half a dozen|a couple)"
    r"(?: of (?:them|those|these))?", re.I
)  # fmt: skip
_CALLED = re.compile(
    r"\b(?:call(?:ed)?|name[d]?|label(?:led)?|mark(?:ed)?|title[d]?)\b(?: (?:it|that|this|the|one|"
    r"as|first|second|last|other))* (?P<name>[a-z]+(?: [a-z]+)?)\Z", re.I
)  # fmt: skip
_IS_FOR = re.compile(
    r"\b(?:that|it|this)(?:'s| is)(?: one)?(?: for)? (?:the |my )?(?P<name>[a-z]+)(?: one)?\Z", re.I
)
_TO_PLACE = re.compile(
    r"(?:(?:and|what|how|about|over|up|down|out|same|for|in|at|where|now|then|so|ok|okay|oh|try|"
    r"do|is|like|too|please|it|that|also|the)\b[\s,]*)*(?P<place>.+?)(?:[\s,]+(?:too|then|please|"
    r"now|instead|like|as well|doing|the same))*[\s?!.]*", re.I
)  # fmt: skip
_DAY = re.compile(
    r"\b(?P<day>day after tomorrow|tomorrow|tonight|today|(?:the |this )?weekend|this week|"
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b", re.I
)  # fmt: skip
_SITE_LEADS = re.compile(
    r"(?:(?:no|not that|oh|sorry|and|now|then|actually|wrong one|i mean|i meant|try|open|go to|"
    r"what about|how about|ok|okay|let us|let's|also|instead|please|take me to|give me|show me|"
    r"next)\b[\s,.!]*)+", re.I
)  # fmt: skip
_SITE_TAILS = re.compile(r"(?:[\s,]+(?:too|then|please|now|instead|as well|i meant?))+\Z", re.I)
_MOST_NAME_WORDS = 3
_AND = re.compile(r"(?:(?:and|so|but|then|ok|okay|oh|also|right)\b[\s,]*)+", re.I)
_OF_PLACE = frozenset({"weather", "get_sun_times", "get_time"})


@dataclass(frozen=True, slots=True)
class FollowUp:
    """A turn that goes on with what was spoken of.

    Attributes:
        text: As it was said.
        turns: Its clauses.
        slots: Words that the network takes for a thing, a place and so on.
    """

    text: str
    turns: Sequence[ShortTurn]
    slots: Mapping[str, tuple[str, ...]]

    def names(self, topic: Topic) -> bool:
        """Whether it names one of the things that were spoken of."""
        if topic.kind == "list" and (last := topic.last("list")):
            return bool(things_known(self.text, topic.on_list(last.name)))
        return topic.kind in ENTRIES and bool(named_in(self.text, topic.entries(topic.kind)))


def by_move(move: str, said: FollowUp, topic: Topic, understand: Understand) -> ResolvedTurn | None:
    """The request that a move comes to; None where what it needs is not said.

    Args:
        move: What the turn does.
        said: The turn.
        topic: What the conversation is about.
        understand: What a sentence means by itself.
    """
    if move == "repeat" and not (topic.kind == "list" and _COUNTS.search(said.text)):
        return ResolvedTurn("say that again")
    if move == "talk":
        return ResolvedTurn("okay")
    if topic.kind in ENTRIES:
        return _of_entry(move, said, topic)
    if topic.kind == "list":
        return _of_list(move, said, topic)
    if topic.kind in {"sum", "conversion"}:
        return _of_number(move, said, topic)
    if topic.kind == "place":
        return _of_place(move, said, topic, understand)
    if topic.kind == "page":
        return _of_page(move, said, topic)
    return _of_told(move, said, topic)


def _of_entry(move: str, said: FollowUp, topic: Topic) -> ResolvedTurn | None:
    cue = _CUES.get(move)
    turn = _whole(said)
    if cue is None or turn is None:
        return None
    entries = topic.entries(topic.kind)
    named = named_in(said.text, entries)
    if move == "again":
        return _one_more(said, turn, topic)
    if move == "rename":
        found = _CALLED.search(said.text.strip(" .!?")) or _IS_FOR.search(said.text.strip(" .!?"))
        named = found["name"] if found else ""
    if move == "undo":
        last = topic.last(topic.kind)
        cue = "cancel" if last and last.state == "set" else cue
    pointer = "all" if move == "cancel_all" else turn.pointer
    if move == "cancel_other" and not (named or turn.value or pointer not in {"", "it"}):
        return None
    if move in {"cancel", "undo"} and pointer in {"all", "other"}:
        return None
    asks = move in {"left", "when", "which", "still", "all", "about"}
    if asks or move in {"cancel", "cancel_all"}:
        turn = replace(turn, value="", value_kind="")
    made = replace(
        turn, cues=frozenset({cue}), pointer=pointer, name=named, pieces=min(1, len(named))
    )
    return of_entries(made, topic)


def _one_more(said: FollowUp, turn: ShortTurn, topic: Topic) -> ResolvedTurn | None:
    """One more of what is set: at another time, or for something else."""
    if topic.kind == "reminder" and (task := task_in(turn)):
        whole = one_more_task(task, turn, topic)
        return ResolvedTurn(whole) if whole else None
    last = topic.last(topic.kind)
    if last and not turn.value and _DAY_AFTER.search(said.text):
        turn = replace(turn, value=day_after(last.value), value_kind="time")
        if not turn.value:
            return None
    name = _FOR.search(said.text)
    called = name["name"] if name and name["name"].lower() not in FILLERS | CUES.keys() else ""
    if topic.kind != "timer" or (called and called.lower() in turn.value.lower()):
        called = ""
    if _ANEW.search(said.text):
        called = named_in(said.text, topic.entries(topic.kind))
    made = replace(
        turn, cues=frozenset({"again"}), pointer="", name=called, pieces=min(1, len(called))
    )
    return of_entries(made, topic)


def _of_list(move: str, said: FollowUp, topic: Topic) -> ResolvedTurn | None:
    last = topic.last("list")
    if last is None:
        return None
    name = _other_list(said.text, topic) or last.name
    mine, known = my_list(name), topic.on_list(name)
    meant = things_known(said.text, known)
    items = [one for one in said.slots.get("item", ()) if is_thing(one)]
    if move in {"all", "repeat"}:
        if place := _PLACES.search(said.text):
            which = "last" if place["place"].lower() == "last" else "first"
            return ResolvedTurn(f"what is the {which} thing on {mine}")
        asks = "how many things are on" if _COUNTS.search(said.text) else "what is on"
        return ResolvedTurn(f"{asks} {mine}")
    if move == "clear":
        return ResolvedTurn(f"clear {mine}")
    if move == "still":
        things = meant or items or list(last.things[:1])
        return ResolvedTurn(f"is {things[0]} on {mine}" if things else f"what is on {mine}")
    if move == "take":
        is_pointed = any(one.pointer in {"it", "last", "all"} for one in said.turns)
        things = meant or items or (list(last.things) if is_pointed else [])
        is_there = last.state == "set" or bool(meant)
        return ResolvedTurn(f"remove {spoken(things)} from {mine}") if things and is_there else None
    if move == "set" and (anew := _MAKE.search(said.text.strip(" .!?"))):
        old = meant[:1] or (list(last.things) if len(last.things) == 1 else [])
        new = anew["new"]
        new = f"{new} {old[0]}" if old and _AMOUNT.fullmatch(new) else new
        is_new = bool(old) and is_thing(new) and last.state != "gone"
        swapped = f"remove {spoken(old)} from {mine} and then add {new} to {mine}"
        return ResolvedTurn(swapped) if is_new else None
    if move == "undo":
        back = "add {} to" if last.state == "gone" else "remove {} from"
        done = last.state in {"set", "gone"} and last.things
        return ResolvedTurn(f"{back.format(spoken(last.things))} {mine}") if done else None
    if move == "add" and items and not meant:
        return ResolvedTurn(f"add {spoken(items)} to {mine}")
    if turn := _whole(said):
        cue: Cue = "and" if move == "add" else "set"
        return of_lists(replace(turn, cues=frozenset({cue})), topic)
    return None


def _other_list(text: str, topic: Topic) -> str:
    """Another list that the words name; "" where they name none that was spoken of."""
    known = {one.name for turn in topic.turns for one in turn if one.kind == "list"} | LISTS
    return next((name for word in text.split() if (name := list_named(word)) in known), "")


def _of_number(move: str, said: FollowUp, topic: Topic) -> ResolvedTurn | None:
    turn = _whole(said)
    if turn is None:
        return None
    cues = turn.cues | ({"swap"} if move == "swap" else set())
    if found := of_numbers(replace(turn, cues=frozenset(cues)), topic):
        return found
    is_bare = turn.value_kind == "number" and not turn.name and move in {"amount", "step"}
    sentence = with_amount(turn.value, topic) if is_bare else ""
    return ResolvedTurn(sentence) if sentence else None


def _of_place(
    move: str, said: FollowUp, topic: Topic, understand: Understand
) -> ResolvedTurn | None:
    last = topic.last("place")
    if last is None or last.asked is None:
        return None
    line = _AND.sub("", clean(said.text).strip(" .,!?"), count=1)
    if move == "detail":
        return _detail(line, last, understand)
    if move == "day" and (day := _DAY.search(line)):
        return ResolvedTurn(f"what about {day['day']}")
    found = _TO_PLACE.fullmatch(line) if move == "place" else None
    place = next(iter(said.slots.get("place", ())), "") or (found["place"] if found else "")
    is_name = 0 < len(place.split()) <= _MOST_NAME_WORDS and place[:1].isupper()
    return ResolvedTurn(f"what about {place}") if move == "place" and is_name else None


def _detail(line: str, last: Touched, understand: Understand) -> ResolvedTurn | None:
    """What else is asked of the same place, on the same day where none is said."""
    where = f" in {last.name}" if last.name else ""
    intent = understand(line)
    if intent and intent.name in _OF_PLACE:
        is_open = bool(where) and not intent.slots.get("place")
        return ResolvedTurn(f"{line}{where}") if is_open else None
    day = str(last.asked.slots.get("day", "")) if last.asked else ""
    when = f" {day.replace('_', ' ')}" if day not in {"", "now"} else ""
    asks = next((asked for words, asked in _ABOUT if words.search(line)), "")
    return ResolvedTurn(f"{asks}{where}{when}") if asks else None


def _of_page(move: str, said: FollowUp, topic: Topic) -> ResolvedTurn | None:
    before = topic.before_last("page")
    if move == "back":
        return ResolvedTurn(f"open {before.name}") if before and before.name else None
    if move != "other":
        return None
    line = said.text.strip(" .,!?")
    name = _SITE_TAILS.sub("", _SITE_LEADS.sub("", line, count=1))
    is_name = 0 < len(name.split()) <= _MOST_NAME_WORDS
    return ResolvedTurn(f"open {name}") if is_name else None


def _of_told(move: str, said: FollowUp, topic: Topic) -> ResolvedTurn | None:
    last = topic.last("fact")
    if topic.kind in {"fact", "profile", "self"} and move == "all":
        return ResolvedTurn("what do you know about me")
    about = topic.last("profile") if topic.kind == "profile" else None
    if about and about.name and move == "ask":
        asks = "when" if about.name == "birthday" else "what"
        return ResolvedTurn(f"{asks} is my {about.name}")
    if topic.kind != "fact" or last is None or not last.name:
        return None
    if move in {"cancel", "undo"}:
        return ResolvedTurn(f"forget that {last.name}")
    return ResolvedTurn(f"what did I tell you about {last.name}") if move == "ask" else None


def _whole(said: FollowUp) -> ShortTurn | None:
    """All clauses as one turn with their one value; None where there are two."""
    values = [one for one in said.turns if one.value and not one.has("not")]
    if len(values) > 1 or not said.turns:
        return None
    main = values[0] if values else said.turns[-1]
    pointers = [one.pointer for one in said.turns if one.pointer]
    told = [one for one in pointers if one != "it"]
    pointer = told[-1] if told else pointers[-1] if pointers else ""
    return replace(main, pointer=pointer, line=", ".join(one.line for one in said.turns))


def named_in(text: str, entries: Sequence[Touched]) -> str:
    """The name of the one entry that the words name; "" where they name none, or several."""
    words = set(key_of(text))
    named = [one.name for one in entries if one.name and set(key_of(one.name)) & words]
    return named[0] if len(named) == 1 else ""
