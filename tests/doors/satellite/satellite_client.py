"""A satellite as a program: sends frames, and plays what it is sent in its own time."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Literal

import numpy as np
from bench.voices import read
from numpy.typing import NDArray
from websockets.asyncio.client import ClientConnection, connect

from jarvis_voice.core.clock import SystemClock
from jarvis_voice.core.types import FRAME_SAMPLES, FRAME_SECONDS, RATE_HZ

WAIT_SECONDS = 30.0
PLAYED_SECONDS = 0.05
SPEECH_HZ = 22_050

Message = dict[str, Any]


def frames_of(file: Path) -> NDArray[np.int16]:
    """The frames of a WAV with 16 kHz, shape (n_frames, 1280)."""
    sound, rate = read(file)
    assert rate == RATE_HZ
    whole = np.pad(sound, (0, -len(sound) % FRAME_SAMPLES))
    return (whole * 32_767).astype("<i2").reshape(-1, FRAME_SAMPLES)


class SatelliteClient:
    """One satellite.

    Attributes:
        messages: All that it was told, each with `heard_at`, seconds.
        spoken_samples: Of the speech that plays.
    """

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._seconds = SystemClock().seconds
        self._news = asyncio.Event()
        self._speech = -1
        self._began_at = 0.0
        self.messages: list[Message] = []
        self.spoken_samples = 0

    async def send(self, **body: Any) -> None:
        """Send a message."""
        await self._socket.send(json.dumps(body))

    async def stream(self, frames: NDArray[np.int16]) -> None:
        """Send frames in the time that they last."""
        start = self._seconds()
        for number, frame in enumerate(frames):
            await asyncio.sleep(max(0.0, start + number * FRAME_SECONDS - self._seconds()))
            await self._socket.send(frame.tobytes())

    async def say(self, frames: NDArray[np.int16]) -> None:
        """Hold the button while frames are sent."""
        await self.send(type="press")
        await self.stream(frames)
        await self.send(type="release")

    async def wait(self, wanted: Callable[[Message], bool], since: int = 0) -> Message:
        """The first message that is wanted, which may have come already."""
        try:
            async with asyncio.timeout(WAIT_SECONDS):
                return await self._next(wanted, since)
        except TimeoutError as error:
            raise AssertionError(f"it was told {self.messages}") from error

    async def _next(self, wanted: Callable[[Message], bool], since: int) -> Message:
        while True:
            for message in self.messages[since:]:
                if wanted(message):
                    return message
            self._news.clear()
            await self._news.wait()

    async def wait_for(self, kind: str, since: int = 0) -> Message:
        """The first message of a type, or event of one."""
        return await self.wait(lambda one: kind in (one["type"], event_of(one).get("type")), since)

    async def wait_for_state(self, state: str, since: int = 0) -> Message:
        """The first time that it is told a state."""
        return await self.wait(lambda one: one.get("state") == state, since)

    @property
    def now(self) -> float:
        """Seconds on the clock of `heard_at`."""
        return self._seconds()

    async def take(self) -> None:
        """Read what comes, until cancelled."""
        async for data in self._socket:
            if isinstance(data, bytes):
                if data[1] == self._speech:
                    self.spoken_samples += (len(data) - 2) // 2
                continue
            message = json.loads(data)
            if message["type"] == "speech-begin":
                self._speech, self._began_at = message["speech"], self._seconds()
                self.spoken_samples = 0
            elif message["type"] == "speech-stop":
                self._speech = -1
            self.messages.append({**message, "heard_at": self._seconds()})
            self._news.set()

    async def play(self) -> None:
        """Tell what was played, until cancelled."""
        while True:
            await asyncio.sleep(PLAYED_SECONDS)
            if self._speech >= 0:
                seconds = min(self._seconds() - self._began_at, self.spoken_samples / SPEECH_HZ)
                await self.send(type="played", speech=self._speech, ms=int(seconds * 1_000))


def event_of(message: Message) -> Message:
    """The event in a message."""
    event: Message = message.get("event", {})
    return event


@asynccontextmanager
async def satellite(
    url: str, token: str, name: str, wake: Literal["push", "server"] = "push"
) -> AsyncIterator[SatelliteClient]:
    """A satellite that was welcomed."""
    address = url.replace("http", "ws", 1) + "/api/v1/satellite"
    offered = ["jarvis.v1", f"token.{token}"]
    async with connect(address, subprotocols=offered, proxy=None) as socket:  # type: ignore[arg-type]
        client = SatelliteClient(socket)
        await client.send(type="hello", version=1, name=name, wake=wake)
        tasks = [asyncio.create_task(client.take()), asyncio.create_task(client.play())]
        try:
            await client.wait_for("welcome")
            yield client
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
