"""Unit: what the program that started us is told, on a datagram socket of the test's own."""

import asyncio
import os
import socket
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from bench.supervisor import NotifySocket

from jarvis_voice.platform.sd_notify import Supervisor

pytestmark = [pytest.mark.unit, pytest.mark.skipif(sys.platform == "win32", reason="unix sockets")]

SECONDS = 30.0


@pytest.fixture
def told(tmp_path: Path) -> Iterator[NotifySocket]:
    with NotifySocket(tmp_path / "notify") as listening:
        yield listening


def supervisor(told: NotifySocket, **more: str) -> Supervisor:
    return Supervisor.take_from(told.env | more)


def test_each_thing_is_a_datagram(told: NotifySocket) -> None:
    ours = supervisor(told)
    ours.status("Listening\n on\tUSB.")
    ours.status("Listening on USB.")
    ours.status("")
    ours.ready()
    ours.stopping()
    ours.stopping()
    assert told.waiting() == ["STATUS=Listening on USB.", "READY=1", "STOPPING=1"]


def test_a_reload_says_when_it_began(told: NotifySocket) -> None:
    supervisor(told).reloading()
    [(first, second)] = [tuple(one.split("\n")) for one in told.waiting()]
    name, _, value = second.partition("=")
    assert (first, name) == ("RELOADING=1", "MONOTONIC_USEC")
    assert int(value) > 0


@pytest.mark.skipif(sys.platform != "linux", reason="abstract names are Linux's")
def test_an_abstract_name() -> None:
    name = f"jarvis-test-{os.getpid()}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind("\0" + name)
        listening.settimeout(SECONDS)
        Supervisor.take_from({"NOTIFY_SOCKET": "@" + name}).ready()
        assert listening.recv(100) == b"READY=1"


def test_what_we_start_does_not_see_whose_we_are(told: NotifySocket) -> None:
    env = told.env | {"WATCHDOG_USEC": "1000", "WATCHDOG_PID": "1", "HOME": "/home/x"}
    assert Supervisor.take_from(env).is_there
    assert env == {"HOME": "/home/x"}


@pytest.mark.parametrize(
    "env",
    [
        {},
        {"NOTIFY_SOCKET": ""},
        {"NOTIFY_SOCKET": "relative"},
        {"NOTIFY_SOCKET": "vsock:2:1"},
    ],
)
def test_nobody_is_told_where_nobody_asked(env: dict[str, str]) -> None:
    nobody = Supervisor.take_from(env)
    nobody.ready()
    assert not nobody.is_there


def test_a_listener_that_has_gone_is_no_error(
    told: NotifySocket, caplog: pytest.LogCaptureFixture
) -> None:
    ours = supervisor(told)
    told.close()
    ours.ready()
    ours.status("Still here.")
    ours.stopping()
    assert len(caplog.records) == 1


class Ears:
    """Alive as the letters say; when there are no more, the test goes on."""

    def __init__(self, script: str) -> None:
        self.script = list(script)
        self.ended = asyncio.Event()

    def __call__(self) -> bool:
        if not self.script:
            self.ended.set()
            return False
        return self.script.pop(0) == "+"


async def test_pings_come_only_while_the_ears_are_alive(
    told: NotifySocket, caplog: pytest.LogCaptureFixture
) -> None:
    ears = Ears("++--+")
    watching = asyncio.create_task(supervisor(told, WATCHDOG_USEC="3000").watch(ears))
    async with asyncio.timeout(SECONDS):
        await ears.ended.wait()
    watching.cancel()
    assert told.waiting() == ["WATCHDOG=1"] * 3
    assert [one.levelname for one in caplog.records] == ["ERROR", "ERROR"]


@pytest.mark.parametrize(
    "more",
    [
        {},
        {"WATCHDOG_USEC": "0"},
        {"WATCHDOG_USEC": "soon"},
        {"WATCHDOG_USEC": "1000", "WATCHDOG_PID": "1"},
    ],
)
async def test_without_a_watchdog_there_is_no_ping(
    told: NotifySocket, more: dict[str, str]
) -> None:
    async with asyncio.timeout(SECONDS):
        await supervisor(told, **more).watch(lambda: True)
    assert told.waiting() == []


async def test_the_watchdog_of_this_process_is_ours(told: NotifySocket) -> None:
    ours = supervisor(told, WATCHDOG_USEC="60000000", WATCHDOG_PID=str(os.getpid()))
    watching = asyncio.create_task(ours.watch(lambda: True))
    await asyncio.sleep(0)
    assert told.waiting() == ["WATCHDOG=1"]
    watching.cancel()


async def test_a_loop_that_is_stuck_pings_no_more(told: NotifySocket) -> None:
    asked = asyncio.Event()

    def are_alive() -> bool:
        asked.set()
        return True

    watching = asyncio.create_task(supervisor(told, WATCHDOG_USEC="3000").watch(are_alive))
    async with asyncio.timeout(SECONDS):
        await asked.wait()
        assert set(told.waiting()) == {"WATCHDOG=1"}
        with pytest.raises(AssertionError, match="no WATCHDOG=1"):
            told.until("WATCHDOG=1", 0.2)  # this very wait is what the loop is stuck in
        asked.clear()
        await asked.wait()
    assert set(told.waiting()) == {"WATCHDOG=1"}
    watching.cancel()
