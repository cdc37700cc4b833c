"""What differs between two configurations, by the names that the user writes.

Invariant: pure; a value is compared, and never told.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

HOLD_AT_ONCE = ("voice.speed", "quiet_hours.from", "quiet_hours.until", "wake.words.")
"""What a running Jarvis can take over; a name that ends in a dot stands for all below it."""


def flat(values: Mapping[str, Any], above: str = "") -> dict[str, Any]:
    """Every setting with its dotted name: {"voice.speed": 1.0}."""
    return dict(_walk(values, above))


def changed(before: Mapping[str, Any], after: Mapping[str, Any]) -> tuple[str, ...]:
    """Names of the settings that are new, gone or other, of two flat configurations."""
    nothing = object()
    names = {**before, **after}
    return tuple(n for n in names if before.get(n, nothing) != after.get(n, nothing))


def sorted_by_effect(
    names: Iterable[str], before: Mapping[str, Any], after: Mapping[str, Any]
) -> tuple[list[str], list[str]]:
    """Which changes can hold at once, and which need a restart.

    A wake word that is new or gone needs one; its sensitivity does not.
    """
    now: list[str] = []
    later: list[str] = []
    for name in names:
        holds = name.startswith(HOLD_AT_ONCE) and name in before and name in after
        (now if holds else later).append(name)
    return now, later


def _walk(values: Mapping[str, Any], above: str) -> Iterator[tuple[str, Any]]:
    for name, value in values.items():
        if isinstance(value, Mapping):
            yield from _walk(value, f"{above}{name}.")
        else:
            yield above + name, value
