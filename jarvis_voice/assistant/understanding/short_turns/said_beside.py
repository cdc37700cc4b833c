"""Says out what a turn asks beside a change: "make it eight and call it gym", "add another". Pure.

Invariant: a name that is said is given or nothing is changed; once more means what was added last.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from jarvis_voice.assistant.state import MessageState
from jarvis_voice.assistant.understanding.short_turns.resolution import in_short
from jarvis_voice.assistant.understanding.short_turns.resolved import ResolvedTurn
from jarvis_voice.assistant.understanding.short_turns.topic import Topic, Understand
from jarvis_voice.assistant.understanding.time_correction import corrected
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.language.en.normalization import clean

_LONGEST = 200
_NAMED = lazy_pattern(
    r"(?P<head>.+?)(?:,? (?:and|then|and then)|,) (?:also |please )?"
    r"(?:call|name|label|rename|title) "
    r"(?:it|that|this|that one)(?: (?:to|as|the|my))? (?!a (?:day|night)\b|quits\b|off\b|even\b)"
    r"(?P<name>[\w'-]+(?: [\w'-]+){0,3}?)"
    r"(?: (?:please|then|too|as well|instead))?",
    re.I,
)
_KIND = re.compile(r" (?:timer|alarm)\Z", re.I)
_LEAD = r"(?:(?:and|ok|okay|oh|so|please|now|actually|just|then|can you|could you)\b\W*)*"
_AGAIN = lazy_pattern(
    rf"{_LEAD}(?:add )?(?:another(?: one)?|one more|the same(?: again)?|again|and again)"
    r"(?: (?:please|then|again|to (?:it|that)))*",
    re.I,
)
_ONE_UNIT = lazy_pattern(
    rf"{_LEAD}(?:add |give (?:it|me) |put on )?(?:another|one more) (?P<unit>second|minute|hour)"
    r"(?: (?:please|then|to (?:it|that)|on(?:to)? (?:it|that)))*",
    re.I,
)
_CHANGES = frozenset({"move_schedule", "change_timer"})
_THEN = " and then "


def said_beside(
    text: str, topic: Topic, messages: Sequence[MessageState], understand: Understand
) -> ResolvedTurn | None:
    """The requests of a turn that names what it changes, or adds as much again; else None.

    Args:
        text: The turn as it was said.
        topic: What the conversation is about.
        messages: The conversation before it, in pairs.
        understand: What a sentence means by itself.
    """
    line = " ".join(text.replace("\u2019", "'").split()).strip(" .,!?")
    if len(line) > _LONGEST or topic.is_asking or topic.kind not in {"timer", "alarm"}:
        return None
    entries = topic.entries(topic.kind)
    if not entries:
        return None
    if named := _NAMED.fullmatch(line):
        return _with_name(named["head"], named["name"], topic.kind, messages, understand)
    is_changed = topic.kind == "timer" and entries[-1].state == "changed"
    if topic.kind == "timer" and (one := _ONE_UNIT.fullmatch(line)):
        return ResolvedTurn(f"add one {one['unit']} to the newest timer")
    if is_changed and _AGAIN.fullmatch(line):
        last = messages[-2]["text"]
        asked = understand(clean(last))
        is_added = asked is not None and asked.name == "change_timer"
        is_added = is_added and asked is not None and asked.slots.get("change", "add") == "add"
        return ResolvedTurn(last) if is_added else None
    return None


def _with_name(
    head: str, name: str, kind: str, messages: Sequence[MessageState], understand: Understand
) -> ResolvedTurn | None:
    """The change, and the name for what was changed."""
    whole = understand(clean(head))
    if whole is not None and whole.name in _CHANGES:
        sentence = head
    else:
        sentence = corrected(head, messages, understand)
        short = None if sentence else in_short(head, messages, understand)
        if short and not (short.question or short.is_guess):
            sentence = short.sentence
    last = understand(clean(sentence.rpartition(_THEN)[2])) if sentence else None
    if last is None or last.name not in _CHANGES | {"set_alarm", "set_timer"}:
        return None
    called = _KIND.sub("", name)
    return ResolvedTurn(f"{sentence}{_THEN}rename the newest {kind} to {called}")
