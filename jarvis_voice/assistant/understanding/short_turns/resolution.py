"""Resolves a short turn against what the conversation is about. Pure.

Invariant: a sentence that says by itself what it wants is left alone; so is an answer to a question of
ours; of several clauses one says what to do, and the others only why.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from jarvis_voice.assistant.state import MessageState
from jarvis_voice.assistant.understanding.plausibility import OPENING_INTENTS
from jarvis_voice.assistant.understanding.short_turns.cues import (
    MOST_WORDS,
    ShortTurn,
    clauses_of,
    read_turn,
)
from jarvis_voice.assistant.understanding.short_turns.of_entries import of_entries
from jarvis_voice.assistant.understanding.short_turns.of_lists import of_lists
from jarvis_voice.assistant.understanding.short_turns.of_numbers import of_numbers
from jarvis_voice.assistant.understanding.short_turns.of_told import of_facts, of_places
from jarvis_voice.assistant.understanding.short_turns.resolved import ResolvedTurn
from jarvis_voice.assistant.understanding.short_turns.topic import (
    ENTRIES,
    Topic,
    Understand,
    topic_of,
)
from jarvis_voice.core.understanding import Intent
from jarvis_voice.language.en.normalization import clean

_MOST_CLAUSES = 4
_THEN = " and then "
_LOOSE = OPENING_INTENTS | {"no", "stop", "never_mind", "yes", "say_again", "that_is_wrong",
                            "compliment", "small_talk", "recall", "more", "do_again"}  # fmt: skip
"""Readings that a short turn may have by chance; alone they say nothing of what was touched."""
_BARE_TALK = re.compile(
    r"(?:(?:ok|okay|no|yes|yeah|well|oh)\W+)*(?:stop|never ?mind|no|nope|yes|yeah|yep|sure|okay|ok|"
    r"thanks?|thank you|cheers|great|good|cool|nice|fine|wrong|that is wrong|cancel|forget it|"
    r"again|what|why|more|done|wait)\W*", re.I
)  # fmt: skip
_IDLE = re.compile(
    r"(?:i|i'm|i'd|i'll|it|it's|he|he's|she|she's|we|we're|they|they're|that|that's|this|you|there|"
    r"too|already|the|my|our|no|nope|nah|yes|yeah|sorry|oops|actually|because|just|all|wait|not|"
    r"never|well|ok|okay|oh|good|great|right|done|on second|come|hang|hold|silly|tell|got|thanks?|"
    r"thank|cheers|ta|lovely|dunno|only|more|changed)\b", re.I
)  # fmt: skip
_ORDER = re.compile(
    r"(?:please )?(?:open|play|search|call|text|email|send|buy|order|book|write|tell|show|turn|"
    r"set|start|remind|wake|add|put)\b", re.I
)  # fmt: skip


def in_short(
    text: str, messages: Sequence[MessageState], understand: Understand
) -> ResolvedTurn | None:
    """What a short turn asks for, as a whole sentence or a question; None where it is none.

    Args:
        text: The turn as it was said.
        messages: The conversation before it, in pairs.
        understand: What a sentence means by itself.
    """
    clauses = clauses_of(text) if messages else []
    n_words = sum(len(one.split()) for one in clauses)
    if not clauses or len(clauses) > _MOST_CLAUSES or n_words > MOST_WORDS:
        return None
    if _BARE_TALK.fullmatch(text.strip()) or _is_whole(understand(clean(text))):
        return None
    topic = topic_of(messages, understand)
    if topic.is_asking or topic.kind in {"other", "page"}:
        return None
    turns = [read_turn(one) for one in clauses]
    for turn, beside in _attempts(turns, understand):
        found = _of_topic(text, turn, beside, topic, messages, understand)
        if found and (found.question or _is_sound(found.sentence, understand)):
            return found
    return None


def _attempts(turns: Sequence[ShortTurn], understand: Understand) -> Iterator[tuple[ShortTurn, str]]:
    """The clause that may say what to do, with the words of the others; the last first."""
    if len(turns) == 1:
        yield turns[0], ""
        return
    old = [one for one in turns if one.has("not") and one.value]
    new = [one for one in turns if one.value and not one.has("not")]
    if old and len(new) == 1:
        yield replace(new[0], cues=new[0].cues | {"set"}), ""
    for place in range(len(turns) - 1, -1, -1):
        main, others = turns[place], [*turns[:place], *turns[place + 1 :]]
        if not all(_is_idle(one, understand) for one in others):
            continue
        hints = {cue for one in others for cue in one.cues if cue in {"more", "less", "no", "not"}}
        if main.has("more", "less", "set", "cancel"):
            hints -= {"more", "less"}
        beside = " ".join(one.line for one in others)
        yield replace(main, cues=main.cues | hints), beside


def _is_idle(turn: ShortTurn, understand: Understand) -> bool:
    """Whether a clause only says why, and asks for nothing."""
    intent = understand(clean(turn.line))
    if _ORDER.match(turn.line) or (intent and not intent.is_question and not _is_loose(intent)):
        return False
    return bool(_IDLE.match(turn.line)) or not (turn.name or turn.value)


def _of_topic(
    text: str,
    turn: ShortTurn,
    beside: str,
    topic: Topic,
    messages: Sequence[MessageState],
    understand: Understand,
) -> ResolvedTurn | None:
    """What a clause asks for of the kind of thing that was touched last."""
    if topic.kind in ENTRIES:
        return of_entries(turn, topic)
    if topic.kind == "list":
        return of_lists(turn, topic, beside)
    if topic.kind in {"sum", "conversion"}:
        return of_numbers(turn, topic)
    if topic.kind == "fact":
        return of_facts(text, turn, topic, messages, understand)
    return of_places(text, topic, messages, understand)


def _is_whole(intent: Intent | None) -> bool:
    """Whether a sentence says by itself what it wants."""
    return intent is not None and not intent.is_question and not _is_loose(intent)


def _is_loose(intent: Intent) -> bool:
    return intent.name in _LOOSE


def _is_sound(sentence: str, understand: Understand) -> bool:
    return all(_is_whole(understand(one)) for one in sentence.split(_THEN))
