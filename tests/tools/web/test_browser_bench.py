"""End to end: xdg-open, the default browser and a web server that sees the request."""

from __future__ import annotations

import pytest
from bench.desktop import Desktop
from bench.web import WebSite

from jarvis_voice.core.safe_url import safe_url
from jarvis_voice.core.types import ReceiptKind
from jarvis_voice.tools.web.browser import open_in_browser

pytestmark = [pytest.mark.e2e, pytest.mark.bench("screen", "browser")]


async def test_the_default_browser_asks_for_the_page(
    desktop: Desktop, site: WebSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in desktop.env.items():
        monkeypatch.setenv(name, value)
    monkeypatch.delenv("BROWSER", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    receipt = await open_in_browser(safe_url("https://www.mit.edu/"))
    assert receipt.kind is ReceiptKind.EFFECT, receipt
    site.wait_for("www.mit.edu")
