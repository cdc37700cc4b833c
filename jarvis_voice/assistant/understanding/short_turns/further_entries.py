"""Takes a turn that sets one more thing for a new one, beside what was set before. Pure.

"And set a second one for 3:15 am" moves no alarm. Invariant: the time or the length is said in the
turn; only the kind of a mere "one" is taken from before.
"""

from __future__ import annotations

import re

from jarvis_voice.assistant.understanding.short_turns.entry_times import led, when_anew
from jarvis_voice.assistant.understanding.short_turns.resolved import ResolvedTurn
from jarvis_voice.assistant.understanding.short_turns.topic import Topic, Understand
from jarvis_voice.assistant.understanding.undo_last import SETTING
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.core.understanding import Intent
from jarvis_voice.language.en.schedule_words import read_when
from jarvis_voice.language.en.spoken_lengths import length_in
from jarvis_voice.language.en.timed_tasks import split_when

_LEADS = lazy_pattern(
    r"(?:(?:and|also|plus|then|oh|ok|okay|right|great|good|lovely|thanks|thank you|cheers|please|"
    r"now)\b\W*)+",
    re.I,
)
_ALSO = re.compile(r",? ?\b(?:also|as well|too)\b|,? please\Z", re.I)
_BESIDE = re.compile(r"\b(?:also|as well|too)\b", re.I)
_NAMES_ITS_KIND = lazy_pattern(
    r"(?:(?:can|could|will|would) you )?(?:please )?(?:wake (?:me|us)\b|remind me\b|"
    r"(?:set|start|make|put on|give me) (?:me )?(?:an?|another|one|my) (?:[\w-]+ ){0,3}?"
    r"(?:alarm|timer|reminder)\b)",
    re.I,
)
_SAME = re.compile(r"\b(?:same|that) (?:time|day)\b", re.I)
_ONE_AT = lazy_pattern(
    r"(?:(?:can|could|will|would) you )?(?:please )?(?:set|make|put|add|give|start|do)(?: me| us)?"
    r"(?: on| in)? (?:one more|another|an? (?:second|third|fourth|fifth|extra|additional|further|"
    r"new|different))(?: one(?: for| at)?| for| at) (?P<at>(?!(?:the|my|our|some|one)\b).+)",
    re.I,
)
_NAMED_ONE = lazy_pattern(
    r"(?:(?:set|make|start|do|add|put on)(?: me)? )?(?:an?|another|one more|a (?:second|third))"
    r" (?P<length>\d\S*(?:[ -][a-z]+)?|[a-z]+(?:[ -][a-z]+)?[ -]"
    r"(?:minutes?|mins?|seconds?|secs?|hours?|hrs?))(?: one| timer| clock)?,? "
    r"(?:called|named|for(?: the| my)?|labelled) (?P<name>[a-z][\w'-]*(?: [a-z][\w'-]*)?)",
    re.I,
)
_STARTED = lazy_pattern(
    r"(?:start|run) (?:it|that|this|the clock|the timer|the countdown)"
    r"(?: (?:again|over|anew|afresh))+,?(?: (?:for|at|with|on))? "
    r"(?P<length>[\w -]+?)(?: (?:this time|now|again|please))*",
    re.I,
)
_ONE_ALSO = lazy_pattern(
    r"(?:please )?(?:set|make|put|add|give)(?: me| us)?(?: on| in)? one (?:for|at) "
    r"(?P<at>(?!(?:the|my|our|some|one)\b).+)",
    re.I,
)
_HALF_OF_DAY = re.compile(
    r"[ap]\.?m\b|\b(?:morning|afternoon|evening|night|tonight|noon|midnight)\b", re.I
)
"""Says which of two times of day is meant; without it, the day of the last one goes on."""
_UNITS = re.compile(r"(?:minute|second|hour|min|sec|hr)\Z", re.I)
_SETS = frozenset({"alarm", "timer", "reminder"})


def further_entry(text: str, topic: Topic, understand: Understand) -> ResolvedTurn | None:
    """What is to be set beside what was set before; None where nothing is.

    Args:
        text: The turn as it was said.
        topic: What the conversation is about.
        understand: What a sentence means by itself.
    """
    line = " ".join(text.replace("\u2019", "'").split()).strip(" .,!?")
    rest = _LEADS.sub("", line, count=1) if _LEADS.match(line) else line
    if topic.is_asking:
        return None
    if (started := _STARTED.fullmatch(rest)) and length_in(started["length"]):
        return ResolvedTurn(f"set a timer for {started['length']}")
    is_whole = _is_set(understand(line))
    whole = _ALSO.sub("", rest).strip(" ,")
    if (
        topic.kind in _SETS
        and not is_whole
        and (more := _of_kind(rest, topic, is_also=_BESIDE.search(line) is not None))
    ):
        return ResolvedTurn(more) if _is_set(understand(more)) else None
    if whole == line or is_whole or not _NAMES_ITS_KIND.match(whole):
        return None
    return ResolvedTurn(whole) if not _SAME.search(line) and _is_timed(understand(whole)) else None


def _is_timed(intent: Intent | None) -> bool:
    """Whether what is to be set has its time or its length."""
    if intent is None or intent.name not in SETTING:
        return False
    said = intent.slots.get("when") or intent.slots.get("length")
    return bool(said) or split_when(str(intent.slots.get("text", ""))) is not None


def _is_set(intent: Intent | None) -> bool:
    return intent is not None and intent.name in SETTING


def _of_kind(said: str, topic: Topic, *, is_also: bool) -> str:
    """One more of the kind of the last one, of which the turn says only "one"; else ""."""
    entries = topic.entries(topic.kind)
    if not entries:
        return ""
    line = _ALSO.sub("", said).strip(" ,")
    named = _NAMED_ONE.fullmatch(line) if topic.kind == "timer" else None
    if named and length_in(length := _plural(named["length"])) and not length_in(named["name"]):
        return f"set a timer for {length} called {named['name']}"
    found = _ONE_AT.fullmatch(line) or (_ONE_ALSO.fullmatch(line) if is_also else None)
    at = found["at"] if found else ""
    if not at or topic.kind == "timer":
        return f"set a timer for {at}" if length_in(at) else ""
    if read_when(at, is_bare=True) is None:
        return ""
    if _HALF_OF_DAY.search(at) is None:
        at = when_anew(entries[-1].value, at) or at
    is_alarm = topic.kind == "alarm"
    return f"set an alarm for {at}" if is_alarm else f"remind me {led(at)} to {entries[-1].name}"


def _plural(length: str) -> str:
    """A length as it stands alone: "30 minute" has many minutes."""
    spaced = length.replace("-", " ")
    is_one = spaced.lower().split()[0] in {"a", "an", "one", "1"}
    return spaced if is_one else _UNITS.sub(lambda unit: f"{unit[0]}s", spaced)
