"""Takes a turn that nothing else understands for a follow-up, by a trained layer. Pure.

Invariant: it speaks only where the conversation has a subject and the turn alone asks for nothing;
what cannot be undone, or is less than likely, is asked about.
"""

from __future__ import annotations

import re
from dataclasses import replace

from jarvis_voice.assistant.understanding.proposals import CANNOT
from jarvis_voice.assistant.understanding.second_reader import SecondReader
from jarvis_voice.assistant.understanding.short_turns.cue_words import CUES, FILLERS, POINTERS
from jarvis_voice.assistant.understanding.short_turns.cues import (
    MOST_WORDS,
    clauses_of,
    read_turn,
)
from jarvis_voice.assistant.understanding.short_turns.denials import leans_on, tells_only
from jarvis_voice.assistant.understanding.short_turns.entry_values import is_old, value_in
from jarvis_voice.assistant.understanding.short_turns.follow_ups import FollowUp, named_in
from jarvis_voice.assistant.understanding.short_turns.moves import (
    NEW,
    TOPIC_OF,
    LikelyMove,
    likeliest,
)
from jarvis_voice.assistant.understanding.short_turns.of_moves import by_move
from jarvis_voice.assistant.understanding.short_turns.resolution import (
    AT_TIMES,
    is_sound,
    is_whole,
    with_hours,
    with_offer,
)
from jarvis_voice.assistant.understanding.short_turns.resolved import ResolvedTurn
from jarvis_voice.assistant.understanding.short_turns.topic import Topic, Understand
from jarvis_voice.assistant.understanding.short_turns.touched import ENTRIES, Kind
from jarvis_voice.assistant.understanding.tellings import asks, goes_on
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.core.sentence_reader import MeaningReader, MoveReader
from jarvis_voice.core.understanding import Intent
from jarvis_voice.language.en.normalization import clean
from jarvis_voice.language.en.spoken_lists import key_of

LIKELY = 0.45
"""From here on what only tells something is told, and an act is asked about."""

SURE = 0.55
"""From here on an act is done that only adds to what is there, or changes it."""

SURE_TO_TAKE = 0.7
"""From here on something is cancelled or taken off, which can be undone too."""

_ORDERS = 0.95
"""From here on a turn that says much beside still cancels what was set."""

_TALKS = 0.8
"""From here on a turn that asks for nothing by its move is answered with a friendly word."""

_TALKS_SURELY = 0.95
"""The same where its words may ask for something, or go on with what was said."""

_REPEATS = 0.85
"""From here on the last answer is said again, where nobody knows what it was about."""

_MAY_SET = 0.15
"""From here on a value that stands out may be a new one, though most is talk."""

_NEW_THOUGH_NAMED = 0.8
"""From here on a word of what was set is only met by chance: "where does tea come from"."""

_NOT_NEW = 0.35
"""Below this a question is no question of its own, and is not searched for."""

_NOT_OF_PLACE = 0.3
"""Above this a whole question behind one about a place is its own: "how far away is the sun"."""

_TELLS = frozenset(
    {"left", "when", "which", "still", "all", "about", "ask", "repeat", "place", "day", "detail",
     "amount", "unit", "swap", "step"}
)  # fmt: skip
_SAYS = frozenset({"talk", "repeat", "yes", "no"})
_TAKES = frozenset({"cancel", "cancel_other", "cancel_all", "take", "clear", "undo"})
_TAKING = frozenset({"cancel", "done", "no", "not", "wrong", "restore", "less"})
"""What a turn says that takes something away."""
_DECLINES = lazy_pattern(
    r"\b(?:don't|dont|won't|never|no|nah|off|gone|out|rid|over|enough|without|leave|ate|had|took|"
    r"home|back|early|changed|else|instead|useless|ready|cooked|plenty)\b",
    re.I,
)
_MOST_LEFT = 2
"""So many words may say more beside what is taken off."""
_AMOUNT_OF = lazy_pattern(r"\b(?:more|less|fewer) (?P<what>[a-z]+)\W*\Z", re.I)
"""Says how much there is of something: "an hour less sleep"."""
_OF_NOW = re.compile(r"\bit(?:'s| is| was)\b.*\balready\b|\balready\W*\Z", re.I)
"""Tells what time it is, and sets none: "it's eight already"."""
_LEANING = frozenset({"media", "get_time", "volume", CANNOT})
"""What a turn says by chance: "back to the first", "what time was it"."""

