"""Keeps recent lookup results in memory, for tools that allow the executor to reuse them.

Invariant: only lookups are kept, each for the user who asked; an effect is never answered from
memory.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Mapping
from typing import Any

from jarvis_voice.core.passing_memory import KeptSize
from jarvis_voice.core.types import ReceiptKind, ToolResult
from jarvis_voice.tools.registry import Tool

KEPT = 64
MOST_BYTES = 2_000_000

Key = tuple[str, str]


class ReceiptCache:
    """Stores results by user, tool and arguments; bounded, the least recently used goes first."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Key, tuple[float, ToolResult]] = OrderedDict()
        self._n_bytes = 0

    @property
    def size(self) -> KeptSize:
        """How much is kept."""
        return KeptSize("results of lookups", len(self._kept), self._n_bytes)

    def forget(self, user_id: str) -> None:
        """Drop what is kept of a user."""
        for key in [one for one in self._kept if one[0] == user_id]:
            self._drop(key)

    def find(
        self, user_id: str, tool: Tool, shown: Mapping[str, Any], now_seconds: float
    ) -> ToolResult | None:
        """What is kept for a user and has not expired."""
        key = _key(user_id, tool, shown)
        expires_at, result = self._kept.get(key, (0.0, None))
        if result is None or now_seconds >= expires_at:
            self._drop(key)
            return None
        self._kept.move_to_end(key)
        return result

    def keep(
        self,
        user_id: str,
        tool: Tool,
        shown: Mapping[str, Any],
        result: ToolResult,
        now_seconds: float,
    ) -> None:
        """Keep a user's lookup for as long as its tool says."""
        if not tool.cache_seconds or result.receipt.kind is not ReceiptKind.LOOKUP:
            return
        key = _key(user_id, tool, shown)
        self._drop(key)
        self._kept[key] = (now_seconds + tool.cache_seconds, result)
        self._n_bytes += _bytes_of(result)
        while len(self._kept) > KEPT or self._n_bytes > MOST_BYTES:
            self._drop(next(iter(self._kept)))

    def _drop(self, key: Key) -> None:
        if kept := self._kept.pop(key, None):
            self._n_bytes -= _bytes_of(kept[1])


def _key(user_id: str, tool: Tool, shown: Mapping[str, Any]) -> Key:
    return user_id, f"{tool.name} {json.dumps(shown, sort_keys=True, default=str)}"


def _bytes_of(result: ToolResult) -> int:
    """About how large it is: what it says, and what it found."""
    found = (str(result.data), *(f"{link.title}{link.url}{link.snippet}" for link in result.links))
    return len(result.receipt.observed) + sum(map(len, found))
