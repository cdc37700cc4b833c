"""A child of the bench tests: uses its environment's devices, tells what it sees as lines."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from jarvis_voice.audio.microphone import DeviceMicrophone
from jarvis_voice.audio.monitor_source import ServerView, ServerWatch
from jarvis_voice.audio.portaudio import list_devices
from jarvis_voice.audio.speaker import DeviceSpeaker
from jarvis_voice.core.types import SpeechChunk


def tell(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


async def hear(device: str, path: str) -> None:
    """Writes every frame to a file until stdin ends."""
    loop = asyncio.get_running_loop()
    microphone = DeviceMicrophone(device, lambda code, _: tell(code))
    ending = loop.run_in_executor(None, sys.stdin.read)
    async with microphone:
        with Path(path).open("wb", buffering=0) as file:  # noqa: ASYNC230 - a small temporary file

            async def write() -> None:
                count = 0
                async for frame in microphone.frames():
                    file.write(frame.pcm.tobytes())
                    count += 1
                    if count % 25 == 1:
                        tell("hearing")

            tell(f"ready {microphone.name}")
            writing = asyncio.create_task(write())
            await ending
        tell(f"dropped {microphone.dropped_frames}")
    await asyncio.wait({writing})


async def speak(device: str, path: str, rate_hz: str, handed_path: str) -> None:
    """Plays a raw file in chunks of 0.4 s, and writes what the device was handed."""
    pcm = np.fromfile(path, np.int16)
    handed: list[NDArray[np.int16]] = []
    rates_hz: set[int] = set()

    def note(samples: NDArray[np.int16], device_hz: int, _: float) -> None:
        handed.append(samples.copy())
        rates_hz.add(device_hz)

    async def chunks() -> AsyncIterator[SpeechChunk]:
        step = int(rate_hz) * 2 // 5
        for start in range(0, len(pcm), step):
            yield SpeechChunk(pcm[start : start + step], int(rate_hz), f"w{start // step}")

    async with DeviceSpeaker(device, note) as speaker:
        tell(f"ready {speaker.name}")
        playback = await speaker.play(chunks(), lambda: tell("started"))
    np.concatenate(handed).tofile(handed_path)
    tell(f"rate {' '.join(map(str, rates_hz))}")
    tell(f"heard {playback.text_heard}")


async def interrupt(device: str, path: str, rate_hz: str) -> None:
    """Plays a raw file and stops it after a second."""
    loop = asyncio.get_running_loop()
    times: list[float] = []

    async def chunks() -> AsyncIterator[SpeechChunk]:
        yield SpeechChunk(np.fromfile(path, np.int16), int(rate_hz), "one two three four")

    def on_started() -> None:
        times.append(loop.time())
        loop.call_later(1.0, stop)

    def stop() -> None:
        times.append(loop.time())
        speaker.stop()

    async with DeviceSpeaker(device) as speaker:
        playback = await speaker.play(chunks(), on_started)
    tell(f"stopped {times[1] - times[0]:.3f} {playback.was_interrupted} {playback.text_heard}")


async def converse(path: str, rate_hz: str) -> None:
    """Listens, and plays a raw file again and again until stdin ends."""
    loop = asyncio.get_running_loop()
    pcm = np.fromfile(path, np.int16)

    async def chunks() -> AsyncIterator[SpeechChunk]:
        while True:
            yield SpeechChunk(pcm, int(rate_hz), "words")

    ending = loop.run_in_executor(None, sys.stdin.read)
    async with DeviceSpeaker("") as speaker, DeviceMicrophone("", lambda code, _: tell(code)):
        playing = asyncio.create_task(speaker.play(chunks(), lambda: tell("started")))
        await ending
        speaker.stop()
        await asyncio.wait({playing})
    tell("left")


async def wait_for_microphone() -> None:
    """Waits for a microphone that is not there at the start, and hears one frame."""
    microphone = DeviceMicrophone("", lambda code, _: tell(code), waits=True)
    async with microphone:
        await anext(microphone.frames())
        tell(f"hearing {microphone.name}")


async def live() -> None:
    """Listens as the daemon does until stdin ends; tells each change of state."""
    loop = asyncio.get_running_loop()
    microphone = DeviceMicrophone("", lambda code, _: tell(code), waits=True, server=ServerWatch())
    ending = loop.run_in_executor(None, sys.stdin.read)
    async with microphone:

        async def watch() -> None:
            state, loud, count = "", False, 0
            async for frame in microphone.frames():
                count += 1
                if count % 12 == 0:
                    tell("second")
                if microphone.health.state != state:
                    state = microphone.health.state
                    tell(f"state {state} {microphone.name}")
                if (np.abs(frame.pcm).max() > 1_000) != loud:
                    loud = not loud
                    if loud:
                        tell("loud")

        watching = asyncio.create_task(watch())
        await ending
        watching.cancel()
        await asyncio.wait({watching})


async def mute() -> None:
    """Hears, rests until a line comes, and hears again."""
    loop = asyncio.get_running_loop()
    microphone = DeviceMicrophone("", lambda code, _: tell(code))
    async with microphone:
        frames = microphone.frames()
        await anext(frames)
        tell(f"muted {await microphone.rest()} {microphone.health.state}")
        await loop.run_in_executor(None, sys.stdin.readline)
        tell(f"open {await microphone.wake()} {microphone.health.state}")
        await anext(frames)
        tell(f"hearing {microphone.health.state}")


async def look() -> None:
    """Tells what the sound server does with an open microphone until stdin ends."""
    loop = asyncio.get_running_loop()
    ending = loop.run_in_executor(None, sys.stdin.read)
    watch = ServerWatch()

    def show(view: ServerView | None) -> None:
        if view is None:
            tell("none")
        elif view.is_on_monitor:
            tell("moved True")

    async with DeviceMicrophone("", lambda *_: None) as microphone:
        await anext(microphone.frames())
        if view := watch.look():
            names = sorted(name for name, _ in view.microphones)
            tell(f"view {view.default_source} {names} {list(view.ours)} {view.is_on_monitor}")
        watch.begin(show)
        await ending
        watch.end()


async def devices() -> None:
    """Lists what PortAudio sees."""
    for found in list_devices():
        tell(f"{found.name} {found.inputs} {found.outputs} {found.is_default_input}")


if __name__ == "__main__":
    asyncio.run(globals()[sys.argv[1]](*sys.argv[2:]))
