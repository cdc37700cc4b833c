"""Unit: the last pages are kept, the others go, and none grows old."""

from __future__ import annotations

import pytest
from tools.service_faults import FakeSeconds

from jarvis_voice.tools.web.page_cache import KEPT_SECONDS, Page, PageCache

pytestmark = pytest.mark.unit

PAGES = {name: Page(name, name, name, 1, "text") for name in "abc"}


def test_the_page_that_was_not_asked_for_the_longest_is_dropped() -> None:
    cache = PageCache(2)
    cache.keep("a", PAGES["a"])
    cache.keep("b", PAGES["b"])
    assert cache.get("a") is PAGES["a"]
    cache.keep("c", PAGES["c"])
    assert [cache.get(name) for name in "abc"] == [PAGES["a"], None, PAGES["c"]]


def test_an_old_page_is_read_again() -> None:
    seconds = FakeSeconds()
    cache = PageCache(seconds=seconds)
    cache.keep("a", PAGES["a"])
    seconds.now = KEPT_SECONDS - 0.1
    assert cache.get("a")
    seconds.now = KEPT_SECONDS
    assert cache.get("a") is None
