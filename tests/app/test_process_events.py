"""Flow: signals, sleep, stray errors and the desktop, around a daemon's backstage."""

from __future__ import annotations

import asyncio
import logging
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from assistant.turns import HeldPlanner, assistant_with
from voice.scripted_parts import settle
from voice.talk import Talk
from voice.test_mute import RestingDevice

from jarvis_voice.app import process_events
from jarvis_voice.app.context import AppContext
from jarvis_voice.app.operations import Operations
from jarvis_voice.app.process_events import ProcessEvents
from jarvis_voice.core.clock import SystemClock
from jarvis_voice.core.config import load_config
from jarvis_voice.core.paths import Paths
from jarvis_voice.doors.desktop.notifications import Notice
from jarvis_voice.platform.sd_notify import Supervisor

pytestmark = pytest.mark.flow

needs_hangup = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGHUP")


class Room:
    """What a daemon lives in: what it told, what its desktop showed, whether it is to end."""

    def __init__(self) -> None:
        self.talk = Talk()
        self.told: asyncio.Queue[str] = asyncio.Queue()
        self.shown: asyncio.Queue[str] = asyncio.Queue()
        self.end = asyncio.Event()
        self.slept_seconds = 0.0

    async def show(self, notice: Notice, number: int) -> int:
        self.shown.put_nowait(notice.title)
        return 1

    def slept(self) -> float:
        return self.slept_seconds


@pytest.fixture
def room(monkeypatch: pytest.MonkeyPatch) -> Room:
    room = Room()
    monkeypatch.setattr(process_events, "find_desktop", lambda: room.show)
    return room


@asynccontextmanager
async def living(paths: Paths, room: Room) -> AsyncIterator[Operations]:
    talk = room.talk
    async with assistant_with(paths, HeldPlanner(), bus=talk.bus) as (assistant, _):
        core = AppContext(load_config(paths), paths, talk.bus, SystemClock(), assistant)
        operations = Operations(core, room.end)
        operations.is_starting = False
        await operations.begin(RestingDevice(talk), talk.session)
        told = room.told.put_nowait
        async with ProcessEvents(operations, Supervisor(), room.end, talk.bus, told, room.slept):
            yield operations


@needs_hangup
async def test_a_hangup_reads_the_settings_anew_and_a_mistake_is_told(
    paths: Paths, room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process_events, "is_interactive", lambda: False)
    paths.config.mkdir(parents=True)
    async with asyncio.timeout(30), living(paths, room):
        paths.config_file.write_text("[voice]\nspeed = 1.5\n")
        signal.raise_signal(signal.SIGHUP)
        assert await room.told.get() == "New from now on: voice.speed."
        paths.config_file.write_text("[voice]\nsped = 1.5\n")
        signal.raise_signal(signal.SIGHUP)
        while "problem-reported config-unknown-key" not in room.talk.log:  # noqa: ASYNC110 - a list
            await asyncio.sleep(0)
        assert not room.end.is_set()


@needs_hangup
async def test_a_terminal_that_is_closed_is_the_end(
    paths: Paths, room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process_events, "is_interactive", lambda: True)
    async with asyncio.timeout(30), living(paths, room):
        signal.raise_signal(signal.SIGHUP)
        await room.end.wait()


@pytest.mark.skipif(sys.platform == "win32", reason="no such handlers there")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_a_polite_kill_is_the_end(paths: Paths, room: Room, number: signal.Signals) -> None:
    async with asyncio.timeout(30), living(paths, room):
        signal.raise_signal(number)
        await room.end.wait()


async def test_after_a_sleep_the_microphone_is_opened_anew_and_the_log_says_so(
    paths: Paths, room: Room, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    monkeypatch.setattr("jarvis_voice.platform.suspend.LOOK_SECONDS", 0)
    async with asyncio.timeout(30), living(paths, room) as operations:
        await settle()  # it has looked for the first time
        room.slept_seconds = 3_600.0
        while "wake" not in room.talk.log:  # noqa: ASYNC110 - a list
            await asyncio.sleep(0)
        assert room.talk.log == ["rest", "wake"]
        await operations.mute()
    assert "awake after 3600 s of sleep" in caplog.text


@pytest.mark.skipif(sys.platform == "win32", reason="no such signal there")
async def test_after_a_stop_by_the_terminal_the_microphone_is_opened_anew(
    paths: Paths, room: Room
) -> None:
    async with asyncio.timeout(30), living(paths, room) as operations:
        signal.raise_signal(signal.SIGCONT)
        while "wake" not in room.talk.log:  # noqa: ASYNC110 - a list
            await asyncio.sleep(0)
        assert room.talk.log == ["rest", "wake"]
        room.end.set()
        signal.raise_signal(signal.SIGCONT)
        await settle()
        assert room.talk.log == ["rest", "wake"]
        await operations.mute()


async def test_an_error_that_nobody_waits_for_is_logged_without_its_words(
    paths: Paths, room: Room, caplog: pytest.LogCaptureFixture
) -> None:
    async with living(paths, room):
        loop = asyncio.get_running_loop()
        loop.call_exception_handler({"message": "x", "exception": ValueError("call my mother")})
        loop.call_exception_handler({"message": "a transport was left open"})
    assert "ValueError" in caplog.text
    assert "mother" not in caplog.text
    assert "a transport was left open" in caplog.text


async def test_the_desktop_is_told_that_it_is_muted(paths: Paths, room: Room) -> None:
    async with asyncio.timeout(30), living(paths, room) as operations:
        await operations.mute()
        assert await room.shown.get() == "Jarvis is muted"
