"""Names what a follow-up may do with each kind of thing, and weighs the chances of each. Pure.

Invariant: a move that a thing cannot make counts for the one that is nearest to it there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from jarvis_voice.assistant.understanding.short_turns.touched import Kind

NEW = "new"
TOPIC_OF: Mapping[Kind, str] = {
    "timer": "timer", "alarm": "alarm", "reminder": "reminder", "routine": "routine",
    "list": "list", "sum": "sum", "conversion": "conversion", "place": "weather", "page": "site",
    "fact": "fact", "profile": "fact", "self": "fact", "other": "talk",
}  # fmt: skip
"""How the lessons call what a turn was about."""

_OF_ANY = frozenset({"undo", "repeat", "talk", "yes", "no", NEW})
_ENTRY = frozenset(
    {"set", "again", "cancel", "cancel_other", "cancel_all", "left", "when", "which", "still",
     "all", "rename"}
)  # fmt: skip
_TIMED = _ENTRY | {"later", "earlier"}
_MAKES: Mapping[str, frozenset[str]] = {
    "timer": _ENTRY | {"more", "less"},
    "alarm": _TIMED,
    "reminder": _TIMED | {"about"},
    "routine": _TIMED | {"about"},
    "list": frozenset({"add", "take", "clear", "all", "still", "set"}),
    "sum": frozenset({"step", "amount"}),
    "conversion": frozenset({"amount", "unit", "swap", "step"}),
    "weather": frozenset({"place", "day", "detail"}),
    "site": frozenset({"open", "back", "other", "read"}),
    "fact": frozenset({"set", "ask", "cancel", "all", "left", "again"}),
    "talk": frozenset(),
}
_NEAREST: Mapping[str, tuple[str, ...]] = {
    "more": ("later", "add", "step"),
    "less": ("earlier", "take", "step"),
    "later": ("more", "day"),
    "earlier": ("less",),
    "add": ("again",),
    "take": ("cancel",),
    "clear": ("cancel_all",),
    "cancel": ("take",),
    "cancel_other": ("take", "cancel"),
    "cancel_all": ("clear", "cancel"),
    "left": ("all", "when"),
    "when": ("all", "left", "ask"),
    "which": ("all",),
    "about": ("all", "ask", "repeat"),
    "all": ("repeat",),
    "again": ("add", "amount", "open"),
    "set": ("amount", "other", "day"),
    "amount": ("set",),
    "ask": ("when", "all", "repeat"),
    "other": ("set", "place"),
    "place": ("other",),
    "back": ("undo",),
    "still": ("all",),
}
"""What a move counts for where a thing cannot make it, the first that it can."""


_ALIKE = (
    frozenset({"left", "when", "which", "still", "all", "about", "ask"}),
    frozenset({"step", "amount"}),
    frozenset({"place", "day", "detail"}),
    frozenset({"cancel", "cancel_other"}),
)
"""Moves whose words are near: how likely one is says how likely any of them is."""


@dataclass(frozen=True, slots=True)
class LikelyMove:
    """What a follow-up does most likely.

    Attributes:
        name: The move.
        chance: How likely it, or one like it, is.
        of_new: How likely it is a request of its own.
        if_old: The move that is likeliest where it is no request of its own.
        chance_if_old: How likely that one, or one like it, is then.
    """

    name: str
    chance: float
    of_new: float
    if_old: str = ""
    chance_if_old: float = 0.0


def likeliest(chances: Mapping[str, float], topic: str) -> LikelyMove:
    """The move that is likeliest for a thing of this topic.

    Args:
        chances: Of every move, whatever the topic.
        topic: As `TOPIC_OF` has it.
    """
    can = _MAKES.get(topic, frozenset()) | _OF_ANY
    summed = dict.fromkeys(can, 0.0)
    for move, chance in chances.items():
        near = (move, *_NEAREST.get(move, ()))
        if counted := next((one for one in near if one in can), ""):
            summed[counted] += chance
    name = max(sorted(summed), key=lambda one: summed[one])
    if_old = max(sorted(summed.keys() - {NEW}), key=lambda one: summed[one])
    of_old = _with_alike(if_old, summed) / max(1.0 - summed[NEW], 1e-6)
    return LikelyMove(name, _with_alike(name, summed), summed[NEW], if_old, of_old)


def _with_alike(name: str, summed: Mapping[str, float]) -> float:
    """How likely a move, or one whose words are near, is."""
    alike = next((one for one in _ALIKE if name in one), frozenset({name}))
    return sum(summed.get(one, 0.0) for one in alike)
