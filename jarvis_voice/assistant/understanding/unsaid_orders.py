"""Takes a "don't" right behind what was done for the wish to have it undone. Pure.

Invariant: it is meant only where our last answer tells of something that was done, and asks
nothing; a bare "no" there is asked about.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from jarvis_voice.assistant.state import MessageState
from jarvis_voice.assistant.understanding import proposals
from jarvis_voice.assistant.understanding.taking_limits import DOES
from jarvis_voice.assistant.understanding.undo_last import taken_back
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.core.understanding import Intent, Part, Understanding

_UNDO = "undo that"
_LONGEST = 80
_LEAD = (
    r"(?:(?:no|nope|nah|oh|ah|wait|please|hey|stop|sorry|actually|oops|whoa|but|well|jarvis|god|"
    r"hang on|hold on|i said|i meant|not that|never|(?:can|could|would) you)\b[\s,.!;-]*)*"
)
_DONT = lazy_pattern(
    rf"{_LEAD}(?:(?:please )?(?:do not|don't|dont)\b[\s,.!]*){{1,3}}"
    r"(?:(?:you |ever |please )*(?P<deed>dare|do|set|start|add|put|note|save|keep|change|move|"
    r"cancel|delete|remove|remind me|wake me|write|use|call me)(?: (?:it|that|this|them|so|one|"
    r"(?:an?|the|any|my) (?P<kind>timer|alarm|reminder|routine|note)s?))?(?: down| on there)?)?"
    r"(?: (?:please|now|again|for me|yet|after all|at all))*[\s.!]*",
    re.I,
)
_TAKES = re.compile(r"\bI have (?:cancelled|deleted|taken|cleared|forgotten|stopped)\b")
_CHANGES = re.compile(r"\bI have (?:moved|changed|renamed)\b|\bleft now\b")
_DEEDS = {
    **dict.fromkeys(("cancel", "delete", "remove"), _TAKES),
    **dict.fromkeys(("change", "move"), _CHANGES),
}
"""How our answer tells of what is not to be done: "don't cancel it" keeps what was just set."""
_ANY = frozenset({"dare", "do"})
_NO = re.compile(r"(?:(?:no|nope)\b[\s,.!]*){1,4}", re.I)
_SOUND = re.compile(r"The volume is at\b")


def as_undoing(text: str, messages: Sequence[MessageState]) -> str:
    """The order to undo what was done last, where a turn only says not to; else the turn.

    Args:
        text: "no, don't", "please don't do that".
        messages: The conversation before it, in pairs.
    """
    reply = _done(messages)
    line = " ".join(text.replace("\u2019", "'").split()) if reply else ""
    found = _DONT.fullmatch(line) if 0 < len(line) <= _LONGEST else None
    if found is None or (found["kind"] and found["kind"].lower() not in reply.lower()):
        return text
    deed = (found["deed"] or "do").lower()
    is_taken = _TAKES.search(reply) is not None
    told = _DEEDS.get(deed)
    if (told and not told.search(reply)) or (is_taken and deed not in _DEEDS and deed not in _ANY):
        return text
    return _UNDO


def declined(
    text: str, messages: Sequence[MessageState], understand: Callable[[str], Intent | None]
) -> Understanding | None:
    """The question whether what was just set is to go again, behind a bare "no"; else None.

    Args:
        text: The turn as it was said.
        messages: The conversation before it, in pairs.
        understand: What a sentence by itself asks for.
    """
    if not (_done(messages) and _NO.fullmatch(text.strip())):
        return None
    sentence = taken_back(_UNDO, messages, understand)
    if not sentence or understand(sentence) is None:
        return None
    asked = Intent(proposals.SUGGEST, {"sentence": sentence})
    return Understanding(text, (Part(text, asked),))


def _done(messages: Sequence[MessageState]) -> str:
    """Our last answer, where it tells of something done; else ""."""
    reply = messages[-1]["text"].strip() if messages else ""
    is_done = DOES.search(reply) or _SOUND.match(reply)
    return reply if is_done and not reply.endswith("?") else ""
