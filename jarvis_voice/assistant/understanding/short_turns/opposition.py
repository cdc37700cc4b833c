"""Tells how surely a turn goes on with what was spoken of, against what it says alone. Pure.

Invariant: what the grammar takes for an act is never doubted; a turn without a subject before it
is opposed by nothing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from jarvis_voice.assistant.understanding import meanings, proposals
from jarvis_voice.assistant.understanding.second_reader import SecondReader
from jarvis_voice.assistant.understanding.short_turns.denials import leans_on
from jarvis_voice.assistant.understanding.short_turns.moves import NEW, TOPIC_OF
from jarvis_voice.assistant.understanding.short_turns.topic import Understand
from jarvis_voice.assistant.understanding.short_turns.touched import Kind
from jarvis_voice.assistant.understanding.short_turns.whole_turns import adds_number
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.core.understanding import Intent, Understanding
from jarvis_voice.language.en.normalization import clean
from jarvis_voice.language.en.pointing_words import points_at, resumes

NO_SEARCH = 0.3
"""From here on a question is not searched for: it asks about what was spoken of."""

NO_SPELT_SEARCH = 0.5
"""The same where the conversation gave the question some of its words."""

NO_READING = 0.75
"""From here on what the network alone, or the grammar by chance, makes of a turn does not stand."""

_WHOLE_QUESTION = 0.7
"""From here on the network takes a question for one that stands alone."""

_OF_THE_WEB = frozenset({"question", "explain", "define", "distance", "search", "wikipedia"})
_BY_CHANCE = frozenset(
    {
        *("no", "never_mind", "stop", "apology", "that_is_wrong", "how_are_you", "snooze"),
        *("what_did_i_ask", "get_time", "who_are_you", "small_talk", "about_me", "remark"),
    }
)
"""Readings of the grammar that a turn about something else may have, too."""

_OF_LISTENING = frozenset({"ask_if_listening", "ask_if_recording", "ask_what_is_sent"})
"""What is asked about the microphone is asked of nothing else: "is this thing recording me"."""

_WITH_WHOM = re.compile(r"\bwho am i (?:talking|speaking|chatting) (?:to|with)\b", re.I)
_OF_PAST = re.compile(r"\b(?:was|were|did)\b", re.I)
_CORRECTS = frozenset({"never_mind", "no", "apology", "that_is_wrong", "stop", "remark"})
_PUTS_RIGHT = lazy_pattern(
    r"\w+,?(?: sorry,?)? (?:i (?:mean|meant|said) )?not \w|\bi (?:mean|meant)\b|"
    r"\bsaid (?:that|it) wrong\W+\w",
    re.I,
)
"""Names what is right beside what is wrong: "Paisley, not Glasgow"."""
_VALUE = re.compile(r"\d|\b(?:both|all of|the lot|everything)\b", re.I)
_PROPOSALS = frozenset({proposals.SUGGEST, proposals.ASK_FOR, proposals.CANNOT})
_ASKS = frozenset({"left", "when", "which", "still", "all", "about", "ask", "repeat"})
_SETS = frozenset({"set", "again", "add", "more"})
_TAKES = frozenset({"take", "clear", "cancel", "cancel_other", "cancel_all", "undo"})
_OF_PLACE = frozenset({"place", "day", "detail"})
_SAYS = frozenset({"talk", "yes", "no"})
_AGREES: Mapping[str, frozenset[str]] = {
    **dict.fromkeys(("never_mind", "no", "stop"), frozenset({"no"})),
    **dict.fromkeys(("read_schedule", "read_notes", "recall", "get_profile"), _ASKS),
    **dict.fromkeys(("set_timer", "set_alarm", "set_reminder", "add_note", "remember"), _SETS),
    **dict.fromkeys(("remove_note", "clear_notes", "cancel_schedule", "forget"), _TAKES),
    "skip_schedule": _TAKES | {"set"},
    **dict.fromkeys(("weather", "get_sun_times", "get_time"), _OF_PLACE),
    **dict.fromkeys(("calculate", "convert"), frozenset({"step", "amount", "unit", "swap"})),
    **dict.fromkeys(("open", "open_website", "open_known", "open_result"),
                    frozenset({"open", "other", "back", "again"})),
    "set_profile": frozenset({"set"}),
    "change_timer": frozenset({"set", "more", "less"}),
    "do_you_hear": _SAYS | {"still", "repeat"},
    "say_again": frozenset({"repeat"}),
    "that_is_wrong": frozenset({"no", "talk"}),
    "apology": frozenset({"no", "talk", "undo"}),
    "snooze": frozenset({"again", "later"}),
    "stopwatch": _ASKS | _TAKES,
    "volume": frozenset({"more", "less", "set"}),
}  # fmt: skip
"""The moves that say the same as a reading; talk agrees with talk."""


def is_opposed(
    text: str,
    alone: Understanding,
    kind: Kind,
    understand: Understand,
    second: SecondReader | None,
) -> bool:
    """Whether a turn more likely goes on with what was spoken of than means what it says alone.

    Args:
        text: The turn as it was said.
        alone: What it asks for by itself.
        kind: What the conversation is about.
        understand: What a sentence means to the grammar.
        second: The trained reader.
    """
    intent = alone.parts[0].intent if len(alone.parts) == 1 else None
    if intent is None or intent.name in _OF_LISTENING or _WITH_WHOM.search(text):
        return False
    if intent.name == meanings.SEARCH:
        return goes_on(text, intent, kind, second) >= NO_SEARCH
    line = clean(text).strip() or text
    is_sum = kind in {"sum", "conversion"} and adds_number(intent, text)
    if is_sum:
        return goes_on(text, intent, kind, second) >= NO_READING
    if not _may_point(text, intent) or not _may_be_chance(line, intent, understand):
        return False
    return goes_on(text, intent, kind, second) >= NO_READING


def is_proposal(alone: Understanding) -> bool:
    """Whether a turn is only asked about, or refused, by what it says alone."""
    return any(part.intent and part.intent.name in _PROPOSALS for part in alone.parts)


def is_suggestion(alone: Understanding) -> bool:
    """Whether we ask if another sentence was meant by what a turn says alone."""
    return any(part.intent and part.intent.name == proposals.SUGGEST for part in alone.parts)


def goes_on(text: str, intent: Intent, kind: Kind, second: SecondReader | None) -> float:
    """How likely a turn does what its reading does not say; 0 of a search that is asked for.

    Args:
        text: The turn as it was said.
        intent: What it was taken for.
        kind: What the conversation is about.
        second: The trained reader.
    """
    if second is None or second.moves is None:
        return 0.0
    line = clean(text).strip() or text
    reading, moves = second.reader.read(line), second.moves.moves(line, TOPIC_OF[kind])
    if reading is None or moves is None:
        return 0.0
    if intent.name == meanings.SEARCH:
        of_web = sum(reading.chances.get(one, 0.0) for one in _OF_THE_WEB)
        if not intent.is_question or of_web >= _WHOLE_QUESTION:
            return 0.0
    return against(intent.name, moves.chances)


def against(name: str, chances: Mapping[str, float]) -> float:
    """How likely a turn does something that a reading does not say.

    Args:
        name: The reading.
        chances: Of every move.
    """
    agreeing = _AGREES.get(name, frozenset() if name == meanings.SEARCH else _SAYS)
    return sum(chance for move, chance in chances.items() if move not in agreeing | {NEW})


def _may_point(text: str, intent: Intent) -> bool:
    """Whether words of a turn can lean on others: "how are you", "what time is it" cannot."""
    if intent.name in _CORRECTS and _PUTS_RIGHT.search(text):
        return True
    if intent.name == "get_time":
        return _OF_PAST.search(text) is not None
    is_pointing = leans_on(text) or resumes(text) or points_at(text) == "outside"
    return is_pointing or _VALUE.search(text) is not None


def _may_be_chance(line: str, intent: Intent, understand: Understand) -> bool:
    """Whether only the network has this reading, or the grammar may have it by chance."""
    said = understand(line)
    return said is None or said.name != intent.name or intent.name in _BY_CHANCE
