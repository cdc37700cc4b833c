"""Measures CPU and memory of listening while nobody speaks, our way and the stock way.

Invariant: each way runs in a fresh process, in real time, over the same room noise; what is timed
begins when it is loaded and warm.
"""

from __future__ import annotations

import asyncio
import wave
from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time, sleep

from jarvis_voice.core.types import (
    FRAME_SAMPLES,
    FRAME_SECONDS,
    HERE,
    RATE_HZ,
    Origin,
    Reply,
    Source,
)
from jarvis_voice.workshop.benches.bench_progress import OnProgress
from jarvis_voice.workshop.benches.comparison import Figure, Report, Row
from jarvis_voice.workshop.benches.fresh_process import in_fresh_process

NOISE_DBFS = -50.0
WARM_UP_SECONDS = 2.0
LOOK_SECONDS = 0.5
FULL_SCALE = 32_768.0


@dataclass(frozen=True, slots=True)
class Idle:
    """CPU and memory that one way of listening used.

    Attributes:
        cpu_percent: Of one core, in each second or longer slice.
        memory_mb: Proportional set size in MB (10^6 bytes); None where the system does not tell.
        wakes: Calls that were heard in the noise.
    """

    cpu_percent: tuple[float, ...]
    memory_mb: float | None
    wakes: int


NOTHING = Idle((), None, 0)
"""Of a way that was not measured."""


async def bench_idle(
    models: Path, seconds: float, costs: list[Idle], on_progress: OnProgress
) -> None:
    """Ours, as it is set, and the stock way, one after the other.

    Args:
        models: The folder of fetched models.
        seconds: How long each listens.
        costs: The cost of each is added to it.
        on_progress: Told of each.

    Raises:
        JarvisError: A model is missing, or a wake word has no head.
    """
    with TemporaryDirectory(prefix="jarvis-bench-", ignore_cleanup_errors=True) as folder:
        noise = Path(folder) / "room.wav"
        write_room_noise(noise, seconds + WARM_UP_SECONDS + 1.0)
        for number, (way, name) in enumerate(((_ours, "our way"), (_stock, "the stock way"))):
            on_progress(number, 2, f"listening to a quiet room for {seconds:.0f} s, {name}")
            costs.append(await in_fresh_process(way, str(noise), str(models), seconds))


def report(costs: Sequence[Idle], seconds: float) -> Report:
    """The table of both ways, or of as many as were measured."""
    ours, stock = (*costs, NOTHING, NOTHING)[:2]
    rows = [
        Row(
            "CPU of one core while nobody speaks",
            Figure(ours.cpu_percent, "%", 2),
            Figure(stock.cpu_percent, "%", 2),
            "<= 3 %",
        )
    ]
    memory = [Figure((one.memory_mb,) if one.memory_mb else (), "MB") for one in (ours, stock)]
    rows.append(Row("memory (PSS) of the process", memory[0], memory[1]))
    wakes = Figure((float(ours.wakes),) if costs else ())
    rows.append(Row("wake words heard in the noise", wakes, wanted="0"))
    return Report(
        f"Listening to a room at {NOISE_DBFS:.0f} dBFS for {seconds:.0f} s",
        tuple(rows),
        "openwakeword.Model.predict, every frame, with its own onnxruntime settings",
        (
            "Ours is the whole session: recording in real time, wake word, VAD, speech to text "
            "loaded, gate and second stage; stock is the loop around its model alone.",
            "Median of slices of about a tenth of the time, with quartiles.",
        ),
    )


def write_room_noise(target: Path, seconds: float) -> None:
    """Noise at -50 dBFS, as a WAV; the same each time."""
    import numpy as np

    spread = FULL_SCALE * 10 ** (NOISE_DBFS / 20)
    samples = np.random.default_rng(5).normal(0, spread, round(seconds * RATE_HZ))
    with wave.open(str(target), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE_HZ)
        file.writeframes(np.round(samples).astype("<i2").tobytes())


