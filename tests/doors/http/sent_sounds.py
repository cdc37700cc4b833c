"""Sounds as programs send them, and a client that needs no token."""

import io
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import av
import httpx
import numpy as np
import soundfile
from doors.http.scripted_speech import LOUD, ScriptedSpeech
from doors.http.served_http import http_port
from numpy.typing import NDArray

from jarvis_voice.core.paths import Paths


def tone(seconds: float, rate_hz: int = 16_000, value: int = 10 * LOUD) -> NDArray[np.int16]:
    """A loud sound."""
    times = np.arange(round(seconds * rate_hz)) / rate_hz
    loud: NDArray[np.int16] = (np.sin(2 * np.pi * 300 * times) * value).astype(np.int16)
    return loud


def silence(seconds: float) -> NDArray[np.int16]:
    return np.zeros(round(seconds * 16_000), np.int16)


def wav(*parts: NDArray[np.int16], rate_hz: int = 16_000, form: str = "WAV") -> bytes:
    box = io.BytesIO()
    soundfile.write(box, np.concatenate(parts), rate_hz, format=form)
    return box.getvalue()


def webm(pcm: NDArray[np.int16], form: str = "webm", codec: str = "libopus") -> bytes:
    """As a browser records: 48 kHz, two channels."""
    box = io.BytesIO()
    with av.open(box, "w", format=form) as container:
        stream: Any = container.add_stream(codec, rate=48_000)
        stream.layout = "stereo"
        both = np.repeat(pcm, 2)[np.newaxis]
        frame = av.AudioFrame.from_ndarray(both, format="s16", layout="stereo")
        frame.sample_rate = 48_000
        for part in (frame, None):
            container.mux(stream.encode(part))
    return box.getvalue()


@asynccontextmanager
async def served(
    paths: Paths, pool: ScriptedSpeech | None = None, **changes: Any
) -> AsyncIterator[httpx.AsyncClient]:
    """A client at a port that asks for no token."""
    port_there = http_port(paths, pool=pool, open_on_loopback=True, **changes)
    async with port_there as port, port.client() as client:
        yield client


SHORT = wav(silence(0.3), tone(1.0), silence(0.3))
LONG = wav(tone(4.0), silence(2.0), tone(5.0), silence(2.0), tone(6.0))


SOUNDS = {
    "flac": wav(tone(1.0), form="FLAC"),
    "ogg": wav(tone(1.0), form="OGG"),
    "mp3": wav(tone(1.0), form="MP3"),
    "aiff": wav(tone(1.0), form="AIFF"),
    "48 kHz stereo": wav(np.stack([tone(1.0, 48_000)] * 2, 1), rate_hz=48_000),
    "webm": webm(tone(1.0, 48_000)),
    "m4a": webm(tone(1.0, 48_000), "mp4", "aac"),
}
