"""Compares our wake word head with openWakeWord's on recordings, in one streaming loop.

Invariant: both heads hear the same embeddings of the same sound; nothing is tuned here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING

from jarvis_voice.core.wake_point import WakePoint
from jarvis_voice.engines.wake.heads import STOCK_FILE, STOCK_GREY_FROM, STOCK_WORD, WakeHead
from jarvis_voice.workshop.benches.comparison import Figure, Report, Row
from jarvis_voice.workshop.benches.wake_recordings import (
    Scored,
    in_noise,
    read_sound,
    score_recordings,
    sound_files,
)
from jarvis_voice.workshop.benches.wake_trial import Judges, try_recording
from jarvis_voice.workshop.training.operating_point import Rate, Share

if TYPE_CHECKING:
    from jarvis_voice.workshop.benches.wake_recordings import Pcm

NOISE_DB = 10.0
STOCK_THRESHOLD = 0.5
"""openwakeword's default."""

OURS, STOCK = 0, 1


@dataclass(slots=True)
class Tally:
    """How many recordings of one set one way heard as a call.

    Attributes:
        called: For each recording whether it made a call.
        calls: All calls.
        refusals: By reason.
    """

    called: list[bool] = field(default_factory=list)
    calls: int = 0
    refusals: Counter[str] = field(default_factory=Counter)

    @property
    def missed(self) -> Share:
        """Recordings without a call."""
        return Share(self.called.count(False), len(self.called))


WAYS = ("head alone", "with second stage", "stock")


@dataclass(slots=True)
class WakeFigures:
    """The counts of the wake bench, by set of recordings and by way.

    Attributes:
        negative_seconds: Length of all negatives.
        frame_ms: CPU time a frame, for each set.
    """

    clean: dict[str, Tally] = field(default_factory=lambda: {way: Tally() for way in WAYS})
    noisy: dict[str, Tally] = field(default_factory=lambda: {way: Tally() for way in WAYS})
    negative: dict[str, Tally] = field(default_factory=lambda: {way: Tally() for way in WAYS})
    negative_seconds: float = 0.0
    frame_ms: list[float] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Sets:
    """The recordings in a data folder."""

    positive: list[Path]
    negative: list[Path]
    noise: list[Path]

    @property
    def steps(self) -> int:
        """How many recordings are heard, the positives with and without noise."""
        return 2 * len(self.positive) + len(self.negative)


def find_sets(data: Path, most: int | None) -> Sets:
    """wake/positive, wake/negative with commands, and noise; at most so many of the first two.

    Raises:
        AudioError: One of the folders has no recordings.
    """
    negative = [*sound_files(data / "wake" / "negative"), *sound_files(data / "commands")]
    positive = sound_files(data / "wake" / "positive")
    return Sets(_some(positive, most), _some(negative, most), sound_files(data / "noise"))


