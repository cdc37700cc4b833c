"""Keeps recent lookup results in memory, for tools that allow the executor to reuse them.

Invariant: only lookups are kept, each for the user who asked; an effect is never answered from
memory.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Mapping
from typing import Any

from jarvis_voice.core.types import ReceiptKind, ToolResult
from jarvis_voice.tools.registry import Tool

KEPT = 64


class ReceiptCache:
    """Stores results by user, tool and arguments; drops the least recently used first."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, tuple[float, ToolResult]] = OrderedDict()

    def find(
        self, user_id: str, tool: Tool, shown: Mapping[str, Any], now_seconds: float
    ) -> ToolResult | None:
        """What is kept for a user and has not expired."""
        key = _key(user_id, tool, shown)
        expires_at, result = self._kept.get(key, (0.0, None))
        if result is None or now_seconds >= expires_at:
            self._kept.pop(key, None)
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
        self._kept[_key(user_id, tool, shown)] = (now_seconds + tool.cache_seconds, result)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)


def _key(user_id: str, tool: Tool, shown: Mapping[str, Any]) -> str:
    return f"{user_id} {tool.name} {json.dumps(shown, sort_keys=True, default=str)}"
