"""End to end: words of others, other pages, and who comes next, in the dashboard."""

from __future__ import annotations

import json
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import TYPE_CHECKING

import httpx
import pytest

from jarvis_voice.core.paths import Paths

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page
from e2e.dashboard.window import HOSTILE, SEEN, Window, said

pytestmark = [pytest.mark.e2e, pytest.mark.bench("browser", "voices")]

NOTHING_KEPT = """Object.defineProperty(window, "localStorage", {
  get() { throw new DOMException("Access is denied for this document.", "SecurityError"); },
});"""


def test_words_of_others_are_text_and_nothing_else(window: Window, home: Paths) -> None:
    page = window.page
    said(home, f"what is {HOSTILE}")
    answer = (
        f"[x](javascript:alert(1)) ![y](https://example.com/y.png) {HOSTILE} [z](data:text/html,1)"
    )
    told = {
        "thread": "t",
        "turns": [
            {
                "turn_id": HOSTILE,
                "started_at": HOSTILE,
                "source": HOSTILE,
                "text": HOSTILE,
                "reply": answer,
                "outcome": HOSTILE,
                "heard": HOSTILE,
            }
        ],
    }
    page.route("**/api/v1/threads/hostile", lambda route: route.fulfill(json=told))
    listed = {
        "thread_id": HOSTILE,
        "turns": 1,
        "last_at": HOSTILE,
        "last_text": "",
        "title": HOSTILE,
    }
    page.route("**/api/v1/threads", lambda route: route.fulfill(json={"threads": [listed]}))
    window.open("threads/hostile")
    assert HOSTILE in page.locator("jv-threads").inner_text()
    assert (
        page.locator(
            "main script, main img, main a[href^='javascript'], main a[href^='data']"
        ).count()
        == 0
    )
    for name in ("live", "chat", "lists", "memory", "threads"):
        window.open(name)
        assert SEEN in page.locator("main").inner_text(), name
        assert page.locator("main img, main script").count() == 0


def test_a_cookie_needs_our_own_page(
    window: Window,
) -> None:
    [cookie] = window.page.context.cookies()
    half = window.page.evaluate("localStorage.getItem('jarvis-page')")
    sent = {"Cookie": f"jv={cookie['value']}", "X-Jarvis-Page": half}
    url = f"{window.jarvis.url}/api/v1/me"
    for more, status in (
        ({}, 401),
        ({"Origin": window.jarvis.url}, 200),
        ({"Sec-Fetch-Site": "same-origin"}, 200),
        ({"Origin": "http://127.0.0.1:9"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
    ):
        answer = httpx.get(url, headers={**sent, **more}, trust_env=False)
        assert answer.status_code == status, (more, json.loads(answer.text))


def test_a_page_of_another_port_gets_nothing_that_opens(window: Window) -> None:
    seen: list[str] = []

    class Neighbour(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            seen.append(self.headers.get("Cookie", ""))
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            return

    with ThreadingHTTPServer(("127.0.0.1", 0), Neighbour) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        page = window.page.context.new_page()
        page.goto(f"http://127.0.0.1:{server.server_port}/")
        assert page.evaluate("localStorage.length") == 0
        page.close()
        server.shutdown()
    [cookie] = {one for one in seen if one}
    sent = {"Cookie": cookie, "Origin": window.jarvis.url}
    url = f"{window.jarvis.url}/api/v1/me"
    assert httpx.get(url, headers=sent, trust_env=False).status_code == 401


def test_who_goes_leaves_nothing_for_who_comes_next(
    window: Window, browser: Browser, home: Paths
) -> None:
    said(home, "what is 6 times 6")
    page = browser.new_context(viewport={"width": 1100, "height": 800}).new_page()
    page.goto(window.jarvis.url)
    page.get_by_label("Token").fill(window.jarvis.tokens["me"])
    page.get_by_role("button", name="Come in").click()
    page.locator("article").first.wait_for()
    page.get_by_role("button", name="Sign out").click()
    page.get_by_label("Token").fill(window.jarvis.tokens["anna"])
    page.get_by_role("button", name="Come in").click()
    page.get_by_text("You are anna").wait_for()
    page.get_by_text("Nothing was asked in the last minutes.").wait_for()
    assert page.locator("#menu a", has_text="Settings").count() == 0
    assert page.locator("article").count() == 0
    page.context.close()


def test_who_goes_at_one_tab_goes_at_all_and_no_tab_asks_as_who_came_next(
    window: Window, browser: Browser
) -> None:
    context = browser.new_context(viewport={"width": 1100, "height": 800})
    pages = [context.new_page(), context.new_page()]
    for page in pages:
        page.goto(window.jarvis.url)
    come_in(pages[0], window.jarvis.tokens["me"])
    for page in pages:  # the other tab comes in as well
        page.get_by_text("You are me").wait_for()
    pages[1].locator("article").first.wait_for()
    pages[0].get_by_role("button", name="Sign out").click()
    pages[1].get_by_label("Token").wait_for()
    assert pages[1].locator("article").count() == 0
    come_in(pages[0], window.jarvis.tokens["anna"])
    for page in pages:
        page.get_by_text("You are anna").wait_for()
    context.close()


def test_a_browser_that_keeps_nothing_for_a_page_comes_in_for_as_long_as_it_is_open(
    window: Window, browser: Browser
) -> None:
    context = browser.new_context(viewport={"width": 1100, "height": 800})
    context.add_init_script(NOTHING_KEPT)
    page = context.new_page()
    page.goto(window.jarvis.url)
    come_in(page, window.jarvis.tokens["anna"])
    page.get_by_text("You are anna").wait_for()
    page.get_by_role("button", name="Sign out").click()
    page.get_by_label("Token").wait_for()
    context.close()


def come_in(page: Page, token: str) -> None:
    page.get_by_label("Token").fill(token)
    page.get_by_role("button", name="Come in").click()
