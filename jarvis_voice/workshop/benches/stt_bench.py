"""Measures speech to text on recorded commands, our way and the library's, clip by clip.

Invariant: both ways have the same weights, the same threads and the same sound; which of them goes
first alternates, and nothing else runs between the two.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

from jarvis_voice.core.errors import ConfigError
from jarvis_voice.core.types import RATE_HZ, Utterance
from jarvis_voice.engines.stt.whisper import FasterWhisper
from jarvis_voice.workshop.benches.bench_progress import OnProgress
from jarvis_voice.workshop.benches.comparison import Figure, Report, Row, ratio
from jarvis_voice.workshop.benches.slots import slots_heard

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

RESAMPLES = 10_000
SEED = 7
MS = 1_000.0

STOCK = "WhisperModel.transcribe() with its defaults (beam 5, 30 s, six temperatures), language set"


@dataclass(frozen=True, slots=True)
class CommandClip:
    """A recorded command.

    Attributes:
        pcm: Mono int16, shape (n_samples,), 16 000 Hz.
        slots: What must be heard, by the name of the slot.
    """

    name: str
    pcm: NDArray[np.int16]
    slots: dict[str, str]


@dataclass(slots=True)
class SttWay:
    """Times and scores of one way of speech to text.

    Attributes:
        seconds: How long each clip took.
        heard: For each clip how many of its slots were heard.
    """

    seconds: list[float] = field(default_factory=list)
    heard: list[int] = field(default_factory=list)

    def add(self, seconds: float, heard: int) -> None:
        """One clip more."""
        self.seconds.append(seconds)
        self.heard.append(heard)


@dataclass(slots=True)
class SttFigures:
    """Figures of both ways over the same clips, so far.

    Attributes:
        model: The folder of the weights.
        slots: How many slots each clip has that both ways have heard.
        sound_seconds: How long these clips are, together.
    """

    model: str
    threads: int
    ours: SttWay = field(default_factory=SttWay)
    stock: SttWay = field(default_factory=SttWay)
    slots: list[int] = field(default_factory=list)
    sound_seconds: float = 0.0


def read_commands(data: Path, most: int | None = None) -> list[CommandClip]:
    """The recordings of `data`/commands that its labels.json names.

    Args:
        data: A folder with commands/labels.json and commands/*.flac.
        most: So many of them at most, spread over all.

    Raises:
        ConfigError: There are no labels, or a recording is not 16 kHz mono ("bench-data").
    """
    folder = data / "commands"
    try:
        labels: dict[str, Any] = json.loads((folder / "labels.json").read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ConfigError("bench-data", f"{folder} holds no readable labels.json.") from error
    names = sorted(labels)
    step = max(1, -(-len(names) // most)) if most else 1
    return [_read(folder / name, labels[name]["slots"]) for name in names[::step]]


async def bench_stt(
    figures: SttFigures, clips: list[CommandClip], on_progress: OnProgress, language: str = "en"
) -> None:
    """Let both ways hear every clip.

    Args:
        figures: The model and the threads; what was measured is added to them as it comes.
        clips: What is heard.
        on_progress: Told of each clip.
        language: Of the clips.

    Raises:
        ModelError: The model is missing or failed.
    """
    values = {value for clip in clips for value in clip.slots.values()}
    model, threads = Path(figures.model), figures.threads
    on_progress(0, len(clips), "the model is loaded, both ways")
    async with FasterWhisper(model, language, threads) as whisper:
        hear_stock = await asyncio.to_thread(_stock, model, language, threads)
        await whisper.transcribe(Utterance(_nothing(), None, "silence"))

        async def hear(clip: CommandClip, *, is_ours: bool) -> tuple[float, int]:
            started_at = perf_counter()
            if is_ours:
                text = (await whisper.transcribe(Utterance(clip.pcm, None, "silence"))).text
            else:
                text = await asyncio.to_thread(hear_stock, clip.pcm)
            took = perf_counter() - started_at
            return took, sum(slots_heard(clip.slots, text, values))

        for number, clip in enumerate(clips):
            on_progress(number, len(clips), clip.name)
            order = (True, False) if number % 2 else (False, True)
            heard = {is_ours: await hear(clip, is_ours=is_ours) for is_ours in order}
            figures.ours.add(*heard[True])
            figures.stock.add(*heard[False])
            figures.slots.append(len(clip.slots))
            figures.sound_seconds += len(clip.pcm) / RATE_HZ
    on_progress(len(clips), len(clips), "")


def report(figures: SttFigures) -> Report:
    """The figures as a table."""
    ours, stock, slots = figures.ours, figures.stock, figures.slots
    gain = [a - b for a, b in zip(ours.heard, stock.heard, strict=True)]
    times = ratio(_ms(stock, "median"), _ms(ours, "median"), digits=2)
    return Report(
        title=f"Speech to text of {len(slots)} commands with {sum(slots)} slots",
        rows=(
            Row("slots heard", _share(ours.heard, slots), _share(stock.heard, slots)),
            Row("difference, points", _share(gain, slots, unit="", digits=2), None, "above -2"),
            Row("clip to text, p50", _ms(ours, "median"), _ms(stock, "median")),
            Row("clip to text, p95", _ms(ours, "p95"), _ms(stock, "p95"), "< 500 ms"),
            Row("times as fast at p50", times, None, ">= 3"),
        ),
        stock=STOCK,
        notes=(
            f"Model {Path(figures.model).name}, threads of each way: {figures.threads}, "
            f"{figures.sound_seconds / 60:.0f} minutes of sound.",
            "Slots: 95 % intervals by resampling whole clips, the difference paired; times: "
            "quartiles over the clips.",
        ),
    )


def interval(counts: Sequence[int], totals: Sequence[int]) -> tuple[float, float]:
    """The 95 % interval of 100 * sum(counts) / sum(totals), resampling clips with replacement."""
    import numpy as np

    chosen = np.random.default_rng(SEED).integers(0, len(counts), (RESAMPLES, len(counts)))
    shares = 100 * np.asarray(counts)[chosen].sum(1) / np.asarray(totals)[chosen].sum(1)
    low, high = np.percentile(shares, [2.5, 97.5])
    return float(low), float(high)


def _share(
    counts: Sequence[int], totals: Sequence[int], *, unit: str = "%", digits: int = 1
) -> Figure:
    if not sum(totals):
        return Figure(())
    value = 100 * sum(counts) / sum(totals)
    return Figure((value,), unit, digits, bounds=interval(counts, totals))


def _ms(way: SttWay, statistic: str) -> Figure:
    return Figure(tuple(MS * one for one in way.seconds), "ms", 0, statistic)


def _read(file: Path, slots: dict[str, str]) -> CommandClip:
    import soundfile

    try:
        pcm, rate_hz = soundfile.read(file, dtype="int16")
    except (OSError, soundfile.SoundFileError) as error:
        raise ConfigError("bench-data", f"{file} cannot be read.") from error
    if rate_hz != RATE_HZ or pcm.ndim != 1:
        raise ConfigError("bench-data", f"{file} is not mono at {RATE_HZ} Hz.")
    return CommandClip(file.name, pcm, slots)


def _stock(model: Path, language: str, threads: int) -> Callable[[NDArray[np.int16]], str]:
    """The library's own way, after one call that nobody times."""
    import numpy as np
    from faster_whisper import WhisperModel

    whisper = WhisperModel(
        str(model), device="cpu", compute_type="int8", cpu_threads=threads, local_files_only=True
    )

    def hear(pcm: NDArray[np.int16]) -> str:
        segments, _ = whisper.transcribe(pcm.astype(np.float32) / 32_768.0, language=language)
        return " ".join(segment.text.strip() for segment in segments)

    hear(_nothing())
    return hear


def _nothing() -> NDArray[np.int16]:
    """What both ways hear before anybody times them."""
    import numpy as np

    return np.zeros(RATE_HZ, np.int16)
