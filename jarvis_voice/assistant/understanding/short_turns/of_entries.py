"""What a short turn does to timers, alarms, reminders and routines. Pure.

Invariant: one table of operations for all kinds; a kind only says how each is worded.
"""

from __future__ import annotations

import re
from dataclasses import replace

from jarvis_voice.assistant.understanding.short_turns.cues import ShortTurn
from jarvis_voice.assistant.understanding.short_turns.entry_tasks import (
    CALLS_SOMEBODY,
    one_more_at,
    one_more_task,
    task_in,
    task_of,
)
from jarvis_voice.assistant.understanding.short_turns.entry_times import (
    factor_of,
    is_clock,
    label_of,
    led,
    says_back,
    says_off,
    shifted,
    value_of,
    when_anew,
)
from jarvis_voice.assistant.understanding.short_turns.entry_values import unit_after, with_unit
from jarvis_voice.assistant.understanding.short_turns.of_rules import repeated
from jarvis_voice.assistant.understanding.short_turns.resolved import ResolvedTurn
from jarvis_voice.assistant.understanding.short_turns.topic import Topic
from jarvis_voice.assistant.understanding.short_turns.touched import Touched
from jarvis_voice.assistant.understanding.tool_words import Number
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.language.en.schedule_phrases import length_said
from jarvis_voice.language.en.schedule_words import read_when
from jarvis_voice.language.en.spoken_lengths import length_in
from jarvis_voice.language.en.spoken_lists import key_of

_NUMBER = Number(is_whole=False)
_PLACES = frozenset({"first", "second", "third", "last", "longest", "shortest", "newest"})
_OTHER_KINDS = re.compile(r"\b(?P<kind>timer|alarm|reminder|routine)s?\b", re.I)
_NO_NAME = lazy_pattern(
    r"\b(?:music|song|volume|light|lights|list|computer|pc|meeting|email|appointment|order|event|"
    r"booking|app|program|call me|mum|dad|radio|tv|"
    r"you|who|why|where|weather|news|joke|percent|%|restart the|search|play|open|buy)\b", re.I
)  # fmt: skip
_OF_ALL = re.compile(r"(?:(?:and|so|but) )*what(?:'s| is)? (?!ones?\b|of\b|timers?\b)", re.I)
"""Asks for whatever comes first, of any kind: "what goes off next"."""
_BY = re.compile(r"\b(?:move|push|shift|change|adjust|put)\b.*\bby\b", re.I)
_MOST_NAME_WORDS = 4
_NO_OTHER_WORD = frozenset(
    {"worries", "problem", "hurry", "way", "idea", "kidding", "need", "matter", "doubt", "wonder",
     "thanks", "bother", "biggie", "hang", "hold", "rush", "trouble", "luck", "joke", "stress"}
)  # fmt: skip
"""What follows "no" in a phrase that says nothing of a thing."""
_ASKS_BACK = re.compile(r"\bwhat\b|\b(?:did|do|you) (?:i |you )?(?:say|said)\b", re.I)
_FOR = re.compile(r"\bfor (?:the |my |some )?\w", re.I)
_UNDO = re.compile(r"\b(?:undo|back)\b", re.I)
_TO_DO = lazy_pattern(r"\bto (?!(?:the|my|it|that|a|an|do|go)\b)[a-z]+ \w", re.I)


def of_entries(turn: ShortTurn, topic: Topic) -> ResolvedTurn | None:
    """The request about what is set; None where the turn says none.

    Args:
        turn: What was said.
        topic: What the conversation is about.
    """
    said = _OTHER_KINDS.search(turn.line)
    if said and said["kind"].lower() != topic.kind:
        return None
    entries = topic.entries(topic.kind)
    touched = entries[-1] if entries else topic.last(topic.kind)
    if touched is None or turn.pieces > 1 or _NO_NAME.search(turn.name):
        return None
    if topic.kind != "timer" and turn.value_kind == "number" and is_clock(turn):
        turn = replace(turn, value_kind="time")
    is_said = turn.has("cancel", "again", "also", "and", "left", "when") or turn.is_question
    if topic.kind != "timer" and not is_said and (anew := repeated(turn.line, touched)):
        return anew
    talk = _EntryTalk(turn, topic, touched, entries)
    sentence = talk.asked()
    if turn.is_question:
        return ResolvedTurn(sentence) if sentence else None
    if put := talk.put_right():
        return put
    sentence = sentence or talk.put_back() or talk.again() or talk.dropped() or talk.named()
    if sentence or (turn.name and not talk.is_by_name):
        return ResolvedTurn(sentence) if sentence else None
    return talk.changed()


