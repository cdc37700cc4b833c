"""Limits what "undo" and "cancel everything" may take away. Pure.

Invariant: "undo" takes back nothing but what was set or kept last, "cancel everything" is asked
about first, and neither is answered as if something had been done.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from jarvis_voice.assistant.state import MessageState
from jarvis_voice.assistant.understanding import proposals
from jarvis_voice.assistant.understanding.left_alone import OF_ENTRIES
from jarvis_voice.assistant.understanding.undone_changes import is_change_alone, undone_change
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.core.understanding import Intent, Part, Understanding
from jarvis_voice.language.en.normalization import clean
from jarvis_voice.language.en.open_questions import ends_in_question
from jarvis_voice.tools.schedule.undo_tools import NOT_UNDONE

NOTHING_TO_UNDO = "There is nothing that I could undo."
_ALL_THAT_IS_SET = "cancel everything that is set"

_UNDO = lazy_pattern(
    r"(?:(?:oh|ah|sorry|wait|no|oops|please|actually|ok|okay|jarvis|can you|could you)\b[\s,.!]*)*"
    r"(?:(?:undo|revert|reverse)(?: (?:it|that|this|the last (?:one|thing|change|step)))?|"
    r"take (?:it|that|this) back)(?: please| again| now)?\W*",
    re.I,
)
_EVERYTHING = re.compile(
    r"(?:(?:ok|okay|please|jarvis|just|actually)\b[\s,.!]*)*(?:cancel|delete|clear|remove) "
    r"(?:everything|it all|all of it)(?: please| now)?\W*",
    re.I,
)
_OFFERS_HELP = "What can I do for you?"
"""Ends a greeting; it asks about nothing that an "undo" could answer."""
_DECLINES = frozenset({"no", "stop", "never_mind"})
_SETS = {
    "cancel_schedule": r"(?:timer|alarm) is set|I will remind you|I will do that",
    "remove_note": r"I have added|I have noted",
    "clear_notes": r"I have added|I have noted",
    "forget": r"I will remember|I will call you|I know now",
}
"""What takes something away, and how our answer begins where such a thing was set or kept."""
_GIVES = frozenset(
    {"set_timer", "set_alarm", "set_reminder", "set_routine", "add_note", "remember"}
)
"""What sets or keeps something anew."""
_PAIR = 2
_PLACES = frozenset({"first", "second", "third", "fourth", "fifth", "last"})
_KINDS = re.compile(r"\b(alarm|timer|reminder|routine)s?\b", re.I)
_WAS_NOTHING = lazy_pattern(
    r"(?:You have no|There (?:is|are) no|There is nothing) |.{1,200} (?:is|are) not (?:on|in) "
)
"""How an answer begins that nothing was there: nothing was done that could be undone."""
_CHANGES = re.compile(
    r"\bI have (?:cancelled|left out|taken|deleted|cleared|forgotten|moved|renamed|changed|"
    r"stopped)\b|"
    r"\bleft now\b|\bSnoozed\b|\bis reset\b|\bis due\b"
)
DOES = lazy_pattern(f"{_CHANGES.pattern}|{'|'.join(dict.fromkeys(_SETS.values()))}")
"""How an answer tells that something was done, set or kept."""


def within_limits(
    text: str, found: Understanding, messages: Sequence[MessageState]
) -> Understanding:
    """What a turn was taken for, where that takes away no more than the turn may.

    Args:
        text: The turn as it was said.
        found: What it was taken for.
        messages: The conversation before it, in pairs.
    """
    line = clean(text)
    found = _of_told_kind(found, messages)
    reply = messages[-1]["text"].rstrip() if messages else ""
    is_asked = ends_in_question(reply) and not reply.endswith(_OFFERS_HELP)
    names = {part.intent.name for part in found.parts if part.intent}
    if is_asked:
        return found
    if undoing := undone_change(text, messages):
        return _instead(found, undoing)
    is_declined = bool(names) and names <= _DECLINES
    if _EVERYTHING.fullmatch(line):
        is_meant = names <= _DECLINES | {"cancel_schedule"}
        suggested = Intent(proposals.SUGGEST, {"sentence": _ALL_THAT_IS_SET})
        return _instead(found, suggested) if is_meant else found
    if not _UNDO.fullmatch(line):
        return found
    last = _last_act(messages)
    taking = names & _SETS.keys()
    is_of_last = last and not _CHANGES.search(last)
    is_right = is_of_last and all(re.search(_SETS[name], last) for name in taking)
    is_refused = _was_nothing(messages) and bool(names & (_GIVES | _SETS.keys()))
    if not is_declined and not is_refused and (not taking or is_right):
        return found
    if is_change_alone(last):
        return _instead(found, Intent("undo_schedule", {"told": last}))
    reply = NOT_UNDONE if last or taking or is_refused else NOTHING_TO_UNDO
    return _instead(found, Intent(proposals.CANNOT, {"reply": reply}))


def _of_told_kind(found: Understanding, messages: Sequence[MessageState]) -> Understanding:
    """What was asked for; "the first one" is of the kind that was just listed."""
    intents = [part.intent for part in found.parts]
    if len(intents) != 1 or intents[0] is None or len(messages) < _PAIR:
        return found
    slots = intents[0].slots
    is_placed = intents[0].name in OF_ENTRIES and slots.get("which") in _PLACES
    if not is_placed or slots.get("what") != "any" or DOES.search(messages[-1]["text"]):
        return found
    for said in (messages[-1]["text"], messages[-2]["text"]):
        if kinds := {one.lower() for one in _KINDS.findall(said)}:
            if len(kinds) > 1:
                return found
            meant = intents[0].having(what=kinds.pop())
            return replace(found, parts=(replace(found.parts[0], intent=meant),))
    return found


def _instead(found: Understanding, intent: Intent) -> Understanding:
    """One other request in the place of all that was understood."""
    return replace(
        found, parts=(Part(found.parts[0].text, intent),), is_understood=True, is_talk=False
    )


def _was_nothing(messages: Sequence[MessageState]) -> bool:
    """Whether nothing was there to be taken away, and nothing was done since."""
    replies = (one["text"] for one in reversed(messages) if one["role"] == "assistant")
    telling = (one for one in replies if _WAS_NOTHING.match(one) or DOES.search(one))
    return _WAS_NOTHING.match(next(telling, "")) is not None


def _last_act(messages: Sequence[MessageState]) -> str:
    """Our last answer that tells of something done; "" where none does."""
    replies = (one["text"] for one in reversed(messages) if one["role"] == "assistant")
    return next((reply for reply in replies if DOES.search(reply)), "")
