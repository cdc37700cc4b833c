"""What a reminder is to say instead, or what one more is to say. Pure.

Invariant: only a word of the reminder that is named is replaced; the rest of it stays as it was.
"""

from __future__ import annotations

import re

from jarvis_voice.assistant.understanding.short_turns.cue_words import CUES, FILLERS, POINTERS
from jarvis_voice.assistant.understanding.short_turns.entry_times import label_of, led
from jarvis_voice.assistant.understanding.short_turns.resolved import ResolvedTurn
from jarvis_voice.assistant.understanding.short_turns.touched import Touched

_NOT_THAT = re.compile(
    r"(?P<new>[a-z][\w' -]*?),? (?:not|rather than|instead of) (?:the |my |an? |any )?"
    r"(?P<old>[a-z]+)\b", re.I
)  # fmt: skip
_EMPTY = FILLERS | CUES.keys() | {"it's", "its", "it", "that's", "meant", "mean"}
_MOST = 3
_VERB = re.compile(
    r"(?P<verb>[a-z]+(?: (?:up|out|in|off|on|away|down|back))?) "
    r"(?P<what>(?:the |my |our |an? |some )?[a-z][a-z' ]*)", re.I
)  # fmt: skip
_FOR = re.compile(
    r"\bfor (?P<what>(?:the |my |our |an? )(?:other )?[a-z]+(?: [a-z]+(?=\W*\Z|,))?)"
    r"\b(?! (?:of|time)\b)",
    re.I,
)
_AND = re.compile(
    r"(?:and|also|plus)(?: then)? (?P<what>(?:the |my |our |an? )?[a-z]+"
    r"(?: (?!(?:at|on|for|in|the) )[a-z]+)?) (?:at|on|for|in|the) ",
    re.I,
)


def put_right(text: str, old: Touched) -> ResolvedTurn | None:
    """The reminder with one word of it replaced: "walk, not run"; None where none is named.

    Args:
        text: The turn as it was said.
        old: The reminder.
    """
    found = _NOT_THAT.search(text) if old.kind == "reminder" and old.state != "gone" else None
    words = old.name.lower().split()
    if found is None or found["old"].lower() not in words or not old.value:
        return None
    new = [word for word in found["new"].split() if word.lower() not in _EMPTY]
    new = [word for word in new if word.lower() not in words or word.lower() == found["old"]]
    if not 0 < len(new) <= _MOST:
        return None
    said = re.compile(rf"\b{re.escape(found['old'])}\b", re.I)
    task = said.sub(lambda _: " ".join(new), old.name, count=1)
    return ResolvedTurn(f"cancel {label_of(old)} and then remind me {led(old.value)} to {task}")


def task_for(text: str, old: Touched) -> str:
    """What one more reminder is of: "one for the optician" behind "ring the dentist"; else ""."""
    found = _FOR.search(text)
    what = found["what"] if found else ""
    return _of_another(what, old) or other_task(text, old)


def other_task(text: str, old: Touched) -> str:
    """What "and the ham on the eleventh" is to remind of, behind "order the turkey"; else ""."""
    found = _AND.match(text)
    return _of_another(found["what"], old) if found else ""


def _of_another(what: str, old: Touched) -> str:
    """The task of before with another thing."""
    parts = _VERB.fullmatch(old.name)
    last = what.rpartition(" ")[2].lower()
    is_empty = (
        not last
        or last in FILLERS | CUES.keys() | POINTERS.keys()
        or last.endswith(("day", "night", "time"))
    )
    if parts is None or is_empty or last in {"one", "another"}:
        return ""
    return f"{parts['verb']} {what}"
