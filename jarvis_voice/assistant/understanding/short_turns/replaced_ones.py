"""Takes a turn that sets something "instead" for one that changes what was set before. Pure.

Invariant: what rings instead takes the place of one thing; what was not spoken of last, or is of
another kind, is asked about.
"""

from __future__ import annotations

import re

from jarvis_voice.assistant.understanding.short_turns.entry_times import label_of, led
from jarvis_voice.assistant.understanding.short_turns.entry_values import as_rule
from jarvis_voice.assistant.understanding.short_turns.resolved import ResolvedTurn
from jarvis_voice.assistant.understanding.short_turns.topic import Topic, Understand
from jarvis_voice.assistant.understanding.short_turns.touched import ENTRIES, Kind, Touched
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.core.understanding import Intent
from jarvis_voice.language.en.normalization import clean
from jarvis_voice.language.en.reminder_words import task_and_time
from jarvis_voice.language.en.schedule_words import read_when
from jarvis_voice.language.en.spoken_lengths import length_in
from jarvis_voice.language.en.spoken_lists import key_of

_LONGEST = 200
_LEAD = (
    r"(?:(?:and|but|ok|okay|oh|no|nope|so|please|now|actually|just|sorry|wait|then|can you|"
    r"could you)\b[\s,.!]*)*"
)
_INSTEAD = lazy_pattern(
    rf"{_LEAD}(?:(?P<head>.+?),? instead|instead,? (?P<behind>.+?))"
    r"(?:,? (?:please|then|thanks|thank you))*",
    re.I,
)
_KINDS: dict[str, Kind] = {"set_alarm": "alarm", "set_timer": "timer", "set_reminder": "reminder"}
_THEN = " and then "


def replaced_one(text: str, topic: Topic, understand: Understand) -> ResolvedTurn | None:
    """The request to change what was set before; None where nothing is set instead of it.

    Args:
        text: The turn as it was said.
        topic: What the conversation is about.
        understand: What a sentence means by itself.
    """
    line = " ".join(text.replace("\u2019", "'").split()).strip(" .,!?")
    if len(line) > _LONGEST or topic.is_asking:
        return None
    found = _INSTEAD.fullmatch(line)
    head = (found["head"] or found["behind"]) if found else ""
    asked = understand(clean(head)) if head else None
    kind = _KINDS.get(asked.name) if asked else None
    if asked is None or kind is None:
        return None
    entries = topic.entries(kind)
    if entries:
        return _changed(head, asked, entries[-1], topic)
    return _of_other_kind(head, asked, topic)


def _changed(head: str, asked: Intent, old: Touched, topic: Topic) -> ResolvedTurn | None:
    """The one of the same kind at the new time, or for the new length."""
    is_near = old in topic.turns[0] and old.state in {"set", "changed"}
    name = str(asked.slots.get("name", ""))
    if name and name.lower() != old.name.lower():
        return ResolvedTurn(f"cancel {label_of(old)}{_THEN}{head}", is_guess=not is_near)
    if old.kind == "timer":
        length = str(asked.slots.get("length", ""))
        if length_in(length) is None:
            return None
        return ResolvedTurn(f"change {label_of(old)} to {length}", is_guess=not is_near)
    task, to = _task_and_time(asked)
    if not to:
        return _other_task(task, old) if is_near else None
    if task and set(key_of(task)) != set(key_of(old.name)):
        return ResolvedTurn(f"cancel {label_of(old)}{_THEN}{head}", is_guess=True)
    when = read_when(to, is_bare=True)
    if when and when.rule and (when.hour is None or (old.kind == "reminder" and not task)):
        rule = as_rule(to, old)
        return ResolvedTurn(f"move {label_of(old)} to {rule}", is_guess=not is_near)
    if when and when.rule:
        return ResolvedTurn(f"cancel {label_of(old)}{_THEN}{head}", is_guess=not is_near)
    return ResolvedTurn(f"move {label_of(old)} to {to}", is_guess=not is_near)


def _task_and_time(asked: Intent) -> tuple[str, str]:
    """What is to be reminded of, and when; no task of an alarm, and "" where no time is said."""
    when = str(asked.slots.get("when", ""))
    text = str(asked.slots.get("text", ""))
    if asked.name == "set_alarm" or when:
        return text, when
    if read_when(text):
        return "", re.sub(r"\A(?:at|on) ", "", text)
    found = task_and_time(text)
    if found is None or not text.startswith(found[0]):
        return text, ""
    return found[0], re.sub(r"\A(?:at|on) ", "", text[len(found[0]) :].strip(" ,"))


def _other_task(task: str, old: Touched) -> ResolvedTurn | None:
    """The reminder of something else, at the time of the old one."""
    task = re.sub(r",? instead\Z", "", task, flags=re.I)
    if old.kind != "reminder" or not task or not old.value:
        return None
    again = f"cancel {label_of(old)}{_THEN}remind me {led(old.value)} to {task}"
    return ResolvedTurn(again, is_guess=True)


def _of_other_kind(head: str, asked: Intent, topic: Topic) -> ResolvedTurn | None:
    """A timer in the place of an alarm: what was set goes only after a yes."""
    old = topic.turns[0][-1] if topic.turns else None
    is_timed = any(asked.slots.get(slot) for slot in ("when", "length"))
    if old is None or old.kind not in ENTRIES or old.state not in {"set", "changed"}:
        return None
    return ResolvedTurn(f"cancel {label_of(old)}{_THEN}{head}", is_guess=True) if is_timed else None
