"""Blocks from PortAudio in, frames and troubles out; time jumps."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from audio.hearing import NOISE, Heard, Run, block, sound_again
from numpy.typing import NDArray

from jarvis_voice.audio.microphone import DeviceMicrophone
from jarvis_voice.audio.pcm import level_dbfs
from jarvis_voice.core.errors import AudioError
from jarvis_voice.core.types import AudioFrame

pytestmark = pytest.mark.flow


def test_blocks_become_frames_unchanged(fake_sound: Any, in_jumping_time: Run) -> None:
    async def flow() -> None:
        heard = Heard()
        async with heard.microphone as microphone:
            assert microphone.name == "Built-in Mic"
            (stream,) = fake_sound.opened
            options = stream.options
            assert (options["samplerate"], options["channels"]) == (16_000, 1)
            assert (options["blocksize"], options["dtype"]) == (640, "int16")
            for number in range(3):
                await asyncio.sleep(0.08)
                stream.deliver(block(number))
            assert np.array_equal(await heard.read(3), NOISE[: 3 * 1_280])
        times = [frame.captured_at for frame in heard.frames]
        assert times == pytest.approx([0.08, 0.16, 0.24])
        assert stream.calls == ["start", "abort", "close"]
        assert (heard.troubles, microphone.dropped_frames) == ([], 0)

    in_jumping_time(flow())


def test_whoever_hurries_is_shown_what_there_is_of_the_next_frame(
    fake_sound: Any, in_jumping_time: Run
) -> None:
    async def flow() -> list[tuple[str, int, int]]:
        shown: list[tuple[str, int, int]] = []
        async with Heard().microphone as microphone:

            async def listen() -> None:
                async for one in microphone.sound():
                    kind = "frame" if isinstance(one, AudioFrame) else "begun"
                    begin = 1_280 * sum(what == "frame" for what, _, _ in shown)
                    is_same = np.array_equal(one.pcm, NOISE[begin : begin + len(one.pcm)])
                    at_ms = round(one.captured_at * 1000)
                    shown.append((kind if is_same else "other", len(one.pcm), at_ms))

            listening = asyncio.create_task(listen())
            for number, begin in enumerate(range(0, 10 * 512, 512)):
                microphone.hurry(is_wanted=2 <= number < 8)
                await asyncio.sleep(0.032)
                fake_sound.opened[0].deliver(NOISE[begin : begin + 512])
                await asyncio.sleep(0)
            listening.cancel()
        return shown

    assert in_jumping_time(flow()) == [
        ("frame", 1_280, 80),
        ("begun", 256, 96),
        ("begun", 768, 128),
        ("frame", 1_280, 160),
        ("begun", 512, 192),
        ("begun", 1_024, 224),
        ("frame", 1_280, 240),
        ("begun", 256, 256),
    ]


def test_a_late_reader_is_shown_no_beginning_of_a_frame_that_is_full(
    fake_sound: Any, in_jumping_time: Run
) -> None:
    async def flow() -> list[int]:
        async with Heard().microphone as microphone:
            microphone.hurry(is_wanted=True)
            for begin in range(0, 6 * 512, 512):
                fake_sound.opened[0].deliver(NOISE[begin : begin + 512])
            await asyncio.sleep(0.01)
            sound = microphone.sound()
            return [len((await anext(sound)).pcm) for _ in range(3)]

    assert in_jumping_time(flow()) == [1_280, 1_280, 512]


def test_closing_ends_the_frames(fake_sound: Any, in_jumping_time: Run) -> None:
    async def flow() -> list[AudioFrame]:
        heard = Heard()
        async with heard.microphone as microphone:
            fake_sound.opened[0].deliver(block(0))
        return [frame async for frame in microphone.frames()]

    assert len(in_jumping_time(flow())) == 1


@pytest.mark.parametrize(
    ("rates", "channels", "opened"),
    [
        ({48_000}, {1, 2}, (48_000, 1, 1_920)),
        ({16_000, 48_000}, {2}, (16_000, 2, 640)),
        ({48_000}, {2}, (48_000, 2, 1_920)),
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
            time = np.arange(block_samples * 80) / rate_hz
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
            assert heard.troubles == ["microphone-lost"]
            fake_sound.opened[1].deliver(block(1))
            await asyncio.sleep(0.01)
            assert heard.troubles == ["microphone-lost", "microphone-back"]
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
            assert heard.troubles == ["microphone-lost"]
            await sound_again(fake_sound)
            assert heard.troubles == ["microphone-lost", "microphone-back"]

    in_jumping_time(flow())


def test_a_device_that_stays_away_is_looked_for_for_ever(
    fake_sound: Any, in_jumping_time: Run
) -> None:
    async def flow() -> None:
        heard, machine = Heard(), list(fake_sound.machine)
        async with heard.microphone:
            fake_sound.machine.clear()
            fake_sound.opened[0].break_off()
            await asyncio.sleep(2 * 3_600)
            assert heard.troubles == ["microphone-lost"]
            looks = fake_sound.log.count("initialize")
            assert looks == pytest.approx(2 * 3_600 / 4, rel=0.01)
            fake_sound.machine.extend(machine)
            await asyncio.sleep(4.1)
            await sound_again(fake_sound)
            assert heard.troubles == ["microphone-lost", "microphone-back"]
            assert np.array_equal(await heard.read(1), block(0))

    in_jumping_time(flow())


@pytest.mark.parametrize("failing", ["_terminate", "_initialize", "query_hostapis"])
def test_a_portaudio_that_fails_once_is_asked_again(
    fake_sound: Any, in_jumping_time: Run, failing: str
) -> None:
    works, failures = getattr(fake_sound, failing), [1]

    def fail_once() -> Any:
        if failures:
            failures.pop()
            raise fake_sound.PortAudioError("Error initializing PortAudio", -9999)
        return works()

    async def flow() -> None:
        heard = Heard()
        async with heard.microphone:
            setattr(fake_sound, failing, fail_once)
            fake_sound.opened[0].break_off()
            await asyncio.sleep(0.7)
            await sound_again(fake_sound)
            assert heard.troubles == ["microphone-lost", "microphone-back"]
            assert fake_sound.log.count("terminate") == fake_sound.log.count("initialize")

    in_jumping_time(flow())


def test_whatever_a_driver_throws_is_tried_again(fake_sound: Any, in_jumping_time: Run) -> None:
    opens, failures = fake_sound.RawInputStream, [1]

    def fail_once(**options: Any) -> Any:
        if failures:
            failures.pop()
            raise KeyError("out of a driver")
        return opens(**options)

    async def flow() -> None:
        heard = Heard()
        async with heard.microphone:
            fake_sound.RawInputStream = fail_once
            fake_sound.opened[0].break_off()
            await asyncio.sleep(0.7)
            await sound_again(fake_sound)
            assert heard.troubles == ["microphone-lost", "microphone-back"]

    in_jumping_time(flow())


def test_a_watch_that_breaks_ends_the_frames(fake_sound: Any, in_jumping_time: Run) -> None:
    def break_down(code: str, _: str) -> None:
        raise ZeroDivisionError(code)

    async def flow() -> None:
        async with DeviceMicrophone("", break_down) as microphone:
            fake_sound.opened[0].break_off()
            with pytest.raises(AudioError) as caught:
                await anext(microphone.frames())
        assert caught.value.code == "microphone-lost"

    in_jumping_time(flow())


def test_one_that_waits_begins_when_a_microphone_comes(
    fake_sound: Any, in_jumping_time: Run
) -> None:
    machine = list(fake_sound.machine)
    fake_sound.machine.clear()
    fake_sound.table.clear()

    async def flow() -> None:
        heard = Heard(waits=True)
        async with heard.microphone:
            await asyncio.sleep(120)
            assert heard.troubles == ["microphone-lost"]
            assert "No microphone was found" in heard.said[0]
            fake_sound.machine.extend(machine)
            await asyncio.sleep(4.1)
            await sound_again(fake_sound)
            assert heard.troubles == ["microphone-lost", "microphone-back"]
            assert np.array_equal(await heard.read(1), block(0))
            assert heard.microphone.gaps == 0

    in_jumping_time(flow())


def test_one_that_waits_for_a_microphone_in_use(fake_sound: Any, in_jumping_time: Run) -> None:
    fake_sound.broken.add("Built-in Mic")

    async def flow() -> None:
        heard = Heard(waits=True)
        async with heard.microphone as microphone:
            await asyncio.sleep(3)
            fake_sound.broken.clear()
            await asyncio.sleep(1.5)
            await sound_again(fake_sound)
            assert heard.troubles == ["microphone-lost", "microphone-back"]
            assert microphone.name == "Built-in Mic"

    in_jumping_time(flow())


def test_one_that_waits_takes_another_for_a_name_that_is_not_there(
    fake_sound: Any, in_jumping_time: Run
) -> None:
    async def flow() -> None:
        heard = Heard("webcam", waits=True)
        async with heard.microphone as microphone:
            await asyncio.sleep(0.01)
            assert microphone.name == "Built-in Mic"
        assert heard.troubles == ["microphone-other"]
        assert '"webcam"' in heard.said[0]

    in_jumping_time(flow())


def test_one_that_does_not_wait_is_told_of_a_wrong_name(
    fake_sound: Any, in_jumping_time: Run
) -> None:
    async def flow() -> None:
        async with Heard("webcam").microphone:
            pass

    with pytest.raises(AudioError) as caught:
        in_jumping_time(flow())
    assert caught.value.code == "no-such-device"
    assert fake_sound.opened == []


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
