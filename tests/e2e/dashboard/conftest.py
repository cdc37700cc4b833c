"""One Jarvis, one browser and one window for all tests of the dashboard."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import numpy as np
import pytest
from bench.voices import speak
from doors.http.running_http import RunningJarvis, running_jarvis
from e2e.made_briefing import make_briefing

from jarvis_voice.core.clock import SystemClock
from jarvis_voice.core.near_misses import HeardNearMiss
from jarvis_voice.core.paths import Paths, ensure, find_paths
from jarvis_voice.core.types import RATE_HZ
from jarvis_voice.voice.wake.near_miss_folder import NearMissFolder

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Playwright
from e2e.dashboard.window import ARGUMENTS, CHROMIUM, HOSTILE, WAIT_MS, Window, link_of, said


async def seed(paths: Paths) -> None:
    """A briefing, and three sounds that nearly woke it."""
    await make_briefing(paths, f"Ferry aground {HOSTILE}")
    folder = NearMissFolder(paths.near_misses, paths.recordings, 50, SystemClock().now)
    pcm = np.zeros(RATE_HZ, np.int16)
    for score, reason in ((0.41, "below-threshold"), (0.33, "click"), (0.87, HOSTILE)):
        folder.keep(HeardNearMiss("jarvis", score, reason, pcm))
        await folder.settle()


@pytest.fixture(scope="package")
def home(tmp_path_factory: pytest.TempPathFactory) -> Paths:
    paths = find_paths({"JARVIS_HOME": str(tmp_path_factory.mktemp("page") / "jarvis")})
    ensure(paths.config)
    with ThreadPoolExecutor(1) as thread:  # the browser's driver has a loop in this one
        thread.submit(asyncio.run, seed(paths)).result()
    return paths


@pytest.fixture(scope="package")
def jarvis(home: Paths) -> Iterator[RunningJarvis]:
    with running_jarvis(home, settings={"JARVIS_WAKE__NEAR_MISSES": "50"}) as running:
        yield running


@pytest.fixture(scope="package")
def driver() -> Iterator[Playwright]:
    """What drives all browsers; there is one in a thread."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="package")
def browser(
    jarvis: RunningJarvis, driver: Playwright, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Browser]:
    """A browser in whose microphone somebody asks for the time, each time it opens."""
    spoken = speak("what time is it", "slt", tmp_path_factory.mktemp("said") / "it.wav", 48_000)
    microphone = f"--use-file-for-fake-audio-capture={spoken}%noloop"
    arguments = [*ARGUMENTS, microphone]
    started = driver.chromium.launch(executable_path=CHROMIUM, args=arguments)
    yield started
    started.close()


@pytest.fixture(scope="package")
def window(home: Paths, jarvis: RunningJarvis, browser: Browser) -> Window:
    said(
        home,
        "what is 12 times 12",
        "remember that my bike is in the cellar",
        f"remember that my cat is {HOSTILE}",
        "remember that I like green tea",
        "call me Anna",
        "I live in Oslo",
        "set a timer for 40 minutes",
        "add milk to my shopping list",
        f"add {HOSTILE} to my shopping list",
    )
    page = browser.new_context(reduced_motion="reduce", permissions=["microphone"]).new_page()
    page.set_default_timeout(WAIT_MS)
    found = Window(page, jarvis)
    found.watch()
    page.goto(link_of(home))
    page.locator("#menu a").first.wait_for()
    return found
