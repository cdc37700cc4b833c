"""Refuses what would be done now though it is to wait for something. Pure.

Invariant: an order is refused only where the words on which it waits change nothing of what would
be done: what a reminder, a fact or a name keeps of them stays.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence, Set
from dataclasses import replace

from jarvis_voice.assistant.understanding import proposals
from jarvis_voice.assistant.understanding.left_alone import (
    ENDING,
    LEAVES_OUT,
    NOT_LATER,
    NOT_PERHAPS,
)
from jarvis_voice.assistant.understanding.plausibility import OPENING_INTENTS
from jarvis_voice.core.understanding import Intent, Part, Understanding
from jarvis_voice.language.en.awaited_clauses import bare_orders, without_end, without_moment
from jarvis_voice.language.en.normalization import clean

NOT_WAITED = "I can only do that now. Say it without a condition or another time."

_TAKING = frozenset({"cancel_schedule", "remove_note", "clear_notes", "forget", "forget_words"})
_SETTING = frozenset(
    {"set_timer", "set_alarm", "set_reminder", "add_note", "set_routine", "set_profile", "remember"}
)
_AT_ONCE = OPENING_INTENTS | {
    *("open_url", "open_result", "open_their", "find_and_open", "take_screenshot", "media"),
    *("volume", "adjust_speech", "mute_microphone", "say_words", "draw_lots", "tell_joke"),
    *("read_page", "read_result", "tell_briefing", "clipboard", "stopwatch", "run_command"),
    *("announce", "send_briefing", "look_at_screen", "start_conversation", "copy_answer"),
}
"""What is done at once or not at all: nothing here does it later."""
_OF_TIMERS = frozenset({"set_timer", "change_timer"})
"""What begins at once too: no timer starts tomorrow."""
_OF_ONESELF = frozenset({"set_profile"})
_TELLS = re.compile(r"(?:i|i'm|my|we|our)\b", re.I)
"""How somebody begins to tell of themselves: what is only guessed of that is asked about."""
_QUIET = frozenset({"stop"})
_WAITING = (
    ENDING | _SETTING | _AT_ONCE | _QUIET | {"snooze", "follow_feed", "follow_topic", LEAVES_OUT}
)
_RELATED = ENDING | _QUIET | {LEAVES_OUT}
"""What a turn in other words may be done by: "make it 5" changes a timer, or sets it anew."""

Understand = Callable[[str], Intent | None]
Read = Callable[[str], Understanding]


def not_awaited(
    text: str, found: Understanding, understand: Understand, read: Read
) -> Understanding:
    """What a turn was taken for, without what would be done before its time.

    Args:
        text: The turn as it was said.
        found: What it was taken for.
        understand: What a sentence by itself asks for.
        read: What other words in its place would be taken for.
    """
    acts = [_act_of(part.intent, understand) for part in found.parts]
    if not any(act and act.name in _WAITING for act in acts):
        return found
    if len(acts) > 1:
        early = [
            act is not None
            and part.text != text
            and _read_early(part.text, (part,), (act,), read) is not None
            for part, act in zip(found.parts, acts, strict=True)
        ]
        if any(early):
            late = [act if no else None for act, no in zip(acts, early, strict=True)]
            return _refused(found, late, found.parts)
    bare = _read_early(text, found.parts, acts, read)
    return _refused(found, acts, bare.parts) if bare else found


def _read_early(
    text: str, parts: Sequence[Part], acts: Sequence[Intent | None], read: Read
) -> Understanding | None:
    """The order without the words on which it waits, where they change nothing of what it does."""
    names = {act.name for act in acts if act} & _WAITING
    if not names:
        return None
    is_done = any(act and act is part.intent for act, part in zip(acts, parts, strict=True))
    if names == _OF_ONESELF and not is_done and _TELLS.match(text):
        return None
    bares = [*bare_orders(text, is_taking=bool(names & ENDING), is_surely_done=is_done)]
    if names <= _AT_ONCE or (is_done and names <= _OF_TIMERS):
        bares.append(without_moment(text))
    if names == _QUIET:
        bares.append(without_end(text))
    for bare in filter(None, bares):
        found = read(bare)
        left = [part.intent for part in found.parts]
        if (_do_as_much(left, acts) and names != _QUIET) or _is_alike(names, left, is_done=is_done):
            return found
        is_act = any(one and one.name in _WAITING for one in left)
        is_first = names != _QUIET or text.casefold().startswith(bare.casefold())
        if names <= _RELATED and is_act and is_first and not _are_kept(text, bare, acts):
            return found
        if names <= OPENING_INTENTS and _opens(left) and found.is_understood:
            return found
    return None


def _is_alike(names: Set[str], left: Sequence[Intent | None], *, is_done: bool) -> bool:
    """Whether what is only guessed would be done for sure without the clause."""
    return not is_done and names == {one.name for one in left if one}


def _opens(intents: Sequence[Intent | None]) -> bool:
    return all(one is not None and one.name in OPENING_INTENTS for one in intents)


def _are_kept(text: str, bare: str, acts: Sequence[Intent | None]) -> bool:
    """Whether a word of the clause is among what an act takes from the sentence."""
    clause = set(clean(text).casefold().split()) - set(clean(bare).casefold().split())
    values = " ".join(str(value) for act in acts if act for value in act.slots.values())
    return bool(clause & set(values.casefold().split()))


def _refused(
    found: Understanding, acts: Sequence[Intent | None], kept: Sequence[Part]
) -> Understanding:
    """The turn with one honest refusal in the place of what would be done too early.

    Args:
        found: What it was taken for.
        acts: What is refused of it, in the place of each part.
        kept: Parts that are answered as well, where they are in it.
    """
    names = {part.intent.name for part in kept if part.intent}
    parts: list[Part] = []
    for part, act in zip(found.parts, acts, strict=True):
        if act is None or act.name not in _WAITING:
            parts += [part] if part.intent and part.intent.name in names else []
            continue
        refused = Intent(proposals.CANNOT, {"reply": _reply(act)})
        if not any(one.intent == refused for one in parts):
            parts.append(replace(part, intent=refused))
    is_whole = all(part.intent for part in parts)
    return replace(found, parts=tuple(parts), is_understood=is_whole, is_talk=False)


def _reply(act: Intent) -> str:
    if act.name == LEAVES_OUT:
        return NOT_PERHAPS
    return NOT_LATER if act.name in _TAKING else NOT_WAITED


def _act_of(intent: Intent | None, understand: Understand) -> Intent | None:
    """What would be done, also after a yes."""
    if intent is not None and intent.name == proposals.SUGGEST:
        return understand(str(intent.slots["sentence"]))
    return intent


def _do_as_much(left: Sequence[Intent | None], acts: Sequence[Intent | None]) -> bool:
    """Whether all that would be done is done as well by what is left of the sentence."""
    said, whole = (
        [
            (
                one.name,
                {(slot, str(value).casefold()) for slot, value in one.slots.items() if value},
            )
            for one in intents
            if one and one.name in _WAITING
        ]
        for intents in (left, acts)
    )
    return len(said) == len(whole) and all(
        name == other and slots <= others
        for (name, slots), (other, others) in zip(whole, said, strict=True)
    )
