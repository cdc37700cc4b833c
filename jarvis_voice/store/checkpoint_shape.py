"""Tells whether a checkpoint that was decoded has the shape in which LangGraph goes on. Pure.

Invariant: no content of a conversation is judged here but by its reader's own predicate.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from jarvis_voice.store.ports import IsWhole


_VERSION_DIGITS = 32
"""Before the first point of a version: versions are compared as texts."""


def is_state(checkpoint: object, metadata: object, is_whole: IsWhole) -> bool:
    """Whether a conversation can go on from here.

    Args:
        checkpoint: What was decoded.
        metadata: Likewise.
        is_whole: Whether its state has the shape that its reader expects.
    """
    if not isinstance(checkpoint, Mapping) or not isinstance(metadata, Mapping):
        return False
    values, versions = checkpoint.get("channel_values"), checkpoint.get("channel_versions")
    seen = checkpoint.get("versions_seen")
    if not (isinstance(versions, Mapping) and isinstance(seen, Mapping)):
        return False
    latest = max((one for one in versions.values() if isinstance(one, str)), default="")
    return (
        isinstance(checkpoint.get("v"), int)
        and isinstance(checkpoint.get("id"), str)
        and isinstance(metadata.get("step"), int)
        and _are_versions(versions, latest)
        and all(_are_versions(one, latest) for one in seen.values())
        and isinstance(values, Mapping)
        and is_whole(values)
    )


def _are_versions(versions: object, latest: str) -> bool:
    """Whether each channel has a version of the saver's form, and none is yet to come.

    A node that has seen a version to come is never run again.
    """
    return isinstance(versions, Mapping) and all(
        isinstance(name, str)
        and isinstance(one, str)
        and one <= latest
        and len(number := one.split(".")[0]) == _VERSION_DIGITS
        and number.isdecimal()
        for name, one in versions.items()
    )
