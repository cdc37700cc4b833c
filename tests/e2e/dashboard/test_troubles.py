"""End to end: what goes wrong at a device is a sentence: no microphone, sleep, clock, network."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest
from doors.http.running_http import RunningJarvis, running_jarvis
from e2e.dashboard.window import ARGUMENTS, AXE, AXE_RUN, CHROMIUM, WAIT_MS

from jarvis_voice.core.paths import ensure, find_paths

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Playwright

pytestmark = [pytest.mark.e2e, pytest.mark.bench("browser"), pytest.mark.models]

NAME = "jarvis.test"
"""Another name of this machine: what comes from there is no secure page."""

PLAIN = ARGUMENTS[:-2]
"""Without a microphone that is made up, and nobody allows one."""

STUCK = "WebSocket.prototype.__defineGetter__('bufferedAmount', () => 64000)"
"""As if what was sent had not gone yet."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningJarvis]:
    """A Jarvis that asks browsers of this machine for no token."""
    paths = find_paths({"JARVIS_HOME": str(tmp_path_factory.mktemp("troubles") / "jarvis")})
    ensure(paths.config)
    open_here = {"JARVIS_HTTP__OPEN_ON_LOOPBACK": "true", "JARVIS_HTTP__NAMES": f'["{NAME}"]'}
    with ExitStack() as stack, ThreadPoolExecutor(1) as thread:  # the driver has a loop in this one
        running = running_jarvis(paths, settings=open_here)
        yield thread.submit(stack.enter_context, running).result()


@contextmanager
def browsing(driver: Playwright, *arguments: str, **context: Any) -> Iterator[Page]:
    """A page of a browser of its own."""
    found: Browser = driver.chromium.launch(
        executable_path=CHROMIUM,
        args=[*PLAIN, f"--host-resolver-rules=MAP {NAME} 127.0.0.1", *arguments],
    )
    page = found.new_context(**context).new_page()
    page.set_default_timeout(WAIT_MS)
    yield page
    found.close()


def start(page: Page, url: str, name: str = "Kitchen", *, called: bool = False) -> None:
    """Begin to be a satellite."""
    page.goto(f"{url}/satellite")
    page.locator("#name").fill(name)
    if called:
        page.get_by_label("I say the wake word").check()
    page.locator("#start").click()


def problem(page: Page, words: str) -> None:
    """Wait until it says so."""
    page.locator("#problem", has_text=words).wait_for()


def hold(page: Page) -> None:
    """Press the chat's button to talk."""
    page.get_by_role("button", name="Hold to talk").dispatch_event("pointerdown", {"pointerId": 1})


def test_no_microphone(house: RunningJarvis, driver: Playwright) -> None:
    with browsing(driver, "--use-fake-ui-for-media-stream") as page:
        start(page, house.url)
        problem(page, "There is no microphone here.")
        page.goto(f"{house.url}/#chat")
        hold(page)
        page.get_by_text("No microphone was found.").wait_for()


def test_a_microphone_that_is_refused(house: RunningJarvis, driver: Playwright) -> None:
    with browsing(
        driver, "--use-fake-device-for-media-stream", "--deny-permission-prompts"
    ) as page:
        start(page, house.url)
        problem(page, "You have not allowed the microphone.")
        page.goto(f"{house.url}/#chat")
        hold(page)
        page.get_by_text("The browser may not use the microphone.").wait_for()


def test_a_page_without_https_from_elsewhere(house: RunningJarvis, driver: Playwright) -> None:
    url = house.url.replace("127.0.0.1", NAME)
    with browsing(driver, *ARGUMENTS[-2:]) as page:
        start(page, url)
        problem(page, "Your browser gives no microphone without https.")
        page.locator("#state", has_text="Ready").wait_for()
        page.locator("#typed").fill("what is 6 times 7")
        page.locator("#typing button").click()
        page.locator("#answer", has_text="42").wait_for()
        page.goto(f"{url}/#chat")
        hold(page)
        page.get_by_text("Your browser gives no microphone to a page without https.").wait_for()


