"""Says out whole what a follow-up does, where a trained layer tells which move it is. Pure.

Invariant: the layer only names the move; each value, name, thing and place is read from the words
or known from the conversation, and without the one that is needed nothing is done.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from jarvis_voice.assistant.understanding.short_turns.cue_words import CUES, FILLERS, Cue
from jarvis_voice.assistant.understanding.short_turns.cues import ShortTurn
from jarvis_voice.assistant.understanding.short_turns.entry_times import day_after
from jarvis_voice.assistant.understanding.short_turns.follow_ups import (
    FollowUp,
    named_in,
    whole_turn,
)
from jarvis_voice.assistant.understanding.short_turns.list_moves import COUNTS, of_list_move
from jarvis_voice.assistant.understanding.short_turns.number_moves import is_remark, of_number_move
from jarvis_voice.assistant.understanding.short_turns.of_entries import (
    of_entries,
    one_more_task,
    task_in,
)
from jarvis_voice.assistant.understanding.short_turns.of_numbers import of_numbers, with_amount
from jarvis_voice.assistant.understanding.short_turns.page_moves import of_page_move
from jarvis_voice.assistant.understanding.short_turns.place_moves import of_place_move
from jarvis_voice.assistant.understanding.short_turns.resolved import ResolvedTurn
from jarvis_voice.assistant.understanding.short_turns.told_moves import of_told_move
from jarvis_voice.assistant.understanding.short_turns.topic import ENTRIES, Topic, Understand

_CUES: Mapping[str, Cue] = {
    "set": "set", "more": "more", "less": "less", "later": "more", "earlier": "less",
    "again": "again", "cancel": "cancel", "cancel_other": "cancel", "cancel_all": "cancel",
    "left": "left", "when": "when", "which": "first", "still": "still", "all": "all",
    "about": "about", "rename": "name", "undo": "restore", "swap": "swap", "take": "cancel",
}  # fmt: skip
_ANEW = re.compile(r"\b(?:restart|reset)\b", re.I)
_DAY_AFTER = re.compile(r"\b(?:day after(?! tomorrow)|next day|following day)\b", re.I)
_FOR = re.compile(r"\bfor (?:the |my |our |some )?(?P<name>[a-z]+)\b", re.I)
_CALLED = re.compile(
    r"\b(?:call(?:ed)?|name[d]?|label(?:led)?|mark(?:ed)?|title[d]?)\b(?: (?:it|that|this|the|one|"
    r"as|first|second|last|other))* (?P<name>[a-z]+(?: [a-z]+)?)\Z", re.I
)  # fmt: skip
_IS_FOR = re.compile(
    r"\b(?:that|it|this)(?:'s| is)(?: one)?(?: for)? (?:the |my )?(?P<name>[a-z]+)(?: one)?\Z", re.I
)


def by_move(move: str, said: FollowUp, topic: Topic, understand: Understand) -> ResolvedTurn | None:
    """The request that a move comes to; None where what it needs is not said.

    Args:
        move: What the turn does.
        said: The turn.
        topic: What the conversation is about.
        understand: What a sentence means by itself.
    """
    if move == "repeat" and not (topic.kind == "list" and COUNTS.search(said.text)):
        return ResolvedTurn("say that again")
    if move == "talk":
        return ResolvedTurn(said.text, is_told=True)
    if topic.kind in ENTRIES:
        return _of_entry(move, said, topic)
    if topic.kind == "list":
        return of_list_move(move, said, topic)
    if topic.kind in {"sum", "conversion"}:
        return _of_number(move, said, topic)
    if topic.kind == "place":
        return of_place_move(move, said, topic, understand)
    if topic.kind == "page":
        return of_page_move(move, said, topic)
    return of_told_move(move, said, topic)


def _of_entry(move: str, said: FollowUp, topic: Topic) -> ResolvedTurn | None:
    cue = _CUES.get(move)
    turn = whole_turn(said)
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


def _of_number(move: str, said: FollowUp, topic: Topic) -> ResolvedTurn | None:
    turn = whole_turn(said)
    if turn is None or move == "undo":
        return of_number_move(move, said, topic)
    last = topic.last("sum", "conversion")
    if last and move in {"amount", "set"} and is_remark(said.text, last):
        return None
    swap: frozenset[Cue] = frozenset({"swap"} if move == "swap" else set())
    if found := of_numbers(replace(turn, cues=turn.cues | swap), topic):
        return found
    is_bare = turn.value_kind == "number" and not turn.name and move in {"amount", "step"}
    is_whole = re.search(rf"\bof {re.escape(turn.value)}", turn.line) is not None
    sentence = with_amount(turn.value, topic, is_whole=is_whole) if is_bare else ""
    return ResolvedTurn(sentence) if sentence else of_number_move(move, said, topic)
