"""Unit: what a microphone's stream can do to us, one fault at a time; time jumps."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from audio.watched_room import BACK, LOST, Room, Run
from numpy.typing import NDArray

from jarvis_voice.audio import native_calls, recovery

pytestmark = pytest.mark.unit


def test_a_suspended_device_is_told_once_and_heard_as_soon_as_it_gives_sound(
    fake_sound: Any, fake_server: Any, in_jumping_time: Run
) -> None:
    async def flow() -> None:
        room = Room(fake_sound, fake_server)
        async with room.microphone:
            await room.live(1)
            await asyncio.sleep(60)  # it can be opened all the time, and gives nothing
            assert room.troubles == [LOST]
            assert room.microphone.health.state == "lost"
            waiting = fake_sound.opened[-1]
            assert waiting.is_active
            room.block()
            await asyncio.sleep(0.01)
            assert room.troubles == [LOST, BACK]
            assert room.microphone.health.hears

    in_jumping_time(flow())


def test_a_stream_that_is_moved_to_the_loudspeaker_is_closed_and_no_block_of_it_kept(
    fake_sound: Any, fake_server: Any, in_jumping_time: Run
) -> None:
    async def flow() -> None:
        room = Room(fake_sound, fake_server)
        async with room.microphone:
            room.block(1)
            await asyncio.sleep(0.01)
            fake_server.connect("speaker.monitor", sources=())
            fake_server.tell()
            await asyncio.sleep(0)
            stream = fake_sound.opened[0]
            if stream.is_active:
                room.block(666)
            await asyncio.sleep(20)
            assert not any(one.is_active for one in fake_sound.opened)
            assert room.troubles == [LOST]
            assert await room.heard() == [1]
            fake_server.connect("mic")
            fake_server.tell()
            await asyncio.sleep(recovery.NUDGE_SECONDS + 0.01)  # far less than a pause
            room.block(2)
            await asyncio.sleep(0.01)
            assert room.troubles == [LOST, BACK]
            assert await room.heard() == [2]

    in_jumping_time(flow())


def test_an_old_view_of_a_stream_that_is_gone_loses_nothing(
    fake_sound: Any, fake_server: Any, in_jumping_time: Run
) -> None:
    async def flow() -> None:
        room = Room(fake_sound, fake_server)
        async with room.microphone:
            await room.live(1)
            good = fake_server.view
            fake_server.connect("speaker.monitor", sources=())
            old, fake_server.view = fake_server.view, good
            fake_server.on_view(old)
            await room.live(2)
            assert (room.troubles, len(fake_sound.opened)) == ([], 1)

    in_jumping_time(flow())


def test_the_default_is_followed_when_it_changes(
    fake_sound: Any, fake_server: Any, in_jumping_time: Run
) -> None:
    async def flow() -> None:
        room = Room(fake_sound, fake_server)
        async with room.microphone:
            await room.live(1)
            fake_server.connect("mic", default="headset", sources=("mic", "headset"))
            fake_server.tell()
            await room.live(5)
            assert (room.troubles, len(fake_sound.opened)) == ([], 2)
            fake_server.tell()  # the server leaves the stream where it was: no second try
            await room.live(5)
            assert len(fake_sound.opened) == 2

    in_jumping_time(flow())


def test_a_named_device_does_not_follow_the_default(
    fake_sound: Any, fake_server: Any, in_jumping_time: Run
) -> None:
    async def flow() -> None:
        room = Room(fake_sound, fake_server, "built-in")
        async with room.microphone:
            await room.live(1)
            fake_server.connect("mic", default="headset", sources=("mic", "headset"))
            fake_server.tell()
            await room.live(2)
            assert len(fake_sound.opened) == 1

    in_jumping_time(flow())


def test_a_server_that_starts_is_not_waited_for(
    fake_sound: Any, fake_server: Any, in_jumping_time: Run
) -> None:
    machine = list(fake_sound.machine)
    fake_sound.machine.clear()
    fake_sound.table.clear()
    fake_server.view = None

    async def flow() -> None:
        room = Room(fake_sound, fake_server)
        async with room.microphone:
            await asyncio.sleep(7.6)  # the next try is due at 11.5
            assert not room.microphone.health.sees_server
            fake_sound.machine.extend(machine)
            fake_server.connect("mic")
            fake_server.tell()
            await asyncio.sleep(recovery.NUDGE_SECONDS + 0.01)
            room.block()
            await asyncio.sleep(0.01)
            assert room.troubles == [LOST, BACK]
            assert room.microphone.health.sees_server

    in_jumping_time(flow())


def test_devices_are_tried_in_the_order_of_the_list(
    fake_sound: Any, fake_server: Any, new_device: Callable[..., Any], in_jumping_time: Run
) -> None:
    headset, webcam = new_device("Headset", inputs=1), new_device("Webcam", inputs=1)
    fake_sound.machine += [webcam, headset]
    fake_sound.table = list(fake_sound.machine)

    async def flow() -> None:
        room = Room(fake_sound, fake_server, "headset", "webcam")
        names = []
        async with room.microphone as microphone:
            for gone in (headset, webcam, None):
                names.append(microphone.name)
                if gone:
                    fake_sound.machine.remove(gone)
                fake_sound.opened[-1].break_off()
                await asyncio.sleep(0.01)
                await room.live(1)
            fake_sound.machine.append(headset)
            fake_sound.opened[-1].break_off()
            await asyncio.sleep(0.01)
            names.append(microphone.name)
        assert names == ["Headset", "Webcam", "Built-in Mic", "Headset"]
        assert room.troubles[:6] == [LOST, BACK] * 3

    in_jumping_time(flow())


def test_muted_the_stream_is_closed_and_nothing_is_kept(
    fake_sound: Any, fake_server: Any, in_jumping_time: Run
) -> None:
    async def flow() -> None:
        room = Room(fake_sound, fake_server)
        async with room.microphone as microphone:
            room.block(1)
            await asyncio.sleep(0)
            room.block(2)  # on its way when it is muted
            resting = asyncio.create_task(microphone.rest())
            await asyncio.sleep(0)
            room.block(3)
            assert await resting
            assert fake_sound.opened[-1].calls[-1] == "close"
            assert (microphone.health.state, microphone.health.hears) == ("muted", False)
            await asyncio.sleep(3_600)
            assert await room.heard() == []
            assert len(fake_sound.opened) == 1
            assert await microphone.rest()  # once more: it is closed
            assert await microphone.wake()
            room.block(4)
            await asyncio.sleep(0)
            assert await room.heard() == [4]
            assert (microphone.gaps, microphone.health.state) == (1, "open")
        assert room.troubles == []

    in_jumping_time(flow())


def test_muted_before_it_is_opened_it_is_not_opened(
    fake_sound: Any, fake_server: Any, in_jumping_time: Run
) -> None:
    async def flow() -> None:
        room = Room(fake_sound, fake_server)
        resting = asyncio.create_task(room.microphone.rest())
        await asyncio.sleep(0)
        async with room.microphone as microphone:
            assert await resting
            assert (fake_sound.opened, microphone.health.state) == ([], "muted")
            assert await microphone.wake()
            room.block(1)
            await asyncio.sleep(0)
            assert await room.heard() == [1]
        assert (room.troubles, microphone.health.state) == ([], "closed")

    in_jumping_time(flow())


def test_muted_while_it_is_looked_for_it_is_not_looked_for(
    fake_sound: Any, fake_server: Any, in_jumping_time: Run
) -> None:
    async def flow() -> None:
        room, machine = Room(fake_sound, fake_server), list(fake_sound.machine)
        async with room.microphone as microphone:
            await room.live(1)
            fake_sound.machine.clear()
            fake_sound.opened[-1].break_off()
            await asyncio.sleep(10)
            assert await microphone.rest()
            looks = fake_sound.log.count("initialize")
            fake_sound.machine.extend(machine)
            await asyncio.sleep(600)
            assert fake_sound.log.count("initialize") == looks
            assert (microphone.health.state, len(fake_sound.opened)) == ("muted", 1)
            waking = asyncio.create_task(microphone.wake())
            await asyncio.sleep(0.01)
            room.block()
            assert await waking
            assert room.troubles == [LOST, BACK]

    in_jumping_time(flow())


def test_a_device_that_is_gone_when_it_is_unmuted_is_lost(
    fake_sound: Any, fake_server: Any, in_jumping_time: Run
) -> None:
    async def flow() -> None:
        room = Room(fake_sound, fake_server)
        async with room.microphone as microphone:
            await room.live(1)
            await microphone.rest()
            fake_sound.machine.clear()
            assert not await microphone.wake()
            assert (room.troubles, microphone.health.state) == ([LOST], "lost")

    in_jumping_time(flow())


async def test_a_stream_that_does_not_close_is_left_behind(
    fake_sound: Any, fake_server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Real threads: the sound system hangs, the loop goes on and another stream is opened."""
    monkeypatch.setattr(native_calls, "CLOSE_SECONDS", 0.02)
    room = Room(fake_sound, fake_server)
    hanging = fake_sound.closing = threading.Event()
    async with asyncio.timeout(60):
        async with room.microphone:
            room.block(1)
            fake_sound.opened[0].break_off()
            try:
                while len(fake_sound.opened) < 2 or BACK not in room.troubles:
                    if len(fake_sound.opened) == 2 and fake_sound.opened[1].is_active:
                        room.block(2)
                    await asyncio.sleep(0.01)
            finally:
                hanging.set()  # else its thread would hold up the tests that follow
            assert room.troubles == [LOST, BACK]
        assert fake_sound.opened[1].calls[-1] == "close"


