"""End to end: each page for everybody: screen readers, narrow windows, the keyboard."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    pass
from e2e.dashboard.window import AXE, AXE_RUN, PAGES, Window, tab_to

pytestmark = [pytest.mark.e2e, pytest.mark.bench("browser", "voices")]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_page_is_whole_for_everybody(window: Window, scheme: Any) -> None:
    page, found = window.page, dict[str, list[str]]()
    page.emulate_media(color_scheme=scheme)
    for name in (*PAGES, "threads/default"):
        window.open(name)
        page.evaluate(AXE.read_text("utf-8") + "\n;0")
        found[name] = page.evaluate(AXE_RUN)
        for width in (360, 1100):
            page.set_viewport_size({"width": width, "height": 800})
            too_wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
            assert too_wide <= 0, (name, width)
    assert {name: told for name, told in found.items() if told} == {}


def test_every_page_is_reached_by_the_keyboard(window: Window) -> None:
    page = window.page
    page.set_viewport_size({"width": 360, "height": 740})
    window.open("live")
    for name in PAGES[1:]:
        title = page.locator(f'#menu a[href="#{name}"]').text_content() or ""
        tab_to(page, "Menu")
        page.keyboard.press("Enter")
        tab_to(page, title)
        page.keyboard.press("Enter")
        page.locator(f"jv-{name} h1").wait_for()
        assert page.evaluate("document.activeElement.tagName") == "H1"
    page.set_viewport_size({"width": 1100, "height": 800})
