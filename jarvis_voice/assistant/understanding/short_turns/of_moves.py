"""Says out whole what a follow-up does, where a trained layer tells which move it is. Pure.

Invariant: the layer only names the move; each value, name, thing and place is read from the words
or known from the conversation, and without the one that is needed nothing is done.
"""

from __future__ import annotations

import re
from dataclasses import replace

from jarvis_voice.assistant.understanding.short_turns.cue_words import Cue
from jarvis_voice.assistant.understanding.short_turns.entry_moves import of_entry_move
from jarvis_voice.assistant.understanding.short_turns.follow_ups import FollowUp, whole_turn
from jarvis_voice.assistant.understanding.short_turns.list_moves import (
    ASKS_WHAT_IS_ON,
    COUNTS,
    of_list_move,
)
from jarvis_voice.assistant.understanding.short_turns.number_moves import is_remark, of_number_move
from jarvis_voice.assistant.understanding.short_turns.of_numbers import of_numbers, with_amount
from jarvis_voice.assistant.understanding.short_turns.page_moves import of_page_move
from jarvis_voice.assistant.understanding.short_turns.place_moves import of_place_move
from jarvis_voice.assistant.understanding.short_turns.resolved import ResolvedTurn
from jarvis_voice.assistant.understanding.short_turns.told_moves import of_told_move
from jarvis_voice.assistant.understanding.short_turns.topic import Topic, Understand
from jarvis_voice.assistant.understanding.short_turns.touched import ENTRIES


def by_move(move: str, said: FollowUp, topic: Topic, understand: Understand) -> ResolvedTurn | None:
    """The request that a move comes to; None where what it needs is not said.

    Args:
        move: What the turn does.
        said: The turn.
        topic: What the conversation is about.
        understand: What a sentence means by itself.
    """
    is_of_list = topic.kind == "list" and (
        COUNTS.search(said.text) or ASKS_WHAT_IS_ON.search(said.text)
    )
    if move == "repeat" and not is_of_list:
        return ResolvedTurn("say that again")
    if move == "talk":
        return ResolvedTurn(said.text, is_told=True)
    if topic.kind in ENTRIES:
        return of_entry_move(move, said, topic)
    if topic.kind == "list":
        return of_list_move(move, said, topic)
    if topic.kind in {"sum", "conversion"}:
        return _of_number(move, said, topic)
    if topic.kind == "place":
        return of_place_move(move, said, topic, understand)
    if topic.kind == "page":
        return of_page_move(move, said, topic)
    return of_told_move(move, said, topic)


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
