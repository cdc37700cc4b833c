"""Asks VAD about each frame: is there speech, and where in the frame did it end?

Invariant: a VAD that fails is reported once, and from then on everything is speech: a command then
ends by its length or its key, and is not lost. A frame that holds little but our own voice is
silence.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import NamedTuple

from jarvis_voice.core.bus import Bus
from jarvis_voice.core.errors import JarvisError
from jarvis_voice.core.events import ProblemReported
from jarvis_voice.core.ports import Clock
from jarvis_voice.core.types import FRAME_SECONDS, AudioFrame, BegunFrame
from jarvis_voice.voice.endpointing.endpoint import WINDOW_SECONDS, Hysteresis, silent_tail_seconds
from jarvis_voice.voice.speech_input import WindowedVad

_ALL_SPEECH = (1.0,)


class VadResult(NamedTuple):
    """Whether a frame holds speech, and how much silence follows it."""

    is_speech: bool
    silent_tail_seconds: float


class VadStage:
    """Asks one VAD about frame after frame.

    Args:
        vad: The model.
        bus: Where its failure goes.
        clock: Event times.
        kept_seconds: How long after it was captured a frame may be judged.
    """

    def __init__(self, vad: WindowedVad, bus: Bus, clock: Clock, kept_seconds: float) -> None:
        self._vad = vad
        self._bus = bus
        self._clock = clock
        self._hysteresis = Hysteresis()
        self._broken: set[str] = set()
        self._glimpsed: tuple[float, ...] = ()  # windows of the frame to come
        self._glimpsed_samples = 0
        self._echoes: deque[float] = deque(maxlen=round(kept_seconds / FRAME_SECONDS))

    def take_for_silence(self, frame: AudioFrame) -> None:
        """Whatever VAD makes of this frame, nobody speaks in it but ourselves."""
        self._echoes.append(frame.captured_at)

    def reset(self) -> None:
        """The next frame follows upon nothing."""
        self._hysteresis = Hysteresis()
        self._glimpsed, self._glimpsed_samples = (), 0
        self._vad.reset()

    async def glimpse(self, begun: BegunFrame) -> float | None:
        """With how many seconds of silence the frame to come begins.

        Returns:
            None where there is speech in it, or when `reset` was called meanwhile.
        """
        hysteresis = self._hysteresis
        new = begun.pcm[self._glimpsed_samples :]
        self._glimpsed_samples = len(begun.pcm)
        windows = await self._windows(AudioFrame(new, begun.captured_at))
        if hysteresis is not self._hysteresis:
            return None
        self._glimpsed += tuple(windows)
        if hysteresis.would_be_speech(max(self._glimpsed, default=0.0)):
            return None
        return WINDOW_SECONDS * len(self._glimpsed)

    async def judge(self, frame: AudioFrame) -> VadResult | None:
        """What is in the next frame; None when `reset` was called meanwhile."""
        hysteresis = self._hysteresis
        rest = AudioFrame(frame.pcm[self._glimpsed_samples :], frame.captured_at)
        windows = await self._windows(rest)
        if hysteresis is not self._hysteresis:
            return None
        windows = (*self._glimpsed, *windows)
        self._glimpsed, self._glimpsed_samples = (), 0
        if frame.captured_at in self._echoes:
            windows = ()
        is_speech = hysteresis.is_speech(max(windows, default=0.0))
        return VadResult(is_speech, silent_tail_seconds(windows) if is_speech else 0.0)

    async def _windows(self, frame: AudioFrame) -> Sequence[float]:
        try:
            return await self._vad.windows(frame)
        except JarvisError as error:
            if error.code not in self._broken:
                self._broken.add(error.code)
                at = self._clock.seconds()
                self._bus.publish(ProblemReported(at, error.code, error.message))
            return _ALL_SPEECH
