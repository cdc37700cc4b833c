"""Plays our own speech through simulated air, with and without the echo canceller.

Invariant: both ways hear the same samples; times are counted in frames.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import cycle
from typing import TYPE_CHECKING

import numpy as np

from jarvis_voice.audio.echo.canceller import EchoCanceller
from jarvis_voice.audio.echo.reference import PlayedSound
from jarvis_voice.audio.pcm import FULL_SCALE, Resampler
from jarvis_voice.core.types import FRAME_SAMPLES, FRAME_SECONDS, RATE_HZ, AudioFrame
from jarvis_voice.workshop.worlds.air import Air, AirSetup, active_dbfs

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from jarvis_voice.core.types import SpeechChunk

REPLY_SECONDS = 15.0
PAUSE_SECONDS = 1.0

JITTER_SECONDS = 0.015
"""By how much a frame may be told late, and an estimate of the loudspeaker's time be wrong."""


@dataclass(slots=True)
class Trial:
    """The microphone's sound and the canceller's output, frame by frame.

    Attributes:
        heard: Int16, shape (n_samples,): the microphone.
        cancelled: The same after the canceller.
        echo: Float32, in [-1, 1]: what of it was echo.
        cpu_ms: What each frame cost, on the thread that did it.
    """

    heard: NDArray[np.int16]
    cancelled: NDArray[np.int16]
    echo: NDArray[np.float32]
    cpu_ms: list[float] = field(default_factory=list)

    def cancelled_db(self, begins: float, ends: float) -> float:
        """How much of the echo's energy is gone between two moments, in dB."""
        span = slice(round(begins * RATE_HZ), round(ends * RATE_HZ))
        echo = self.echo[span].astype(np.float64)
        without = self.heard[span] / FULL_SCALE - echo
        left = self.cancelled[span] / FULL_SCALE - without
        return 10 * math.log10((echo @ echo + 1e-12) / (left @ left + 1e-12))


def run_trial(
    setup: AirSetup,
    replies: Sequence[tuple[float, NDArray[np.int16]]],
    near: NDArray[np.float32],
) -> Trial:
    """Play replies, hear them and cancel them.

    Args:
        setup: The air.
        replies: When each begins, in seconds, and its samples at the setup's rate; in order.
        near: What else is heard, shape (n_samples,): its length is that of the trial.
    """
    air, played = Air(setup), PlayedSound()
    canceller = EchoCanceller(played)
    random = np.random.default_rng(setup.seed)
    frames = len(near) // FRAME_SAMPLES
    tape, begins = _tape(replies, frames, setup.rate_hz)
    block = round(setup.rate_hz * FRAME_SECONDS)
    errors = random.uniform(-JITTER_SECONDS, JITTER_SECONDS, len(begins) + 1)
    heard, cancelled, echo, cpu_ms = [], [], [], []
    for number in range(frames):
        samples = tape[number * block : (number + 1) * block]
        at = number * FRAME_SECONDS
        reply = sum(at >= begin for begin in begins)
        if reply and _is_playing(at, replies[reply - 1], setup.rate_hz):
            played.put(samples, setup.rate_hz, at + float(errors[reply]))
        span = slice(number * FRAME_SAMPLES, (number + 1) * FRAME_SAMPLES)
        one = air.carry(samples, near[span])
        late = abs(float(random.normal(0, JITTER_SECONDS / 2)))
        frame = AudioFrame(one.pcm, at + FRAME_SECONDS + late)
        started = time.thread_time()
        cancelled.append(canceller.process(frame))
        cpu_ms.append((time.thread_time() - started) * 1e3)
        heard.append(one.pcm)
        echo.append(one.echo)
    return Trial(np.concatenate(heard), np.concatenate(cancelled), np.concatenate(echo), cpu_ms)


def _is_playing(at: float, reply: tuple[float, NDArray[np.int16]], rate_hz: int) -> bool:
    return at < reply[0] + len(reply[1]) / rate_hz + 0.2


def _tape(
    replies: Sequence[tuple[float, NDArray[np.int16]]], frames: int, rate_hz: int
) -> tuple[NDArray[np.int16], list[float]]:
    """All replies on one tape, each at the beginning of a frame, and when they begin."""
    tape = np.zeros(round(frames * FRAME_SECONDS * rate_hz), np.int16)
    begins = [math.floor(begin / FRAME_SECONDS) * FRAME_SECONDS for begin, _ in replies]
    for begin, (_, pcm) in zip(begins, replies, strict=True):
        place = round(begin * rate_hz)
        tape[place : place + len(pcm)] = pcm[: max(len(tape) - place, 0)]
    return tape, begins


def in_turns(
    spoken: Sequence[SpeechChunk], rate_hz: int, seconds: float, reply_seconds: float
) -> list[tuple[float, NDArray[np.int16]]]:
    """Answers of a length, one after the other with a pause, until the time is over.

    Args:
        spoken: Sentences that they are made of, in turn.
        rate_hz: Of the answers.
        seconds: When the time is over.
        reply_seconds: How long each is.

    Returns:
        When each begins, in seconds, and its samples.
    """
    replies = []
    sentences = cycle(spoken)
    begins = 0.4
    while begins + 1.0 < seconds:
        parts, length = [], 0
        while length < reply_seconds * rate_hz:
            chunk = next(sentences)
            resampler = Resampler(chunk.rate_hz, rate_hz)
            parts += [resampler.process(chunk.pcm), resampler.flush()]
            length = sum(map(len, parts))
        replies.append((begins, np.concatenate(parts)[: round(reply_seconds * rate_hz)]))
        begins += reply_seconds + PAUSE_SECONDS
    return replies


def echo_dbfs(setup: AirSetup, spoken: Sequence[SpeechChunk]) -> float:
    """How loud our own voice is heard."""
    replies = in_turns(spoken, setup.rate_hz, REPLY_SECONDS, REPLY_SECONDS)
    quiet = np.zeros(round(REPLY_SECONDS * RATE_HZ), np.float32)
    return active_dbfs(run_trial(setup, replies, quiet).echo)
