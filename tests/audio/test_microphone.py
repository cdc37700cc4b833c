"""Blocks from PortAudio in, frames and troubles out; time jumps."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from jarvis_voice.audio.microphone import DeviceMicrophone
from jarvis_voice.audio.pcm import level_dbfs
from jarvis_voice.errors import AudioError
from jarvis_voice.types import AudioFrame

Run = Callable[[Coroutine[Any, Any, Any]], Any]
NOISE = np.random.default_rng(1).integers(-900, 900, 1_280 * 200).astype(np.int16)


class Heard:
    """A microphone with what came out of it."""

    def __init__(self, device: str = "") -> None:
        self.troubles: list[str] = []
        self.frames: list[AudioFrame] = []
        self.microphone = DeviceMicrophone(device, lambda code, _: self.troubles.append(code))

    async def read(self, count: int) -> NDArray[np.int16]:
        frames = self.microphone.frames()
        new = [await anext(frames) for _ in range(count)]
        self.frames += new
        return np.concatenate([frame.pcm for frame in new])


def block(number: int) -> NDArray[np.int16]:
    return NOISE[1_280 * number : 1_280 * (number + 1)]


def test_blocks_become_frames_unchanged(fake_sound: Any, in_jumping_time: Run) -> None:
    async def flow() -> None:
        heard = Heard()
        async with heard.microphone as microphone:
            assert microphone.name == "Built-in Mic"
            (stream,) = fake_sound.opened
            options = stream.options
            assert (options["samplerate"], options["channels"]) == (16_000, 1)
            assert (options["blocksize"], options["dtype"]) == (1_280, "int16")
            for number in range(3):
                await asyncio.sleep(0.08)
                stream.deliver(block(number))
            assert np.array_equal(await heard.read(3), NOISE[: 3 * 1_280])
        times = [frame.captured_at for frame in heard.frames]
        assert times == pytest.approx([0.08, 0.16, 0.24])
        assert stream.calls == ["start", "abort", "close"]
        assert (heard.troubles, microphone.dropped_frames) == ([], 0)

    in_jumping_time(flow())


def test_closing_ends_the_frames(fake_sound: Any, in_jumping_time: Run) -> None:
    async def flow() -> list[AudioFrame]:
        heard = Heard()
        async with heard.microphone as microphone:
            fake_sound.opened[0].deliver(block(0))
        return [frame async for frame in microphone.frames()]

    assert len(in_jumping_time(flow())) == 1


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


@pytest.mark.parametrize(
    ("rates", "channels", "opened"),
    [
        ({48_000}, {1, 2}, (48_000, 1, 3_840)),
        ({16_000, 48_000}, {2}, (16_000, 2, 1_280)),
        ({48_000}, {2}, (48_000, 2, 3_840)),
    ],
)
def test_a_choosy_device_is_resampled_and_mixed_down(
    fake_sound: Any,
    in_jumping_time: Run,
    rates: set[int],
    channels: set[int],
    opened: tuple[int, int, int],
) -> None:
    fake_sound.rates["Built-in Mic"] = rates
    fake_sound.channels["Built-in Mic"] = channels

    async def flow() -> NDArray[np.int16]:
        heard = Heard()
        async with heard.microphone:
            (stream,) = fake_sound.opened
            rate_hz, count, block_samples = opened
            options = stream.options
            got = options["samplerate"], options["channels"], options["blocksize"]
            assert got == (rate_hz, count, block_samples)
            time = np.arange(block_samples * 40) / rate_hz
            tone = np.rint(8_000 * np.sin(2 * np.pi * 1_000 * time)).astype(np.int16)
            for start in range(0, len(tone), block_samples):
                stream.deliver(np.repeat(tone[start : start + block_samples, None], count, axis=1))
            return await heard.read(35)

    pcm = in_jumping_time(flow())
    assert level_dbfs(pcm[2_000:]) == pytest.approx(-15.26, abs=0.5)


def test_a_device_is_re_opened_by_name_from_a_fresh_table(
    fake_sound: Any, new_device: Callable[..., Any], in_jumping_time: Run
) -> None:
    fake_sound.machine.append(new_device("USB Mic", inputs=1))
    fake_sound.table = list(fake_sound.machine)

    async def flow() -> None:
        heard = Heard("usb")
        async with heard.microphone as microphone:
            fake_sound.opened[0].deliver(block(0))
            fake_sound.machine.reverse()  # indexes shuffle when a device is plugged in
            fake_sound.opened[0].break_off()
            reading = asyncio.create_task(heard.read(2))
            await asyncio.sleep(0.01)
            assert fake_sound.log == [
                "open USB Mic",
                "close USB Mic",
                "terminate",
                "initialize",
                "open USB Mic",
            ]
            assert heard.troubles == ["microphone-lost", "microphone-back"]
            fake_sound.opened[1].deliver(block(1))
            assert np.array_equal(await reading, NOISE[: 2 * 1_280])
            await asyncio.sleep(0.5)
            assert microphone.name == "USB Mic"

    in_jumping_time(flow())


def test_a_named_device_that_is_gone_gives_way_to_the_default(
    fake_sound: Any, new_device: Callable[..., Any], in_jumping_time: Run
) -> None:
    usb = new_device("USB Mic", inputs=1)
    fake_sound.machine.append(usb)
    fake_sound.table = list(fake_sound.machine)

    async def flow() -> None:
        heard = Heard("usb")
        async with heard.microphone as microphone:
            fake_sound.machine.remove(usb)
            fake_sound.opened[0].break_off()
            await asyncio.sleep(0.01)
            assert microphone.name == "Built-in Mic"

    in_jumping_time(flow())


def test_callbacks_that_stop_are_a_loss_after_a_second(
    fake_sound: Any, in_jumping_time: Run
) -> None:
    async def flow() -> None:
        heard = Heard()
        async with heard.microphone:
            fake_sound.opened[0].deliver(block(0))
            await asyncio.sleep(1.0)
            assert heard.troubles == []
            await asyncio.sleep(0.75)
            assert heard.troubles == ["microphone-lost", "microphone-back"]

    in_jumping_time(flow())


def test_a_device_that_stays_away_ends_the_frames(fake_sound: Any, in_jumping_time: Run) -> None:
    async def flow() -> float:
        loop, heard = asyncio.get_running_loop(), Heard()
        async with heard.microphone:
            fake_sound.opened[0].deliver(block(0))
            fake_sound.machine.clear()
            fake_sound.opened[0].break_off()
            with pytest.raises(AudioError) as caught:
                await heard.read(2)
            assert caught.value.code == "microphone-lost"
            assert heard.troubles == ["microphone-lost"]
            assert len(heard.frames) == 0
            return loop.time()

    assert 55 < in_jumping_time(flow()) < 70
    assert 10 < fake_sound.log.count("initialize") < 20


def test_five_seconds_of_zeros_are_said_once(fake_sound: Any, in_jumping_time: Run) -> None:
    async def flow() -> None:
        heard = Heard()
        async with heard.microphone:
            for number in range(200):
                fake_sound.opened[0].deliver(np.zeros(1_280, np.int16))
                await asyncio.sleep(0.08)
                if number == 60:
                    assert heard.troubles == []
            assert heard.troubles == ["microphone-silent"]

    in_jumping_time(flow())


def test_a_microphone_nobody_has(fake_sound: Any, in_jumping_time: Run) -> None:
    fake_sound.table = []

    async def flow() -> None:
        async with Heard().microphone:
            pass

    with pytest.raises(AudioError) as caught:
        in_jumping_time(flow())
    assert caught.value.code == "no-microphone"


def test_a_microphone_in_use(fake_sound: Any, in_jumping_time: Run) -> None:
    fake_sound.broken.add("Built-in Mic")

    async def flow() -> None:
        async with Heard().microphone:
            pass

    with pytest.raises(AudioError) as caught:
        in_jumping_time(flow())
    assert caught.value.code == "microphone-refused"
    assert "Device unavailable" in caught.value.message
