"""Flow: frames of a socket come in order; where too many wait the oldest go, and that is told."""

import asyncio

import numpy as np
import pytest

from jarvis_voice.core.types import FRAME_SAMPLES, FRAME_SECONDS, AudioFrame
from jarvis_voice.doors.satellite import socket_microphone
from jarvis_voice.doors.satellite.socket_microphone import (
    MOST_FRAMES,
    TAIL_FRAMES,
    SocketMicrophone,
)

pytestmark = pytest.mark.flow


def frame(value: int) -> bytes:
    return np.full(FRAME_SAMPLES, value, "<i2").tobytes()


def microphone(seconds: float = 5.0) -> SocketMicrophone:
    return SocketMicrophone("Kitchen", lambda: seconds)


async def taken(source: SocketMicrophone, count: int) -> list[AudioFrame]:
    found: list[AudioFrame] = []
    async with asyncio.timeout(5):
        async for one in source.frames():
            found.append(one)
            if len(found) == count:
                break
    return found


async def test_frames_come_in_order_each_80_ms_later() -> None:
    source = microphone()
    for value in (1, 2, 3):
        source.put(frame(value))
    found = await taken(source, 3)
    assert [int(one.pcm[0]) for one in found] == [1, 2, 3]
    assert found[0].captured_at == 5.0
    assert found[2].captured_at - found[0].captured_at == pytest.approx(2 * FRAME_SECONDS)


async def test_the_oldest_frames_go_and_are_counted() -> None:
    source = microphone()
    for value in range(MOST_FRAMES + 3):
        source.put(frame(value))
    assert (source.dropped_frames, source.gaps) == (3, 3)
    assert int((await taken(source, 1))[0].pcm[0]) == 3


async def test_sound_that_comes_again_is_told_as_a_gap_and_waits_until_it_was_heard() -> None:
    source = microphone()
    source.put(frame(7))
    beginning = asyncio.create_task(source.begin())
    reading = asyncio.create_task(taken(source, 2))
    await beginning
    assert source.gaps == 1
    assert not reading.done()
    source.put(frame(8))
    assert [int(one.pcm[0]) for one in await reading] == [0, 8]


async def test_silence_follows_a_button_that_was_let_go() -> None:
    source = microphone()
    source.add_silence()
    found = await taken(source, TAIL_FRAMES)
    assert not any(one.pcm.any() for one in found)


async def test_it_ends_when_the_satellite_is_gone() -> None:
    source = microphone()
    reading = asyncio.create_task(taken(source, 1))
    async with source:
        pass
    assert await reading == []


async def test_where_sound_is_expected_and_none_comes_silence_comes_behind_a_hole(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(socket_microphone, "LOST_SECONDS", 0.01)
    source = microphone()
    source.put(frame(7))
    source.expect(is_on=True)
    found = await taken(source, 3)
    assert [int(one.pcm[0]) for one in found] == [7, 0, 0]
    assert source.gaps == 2


async def test_who_begins_to_expect_sound_waits_no_longer_for_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(socket_microphone, "LOST_SECONDS", 0.01)
    source = microphone()
    reading = asyncio.create_task(taken(source, 1))
    await asyncio.sleep(0)
    source.expect(is_on=True)
    assert not (await reading)[0].pcm.any()


async def test_where_no_sound_is_expected_none_is_made_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(socket_microphone, "LOST_SECONDS", 0.0)
    source = microphone()
    source.expect(is_on=True)
    source.expect(is_on=False)
    reading = asyncio.create_task(taken(source, 1))
    for _ in range(10):
        await asyncio.sleep(0)
    source.put(frame(7))
    assert [int(one.pcm[0]) for one in await reading] == [7]
    assert source.gaps == 0
