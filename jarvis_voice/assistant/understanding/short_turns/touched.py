"""One thing that a turn of a conversation touched, as our answer told of it.

Invariant: plain values; what it holds is what was last said of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from jarvis_voice.core.understanding import Intent

Kind = Literal[
    "timer", "alarm", "reminder", "routine", "list", "sum", "conversion", "fact", "place",
    "page", "profile", "self", "other",
]  # fmt: skip
State = Literal["set", "changed", "gone", "told"]

ENTRIES: frozenset[Kind] = frozenset({"timer", "alarm", "reminder", "routine"})

_FOUND_NONE = "found no"


@dataclass(frozen=True, slots=True)
class Touched:
    """One thing that a turn set, changed, took away or told of.

    Attributes:
        kind: What it is.
        name: How it is called: "pasta"; a reminder's words, a list's name, a sum, a fact, a place.
        value: What it holds now: "7 minutes", "07:00 tomorrow", "445", "154.32 pounds".
        state: What became of it.
        things: What is on the list, or was put on it or taken off.
        asked: The request that a place or a page came from.
    """

    kind: Kind
    name: str = ""
    value: str = ""
    state: State = "told"
    things: tuple[str, ...] = ()
    asked: Intent | None = None

    @property
    def is_cleared(self) -> bool:
        """Whether it is a list of which everything was deleted; the value is how much that was."""
        return self.kind == "list" and self.state == "gone" and self.value.isdigit()

    @property
    def is_missed(self) -> bool:
        """Whether it is what was looked for on a list and not found."""
        return self.kind == "list" and self.state == "gone" and self.value == _FOUND_NONE
