"""End to end: the page of a mailed briefing in a real browser, light and dark."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from briefing.test_views import MADE
from e2e.dashboard.window import ARGUMENTS, AXE, AXE_RUN, CHROMIUM

from jarvis_voice.briefing.views import viewed

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = [pytest.mark.e2e, pytest.mark.bench("browser")]

HOSTILE = '<img src="https://evil.example/x.png" onerror="alert(1)"><script>alert(2)</script>'
GROUNDS = {"light": "rgb(255, 255, 255)", "dark": "rgb(27, 27, 27)"}


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.mark.parametrize("width", [390, 900])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_is_readable_and_loads_nothing(
    browser: Browser, tmp_path: Path, scheme: str, width: int
) -> None:
    first = MADE.stories[0]
    hostile = replace(first, scored=replace(first.scored, title=HOSTILE))
    made = replace(MADE, stories=(hostile, *MADE.stories[1:]), notes=(HOSTILE, "w" * 300))
    file = tmp_path / "mail.html"
    file.write_text(viewed(made, "html"), encoding="utf-8")
    context = browser.new_context(
        color_scheme="dark" if scheme == "dark" else "light",
        viewport={"width": width, "height": 800},
        bypass_csp=False,
    )
    page = context.new_page()
    asked, complaints = list[str](), list[str]()
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: complaints.append(message.text))
    page.on("dialog", lambda dialog: complaints.append(dialog.message))
    page.goto(file.as_uri())
    assert asked == [file.as_uri()]
    assert complaints == []
    assert page.locator("img, script, iframe").count() == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    ground = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    assert ground == GROUNDS[scheme]
    page.evaluate(AXE.read_text(encoding="utf-8"))
    assert page.evaluate(AXE_RUN) == []
    context.close()
