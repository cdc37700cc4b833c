"""Flow: what a tray icon shows of a daemon and asks of it; the icon itself needs a desktop."""

import asyncio
import webbrowser
from dataclasses import replace

import pytest
from doors.control.served import STATUS, NotedOperations, daemon

from jarvis_voice.core.operations import DaemonStatus, EarsStatus
from jarvis_voice.core.paths import Paths
from jarvis_voice.doors.desktop.tray import ABSENT, Tray, look_of

pytestmark = pytest.mark.flow


@pytest.mark.parametrize(
    ("state", "title", "is_muted"),
    [
        ("hearing", "Jarvis hears you", False),
        ("muted", "Jarvis is muted", True),
        ("lost", "Jarvis lost its microphone", False),
        ("quiet", "Jarvis hears only silence", False),
        ("none", "Jarvis runs without ears", False),
        ("something new", "Jarvis lost its microphone", False),
    ],
)
def test_each_state_has_its_look(state: str, title: str, is_muted: bool) -> None:
    look = look_of(replace(STATUS, ears=replace(STATUS.ears, state=state)))
    assert (look.title, look.is_muted, look.is_running) == (title, is_muted, True)


def test_no_daemon_has_one_too() -> None:
    assert look_of(None) == ABSENT


async def test_it_follows_the_daemon_and_asks_it_to_be_muted(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def status(daemon: NotedOperations) -> DaemonStatus:
        state = "muted" if daemon.is_muted else "hearing"
        return replace(STATUS, ears=EarsStatus(state, "mic", 0.1, -50.0, 0))

    monkeypatch.setattr(NotedOperations, "status", status)
    tray = Tray(paths.control_socket)
    assert await asyncio.to_thread(tray.ask) == ABSENT
    assert not tray._can("mute")
    async with daemon(paths):
        assert (await asyncio.to_thread(tray.ask)).title == "Jarvis hears you"
        assert (tray._can("mute"), tray._can("unmute"), tray._can("quit")) == (True, False, True)
        await asyncio.to_thread(tray.send, "mute")
        assert (await asyncio.to_thread(tray.ask)).is_muted
        assert (tray._can("mute"), tray._can("unmute")) == (False, True)
    await asyncio.to_thread(tray.send, "unmute")  # nobody is there: no error
    assert await asyncio.to_thread(tray.ask) == ABSENT


async def test_the_dashboard_is_opened_by_a_link_that_is_made_when_it_is_clicked(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    made = 0

    async def link(_: NotedOperations) -> str:
        nonlocal made
        made += 1
        return f"http://127.0.0.1:8765/#enter={made}"

    monkeypatch.setattr(NotedOperations, "dashboard", link)

    def note(url: str) -> bool:
        opened.append(url)
        return True

    monkeypatch.setattr(webbrowser, "open", note)
    tray = Tray(paths.control_socket)
    await asyncio.to_thread(tray.open_dashboard)  # nobody is there: no error
    async with daemon(paths):
        await asyncio.to_thread(tray.ask)
        assert (tray._can("dashboard"), made) == (True, 0)
        await asyncio.to_thread(tray.open_dashboard)
        await asyncio.to_thread(tray.open_dashboard)
    assert opened == ["http://127.0.0.1:8765/#enter=1", "http://127.0.0.1:8765/#enter=2"]


async def test_without_a_browser_the_tray_goes_on(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(_: str) -> bool:
        raise webbrowser.Error("could not locate runnable browser")

    monkeypatch.setattr(webbrowser, "open", fails)
    async with daemon(paths):
        await asyncio.to_thread(Tray(paths.control_socket).open_dashboard)
