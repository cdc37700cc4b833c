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

    def __init__(self, device: str = "", *, waits: bool = False) -> None:
        self.troubles: list[str] = []
        self.said: list[str] = []
        self.frames: list[AudioFrame] = []
        self.microphone = DeviceMicrophone(device, self._take_trouble, waits=waits)

    def _take_trouble(self, code: str, message: str) -> None:
        self.troubles.append(code)
        self.said.append(message)

    async def read(self, count: int) -> NDArray[np.int16]:
        frames = self.microphone.frames()
        new = [await anext(frames) for _ in range(count)]
        self.frames += new
        return np.concatenate([frame.pcm for frame in new])


async def sound_again(fake_sound: Any) -> None:
    """The newest stream gives its first block."""
    fake_sound.opened[-1].deliver(block(0))
    await asyncio.sleep(0.01)


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
