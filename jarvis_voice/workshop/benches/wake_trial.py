"""Runs scored recordings through the program's own wake gate and second stage.

Invariant: who decides is `voice.wake.wake_stage`, the one that listens; nothing of it is built
anew.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Self

from jarvis_voice.core.bus import Bus
from jarvis_voice.core.clock import FrameClock
from jarvis_voice.core.types import AudioFrame
from jarvis_voice.core.wake_point import WakePoint
from jarvis_voice.voice.speech_input import SpeechInput
from jarvis_voice.voice.wake.wake_stage import WakeDetection, WakeStage
from jarvis_voice.workshop.benches.wake_recordings import Scored

if TYPE_CHECKING:
    from jarvis_voice.core.ports import SpeechToText, Vad


@dataclass(frozen=True, slots=True)
class Judges:
    """The models that the second stage asks; the caller opens them."""

    span_vad: Vad
    stt: SpeechToText


@dataclass(slots=True)
class Outcome:
    """Calls and refusals of one recording.

    Attributes:
        refusals: How often a claim was refused, by reason.
    """

    calls: list[WakeDetection] = field(default_factory=list)
    refusals: Counter[str] = field(default_factory=Counter)


class _Replayed:
    """A wake detector that knows the scores already; implements `ports.WakeDetector`."""

    def __init__(self, word: str, scores: Sequence[float]) -> None:
        self.words = (word,)
        self._scores = iter(scores)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *exc: object) -> None:
        pass

    async def score(self, frame: AudioFrame) -> tuple[float, ...]:
        """The next score."""
        del frame
        return (next(self._scores),)

    def reset(self) -> None:
        """Nothing to forget."""


async def try_recording(
    recording: Scored, head: int, point: WakePoint, judges: Judges, *, second_stage: bool
) -> Outcome:
    """Whether a head's word is called in a recording, and why not.

    Args:
        recording: Sound and scores.
        head: Which of the scores.
        point: Where they count.
        judges: What the second stage asks.
        second_stage: Whether it is asked.

    Raises:
        ModelError: A model failed.
    """
    outcome, clock = Outcome(), FrameClock()
    if recording.best(head) < point.grey_from:
        return outcome  # no frame can claim anything
    wake = _Replayed(point.word, [float(score) for score in recording.scores[:, head]])
    unused: Any = None
    ears = SpeechInput(unused, wake, (point,), unused, judges.span_vad, judges.stt)
    wake_stage = WakeStage(ears, Bus(), clock, asyncio.Event(), second_stage=second_stage)
    for frame in recording.heard():
        clock.advance_to(frame.captured_at)
        call = await wake_stage.hear(frame, is_own_voice=False, is_busy=False)
        await wake_stage.settle()  # in no real time: the next frame would come before the verdict
        outcome.calls.extend(one for one in (call, wake_stage.take_call()) if one)
    outcome.refusals = wake_stage.refusals
    return outcome
