"""Flow: frames that were lost, zeros, one value for long, a wrong speed: told once; time jumps."""

from __future__ import annotations

import asyncio
from typing import Any

import numpy as np
import pytest
from audio.hearing import NOISE, Heard, Run, block

pytestmark = pytest.mark.flow


def test_a_late_reader_loses_the_oldest(fake_sound: Any, in_jumping_time: Run) -> None:
    async def flow() -> None:
        heard = Heard()
        async with heard.microphone as microphone:
            for number in range(130):
                fake_sound.opened[0].deliver(block(number))
            await asyncio.sleep(0)
            assert np.array_equal(await heard.read(125), NOISE[5 * 1_280 : 130 * 1_280])
            assert microphone.dropped_frames == 5

    in_jumping_time(flow())


def test_a_loop_that_stalls_three_seconds_loses_nothing(
    fake_sound: Any, in_jumping_time: Run
) -> None:
    async def flow() -> None:
        heard = Heard()
        async with heard.microphone as microphone:
            for number in range(38):  # all in one go: the loop does not run in between
                fake_sound.opened[0].deliver(block(number))
            assert np.array_equal(await heard.read(38), NOISE[: 38 * 1_280])
            assert (microphone.dropped_frames, heard.troubles) == (0, [])

    in_jumping_time(flow())


def test_a_gap_is_told_with_the_first_frame_after_it(fake_sound: Any, in_jumping_time: Run) -> None:
    async def flow() -> None:
        heard = Heard()
        async with heard.microphone as microphone:
            fake_sound.opened[0].deliver(block(0))
            fake_sound.opened[0].deliver(block(1))
            fake_sound.opened[0].break_off()
            await asyncio.sleep(0.1)
            fake_sound.opened[1].deliver(block(2))
            fake_sound.opened[1].deliver(block(3))
            gaps = []
            for _ in range(4):
                await heard.read(1)
                gaps.append(microphone.gaps)
            assert gaps == [0, 0, 1, 1]

    in_jumping_time(flow())


def test_frames_dropped_in_one_go_are_one_gap_and_logged_once_a_minute(
    fake_sound: Any, in_jumping_time: Run, caplog: pytest.LogCaptureFixture
) -> None:
    async def flow() -> None:
        heard = Heard()
        async with heard.microphone as microphone:
            await heard_late(heard, fake_sound, 130)
            await heard.read(125)
            assert (microphone.dropped_frames, microphone.gaps) == (5, 1)
            await heard_late(heard, fake_sound, 127)
            await heard.read(125)
            assert (microphone.dropped_frames, microphone.gaps) == (7, 2)

    in_jumping_time(flow())
    logged = [r.getMessage() for r in caplog.records if "dropped" in r.getMessage()]
    assert logged == ["5 frames dropped: their reader is late"]


async def heard_late(heard: Heard, fake_sound: Any, count: int) -> None:
    for number in range(count):
        fake_sound.opened[0].deliver(block(number))
    await asyncio.sleep(0.5)


async def deliver(fake_sound: Any, seconds: float, level: int | None, speed: float = 1) -> None:
    """Blocks of one value, or of noise, from the stream that is open."""
    for number in range(round(seconds * speed / 0.08)):
        if fake_sound.opened[-1].is_active:
            pcm = block(number % 200) if level is None else np.full(1_280, level, np.int16)
            fake_sound.opened[-1].deliver(pcm)
        await asyncio.sleep(0.08 / speed)


@pytest.mark.parametrize(("level", "ailment"), [(0, "zeros"), (-32_768, "stuck"), (7, "stuck")])
def test_one_value_for_long_is_told_once_and_opened_anew_once(
    fake_sound: Any, in_jumping_time: Run, level: int, ailment: str
) -> None:
    async def flow() -> None:
        heard = Heard()
        async with heard.microphone as microphone:
            await deliver(fake_sound, 1, None)
            assert microphone.health.hears
            await deliver(fake_sound, 4.8, level)
            assert (heard.troubles, microphone.health.state) == ([], "open")
            await deliver(fake_sound, 4, level)
            assert heard.troubles == ["microphone-silent"]
            assert (microphone.health.state, microphone.health.ailment) == ("silent", ailment)
            assert len(fake_sound.opened) == 1
            await deliver(fake_sound, 600, level)
            assert heard.troubles == ["microphone-silent"]
            assert len(fake_sound.opened) == 2
            await deliver(fake_sound, 1, None)
            assert heard.troubles == ["microphone-silent", "microphone-back"]
            assert microphone.health.hears

    in_jumping_time(flow())


def test_a_microphone_that_is_zero_between_words_is_told_once(
    fake_sound: Any, in_jumping_time: Run
) -> None:
    async def flow() -> None:
        heard = Heard()
        async with heard.microphone:
            for _ in range(30):
                await deliver(fake_sound, 20, 0)
                await deliver(fake_sound, 10, None)
            assert heard.troubles == ["microphone-silent", "microphone-back"]
            assert len(fake_sound.opened) == 2
            await deliver(fake_sound, 61, None)  # well for a minute: what comes now is news
            await deliver(fake_sound, 6, 0)
            assert heard.troubles[2:] == ["microphone-silent"]

    in_jumping_time(flow())


@pytest.mark.parametrize("speed", [0.5, 2.0])
def test_a_device_at_the_wrong_speed_is_opened_anew_and_then_told(
    fake_sound: Any, in_jumping_time: Run, speed: float
) -> None:
    async def flow() -> None:
        heard = Heard()
        async with heard.microphone as microphone:
            await deliver(fake_sound, 11, None, speed)
            assert (heard.troubles, len(fake_sound.opened)) == ([], 2)
            await deliver(fake_sound, 60, None, speed)
            assert (heard.troubles, len(fake_sound.opened)) == (["microphone-slow"], 2)
            assert microphone.health.ailment == "wrong-speed"
            await deliver(fake_sound, 25, None)
            assert heard.troubles == ["microphone-slow", "microphone-back"]

    in_jumping_time(flow())


def test_bursts_and_stalls_are_no_wrong_speed(fake_sound: Any, in_jumping_time: Run) -> None:
    async def flow() -> None:
        heard = Heard()
        async with heard.microphone:
            for _ in range(60):
                for number in range(10):  # 0.8 s at once
                    fake_sound.opened[0].deliver(block(number))
                await asyncio.sleep(0.8)
            assert (heard.troubles, len(fake_sound.opened)) == ([], 1)

    in_jumping_time(flow())
