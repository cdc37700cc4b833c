"""Flow: `jarvis dashboard`: a link, in a browser where there is one."""

import asyncio
import webbrowser
from pathlib import Path

import pytest
from cli.command import jarvis, one_line
from doors.control.served import daemon

from jarvis_voice.cli.dashboard import dashboard
from jarvis_voice.core.paths import Paths

pytestmark = pytest.mark.flow

LINK = "http://127.0.0.1:8765/#enter=code"


class NotedBrowser(webbrowser.BaseBrowser):
    """A browser that notes what it opens."""

    def __init__(self) -> None:
        super().__init__("noted")
        self.opened: list[str] = []

    def open(self, url: str, new: int = 0, autoraise: bool = True) -> bool:
        self.opened.append(url)
        return True


@pytest.fixture
def browser(monkeypatch: pytest.MonkeyPatch) -> NotedBrowser:
    found = NotedBrowser()
    monkeypatch.setattr(webbrowser, "get", lambda: found)
    return found


async def run(paths: Paths, *, link: bool) -> None:
    async with daemon(paths):
        await asyncio.to_thread(dashboard, link=link)


async def test_the_browser_opens_the_link(
    paths: Paths, browser: NotedBrowser, capsys: pytest.CaptureFixture[str]
) -> None:
    await run(paths, link=False)
    assert browser.opened == [LINK]
    assert capsys.readouterr().out == ""


async def test_the_link_is_printed_where_that_is_wanted(
    paths: Paths, browser: NotedBrowser, capsys: pytest.CaptureFixture[str]
) -> None:
    await run(paths, link=True)
    assert browser.opened == []
    assert capsys.readouterr().out == f"{LINK}\n"


async def test_without_a_browser_the_link_is_printed(
    paths: Paths, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def none() -> None:
        raise webbrowser.Error

    monkeypatch.setattr(webbrowser, "get", none)
    await run(paths, link=False)
    assert capsys.readouterr().out == f"{LINK}\n"


async def test_a_browser_of_the_terminal_is_none(
    paths: Paths, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(webbrowser, "get", lambda: webbrowser.GenericBrowser("w3m"))
    await run(paths, link=False)
    assert capsys.readouterr().out == f"{LINK}\n"


@pytest.mark.e2e
def test_without_a_jarvis_it_says_how_to_start_one(tmp_path: Path) -> None:
    assert "Start one with `jarvis run`" in one_line(jarvis(tmp_path, "dashboard"), 3)
