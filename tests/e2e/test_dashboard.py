"""End to end: the dashboard in a real browser, on a real Jarvis; one of each for all tests."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from bench.voices import speak
from cli.command import jarvis as run_command
from doors.http.running_http import RunningJarvis, running_jarvis
from e2e.heard_turn import HEARD

from jarvis_voice.core.paths import Paths, ensure, find_paths
from jarvis_voice.doors.control.client import request

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ConsoleMessage, Page, Request, WebSocketRoute

pytestmark = [pytest.mark.e2e, pytest.mark.bench("browser", "voices")]

PAGES = (
    *("live", "chat", "lists", "memory", "threads", "latency", "cost", "settings", "doctor"),
    "people",
)
HOSTILE = "<img src=x onerror=alert(1)><script>alert(2)</script>"
SEEN = "<img src=x onerror=alert(1)>"
AXE = Path(__file__).parents[1] / "data" / "axe" / "axe.min.js"
AXE_RUN = """async () => (await axe.run(document, {resultTypes: ["violations"]})).violations
  .map((one) => one.id + ": " + one.nodes.map((node) => node.html).join(" | "))"""
ARGUMENTS = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
    *("--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream"),
]
CHROMIUM = "/usr/bin/chromium"
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
            if not one.url.startswith(self.jarvis.url):
                self.foreign.append(one.url)

        self.page.on("console", console)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("dialog", lambda dialog: self.complaints.append(dialog.message))
        self.page.on("request", asked)

    def open(self, name: str) -> None:
        """Open a page, and wait until it shows what it has."""
        self.page.goto(f"{self.jarvis.url}/#away")
        self.page.goto(f"{self.jarvis.url}/#{name}")
        self.page.locator(f"jv-{name.partition('/')[0]}:not([aria-busy])").wait_for()


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


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Paths:
    paths = find_paths({"JARVIS_HOME": str(tmp_path_factory.mktemp("page") / "jarvis")})
    ensure(paths.config)
    return paths


@pytest.fixture(scope="module")
def jarvis(home: Paths) -> Iterator[RunningJarvis]:
    with running_jarvis(home) as running:
        yield running


@pytest.fixture(scope="module")
def browser(jarvis: RunningJarvis, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """A browser in whose microphone somebody asks for the time, each time it opens."""
    from playwright.sync_api import sync_playwright

    spoken = speak("what time is it", "slt", tmp_path_factory.mktemp("said") / "it.wav", 48_000)
    microphone = f"--use-file-for-fake-audio-capture={spoken}%noloop"
    arguments = [*ARGUMENTS, microphone]
    with sync_playwright() as driver:
        started = driver.chromium.launch(executable_path=CHROMIUM, args=arguments)
        yield started
        started.close()


@pytest.fixture(scope="module")
def window(home: Paths, jarvis: RunningJarvis, browser: Browser) -> Window:
    said(
        home,
        "what is 12 times 12",
        "remember that my bike is in the cellar",
        f"remember that my cat is {HOSTILE}",
        "remember that I like green tea",
        "set a timer for 40 minutes",
        "add milk to my shopping list",
        f"add {HOSTILE} to my shopping list",
        f"what is {HOSTILE}",
    )
    page = browser.new_context(reduced_motion="reduce", permissions=["microphone"]).new_page()
    page.set_default_timeout(WAIT_MS)
    found = Window(page, jarvis)
    found.watch()
    page.goto(link_of(home))
    page.locator("#menu a").first.wait_for()
    return found


def tell_all(socket: WebSocketRoute) -> None:
    """Tell a page of the turn by voice, in place of Jarvis."""
    for message in HEARD:
        socket.send(message)


def link_of(home: Paths) -> str:
    done = run_command(home.config, "dashboard", "--link")
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


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


def test_things_are_deleted_one_by_one(window: Window) -> None:
    page = window.page
    window.open("memory")
    row = page.locator(".line", has_text="green tea")
    row.get_by_role("button").click()
    page.get_by_role("button", name="Delete for good?").click()
    page.get_by_role("status").get_by_text("Forgotten:").wait_for()
    row.wait_for(state="detached")
    assert page.locator(".line").count() == 2
    window.open("lists")
    page.get_by_role("button", name="Take off: milk").click()
    page.locator(".line", has_text="milk").wait_for(state="detached")
    page.get_by_role("button", name="Cancel: Timer").click()
    page.get_by_role("button", name="Cancel for good?").click()
    page.get_by_text("Nothing is set.").wait_for()


def test_a_setting_is_changed_and_goes_back(window: Window) -> None:
    page = window.page
    window.open("settings")
    page.get_by_label("voice.speed", exact=True).fill("1.3")
    page.get_by_role("button", name="Save voice.speed").click()
    page.get_by_text("voice.speed holds now.").wait_for()
    page.get_by_role("button", name="As shipped: voice.speed").click()
    page.get_by_role("button", name="As shipped: voice.speed").wait_for(state="detached")
    assert page.get_by_label("voice.speed", exact=True).input_value() == "1"
    page.get_by_label("voice.speed", exact=True).fill("99")
    page.get_by_role("button", name="Save voice.speed").click()
    page.locator(".said.bad").wait_for()


def test_a_secret_is_shown_once_and_opens_the_door(window: Window) -> None:
    page = window.page
    window.open("people")
    page.get_by_label("New user").fill("clara")
    page.get_by_role("button", name="Add", exact=True).click()
    page.get_by_text("clara is added.").wait_for()
    page.get_by_label("What it is for").fill("claras-phone")
    page.get_by_label("Whose it is").select_option("clara")
    page.get_by_role("button", name="Make the token").click()
    token = page.locator(".secret").inner_text()
    headers = {"Authorization": f"Bearer {token}"}
    me = httpx.get(f"{window.jarvis.url}/api/v1/me", headers=headers, trust_env=False).json()
    assert (me["user_id"], me["may"]) == ("clara", ["talk"])
    window.open("memory")
    window.open("people")
    assert page.locator(".secret").count() == 0
    page.get_by_role("button", name="Remove: clara with all").click()
    page.get_by_role("button", name="Remove for good? clara").click()
    page.locator(".line", has_text="claras-phone").wait_for(state="detached")


def test_the_doctor_streams_what_it_finds(window: Window) -> None:
    window.open("doctor")
    window.page.get_by_role("button", name="Examine").click()
    window.page.get_by_text("It looked at").wait_for(timeout=60_000)
    assert window.page.locator(".finding").count() > 10


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_voice_is_followed_from_its_pause_to_the_loudspeaker(
    window: Window, browser: Browser, scheme: Any
) -> None:
    context = browser.new_context(color_scheme=scheme, reduced_motion="reduce")
    context.add_cookies(window.page.context.cookies())  # type: ignore[arg-type]
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


def tab_to(page: Page, text: str) -> None:
    """Press Tab until the focus is on what has this text."""
    page.evaluate("document.activeElement.blur(); scrollTo(0, 0); getSelection().empty()")
    page.locator("body").evaluate("(body) => { body.tabIndex = -1; body.focus(); }")
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent") == text:
            return
    raise AssertionError(text)


def test_words_of_others_are_text_and_nothing_else(window: Window) -> None:
    page = window.page
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


def test_a_page_that_lost_its_jarvis_says_so_and_a_cookie_needs_our_own_page(
    window: Window,
) -> None:
    [cookie] = window.page.context.cookies()
    sent = {"Cookie": f"jv={cookie['value']}"}
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


def test_nothing_was_refused_by_the_policy_or_asked_elsewhere(window: Window) -> None:
    known = ("401 (Unauthorized)", "400 (Bad Request)", "404 (Not Found)")
    assert [one for one in window.complaints if not any(code in one for code in known)] == []
    assert window.foreign == []