class _Meter:
    """CPU time of this process, slice by slice."""

    def __init__(self, seconds: float) -> None:
        self._slice_seconds = max(seconds / 10, 0.5)
        self._begun = self._mark = (perf_counter(), process_time())
        self.percent: list[float] = []

    def look(self) -> float:
        """Note a slice when it is over; how long it has been measured."""
        now, cpu = perf_counter(), process_time()
        if now - self._mark[0] >= self._slice_seconds:
            self.percent.append(100 * (cpu - self._mark[1]) / (now - self._mark[0]))
            self._mark = (now, cpu)
        return now - self._begun[0]

    def cost(self, wakes: int) -> Idle:
        """All that was measured."""
        from jarvis_voice.workshop.benches.process_memory import own_memory_mb

        total = 100 * (process_time() - self._begun[1]) / (perf_counter() - self._begun[0])
        return Idle(tuple(self.percent) or (total,), own_memory_mb(), wakes)


def _ours(noise: str, models: str, seconds: float) -> Idle:
    return asyncio.run(_listen(Path(noise), Path(models), seconds))


async def _listen(noise: Path, models: Path, seconds: float) -> Idle:
    from jarvis_voice.app.voice_factory import open_ears, voice_settings
    from jarvis_voice.audio.recording import RecordingMicrophone
    from jarvis_voice.audio.speaker import NullSpeaker
    from jarvis_voice.core.bus import Bus
    from jarvis_voice.core.clock import FrameClock
    from jarvis_voice.core.config import load_config
    from jarvis_voice.core.events import Event, WakeDetected
    from jarvis_voice.core.paths import find_paths
    from jarvis_voice.voice.output.speech_output import SpeechOutput
    from jarvis_voice.voice.session import VoiceSession

    paths = replace(find_paths(), models=models)
    config, bus, clock = load_config(paths), Bus(), FrameClock()
    wakes: list[Event] = []
    bus.listen(lambda event: wakes.append(event) if isinstance(event, WakeDetected) else None)
    microphone = RecordingMicrophone(noise, clock=clock, realtime=True, gate=None)
    async with open_ears(config, paths, microphone) as ears:
        mouth = SpeechOutput(None, NullSpeaker(), bus, clock)
        settings = voice_settings(config, earcons=False)
        session = VoiceSession(ears, mouth, Nobody(), bus, clock, settings)
        listening = asyncio.create_task(session.run())
        await asyncio.sleep(WARM_UP_SECONDS)
        meter = _Meter(seconds)
        for _ in range(round(seconds / LOOK_SECONDS)):
            await asyncio.sleep(LOOK_SECONDS)
            meter.look()
        cost = meter.cost(len(wakes))
        await session.stop()
        await asyncio.wait({listening})
    return cost


class Nobody:
    """A brain that never answers; implements `ports.Conversation`."""

    async def ask(
        self,
        text: str,
        *,
        source: Source,
        thread_id: str | None = None,
        dry_run: bool = False,
        origin: Origin = HERE,
    ) -> AsyncGenerator[Reply]:
        """No reply."""
        del text, source, thread_id, dry_run, origin
        nothing: tuple[Reply, ...] = ()
        for reply in nothing:
            yield reply


def _stock(noise: str, models: str, seconds: float) -> Idle:
    """The loop of openWakeWord's own example: block, predict, look at the score."""
    import numpy as np
    from openwakeword.model import Model

    from jarvis_voice.engines.wake.heads import STOCK_FILE

    folder = Path(models) / "wake"
    model = Model(
        wakeword_model_paths=[str(Path(models) / STOCK_FILE)],
        melspec_onnx_model_path=str(folder / "melspectrogram.onnx"),
        embedding_onnx_model_path=str(folder / "embedding_model.onnx"),
    )
    with wave.open(noise, "rb") as file:
        pcm = np.frombuffer(file.readframes(file.getnframes()), "<i2").astype(np.int16)
    frames = pcm[: len(pcm) // FRAME_SAMPLES * FRAME_SAMPLES].reshape(-1, FRAME_SAMPLES)
    warm_up, wakes, meter = round(WARM_UP_SECONDS / FRAME_SECONDS), 0, None
    started_at = perf_counter()
    for number, frame in enumerate(frames):
        sleep(max(started_at + (number + 1) * FRAME_SECONDS - perf_counter(), 0))
        wakes += int(max(model.predict(frame).values()) >= 0.5)  # noqa: PLR2004 - its default threshold
        if number == warm_up:
            meter = _Meter(seconds)
        if meter and meter.look() >= seconds:
            break
    return (meter or _Meter(seconds)).cost(wakes)