async def test_a_sound_system_that_hangs_is_told(
    fake_sound: Any, fake_server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recovery, "STUCK_SECONDS", 0.02)
    monkeypatch.setattr(recovery, "CLOSE_SECONDS", 0.01)
    gate = threading.Event()
    opens = fake_sound.RawInputStream

    def open_late(**options: Any) -> Any:
        gate.wait()
        return opens(**options)

    room = Room(fake_sound, fake_server)
    async with asyncio.timeout(60), room.microphone as microphone:
        room.block(1)
        fake_sound.RawInputStream = open_late
        fake_sound.opened[0].break_off()
        while "microphone-stuck" not in room.troubles:  # noqa: ASYNC110 - a thread's doing
            await asyncio.sleep(0.01)
        assert not await microphone.rest()  # it cannot be promised
        waking = asyncio.create_task(microphone.wake())
        gate.set()
        while BACK not in room.troubles:
            if fake_sound.opened[-1].is_active:
                room.block(2)
            await asyncio.sleep(0.01)
        assert (room.troubles[:2], room.troubles[-1]) == ([LOST, "microphone-stuck"], BACK)
        assert await waking


def test_how_it_is_can_be_asked_at_any_time(
    fake_sound: Any, fake_server: Any, in_jumping_time: Run
) -> None:
    async def flow() -> None:
        room = Room(fake_sound, fake_server, "built-in")
        before = room.microphone.health
        assert (before.state, before.device_name, before.frame_age_seconds) == (
            "closed",
            "built-in",
            None,
        )
        async with room.microphone as microphone:
            assert microphone.health.level_dbfs is None
            await room.live(0.8)
            health = microphone.health
            assert (health.state, health.device_name) == ("open", "Built-in Mic")
            assert health.frame_age_seconds == pytest.approx(0.08)
            assert health.level_dbfs == pytest.approx(level(), abs=0.1)
        assert microphone.health.state == "closed"

    in_jumping_time(flow())


def level() -> float:
    pcm: NDArray[np.float64] = np.arange(1_280).astype(np.float64)
    return float(20 * np.log10(np.sqrt(np.mean(pcm**2)) / 32_768))
