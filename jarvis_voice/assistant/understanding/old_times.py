"""Takes an order that names its old time for a change of that: "wake me at eight instead of seven".

Invariant: pure; the old time says which one is meant, and where none is set for it, nothing is.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.core.understanding import Intent
from jarvis_voice.language.en.normalization import clean
from jarvis_voice.language.en.schedule_words import read_when
from jarvis_voice.language.en.spoken_lengths import length_in

_LONGEST = 200
_INSTEAD_OF = lazy_pattern(
    r"(?:(?:and|but|ok|okay|oh|no|so|please|now|actually|just|sorry|wait|can you|could you)"
    r"\b[\s,.!]*)*(?P<head>.+?),? (?:instead of|rather than) (?:the |my )?(?:at |for )?"
    r"(?P<old>[^,]+?)(?: (?:alarm|timer|one))?(?:,? (?:please|then|thanks))*",
    re.I,
)
_UNIT = re.compile(r"\b(?:second|minute|hour)s?\b", re.I)


def moved_from_old(text: str, understand: Callable[[str], Intent | None]) -> str:
    """The request to change what is set for the old time; "" where none is named.

    Args:
        text: "wake me at 8 tomorrow instead of 7" gives "move the 7 alarm to 8 tomorrow".
        understand: What a sentence by itself asks for.
    """
    line = " ".join(text.replace("\u2019", "'").split()).strip(" .,!?")
    found = _INSTEAD_OF.fullmatch(line) if len(line) <= _LONGEST else None
    asked = understand(clean(found["head"])) if found else None
    if found is None or asked is None or asked.slots.get("name"):
        return ""
    if asked.name == "set_timer":
        return _of_timer(str(asked.slots.get("length", "")), found["old"])
    to = str(asked.slots.get("when", "")) if asked.name == "set_alarm" else ""
    old = read_when(found["old"], is_bare=True)
    if not to or old is None or old.hour is None or old.rule:
        return ""
    return f"move the {found['old']} alarm to {to}"


def _of_timer(length: str, old: str) -> str:
    """The timer of the old length with the new one; a bare number has its unit."""
    unit = _UNIT.search(length) if old.lower() not in {"a", "an"} else None
    was = old if length_in(old) else f"{old} {unit[0]}" if unit else ""
    if length_in(length) is None or length_in(was) is None:
        return ""
    return f"change the {_UNIT.sub(lambda one: one[0].rstrip('s'), was)} timer to {length}"
