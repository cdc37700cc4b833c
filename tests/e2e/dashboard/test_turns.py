"""End to end: turns in the dashboard: typed, spoken, and from elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from jarvis_voice.core.paths import Paths

if TYPE_CHECKING:
    from playwright.sync_api import Browser
from e2e.dashboard.window import (
    AXE,
    AXE_RUN,
    PAINT,
    PAINT_MS,
    SPOKEN_MS,
    Window,
    link_of,
    said,
    tell_all,
)

pytestmark = [pytest.mark.e2e, pytest.mark.bench("browser", "voices")]


def test_a_link_lets_one_browser_in_by_a_cookie_that_no_script_reads(
    window: Window, home: Paths, browser: Browser
) -> None:
    [cookie] = window.page.context.cookies()
    assert (cookie["name"], cookie["httpOnly"], cookie["sameSite"]) == ("jv", True, "Strict")
    assert window.page.evaluate("document.cookie") == ""
    assert window.page.evaluate(PAINT) < PAINT_MS
    link = link_of(home)
    for told in ("Live", "Come in"):
        page = browser.new_context().new_page()
        page.goto(link)
        page.get_by_role("heading", name=told, exact=True).wait_for()
        page.context.close()


def test_a_typed_turn_is_answered_in_the_chat_and_shown_live(window: Window) -> None:
    window.open("chat")
    window.page.get_by_label("Your words").fill("what is 7 times 8")
    window.page.keyboard.press("Enter")
    window.page.locator(".theirs", has_text="7 times 8 is 56.").wait_for()
    window.open("live")
    turn = window.page.locator("article", has_text="what is 7 times 8").first
    turn.get_by_text("done", exact=True).wait_for()
    assert "acting" in (turn.get_by_role("img").get_attribute("aria-label") or "")
    assert "7 times 8 is 56." in turn.inner_text()


def test_a_turn_from_elsewhere_is_shown_as_it_goes(window: Window, home: Paths) -> None:
    window.open("live")
    said(home, "what is 9 times 9")
    window.page.locator("article", has_text="9 times 9 is 81.").wait_for()


def test_a_long_chat_scrolls_in_its_own_box(window: Window, home: Paths) -> None:
    said(home, *(f"what is {number} plus 1" for number in range(8)))
    window.page.set_viewport_size({"width": 1100, "height": 800})
    window.open("chat")
    window.page.locator(".theirs", has_text="7 plus 1 is 8.").wait_for()
    assert window.page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0


@pytest.mark.models
def test_what_is_said_while_the_button_is_held_is_answered(window: Window) -> None:
    page = window.page
    window.open("chat/spoken")
    place = page.get_by_role("button", name="Hold to talk").bounding_box()
    assert place
    page.mouse.move(place["x"] + 8, place["y"] + 8)
    page.mouse.down()
    page.get_by_role("button", name="Listening").wait_for()
    page.wait_for_timeout(SPOKEN_MS)
    page.mouse.up()
    page.locator(".mine", has_text="time is it").wait_for(timeout=60_000)
    page.locator(".theirs.done", has_text="It is").wait_for()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_voice_is_followed_from_its_pause_to_the_loudspeaker(
    window: Window, browser: Browser, scheme: Any
) -> None:
    kept = window.page.context.storage_state()
    context = browser.new_context(color_scheme=scheme, reduced_motion="reduce", storage_state=kept)
    page = context.new_page()
    page.route_web_socket("**/api/v1/live*", tell_all)
    page.goto(window.jarvis.url)
    turn = page.locator("article", has_text="It is 10:02.")
    turn.wait_for()
    assert turn.get_by_role("img").get_attribute("aria-label") == (
        "It took 1.2 s: waiting for your pause 190 ms, hearing the words 210 ms, planning 40 ms, "
        "acting 650 ms, wording 10 ms, making the voice 30 ms, reaching the loudspeaker 100 ms"
    )
    for told in (
        "failed: No browser was found.",
        "End of what I say",
        "-28 dB",
        'Perhaps heard "jarvis" (0.41), and did not wake: it was too short for the wake word.',
    ):
        page.get_by_text(told).wait_for()
    page.evaluate(AXE.read_text("utf-8") + "\n;0")
    assert page.evaluate(AXE_RUN) == []
    context.close()
    stranger = browser.new_context(color_scheme=scheme).new_page()
    stranger.goto(window.jarvis.url)
    stranger.locator("jv-entry:not([aria-busy])").wait_for()
    stranger.evaluate(AXE.read_text("utf-8") + "\n;0")
    assert stranger.evaluate(AXE_RUN) == []
    stranger.context.close()
