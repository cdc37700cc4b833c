"""Takes a request with a time that comes again, wherever it stands, for a routine. Pure.

Invariant: only what looks up, tells or opens something is done again and again; a question whose
words only hold such a time stays a question.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from jarvis_voice.assistant.understanding import proposals
from jarvis_voice.assistant.understanding.plausibility import OPENING_INTENTS
from jarvis_voice.assistant.understanding.second_reader import SecondReader
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.core.understanding import Intent, Part
from jarvis_voice.language.en.normalization import clean
from jarvis_voice.language.en.routine_requests import parted_words
from jarvis_voice.language.en.schedule_words import read_when

ROUTINE = "set_routine"
_REPEATED = OPENING_INTENTS | {
    "tell_briefing", "weather", "tell_joke", "open_url", "take_screenshot", "say_words",
}  # fmt: skip
_GUESSED = frozenset({"set_alarm", "set_timer", proposals.SUGGEST, proposals.ASK_FOR})
"""What the words of a time alone are often taken for."""

_BESIDE = _REPEATED | {
    *("read_notes", "read_schedule", "get_time", "get_date", "get_sun_times", "count_days"),
    *("draw_lots", "media", "volume", "open_known"),
}
"""What is done again beside it, where the time that comes again stands in front of all."""
_NOT_AGAIN = lazy_pattern(r"(?:wake|get) (?:me|us)\b|.*\b(?:now|today|right away)\b", re.I)
"""An alarm of its own, or what is done at once beside what comes again."""
_QUESTION = lazy_pattern(
    r"(?:what|how|is|are|was|were|do|does|did|will|when|where|why|who|which|has|have i|should)\b",
    re.I,
)
_LONGEST = 200

Understand = Callable[[str], Intent | None]


def as_one_routine(parts: Sequence[Part], text: str) -> tuple[Part, ...]:
    """The requests, as one routine where a time that comes again stands in front of them all.

    Args:
        parts: The requests of the sentence.
        text: "every day at 8 tell me the weather and tell me a joke".
    """
    first = parts[0].intent if len(parts) > 1 else None
    others = [part.intent.name if part.intent else "" for part in parts[1:]]
    if first is None or first.name != ROUTINE or not _BESIDE.issuperset(others):
        return tuple(parts)
    line = clean(text).strip(" .,!?")
    parted = parted_words(line)
    if parted is None or line.startswith(parted[0]) or _NOT_AGAIN.match(parted[0]):
        return tuple(parts)
    return (Part(line, Intent(ROUTINE, {"request": parted[0], "when": parted[1]})),)


def as_routine(
    part: Part, text: str, understand: Understand, second: SecondReader | None = None
) -> Part:
    """The request as a routine, where it was taken for what is done once.

    Args:
        part: The one request of the sentence.
        text: The sentence as it was said.
        understand: What the grammar takes a sentence for.
        second: The trained reader, where there is one.
    """
    name = part.intent.name if part.intent else ""
    if len(text) > _LONGEST or (part.intent and name not in _REPEATED | _GUESSED):
        return part
    parted = parted_words(clean(text).strip(" .,!?"))
    if parted is None or _QUESTION.match(parted[0]):
        return part
    task, time = parted
    when = read_when(time)
    if when is None or not (when.hour is not None or when.part):
        return part
    if (known := understand(task)) and known.name in _REPEATED:
        return replace(part, intent=Intent(ROUTINE, {"request": task, "when": time}))
    meant = second.backing(understand)(task) if second else None
    sentence = f"{time}, {task}"
    is_meant = meant is not None and meant.name in _REPEATED
    said = understand(sentence) if is_meant else None
    if said is None or said.name != ROUTINE:
        return part
    return replace(part, intent=Intent(proposals.SUGGEST, {"sentence": sentence}))