def _some(files: list[Path], most: int | None) -> list[Path]:
    """So many files, spread over all."""
    if most is None or most >= len(files):
        return files
    return [files[number * len(files) // most] for number in range(most)]


@dataclass(frozen=True, slots=True)
class Bench:
    """The models that the wake bench compares.

    Attributes:
        models: The folder of fetched models.
        head: Ours.
        whisper: The folder of speech to text.
    """

    models: Path
    head: WakeHead
    whisper: Path

    async def run(self, sets: Sets, figures: WakeFigures, on_done: Callable[[], None]) -> None:
        """Hear every recording; what was measured is added to the figures as it comes.

        Raises:
            AudioError: A recording cannot be read.
            ModelError: A model is missing, or failed.
        """
        from jarvis_voice.engines.stt.whisper import FasterWhisper
        from jarvis_voice.engines.vad.silero import SileroVad
        from jarvis_voice.engines.wake.detector import WakeScorer

        stock = WakeHead(
            STOCK_WORD, self.models / STOCK_FILE, STOCK_THRESHOLD, STOCK_GREY_FROM, (STOCK_WORD,)
        )
        noise = read_sound(sets.noise[0])
        async with AsyncExitStack() as stack:
            melspectrogram = self.models / "wake" / "melspectrogram.onnx"
            scorer = await stack.enter_async_context(WakeScorer(melspectrogram, (self.head, stock)))
            judges = Judges(
                await stack.enter_async_context(SileroVad()),
                await stack.enter_async_context(FasterWhisper(self.whisper, "en", 1)),
            )
            hear = partial(score_recordings, scorer)
            kitchen = partial(_mixed, noise=noise)
            begun = process_time()
            async for one in hear(sets.positive, on_done):
                figures.frame_ms.append((process_time() - begun) * 1_000 / len(one.frames))
                await self._try(one, figures.clean, judges)
                begun = process_time()
            async for one in hear(sets.positive, on_done, kitchen):
                await self._try(one, figures.noisy, judges)
            async for one in hear(sets.negative, on_done):
                figures.negative_seconds += one.seconds
                await self._try(one, figures.negative, judges)

    async def _try(self, one: Scored, tallies: dict[str, Tally], judges: Judges) -> None:
        ours = self.head.point
        stock = WakePoint(STOCK_WORD, STOCK_THRESHOLD, STOCK_GREY_FROM)
        for way, head, point, is_looked_at in (
            (WAYS[0], OURS, ours, False),
            (WAYS[1], OURS, ours, True),
            (WAYS[2], STOCK, stock, False),
        ):
            outcome = await try_recording(one, head, point, judges, second_stage=is_looked_at)
            tally = tallies[way]
            tally.called.append(bool(outcome.calls))
            tally.calls += len(outcome.calls)
            tally.refusals.update(outcome.refusals)


def _mixed(pcm: Pcm, seed: int, *, noise: Pcm) -> Pcm:
    return in_noise(pcm, noise, NOISE_DB, seed)


def report(figures: WakeFigures, head: WakeHead) -> Report:
    """The table: misses, false accepts, and what the second stage changes."""
    hours = figures.negative_seconds / 3_600
    rows = []
    for way in WAYS[:2]:
        for name, tallies, wanted in (
            ("missed, clean", figures.clean, "<= 1 %"),
            ("missed, kitchen at 10 dB", figures.noisy, "<= 2.7 %"),
        ):
            ours, stock = _missed(tallies[way]), _missed(tallies["stock"])
            rows.append(Row(f"{name}, {way}", ours, stock, wanted))
        alarms = [Rate(figures.negative[one].calls, hours) for one in (way, "stock")]
        counts, rates = [_count(one) for one in alarms], [_rate(one) for one in alarms]
        rows.append(Row(f"false accepts, {way}", counts[0], counts[1], "0"))
        rows.append(Row(f"false accepts an hour, {way}", rates[0], rates[1]))
    if figures.frame_ms:
        cost = Figure(tuple(figures.frame_ms), "ms", 2)
        rows.append(Row("CPU time a frame of 80 ms, both heads", cost))
    return Report(
        f'Wake word "{head.word}"', tuple(rows), _STOCK, tuple(_notes(figures, head, hours))
    )


_STOCK = (
    f'openWakeWord\'s "{STOCK_WORD}" head at its default threshold of {STOCK_THRESHOLD}, over the '
    "same embeddings"
)


def _notes(figures: WakeFigures, head: WakeHead, hours: float) -> Sequence[str]:
    way = WAYS[1]
    refused = (
        figures.clean[way].refusals + figures.noisy[way].refusals + figures.negative[way].refusals
    )
    reasons = ", ".join(f"{reason} {count}" for reason, count in refused.most_common())
    return (
        f"It rests on {len(figures.clean['stock'].called)} recordings of the word, "
        f"{len(figures.noisy['stock'].called)} of it in noise, "
        f"{len(figures.negative['stock'].called)} of other sound ({hours:.2f} h); "
        f"threshold {head.threshold:.2f}, grey from {head.grey_from:.2f}; 95 % bounds",
        "Recordings that the head was trained on are no proof of it: its model card tells which.",
        f"Refused by the second stage or the gate: {reasons or 'none'}",
    )


def _missed(tally: Tally) -> Figure:
    if not tally.called:
        return Figure(())
    share = tally.missed
    return Figure((share.percent,), "%", 1, bounds=share.bounds_percent)


def _count(rate: Rate) -> Figure:
    return Figure((float(rate.count),) if rate.hours else ())


def _rate(rate: Rate) -> Figure:
    if not rate.hours:
        return Figure(())
    return Figure((rate.count / rate.hours,), "/h", 2, bounds=(0.0, rate.upper_an_hour))
