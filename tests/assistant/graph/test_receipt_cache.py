"""Unit: what may be answered from memory."""

from dataclasses import replace

import pytest
from assistant.turns import Query, search, tool

from jarvis_voice.assistant.graph.receipt_cache import KEPT, MOST_BYTES, ReceiptCache
from jarvis_voice.core.types import ME, Receipt, ReceiptKind, ToolResult

pytestmark = pytest.mark.unit

SEARCH = replace(tool("search", Query, "read", search), cache_seconds=60.0)
FOUND = ToolResult(Receipt(ReceiptKind.LOOKUP, "found"))


def test_a_lookup_is_kept_as_long_as_its_tool_says() -> None:
    cache = ReceiptCache()
    cache.keep(ME, SEARCH, {"query": "mit"}, FOUND, 100.0)
    assert cache.find(ME, SEARCH, {"query": "mit"}, 159.0) is FOUND
    assert cache.find(ME, SEARCH, {"query": "other"}, 159.0) is None
    assert cache.find(ME, SEARCH, {"query": "mit"}, 160.0) is None


def test_what_is_not_to_be_kept_is_not() -> None:
    cache = ReceiptCache()
    cache.keep(ME, replace(SEARCH, cache_seconds=0.0), {"query": "a"}, FOUND, 0.0)
    for kind in set(ReceiptKind) - {ReceiptKind.LOOKUP}:
        cache.keep(ME, SEARCH, {"query": "a"}, ToolResult(Receipt(kind, "")), 0.0)
    assert cache.find(ME, SEARCH, {"query": "a"}, 0.0) is None


def test_the_least_used_leaves_first() -> None:
    cache = ReceiptCache()
    for number in range(KEPT + 1):
        cache.keep(ME, SEARCH, {"query": str(number)}, FOUND, 0.0)
        assert cache.find(ME, SEARCH, {"query": "0"}, 0.0)
    assert cache.find(ME, SEARCH, {"query": "1"}, 0.0) is None


def test_what_one_user_found_out_is_not_anothers_answer() -> None:
    cache = ReceiptCache()
    cache.keep("anna", SEARCH, {"query": "mit"}, FOUND, 0.0)
    assert cache.find("anna", SEARCH, {"query": "mit"}, 1.0) is FOUND
    assert cache.find("ben", SEARCH, {"query": "mit"}, 1.0) is None


def test_it_is_bounded_in_bytes() -> None:
    cache, large = ReceiptCache(), ToolResult(Receipt(ReceiptKind.LOOKUP, "x" * (MOST_BYTES // 3)))
    for number in range(5):
        cache.keep(ME, SEARCH, {"query": str(number)}, large, 0.0)
    assert cache.size.n_bytes <= MOST_BYTES
    assert cache.size.entries == 2
    assert cache.find(ME, SEARCH, {"query": "4"}, 1.0)


def test_what_is_forgotten_is_one_users() -> None:
    cache = ReceiptCache()
    for user in ("anna", "ben"):
        cache.keep(user, SEARCH, {"query": "mit"}, FOUND, 0.0)
    cache.forget("anna")
    assert cache.find("anna", SEARCH, {"query": "mit"}, 1.0) is None
    assert cache.find("ben", SEARCH, {"query": "mit"}, 1.0) is FOUND