_STANDS_ALONE = {
    "get_time": re.compile(r"(?!.*\b(?:was|set|due)\b)", re.I),
    "media": lazy_pattern(
        r".*\b(?:songs?|tracks?|music|tunes?|play\w*|pause\w*|resume|videos?|albums?)\b", re.I
    ),
    "volume": re.compile(r".*\b(?:volume|sound|loud\w*|quiet\w*|mute\w*|unmute|silence)\b", re.I),
}
"""What they are meant by for sure: "what time is it" is no question about what was set."""

_OF_ONES_OWN: tuple[Kind, ...] = ("list", "fact", "profile", "self")
ENTRY_KINDS: tuple[Kind, ...] = ("timer", "alarm", "reminder", "routine")
_KINDS: tuple[Kind, ...] = (*ENTRY_KINDS, "list")
_OPENS = re.compile(r"(?:please )?(?:open|go to|launch|visit|take me to|bring up)\b", re.I)
_POINTS = lazy_pattern(r"\b(?:it|that|this|one|ones|other|first|second|next|again|back)\b", re.I)
_POINTING = frozenset({"now", "it", "that", "this", "them", "please"})


def followed(
    text: str,
    topic: Topic,
    understand: Understand,
    second: SecondReader,
    *,
    offer: str = "",
    is_opposed: bool = False,
) -> ResolvedTurn | None:
    """What the turn asks for; None where it is none that goes on with something.

    Args:
        text: The turn as it was said.
        topic: What the conversation before it is about.
        understand: What a sentence means by itself.
        second: The network, and the layer on top of it.
        offer: What we asked last whether it was meant.
        is_opposed: What it says alone is less likely than that it goes on with something.
    """
    clauses = clauses_of(text)
    n_words = sum(len(one.split()) for one in clauses)
    if not clauses or n_words > MOST_WORDS or tells_only(text) or second.moves is None:
        return None
    line = clean(text)
    alone = understand(line)
    topic = _about_named(text, topic)
    is_placed = topic.kind == "place" and alone is not None
    if not (is_opposed or (not topic.is_asking and (is_placed or _may_lean(line, alone)))):
        return None
    line = line.strip() or text
    reading, moves = second.reader.read(line), second.moves.moves(line, TOPIC_OF[topic.kind])
    if reading is None or moves is None:
        return None
    readers = (second.reader, second.moves)
    move = likeliest(moves.chances, TOPIC_OF[topic.kind])
    if _leads_nowhere(move, topic):
        return None
    said_in = with_hours(clauses) if topic.kind in AT_TIMES else clauses
    said = FollowUp(text, [read_turn(one) for one in said_in], reading.slots)
    if alone is None or alone.is_question or alone.name == CANNOT:
        move = _of_named(move, said, topic)
    is_told = topic.kind == "place" and alone is not None and alone.is_question
    if is_told and move.of_new > _NOT_OF_PLACE:
        return None
    if is_opposed and move.name == NEW and move.if_old not in _SAYS:
        move = replace(move, name=move.if_old, chance=move.chance_if_old, of_new=0.0)
    found = _resolved(move, said, topic, alone, understand)
    if found and (offer or topic.is_asking) and move.name not in _TELLS:
        guess = replace(found, is_guess=not found.question)
        return _with_offer(found, move, said, offer) if offer else guess
    if found is None and move.name in {"talk", NEW} and moves.chances.get("set", 0.0) >= _MAY_SET:
        found = _set_by_value(said, topic, alone, understand)
    if found is None and len(clauses) > 1 and not topic.is_asking:
        found = _by_clause(said, topic, understand, readers)
    is_leaning = alone is not None and alone.is_question and move.of_new < _NOT_NEW
    if found is None and is_leaning and not topic.is_asked_on(text):
        return ResolvedTurn(text, is_leaning=True)
    return found


