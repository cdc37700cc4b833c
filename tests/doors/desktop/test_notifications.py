"""Unit and contract: what the desktop shows, and to a real D-Bus how it is asked to."""

import asyncio
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from bench.process import clean_environment, end_group, wait_until

from jarvis_voice.core import events
from jarvis_voice.core.errors import JarvisError
from jarvis_voice.core.events import Event, ProblemReported, RingingStarted
from jarvis_voice.doors.desktop.notifications import (
    Notice,
    Notifications,
    find_desktop,
    notice_for,
    show_by_osascript,
    show_on_session_bus,
)

pytestmark = pytest.mark.contract

LOST = ProblemReported(1.0, "microphone-lost", 'The microphone "mic" was lost.')
BACK = ProblemReported(2.0, "microphone-back", 'Listening again, on "mic".')
RINGS = RingingStarted(3.0, 1, "timer", "Your timer for mother's surprise is done.")
SAID = (
    events.TurnStarted("t1", "default", 1.0, "call mother", "voice"),
    events.SpeechTranscribed(1.0, "call mother", 0.1),
    events.ReplyWorded("t1", 1.0, "Calling mother.", is_final=True),
    events.TurnEnded("t1", 1.0, "Calling mother.", "done"),
    ProblemReported(1.0, "turn-broke", "mother"),
)


@pytest.mark.parametrize(
    ("event", "title"),
    [
        (LOST, "Jarvis does not hear you"),
        (BACK, "Jarvis hears you again"),
        (events.EarsMuted(1.0), "Jarvis is muted"),
        (events.EarsUnmuted(1.0), "Jarvis is not muted any more"),
        (RINGS, "The timer is due"),
    ],
)
def test_what_a_user_must_know_is_shown(event: Event, title: str) -> None:
    notice = notice_for(event, can_ring=False)
    assert notice is not None
    assert notice.title == title
    assert "mother" not in notice.text


@pytest.mark.parametrize("event", SAID)
def test_what_was_said_is_not(event: Event) -> None:
    assert notice_for(event, can_ring=False) is None


def test_what_rings_aloud_needs_no_bubble() -> None:
    assert notice_for(RINGS, can_ring=True) is None


class Desktop:
    """Notes what it shows; fails while it is told to."""

    def __init__(self) -> None:
        self.shown: list[tuple[str, int]] = []
        self.fails = False
        self.news = asyncio.Event()

    async def show(self, notice: Notice, number: int) -> int:
        self.news.set()
        if self.fails:
            raise JarvisError("no-bus", "there is no desktop")
        self.shown.append((notice.title, number))
        return number or len(self.shown)


