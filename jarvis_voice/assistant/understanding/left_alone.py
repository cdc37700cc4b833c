"""Leaves alone an act that a sentence denies, asks about or tells of. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from jarvis_voice.assistant.understanding import proposals
from jarvis_voice.core.understanding import Intent, Part
from jarvis_voice.language.en.unordered_acts import Mention, mention_of

ENDING = frozenset(
    {
        *("cancel_schedule", "change_timer", "move_schedule", "rename_schedule"),
        *("remove_note", "clear_notes", "forget", "forget_words", "unfollow_feed"),
    }
)
"""Tools that end or change what is set or kept."""

UNCHANGED = "I have changed nothing."
_OF_ENTRIES = frozenset({"cancel_schedule", "change_timer", "move_schedule", "rename_schedule"})
_OF_LISTS = frozenset({"remove_note", "clear_notes"})
_KINDS = frozenset({"timer", "alarm", "reminder", "routine"})


def only_ordered(
    text: str, parts: Sequence[Part], understand: Callable[[str], Intent | None]
) -> tuple[Part, ...]:
    """The requests without acts that the sentence does not order.

    "Don't cancel it" is answered with "Okay.", "did you cancel it" with what is set, and "I
    cancelled it" with the words that nothing was changed.

    Args:
        text: The sentence as it was said.
        parts: What it was taken for.
        understand: What a sentence by itself asks for.
    """
    acts = [_act_of(part.intent, understand) for part in parts]
    why = mention_of(text) if any(acts) else None
    if why is None:
        return tuple(parts)
    return tuple(
        replace(part, intent=_instead(why, act, understand)) if act else part
        for part, act in zip(parts, acts, strict=True)
    )


def _act_of(intent: Intent | None, understand: Callable[[str], Intent | None]) -> Intent | None:
    """What an intent would end or change, also after a yes; None for any other."""
    if intent is not None and intent.name == proposals.SUGGEST:
        intent = understand(str(intent.slots["sentence"]))
    return intent if intent is not None and intent.name in ENDING else None


def _instead(why: Mention, act: Intent, understand: Callable[[str], Intent | None]) -> Intent:
    if why == "denied":
        return Intent("never_mind")
    asked = ""
    if why == "asked" and act.name in _OF_ENTRIES:
        kind = act.slots.get("what")
        asked = f"which {kind}s are set" if kind in _KINDS else "what is set"
    elif why == "asked" and act.name in _OF_LISTS and act.slots.get("list"):
        asked = f"what is on my {act.slots['list']} list"
    seen = understand(asked) if asked else None
    return seen or Intent(proposals.CANNOT, {"reply": UNCHANGED})