def _leads_nowhere(move: LikelyMove, topic: Topic) -> bool:
    """Whether nothing was spoken of that the move goes on with; a guess at a riddle is no talk."""
    if topic.is_lost and move.chance < SURE:
        return True
    return topic.is_of_riddle if move.name == "talk" else not topic.turns


def chance_of_talk(text: str, topic: Topic, second: SecondReader | None) -> float:
    """How likely a turn asks for nothing; 0 where there is no network.

    Args:
        text: The turn as it was said.
        topic: What the conversation before it is about.
        second: The network.
    """
    if second is None or second.moves is None:
        return 0.0
    moves = second.moves.moves(clean(text).strip() or text, TOPIC_OF[topic.kind])
    return moves.chances.get("talk", 0.0) if moves else 0.0


def _set_by_value(
    said: FollowUp, topic: Topic, alone: Intent | None, understand: Understand
) -> ResolvedTurn | None:
    """A guess at a new time or length that stands out: "two hours, there's always a queue"."""
    entries = topic.entries(topic.kind)
    value = value_in([one.line for one in said.turns], entries[-1]) if entries else None
    if value is None or is_old(value, entries[-1]) or topic.is_asking:
        return None
    if not (value.is_alone or value.is_led):
        return None
    return _resolved(LikelyMove("set", LIKELY, 0.0), said, topic, alone, understand)


def _with_offer(
    found: ResolvedTurn, move: LikelyMove, said: FollowUp, offer: str
) -> ResolvedTurn | None:
    """What a turn comes to behind an offer: talk leaves the offer open, and a cancel refuses it."""
    if move.name == "talk":
        return ResolvedTurn(offer, is_guess=True)
    if move.name in {"cancel", "cancel_all", "undo"} and move.chance >= SURE_TO_TAKE:
        return ResolvedTurn("never mind")
    return with_offer(found, said.turns, offer)


def _may_lean(line: str, alone: Intent | None) -> bool:
    """Whether a turn says nothing by itself, or only by chance."""
    if alone is None:
        return True
    if _OPENS.match(line) and not _POINTS.search(line):
        return False
    is_by_chance = alone.name in _LEANING and not _is_alone(line, alone)
    return not is_whole(alone) or is_by_chance or alone.slots.get("about") in _POINTING


def _by_clause(
    said: FollowUp,
    topic: Topic,
    understand: Understand,
    readers: tuple[MeaningReader, MoveReader],
) -> ResolvedTurn | None:
    """What one clause asks for where the others only tell why: "stop that one, I am not in"."""
    for place, turn in enumerate(said.turns):
        others = [*said.turns[:place], *said.turns[place + 1 :]]
        if not leans_on(turn.line) or any(one.value for one in others):
            continue
        kind = TOPIC_OF[topic.kind]
        reading, moves = readers[0].read(turn.line), readers[1].moves(turn.line, kind)
        if reading is None or moves is None or any(understand(clean(one.line)) for one in others):
            continue
        move = likeliest(moves.chances, kind)
        if move.chance < SURE_TO_TAKE or move.name in _SAYS | _TELLS | {NEW}:
            continue
        only = FollowUp(turn.line, [turn], reading.slots)
        found = _resolved(move, only, topic, None, understand)
        if found and found.sentence:
            return found
    return None


def _is_alone(line: str, intent: Intent) -> bool:
    """Whether a sentence means for sure what it says, whatever was spoken of before."""
    sure = _STANDS_ALONE.get(intent.name)
    return sure is not None and sure.match(line) is not None


