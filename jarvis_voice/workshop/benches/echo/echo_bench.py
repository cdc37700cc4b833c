"""`jarvis bench echo`: measures how much of our own voice is cancelled, and who is heard.

Invariant: with and without the canceller the same samples are heard, in one run.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from jarvis_voice.core.types import FRAME_SAMPLES, FRAME_SECONDS, RATE_HZ
from jarvis_voice.workshop.benches.comparison import Figure, Report, Row
from jarvis_voice.workshop.benches.echo.callers import callers, recorded
from jarvis_voice.workshop.benches.echo.echo_trial import (
    PAUSE_SECONDS,
    REPLY_SECONDS,
    echo_dbfs,
    in_turns,
    run_trial,
)
from jarvis_voice.workshop.benches.echo.loop_bench import bench_loop, company
from jarvis_voice.workshop.benches.echo.loop_parts import open_parts
from jarvis_voice.workshop.benches.echo.self_speech import PLAIN, speak
from jarvis_voice.workshop.worlds.air import AirSetup, at_dbfs
from jarvis_voice.workshop.worlds.room import ROOMS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from jarvis_voice.core.paths import Paths
    from jarvis_voice.core.ports import TextToSpeech
    from jarvis_voice.core.types import SpeechChunk
    from jarvis_voice.engines.wake.detector import WakeScorer

Progress = Callable[[str], None]

STOCK = "what the microphone hears goes on as it is, and nobody knows what we say"

CALLS = 40
LEVELS_DB = (0, -10, -15)
CALL_EVERY_SECONDS = 4.0
LEAD_IN_SECONDS = 3.0

NOTICED_SECONDS = 0.7
"""How long behind a call its score may come."""

PLAIN_AIR = AirSetup()
VARIATIONS = {
    "48 kHz, 120 ms late": PLAIN_AIR,
    "50 ms late": replace(PLAIN_AIR, delay_seconds=0.05),
    "300 ms late": replace(PLAIN_AIR, delay_seconds=0.3),
    "16 kHz": replace(PLAIN_AIR, rate_hz=16_000),
    "15 dB quieter": replace(PLAIN_AIR, echo_db=-7.0),
    "loudspeaker driven hard": replace(PLAIN_AIR, drive=1.5),
    "clocks 50 ppm apart": replace(PLAIN_AIR, drift=5e-5),
}


@dataclass(frozen=True, slots=True)
class Parts:
    """The voice, the wake scorer and the data that the echo bench uses.

    Attributes:
        tts: Our own voice.
        scorer: The wake word's networks; the first head counts.
        progress: Told what is being done.
        data: Recordings of people (`wake/positive`), or None for synthetic callers.
    """

    tts: TextToSpeech
    scorer: WakeScorer
    progress: Progress
    data: Path | None = None


@dataclass(slots=True)
class EchoRecord:
    """What was measured so far.

    Attributes:
        cancelled: Rows of the canceller alone.
        frame_ms: What it worked for each frame.
        loop: Rows of the whole session.
        notes: What it was measured on.
    """

    cancelled: list[Row] = field(default_factory=list)
    frame_ms: list[float] = field(default_factory=list)
    loop: list[Row] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def report(figures: EchoRecord) -> Report:
    """The table."""
    rows = (
        *figures.cancelled,
        Row("work a frame of 80 ms, while we speak", _ms(figures.frame_ms), wanted="< 4 ms"),
        Row("the same, one frame in twenty takes", _ms(figures.frame_ms, "p95")),
        *figures.loop,
    )
    return Report("Echo", rows, STOCK, tuple(figures.notes))


async def bench_echo(
    paths: Paths,
    figures: EchoRecord,
    progress: Progress,
    data: Path | None,
    *,
    mentions: int,
    calls: int,
) -> None:
    """All of it, with the models in the user's folder and the first wake word that is set.

    Args:
        paths: Where config and models are.
        figures: What was measured is added to them as it comes.
        progress: Told what is being done.
        data: Recordings of people, or None.
        mentions: How often we say our own name in the loop.
        calls: How many callers there are in the loop.

    Raises:
        JarvisError: A model or a voice is missing.
    """
    from contextlib import AsyncExitStack

    from jarvis_voice.app.voice_factory import MELSPECTROGRAM
    from jarvis_voice.core.config import load_config
    from jarvis_voice.core.prosody import Prosody
    from jarvis_voice.engines.tts.piper import PiperTts
    from jarvis_voice.engines.wake.detector import WakeScorer
    from jarvis_voice.engines.wake.heads import find_heads

    config = load_config(paths)
    heads = find_heads(config.wake.words, paths.wake_heads, paths.models)
    model = paths.models / "piper" / "en_US-joe-medium.onnx"
    async with AsyncExitStack() as stack:
        tts = await stack.enter_async_context(PiperTts(model, Prosody()))
        scorer = await stack.enter_async_context(WakeScorer(paths.models / MELSPECTROGRAM, heads))
        parts = Parts(tts, scorer, progress, data)
        await bench_cancelling(parts, figures)
        loop = await stack.enter_async_context(open_parts(config, paths))
        word = scorer.heads[0].word
        people = recorded(data, calls) if data else callers(calls, f"{word}.")
        others = await company(loop, people, mentions=mentions)
        await bench_loop(loop, others, figures.loop, progress)


async def bench_cancelling(parts: Parts, figures: EchoRecord) -> None:
    """The canceller alone, and the wake word over our own voice."""
    figures.notes += (
        f"Our own voice through {len(ROOMS)} rooms computed by image sources, noise at -50 dBFS. "
        "Levels are those of the caller beside the echo.",
        f'The wake word is "{parts.scorer.heads[0].word}", called by '
        f"{'people' if parts.data else 'synthetic voices'}.",
    )
    spoken = list((await speak(parts.tts, PLAIN)).values())
    for row in _cancelled(spoken, parts.progress):
        figures.cancelled.append(row)
        await asyncio.sleep(0)
    async for row in _calls(parts, spoken, figures.frame_ms):
        figures.cancelled.append(row)


def _ms(values: Sequence[float], statistic: str = "median") -> Figure:
    return Figure(tuple(values), "ms", 1, statistic)


def _cancelled(spoken: Sequence[SpeechChunk], progress: Progress) -> Iterator[Row]:
    """Decibels in each kind of room, first while learning and then learnt."""
    for name, air in VARIATIONS.items():
        progress(f"echo: {name}")
        first, learnt = [], []
        for number, room in enumerate(ROOMS):
            setup = replace(air, room=room, seed=number)
            seconds = 3 * (REPLY_SECONDS / 2 + PAUSE_SECONDS)
            replies = in_turns(spoken[number:], setup.rate_hz, seconds, REPLY_SECONDS / 2)
            trial = run_trial(setup, replies, np.zeros(round(seconds * RATE_HZ), np.float32))
            first.append(trial.cancelled_db(1.0, 3.0))
            learnt.append(trial.cancelled_db(replies[2][0] + 1.0, seconds - PAUSE_SECONDS))
        none = Figure((0.0,), "dB", 0)
        yield Row(f"echo cancelled, {name}: seconds 1 to 3", Figure(tuple(first), "dB", 1), none)
        yield Row("  the third answer", Figure(tuple(learnt), "dB", 1), none)


async def _calls(
    parts: Parts, spoken: Sequence[SpeechChunk], frame_ms: list[float]
) -> AsyncIterator[Row]:
    """How many calls over our own voice are noticed, with and without the canceller."""
    head = parts.scorer.heads[0]
    calls = recorded(parts.data, CALLS) if parts.data else callers(CALLS, f"{head.word}.")
    seconds = LEAD_IN_SECONDS + CALL_EVERY_SECONDS * len(calls)
    for level_db in (None, *LEVELS_DB):
        parts.progress("calls" if level_db is None else f"calls at {level_db} dB")
        setup = AirSetup(room=ROOMS[1])
        replies = in_turns(spoken, setup.rate_hz, seconds, REPLY_SECONDS)
        near, moments = _near(calls, seconds, echo_dbfs(setup, spoken) + (level_db or 0))
        trial = run_trial(setup, [] if level_db is None else replies, near)
        ours = await _noticed(parts.scorer, trial.cancelled, moments, head.threshold)
        if level_db is None:
            yield Row(f"calls heard of {len(calls)}, nobody talks over them", Figure((ours,)))
            continue
        frame_ms += trial.cpu_ms
        stock = await _noticed(parts.scorer, trial.heard, moments, head.threshold)
        wanted = ">= 30" if level_db == 0 else ""
        name = f"calls heard of {len(calls)} over our voice, {level_db} dB"
        yield Row(name, Figure((ours,)), Figure((stock,)), wanted)


def _near(
    calls: Sequence[NDArray[np.float32]], seconds: float, dbfs: float
) -> tuple[NDArray[np.float32], list[tuple[float, float]]]:
    """The callers on one track, and from when to when each of them calls."""
    track = np.zeros(round(seconds * RATE_HZ / FRAME_SAMPLES) * FRAME_SAMPLES, np.float32)
    moments = []
    for number, call in enumerate(calls):
        begins = LEAD_IN_SECONDS + number * CALL_EVERY_SECONDS
        loud = at_dbfs(call, dbfs)
        place = round(begins * RATE_HZ)
        track[place : place + len(loud)] += loud[: len(track) - place]
        moments.append((begins, begins + len(call) / RATE_HZ))
    return track, moments


async def _noticed(
    scorer: WakeScorer,
    pcm: NDArray[np.int16],
    moments: Sequence[tuple[float, float]],
    threshold: float,
) -> int:
    scores = [one[0] for one in await scorer.score_all(pcm)]
    return sum(
        max(scores[round(begins / FRAME_SECONDS) : round((ends + NOTICED_SECONDS) / FRAME_SECONDS)])
        >= threshold
        for begins, ends in moments
    )
