"""A window of a real browser that shows the dashboard of a real Jarvis."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from cli.command import jarvis as run_command
from doors.http.running_http import RunningJarvis
from e2e.heard_turn import HEARD

from jarvis_voice.core.paths import Paths
from jarvis_voice.doors.control.client import request

if TYPE_CHECKING:
    from playwright.sync_api import ConsoleMessage, Page, Request, WebSocketRoute

PAGES = (
    *("live", "chat", "lists", "briefing", "memory", "threads", "latency"),
    *("cost", "settings", "doctor", "near-misses", "people"),
)
HOSTILE = "<img src=x onerror=alert(1)><script>alert(2)</script>"
SEEN = "<img src=x onerror=alert(1)>"
AXE = Path(__file__).parents[2] / "data" / "axe" / "axe.min.js"
AXE_RUN = """async () => (await axe.run(document, {resultTypes: ["violations"]})).violations
  .map((one) => one.id + ": " + one.nodes.map((node) => node.html).join(" | "))"""
ARGUMENTS = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
    *("--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream"),
]
CHROMIUM = "/usr/bin/chromium"
LEAVE = "for (const page of document.querySelectorAll('main > *')) page.dataset.left = ''"
PAINT = "performance.getEntriesByName('first-contentful-paint')[0].startTime"
WAIT_MS = 20_000
PAINT_MS = 1_000
SPOKEN_MS = 2_500
"""For so long the voice in the microphone speaks."""


@dataclass
class Window:
    """A browser's window that has come in by a link.

    Attributes:
        page: What it shows.
        jarvis: What it is a page of.
        complaints: What the browser wrote: errors, what the policy refused, dialogs.
        foreign: Addresses of other machines that were asked.
    """

    page: Page
    jarvis: RunningJarvis
    complaints: list[str] = field(default_factory=list)
    foreign: list[str] = field(default_factory=list)

    def watch(self) -> None:
        """Note what should not be."""

        def console(message: ConsoleMessage) -> None:
            if message.type in {"error", "warning"}:
                self.complaints.append(message.text)

        def asked(one: Request) -> None:
            # the page holds the bytes of a blob itself: no machine is asked for them
            if not one.url.removeprefix("blob:").startswith(self.jarvis.url):
                self.foreign.append(one.url)

        self.page.on("console", console)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("dialog", lambda dialog: self.complaints.append(dialog.message))
        self.page.on("request", asked)

    def open(self, name: str) -> None:
        """Open a page anew, and wait until it shows what it has."""
        for link, element in (("away", "jv-live"), (name, f"jv-{name.partition('/')[0]}")):
            self.page.evaluate(LEAVE)  # until the new page is there the old one still is
            self.page.goto(f"{self.jarvis.url}/#{link}")
            self.page.locator(f"{element}:not([aria-busy], [data-left])").wait_for()


def said(paths: Paths, *lines: str) -> None:
    """What the owner says to the running Jarvis."""

    async def say() -> None:
        for line in lines:
            body = {"command": "ask", "text": line}
            async with aclosing(request(paths.control_socket, body)) as answers:
                async for _ in answers:
                    continue

    with ThreadPoolExecutor(1) as thread:  # the browser's driver has a loop in this one
        thread.submit(asyncio.run, say()).result()


def link_of(home: Paths) -> str:
    done = run_command(home.config, "dashboard", "--link")
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def tell_all(socket: WebSocketRoute) -> None:
    """Tell a page of the turn by voice, in place of Jarvis."""
    for message in HEARD:
        socket.send(message)


def tab_to(page: Page, text: str) -> None:
    """Press Tab until the focus is on what has this text."""
    page.evaluate("document.activeElement.blur(); scrollTo(0, 0); getSelection().empty()")
    page.locator("body").evaluate("(body) => { body.tabIndex = -1; body.focus(); }")
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent") == text:
            return
    raise AssertionError(text)
