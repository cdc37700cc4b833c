"""Reads JSON that a service sent. Pure.

Invariant: what comes out is nested so little that no code that walks over it runs out of stack.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

MOST_LEVELS = 64
"""Lists and objects within each other; the deepest answer of a service that we ask has ten."""

MOST_PARTS = 100_000
"""Lists and objects of one answer: it is read on the event loop. The largest has some thousand."""


def read_json(raw: bytes) -> Any:
    """The value that is written there; numbers that JSON does not have (NaN) are None.

    Args:
        raw: UTF-8, UTF-16 or UTF-32. Who reads it has bounded its size.

    Raises:
        ValueError: It is no JSON, it is nested too deeply, or it has too many parts.
    """
    if raw.count(b"[") + raw.count(b"{") > MOST_PARTS:
        raise ValueError("more parts than the JSON of a service has")
    try:
        value = json.loads(raw, parse_constant=lambda _: None)
    except RecursionError:
        raise ValueError("nested too deeply") from None
    if _is_deeper(value, MOST_LEVELS):
        raise ValueError("nested too deeply")
    return value


def read_object(raw: bytes) -> Mapping[str, Any]:
    """The object that is written there.

    Raises:
        ValueError: It is no JSON object, or it is nested too deeply.
    """
    value = read_json(raw)
    if not isinstance(value, dict):
        raise ValueError("not a JSON object")  # noqa: TRY004 - one class for all unreadable answers
    return value


def _is_deeper(value: object, levels: int) -> bool:
    level: list[object] = [value]
    for _ in range(levels + 1):
        level = [one for outer in level for one in _inner(outer)]
        if not level:
            return False
    return True


def _inner(value: object) -> list[object]:
    """The lists and objects that lie directly in a value."""
    if isinstance(value, dict):
        return [one for one in value.values() if isinstance(one, dict | list)]
    if isinstance(value, list):
        return [one for one in value if isinstance(one, dict | list)]
    return []