def _about_named(text: str, topic: Topic) -> Topic:
    """The conversation as one about the kind that the turn names: "make the alarm six"."""
    if topic.kind not in ENTRIES:
        olders = (topic.about(kind) for kind in ENTRY_KINDS)
        named = (one for one in olders if one.turns and named_in(text, one.entries(one.kind)))
        if older := next(named, None):
            return older
    said = [kind for kind in _KINDS if re.search(rf"\b{kind}s?\b", text, re.I)]
    if len(said) != 1 or said[0] == topic.kind or topic.last(said[0]) is None:
        return topic
    return topic.about(said[0])


def _of_named(move: LikelyMove, said: FollowUp, topic: Topic) -> LikelyMove:
    """A turn that names what was spoken of goes on with it, and is no request of its own."""
    if not said.names(topic):
        return move
    if move.name == NEW:
        is_own = topic.kind in ENTRIES and move.of_new >= _NEW_THOUGH_NAMED
        return move if is_own else replace(move, name=move.if_old, chance=LIKELY, of_new=0.0)
    return replace(move, chance=move.chance / max(1.0 - move.of_new, move.chance), of_new=0.0)


def _resolved(
    move: LikelyMove, said: FollowUp, topic: Topic, alone: Intent | None, understand: Understand
) -> ResolvedTurn | None:
    if move.chance < _needed(move.name, said, topic) or (move.name == "talk" and alone is not None):
        return None
    if alone is not None and alone.name in _LEANING and move.chance < SURE:
        return None
    found = by_move(move.name, said, topic, understand)
    if found is None or found.question:
        is_refused = found is not None and not found.sentence
        needs_sure = is_refused or topic.kind in _OF_ONES_OWN
        return None if needs_sure and move.chance < SURE_TO_TAKE else found
    if move.name not in {"talk", "repeat"} and not is_sound(found.sentence, understand):
        return None
    is_act = move.name not in _TELLS and move.name != "talk"
    needed = SURE_TO_TAKE if move.name in _TAKES else SURE
    is_doubtful = move.chance < needed or _is_by_chance(move, said, topic)
    return replace(found, is_guess=found.is_guess or (is_act and is_doubtful))


def _needed(name: str, said: FollowUp, topic: Topic) -> float:
    """How likely a move has to be before anything is made of it."""
    if name == "repeat":
        return _REPEATS if topic.kind == "other" and topic.turns else LIKELY
    if name != "talk":
        return LIKELY
    return _TALKS_SURELY if asks(said.text) or goes_on(said.text) else _TALKS


def _is_by_chance(move: LikelyMove, said: FollowUp, topic: Topic) -> bool:
    """Whether no word of the turn orders what it is taken for, or too much of it says else."""
    cues = frozenset(cue for turn in said.turns for cue in turn.cues)
    known = set(key_of(" ".join(one.name for turn in topic.turns for one in turn)))
    known |= {word for turn in said.turns for word in key_of(turn.value)}
    nothing = FILLERS | CUES.keys() | POINTERS.keys() | known
    left = [word for turn in said.turns for word in key_of(turn.line) if word not in nothing]
    if move.name in _TAKES:
        is_ordered = bool(cues & _TAKING) or _DECLINES.search(said.text) is not None
        is_ordered = is_ordered or any(turn.pointer for turn in said.turns) or said.names(topic)
        is_sure = topic.kind in ENTRIES and move.chance >= _ORDERS
        return not is_ordered or (len(left) > _MOST_LEFT and not is_sure)
    amount = _AMOUNT_OF.search(said.text)
    is_of_another = amount is not None and amount["what"].lower() in left
    is_valued = any(turn.value for turn in said.turns)
    is_new = move.name == "again" and topic.kind == "timer" and not is_valued
    is_new = is_new and len(left) >= _MOST_LEFT
    return is_of_another or is_new or _OF_NOW.search(said.text) is not None
