"""Says out which entry is meant by its name: "make the tea one 20 minutes". Pure.

Invariant: only an entry that the conversation spoke of is named so, and only one has that name.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from jarvis_voice.assistant.understanding.short_turns.entry_times import label_of
from jarvis_voice.assistant.understanding.short_turns.resolved import ResolvedTurn
from jarvis_voice.assistant.understanding.short_turns.topic import Topic, Understand
from jarvis_voice.assistant.understanding.short_turns.touched import ENTRIES, Touched
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.language.en.normalization import clean
from jarvis_voice.language.en.spoken_lists import key_of

_LONGEST = 200
_ONE = lazy_pattern(
    r"\b(?:the|my) (?P<name>[\w':-]+(?: [\w':-]+){0,2}) one\b(?! (?:hundred|thousand|o'clock))",
    re.I,
)
_CLOCK = re.compile(r"(?P<hour>\d{1,2})(?::(?P<minute>\d\d))?(?: ?(?P<half>[ap])\.?m\.?)?", re.I)
_TOLD_CLOCK = re.compile(r"\b(?P<hour>\d\d?):(?P<minute>\d\d)(?: (?P<half>[AP])M)?")
_ACTS = frozenset(
    {"change_timer", "move_schedule", "cancel_schedule", "read_schedule", "rename_schedule"}
)
_NOON = 12


def named_one(text: str, topic: Topic, understand: Understand) -> ResolvedTurn | None:
    """The request with the kind of what is named; None where no entry is named so.

    Args:
        text: The turn as it was said.
        topic: What the conversation is about.
        understand: What a sentence means by itself.
    """
    found = _ONE.search(text) if len(text) <= _LONGEST else None
    if found is None or topic.is_asking:
        return None
    entries = [one for kind in ENTRIES for one in topic.entries(kind)]
    meant = _meant(found["name"], entries)
    if meant is None:
        return None
    sentence = f"{text[: found.start()]}{label_of(meant)}{text[found.end() :]}"
    intent = understand(clean(sentence))
    return ResolvedTurn(sentence) if intent and intent.name in _ACTS else None


def _meant(name: str, entries: Sequence[Touched]) -> Touched | None:
    words = set(key_of(name))
    fitting = [one for one in entries if words and words <= set(key_of(one.name))]
    if clock := _CLOCK.fullmatch(name):
        fitting = fitting or [one for one in entries if _is_at(clock, one)]
    return fitting[0] if len(fitting) == 1 else None


def _is_at(said: re.Match[str], entry: Touched) -> bool:
    """Whether an entry's time is the one that is said: "7" is 07:00 and 19:00."""
    told = _TOLD_CLOCK.search(entry.value)
    if told is None or told["minute"] != (said["minute"] or "00"):
        return False
    if int(told["hour"]) % _NOON != int(said["hour"]) % _NOON:
        return False
    half = (told["half"] or ("p" if int(told["hour"]) >= _NOON else "a")).lower()
    return not said["half"] or said["half"].lower() == half
