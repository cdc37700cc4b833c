"""End to end: what the words of a text show: no other host, and no other order than is stored."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from e2e.dashboard.window import Window

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.e2e, pytest.mark.bench("browser", "voices")]

OTHERS = (
    *("https://bank.com", "www.bank.com/login", "bank\u2024com", "bank\uff0ecom", "bank\u3002com"),
    *("Log in at bank.com", "see https://bank.com/x", "b\u200bank.com", "bank.c\u00adom"),
    *("\u202emoc.knab", "**bank.com**", "`bank.com`", "a.org and bank.com"),
)
"""Words of a link that leads to evil.org."""

OWN = ("evil.org", "www.evil.org", "https://evil.org/a.html?b=c.de", "read it", "Chapter 3.2", "")

TURN = {
    "turn_id": "t1",
    "started_at": "2026-11-27T10:00:00+00:00",
    "source": "stdin",
    "text": "x",
    "outcome": "done",
    "heard": None,
}


def told(window: Window, reply: str) -> Page:
    """The page of a conversation with this answer."""
    turns: dict[str, Any] = {"thread": "w", "turns": [{**TURN, "reply": reply}]}
    window.page.route("**/api/v1/threads/w", lambda route: route.fulfill(json=turns))
    window.open("threads/w")
    window.page.unroute("**/api/v1/threads/w")
    return window.page


def test_a_link_whose_words_hold_another_host_is_followed_by_its_own(window: Window) -> None:
    for words in OTHERS:
        shown = told(window, f"[{words}](https://evil.org/a)").locator(".reply").inner_text()
        assert shown.endswith("(evil.org)"), words
    for words in OWN:
        shown = told(window, f"[{words}](https://evil.org/a)").locator(".reply").inner_text()
        assert shown == (words or "evil.org")
    bare = "https://evil.org/read.me/a.html"
    assert told(window, bare).locator(".reply").inner_text() == bare


def test_no_sign_turns_the_order_of_a_line_round(window: Window) -> None:
    signs = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
    page = told(window, f"at {signs}05:30\u202e and \u05e9\u05dc\u05d5\u05dd \u200f")
    assert page.locator(".reply").inner_text() == "at 05:30 and \u05e9\u05dc\u05d5\u05dd \u200f"