def test_another_tab(house: RunningJarvis, driver: Playwright) -> None:
    with browsing(driver, *ARGUMENTS[-2:]) as page:
        start(page, house.url)
        page.locator("#state", has_text="Ready").wait_for()
        other = page.context.new_page()
        start(other, house.url)
        other.locator("#state", has_text="Ready").wait_for()
        problem(page, "This place is open in another tab or window now.")


def test_sleep_and_waking_up(house: RunningJarvis, driver: Playwright) -> None:
    with browsing(driver, *ARGUMENTS[-2:]) as page:
        page.clock.install()
        start(page, house.url)
        page.locator("#state", has_text="Ready").wait_for()
        page.route_web_socket("**/api/v1/satellite", lambda _: None)  # it does not come back
        page.clock.fast_forward("30:00")
        problem(page, "This device was asleep. I connect again.")
        page.goto(f"{house.url}/#live")
        page.locator(".state", has_text="At rest").wait_for()
        page.context.set_offline(offline=True)
        page.clock.fast_forward("30:00")
        page.locator(".notice", has_text="This device was asleep. I connect again.").wait_for()


def test_after_sleep_it_is_there_again(house: RunningJarvis, driver: Playwright) -> None:
    with browsing(driver, *ARGUMENTS[-2:]) as page:
        page.clock.install()
        start(page, house.url)
        page.locator("#state", has_text="Ready").wait_for()
        page.clock.fast_forward("30:00")
        page.clock.run_for(2_000)
        page.locator("#state", has_text="Ready").wait_for()


@pytest.mark.parametrize(("days", "words"), [(-2, "48 hours slow"), (2, "48 hours fast")])
def test_a_wrong_clock(house: RunningJarvis, driver: Playwright, days: int, words: str) -> None:
    with browsing(driver, *ARGUMENTS[-2:]) as page:
        page.clock.install(time=datetime.now(UTC) + timedelta(days=days))
        start(page, house.url)
        problem(page, f"The clock of this device is {words}")
        page.goto(f"{house.url}/#lists")
        page.locator(".notice", has_text=f"The clock of this device is {words}").wait_for()


def test_a_slow_network(house: RunningJarvis, driver: Playwright) -> None:
    with browsing(driver, *ARGUMENTS[-2:]) as page:
        page.add_init_script(STUCK)
        start(page, house.url, called=True)
        problem(page, "The network is slow")
        page.clock.install()
        page.goto(f"{house.url}/#live")
        page.locator(".state", has_text="At rest").wait_for()
        page.route("**/api/v1/facts", lambda _: None)  # its answer does not come
        page.goto(f"{house.url}/#memory")
        page.clock.run_for(4_000)
        page.locator(".notice", has_text="The network or Jarvis is slow.").wait_for()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_satellite_is_whole_for_everybody(
    house: RunningJarvis, driver: Playwright, scheme: Any
) -> None:
    with browsing(driver, *ARGUMENTS[-2:], color_scheme=scheme) as page:
        found = list[str]()

        def examine() -> None:
            page.evaluate(AXE.read_text("utf-8") + "\n;0")
            found.extend(page.evaluate(AXE_RUN))
            for width in (360, 1100):
                page.set_viewport_size({"width": width, "height": 800})
                assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0

        page.goto(f"{house.url}/satellite")
        examine()
        start(page, house.url, f"Axe {scheme}")
        page.locator("#state", has_text="Ready").wait_for()
        for line in ("set a timer for 40 minutes", "open mit"):
            page.locator("#typed").fill(line)
            page.locator("#typing button").click()
        page.locator("#links a").wait_for()
        page.locator("#timers li").first.wait_for()
        examine()
        page.route_web_socket("**/api/v1/satellite", lambda _: None)
        start(page, house.url, f"Axe {scheme}")
        page.locator("#state", has_text="loading").wait_for()
        examine()
    assert found == []
