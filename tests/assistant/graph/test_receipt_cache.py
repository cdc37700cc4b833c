"""Unit: what may be answered from memory."""

from dataclasses import replace

from assistant.turns import Query, search, tool

from jarvis_voice.assistant.graph.receipt_cache import KEPT, ReceiptCache
from jarvis_voice.core.types import Receipt, ReceiptKind, ToolResult

SEARCH = replace(tool("search", Query, "read", search), cache_seconds=60.0)
FOUND = ToolResult(Receipt(ReceiptKind.LOOKUP, "found"))


def test_a_lookup_is_kept_as_long_as_its_tool_says() -> None:
    cache = ReceiptCache()
    cache.keep(SEARCH, {"query": "mit"}, FOUND, 100.0)
    assert cache.find(SEARCH, {"query": "mit"}, 159.0) is FOUND
    assert cache.find(SEARCH, {"query": "other"}, 159.0) is None
    assert cache.find(SEARCH, {"query": "mit"}, 160.0) is None


def test_what_is_not_to_be_kept_is_not() -> None:
    cache = ReceiptCache()
    cache.keep(replace(SEARCH, cache_seconds=0.0), {"query": "a"}, FOUND, 0.0)
    for kind in set(ReceiptKind) - {ReceiptKind.LOOKUP}:
        cache.keep(SEARCH, {"query": "a"}, ToolResult(Receipt(kind, "")), 0.0)
    assert cache.find(SEARCH, {"query": "a"}, 0.0) is None


def test_the_least_used_leaves_first() -> None:
    cache = ReceiptCache()
    for number in range(KEPT + 1):
        cache.keep(SEARCH, {"query": str(number)}, FOUND, 0.0)
        assert cache.find(SEARCH, {"query": "0"}, 0.0)
    assert cache.find(SEARCH, {"query": "1"}, 0.0) is None
