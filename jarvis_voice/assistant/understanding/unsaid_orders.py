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
from jarvis_voice.tools.schedule.undo_tools import NOT_UNDONE

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
_GONE = re.compile(r"\bI have forgotten\b")
_PICTURE = re.compile(r"I have taken an? ")
_SOUND = re.compile(r"The volume is at\b")


def as_undoing(text: str, messages: Sequence[MessageState]) -> str:
    """The order to undo what was done last, where a turn only says not to; else the turn.

    Args:
        text: "no, don't", "please don't do that".
        messages: The conversation before it, in pairs.
    """
    reply = _done(messages)
    return _UNDO if _says_not_to(text, reply) and not _GONE.search(reply) else text


def declined(
    text: str, messages: Sequence[MessageState], understand: Callable[[str], Intent | None]
) -> Understanding | None:
    """What is said to a "no" behind what was just done; None for any other turn.

    A bare "no" is asked about, and what is forgotten does not come back.

    Args:
        text: The turn as it was said.
        messages: The conversation before it, in pairs.
        understand: What a sentence by itself asks for.
    """
    reply = _done(messages)
    if _says_not_to(text, reply):
        gone = Intent(proposals.CANNOT, {"reply": NOT_UNDONE})
        return Understanding(text, (Part(text, gone),), is_understood=True)
    if not reply or not _NO.fullmatch(text.strip()):
        return None
    sentence = taken_back(_UNDO, messages, understand)
    if not sentence or understand(sentence) is None:
        return None
    asked = Intent(proposals.SUGGEST, {"sentence": sentence})
    return Understanding(text, (Part(text, asked),))


def _says_not_to(text: str, reply: str) -> bool:
    """Whether a turn says not to do what our answer tells of: "don't cancel it" of a cancelling."""
    line = " ".join(text.replace("\u2019", "'").split()) if reply else ""
    found = _DONT.fullmatch(line) if 0 < len(line) <= _LONGEST else None
    if found is None or (found["kind"] and found["kind"].lower() not in reply.lower()):
        return False
    deed = (found["deed"] or "do").lower()
    if told := _DEEDS.get(deed):
        return told.search(reply) is not None
    return deed in _ANY or not _TAKES.search(reply)


def _done(messages: Sequence[MessageState]) -> str:
    """Our last answer, where it tells of something done; else ""."""
    reply = messages[-1]["text"].strip() if messages else ""
    is_done = bool(DOES.search(reply) or _SOUND.match(reply)) and not _PICTURE.match(reply)
    return reply if is_done and not reply.endswith("?") else ""