@pytest.fixture
def unhurried(monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """The gap between two bubbles ends when this is set."""
    over = asyncio.Event()

    async def gap(_: float) -> None:
        await over.wait()
        over.clear()

    monkeypatch.setattr("jarvis_voice.doors.desktop.notifications.asyncio.sleep", gap)
    return over


async def settle() -> None:
    loop = asyncio.get_running_loop()
    for _ in range(10):
        turn = loop.create_future()
        loop.call_soon(turn.set_result, None)
        await turn


async def test_a_flood_is_one_bubble_now_and_the_newest_after_the_gap(
    unhurried: asyncio.Event,
) -> None:
    desktop = Desktop()
    async with Notifications(desktop.show, lambda: True) as bubbles:
        for _ in range(1_000):
            bubbles.take(BACK)
            bubbles.take(LOST)
        await settle()
        assert desktop.shown == [("Jarvis does not hear you", 0)]
        for _ in range(1_000):
            bubbles.take(LOST)
            bubbles.take(BACK)
        await settle()
        assert len(desktop.shown) == 1
        unhurried.set()
        await settle()
        assert desktop.shown[1:] == [("Jarvis hears you again", 1)], "in the place of the first"


async def test_the_same_news_again_is_no_news(unhurried: asyncio.Event) -> None:
    desktop = Desktop()
    async with Notifications(desktop.show, lambda: True) as bubbles:
        for _ in range(3):
            bubbles.take(LOST)
            unhurried.set()
            await settle()
    assert len(desktop.shown) == 1


async def test_a_desktop_that_shows_nothing_is_logged_once_and_asked_again(
    unhurried: asyncio.Event, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    desktop = Desktop()
    desktop.fails = True
    async with Notifications(desktop.show, lambda: True) as bubbles:
        for event in (LOST, BACK):
            bubbles.take(event)
            unhurried.set()
            await settle()
        desktop.fails = False
        bubbles.take(LOST)
        unhurried.set()
        await settle()
    assert [title for title, _ in desktop.shown] == ["Jarvis does not hear you"]
    assert caplog.text.count("there is no desktop") == 1


@pytest.mark.parametrize(
    ("platform", "show"),
    [("linux", show_on_session_bus), ("darwin", show_by_osascript), ("win32", None)],
)
def test_each_system_has_its_own_way_or_none(platform: str, show: Callable[..., object]) -> None:
    assert find_desktop(platform) is show


# ---- a notification service of the test's own, on a bus of the test's own

needs_bus = pytest.mark.skipif(not shutil.which("dbus-daemon"), reason="needs dbus-daemon")


@pytest.fixture
def bus(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    socket = tmp_path_factory.mktemp("bus") / "s"
    address = f"unix:path={socket}"
    daemon = subprocess.Popen(
        ["dbus-daemon", "--session", "--nofork", "--nopidfile", f"--address={address}"],
        env=clean_environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        wait_until(socket.exists, "the bus listens")
        yield address
    finally:
        end_group(daemon)


class Service:
    """org.freedesktop.Notifications, as far as it is asked for."""

    def __init__(self, address: str) -> None:
        self._address = address
        self.calls: list[tuple[object, ...]] = []

    async def serve(self, is_there: asyncio.Event) -> None:
        from jeepney import MessageType, message_bus, new_method_return
        from jeepney.io.asyncio import open_dbus_connection

        connection = await open_dbus_connection(self._address)
        await connection.send(message_bus.RequestName("org.freedesktop.Notifications"))
        while True:
            message = await connection.receive()
            if message.header.message_type is MessageType.method_return:
                is_there.set()
            elif message.header.message_type is MessageType.method_call:
                self.calls.append(message.body)
                await connection.send(new_method_return(message, "u", (40 + len(self.calls),)))


@needs_bus
@pytest.mark.e2e
async def test_the_service_gets_what_the_protocol_asks_for(
    bus: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("jeepney")
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", bus)
    service, is_there = Service(bus), asyncio.Event()
    serving = asyncio.create_task(service.serve(is_there))
    try:
        await asyncio.wait_for(is_there.wait(), 30)
        number = await show_on_session_bus(Notice("ears", "Jarvis is muted", "Closed."), 0)
        assert number == 41
        assert await show_on_session_bus(Notice("ears", "Not muted", "Open."), number) == 42
    finally:
        serving.cancel()
        await asyncio.gather(serving, return_exceptions=True)
    app, replaces, icon, title, text, actions, hints, shown_ms = service.calls[0]
    assert (app, replaces, title, text, actions) == ("Jarvis", 0, "Jarvis is muted", "Closed.", [])
    assert (icon, shown_ms) == ("audio-input-microphone", 10_000)
    assert hints == {"suppress-sound": ("b", True), "urgency": ("y", 1)}
    assert service.calls[1][1] == 41, "in the place of the first"


@needs_bus
@pytest.mark.e2e
async def test_a_bus_without_the_service_is_an_error_of_ours(
    bus: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("jeepney")
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", bus)
    with pytest.raises(JarvisError):
        await show_on_session_bus(Notice("ears", "a", "b"), 0)


async def test_no_bus_at_all_is_one_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", f"unix:path={tmp_path}/none")
    with pytest.raises(JarvisError):
        await show_on_session_bus(Notice("ears", "a", "b"), 0)