def thing_meant(turn: ShortTurn, topic: Topic) -> str:
    """What is meant, as a sentence names it; "" where nothing was spoken of, or that is open.

    Args:
        turn: What was said.
        topic: What the conversation is about.
    """
    entries = topic.entries(topic.kind)
    touched = entries[-1] if entries else topic.last(topic.kind)
    return _EntryTalk(turn, topic, touched, entries).thing() if touched else ""


class _EntryTalk:
    """One turn about what is set, with what it leans on."""

    def __init__(
        self, turn: ShortTurn, topic: Topic, touched: Touched, entries: list[Touched]
    ) -> None:
        self._turn = turn
        self._topic = topic
        self._last = touched
        self._entries = entries
        self._kind = str(touched.kind)
        self._meant = self._by_name()

    @property
    def is_by_name(self) -> bool:
        """Whether the words that are left are the name of one."""
        return self._meant is not None

    def asked(self) -> str:
        """The question about it; "" where none is asked."""
        turn, kind = self._turn, self._kind
        if turn.value or (turn.name and not self._meant):
            return ""
        asks = turn.has("left", "when", "first", "all", "still", "about", "count")
        if not asks or (turn.has("cancel", "set", "name", "more", "less") and not turn.is_question):
            return self._asked_more() if turn.has("left") and turn.has("more") else ""
        if turn.has("count"):
            return f"how many {kind}s do I have"
        if turn.has("first") or (turn.pointer == "first" and turn.has("when", "left")):
            return "" if _OF_ALL.match(turn.line) else f"which {kind} is first"
        if turn.has("all", "about") or turn.pointer == "all":
            return f"what {kind}s do I have"
        if turn.has("left", "when"):
            return self._asked_more()
        return f"is the {kind} set" if turn.has("still") else ""

    def _asked_more(self) -> str:
        if self._turn.pointer == "all":
            return f"what {self._kind}s do I have"
        if self._kind == "timer":
            return f"how long is left on {self.thing(is_told=True)}"
        return f"when is the {self._kind}"

    def put_back(self) -> str:
        """What was cancelled last, set anew; "" where that is not asked for."""
        gone = self._topic.last(self._last.kind)
        if gone is None or gone.state != "gone":
            return ""
        turn = self._turn
        is_anew = turn.has("restore") or (turn.has("set") and not turn.has("cancel", "also"))
        if not is_anew or (not turn.has("restore") and (self._entries or not turn.value)):
            return ""
        if not turn.value and self._kind != "timer":
            at = self._topic.value_before(gone)
            called = f" called {gone.name}" if gone.name else ""
            if not at or (self._kind == "reminder" and not gone.name):
                return ""
            if self._kind == "alarm":
                return f"set an alarm{called} for {at.removeprefix('at ')}"
            return f"remind me {led(at)} to {gone.name}" if self._kind == "reminder" else ""
        old = replace(gone, value=self._topic.value_before(gone))
        return self._anew(old, turn.value, gone.name)

    def again(self) -> str:
        """The same once more: at another time, for another thing; "" where that is not asked for.

        What is said with "and" is one more only where it brings a time of its own.
        """
        turn, kind = self._turn, self._kind
        if kind == "reminder" and (whole := one_more_at(turn.line)):
            return whole
        is_told = kind == "reminder" and bool(turn.value) and turn.has("and", "also")
        if is_told and (task := task_in(turn)):
            return one_more_task(task, turn, self._topic)
        is_more = turn.has("again", "also") or (turn.has("and") and bool(turn.value))
        is_other = turn.has("cancel", "set", "less", "no", "left") or turn.pointer not in {"", "it"}
        is_named = bool(turn.name) and not self._meant and _FOR.search(turn.line) is not None
        if kind == "timer" and turn.value and is_named and turn.has("more", "and", "also"):
            return self._anew(self._last, turn.value, turn.name)
        is_longer = turn.has("more") and turn.value_kind == "length" and not self._is_shifted()
        if not is_more or (is_other and not self._is_shifted()) or is_longer:
            return ""
        if (self._meant and not turn.value) or turn.has("name") or _TO_DO.search(turn.line):
            return ""
        if "restart" in turn.line.lower() or "reset" in turn.line.lower():
            value = self._value_meant() if kind == "timer" else ""
            return f"change {self.thing()} to {value}" if length_in(value) is not None else ""
        return self._anew(self._last, turn.value, turn.name)

    def _is_shifted(self) -> bool:
        """Whether one more is wanted so long before or after: "another one ten minutes later"."""
        turn = self._turn
        is_by = turn.value_kind == "length" and turn.has("again") and not turn.has("cancel")
        return is_by and self._kind != "timer" and turn.has("more", "less")

    def _anew(self, old: Touched, value: str, name: str) -> str:
        """One more of a kind: with the time and the name of before, where no other is said."""
        if self._kind == "timer":
            length = self._length(value) if value else old.value
            if length_in(length) is None:
                return ""
            return (
                f"set a timer called {name} for {length}" if name else f"set a timer for {length}"
            )
        turn = self._turn
        at = shifted(old.value, value, turn) if turn.value_kind == "length" else ""
        at = at or when_anew(old.value, value)
        if not at:
            return ""
        if self._kind == "alarm":
            called = f" called {name}" if name else ""
            return f"set an alarm{called} for {at}"
        task = f"to {task_of(name, turn.line, old) if name else old.name}"
        return (
            f"remind me {at if at.startswith('on ') else led(at)} {task}" if task != "to " else ""
        )

    def dropped(self) -> str:
        """The request to cancel it; "" where that is not asked for."""
        turn, kind = self._turn, self._kind
        is_done = turn.has("done") and bool(self._meant or turn.pointer == "it")
        is_drop = turn.has("cancel") or is_done
        is_named = kind == "timer" and bool(turn.name) and f" the {turn.name}" in turn.line
        if turn.has("cancel") and is_named and not turn.value:
            return f"cancel the {turn.name} timer"  # the tool tells where it has no such name
        if not is_drop or (turn.name and not self._meant):
            return ""
        is_undone = self._last.state == "changed" and _UNDO.search(turn.line) is not None
        is_other = turn.value_kind == "number" or (turn.has("not", "no") and turn.has("set"))
        is_length = turn.value_kind == "length" and not self._is_one(turn.value)
        if is_undone or is_length or (turn.value and is_other):
            return ""  # back to what it was is not away
        if turn.pointer == "all" and not self._meant:
            return f"cancel all the {kind}s"
        if turn.value and any("every" in one.value for one in self._entries):
            return ""  # one day of several cannot be left out
        if turn.value:
            return f"cancel the {turn.value} {kind}"
        thing = self.thing()
        return f"cancel {thing}" if thing else ""

    def named(self) -> str:
        """The request to rename it; "" where that is not asked for."""
        turn = self._turn
        is_name = turn.has("name") and turn.name and not turn.value and not turn.has("cancel")
        if not is_name or self._kind not in {"timer", "alarm"} or turn.pieces != 1:
            return ""
        if CALLS_SOMEBODY.match(turn.line):
            return ""
        if len(turn.name.split()) > _MOST_NAME_WORDS or turn.pointer not in {"", "it", "other"}:
            return ""
        return f"rename {self.thing(is_new=True)} to {turn.name}"

    def put_right(self) -> ResolvedTurn | None:
        """A reminder of something else, where one word of it was wrong: "no, dad"."""
        turn, old = self._turn, self._last
        is_word = len(turn.name.split()) == 1 and not turn.value and not turn.pointer
        is_no = (
            not _ASKS_BACK.search(turn.line)
            and turn.has("no", "set")
            and not turn.has("cancel", "again", "also", "name", "more")
        )
        if self._kind != "reminder" or not is_word or not is_no or self._meant or turn.pieces != 1:
            return None
        head, _, last = old.name.rpartition(" ")
        is_phrase = turn.name.lower() in _NO_OTHER_WORD
        if not head or old.state == "gone" or is_phrase or last.lower() == turn.name.lower():
            return None
        again = f"cancel {label_of(old)} and then remind me {led(old.value)} to {head} {turn.name}"
        return ResolvedTurn(again, is_guess=True)

    def changed(self) -> ResolvedTurn | None:
        """The request to ring at another time, or for longer; a question for how much."""
        turn = self._turn
        thing = self.thing()
        if not thing or turn.pointer == "all":
            return None
        if turn.value_kind in {"length", "number"} and (sentence := self._by(thing)):
            return ResolvedTurn(sentence, is_guess=turn.cues == {"no"})
        if factor := factor_of(turn, f"{thing} {self._last.name}"):
            seconds = length_in(self._value_meant()) if self._kind == "timer" else None
            said = length_said(seconds * factor) if seconds else ""
            return ResolvedTurn(f"change {thing} to {said}") if said else None
        if turn.value:
            to = self._to(thing)
            is_guess = turn.cues == {"no"} and not self._is_put_right()
            return ResolvedTurn(to, is_guess=is_guess) if to else None
        return self._how_much(thing)

    def _is_put_right(self) -> bool:
        """Whether a time can only be meant for what was just set: "no, Saturday"; not "no, 9"."""
        is_set = self._last.state in {"set", "changed"}
        is_plain = self._turn.value_kind == "time" and _NUMBER.read(self._turn.value) is None
        of_number = any(_NUMBER.read(one) is not None for one in self._last.name.split())
        return is_set and is_plain and not of_number

    def _by(self, thing: str) -> str:
        """By how much it rings later or earlier, or how long it runs from now on."""
        turn = self._turn
        length = self._length(turn.value)
        is_by = turn.value_kind == "length" or self._kind == "timer" or turn.has("less", "more")
        if length_in(length) is None or not is_by:
            return ""
        is_less = turn.has("less", "forward") or (turn.has("cancel") and says_off(turn.line))
        if self._kind == "timer":
            if is_less:
                return f"take {length} off {thing}"
            if turn.has("more") or _BY.search(turn.line):
                return f"add {length} to {thing}"
            is_set = turn.has("set", "no", "not", "wrong") and not turn.has("cancel")
            return f"change {thing} to {length}" if is_set else ""
        if is_less:
            return f"bring {thing} forward by {length}"
        is_later = turn.has("more") or says_back(turn.line) or _BY.search(turn.line)
        return f"postpone {thing} by {length}" if is_later else ""

    def _to(self, thing: str) -> str:
        """The time to which it is moved."""
        turn = self._turn
        is_set = turn.has("set", "no", "not", "more", "less", "wrong")
        if self._kind == "timer" or not is_set or turn.has("cancel"):
            return ""
        if turn.value_kind == "number" and unit_after(self._last) and self._kind == "reminder":
            return f"move {thing} to in {self._length(turn.value)}"
        if turn.value_kind == "length":
            is_after = self._kind == "alarm" and bool(unit_after(self._last))
            is_anew = self._kind == "reminder" or is_after
            is_anew = is_anew and turn.has("set", "no", "wrong")
            return f"move {thing} to in {turn.value}" if is_anew else ""
        when = read_when(turn.value, is_bare=True)
        is_time = when is not None and (when.hour is not None or bool(when.day))
        return f"move {thing} to {turn.value}" if is_time else ""

    def _how_much(self, thing: str) -> ResolvedTurn | None:
        """The question by how much, where only the direction is said."""
        turn = self._turn
        if turn.has("cancel", "also", "again", "and", "count", "still"):
            return None
        if turn.has("wrong") and self._kind == "timer":
            return ResolvedTurn(f"change {thing} to {{length}}", "For how long?")
        if turn.has("wrong"):
            return ResolvedTurn(f"move {thing} to {{time}}", "When then?")
        if not turn.has("more", "less"):
            return None
        if self._kind == "timer":
            verb, way = ("take", "off") if turn.has("less") else ("add", "to")
            return ResolvedTurn(f"{verb} {{length}} {way} {thing}", "By how much?")
        if turn.has("less"):
            return ResolvedTurn(f"bring {thing} forward by {{length}}", "By how much?")
        return ResolvedTurn(f"postpone {thing} by {{length}}", "By how much?")

    def _length(self, value: str) -> str:
        """A length; a bare number has the unit of what is set, and else is of minutes."""
        if self._turn.value_kind != "number":
            return value
        return with_unit(value, self._last)

    def _is_one(self, value: str) -> bool:
        seconds = length_in(value)
        return any(length_in(one.value) == seconds for one in self._entries)

    def _by_name(self) -> Touched | None:
        """The one whose name was said; None where the words are no name of one."""
        words = set(key_of(self._turn.name)) if self._turn.name else set[str]()
        fitting = [one for one in self._entries if words and words <= set(key_of(one.name))]
        return fitting[-1] if len(fitting) == 1 else None

    def _value_meant(self) -> str:
        """What the one that is meant holds; "" where that is open."""
        is_pointed = self._turn.pointer in {"other", *_PLACES}
        return (
            value_of(self.thing(), self._entries) if self._meant or is_pointed else self._last.value
        )

    def thing(self, *, is_new: bool = False, is_told: bool = False) -> str:
        """The one that is meant, as a sentence names it; "" where that is open."""
        kind, pointer = self._kind, self._turn.pointer
        if self._meant and not is_new:
            return label_of(self._meant)
        if pointer in _PLACES:
            return f"the {pointer} {kind}"
        if pointer == "other":
            others = [one for one in self._entries if one is not self._entries[-1]]
            gone = self._topic.last(self._last.kind)
            if gone and gone.state == "gone":
                others = self._entries
            return label_of(others[0]) if len(others) == 1 else ""
        if is_told:
            return label_of(self._last) if self._last.name else f"the {kind}"
        if self._last.state == "told" and self._last.name:
            return label_of(self._last)
        return f"the newest {kind}" if self._last.state in {"set", "changed"} else f"the {kind}"
