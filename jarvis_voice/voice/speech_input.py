"""The models and settings with which a voice session hears.

Invariant: plain values; whoever made them opens and closes what is in them.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from jarvis_voice.core.hypotheses import BestHypothesis, Completeness
from jarvis_voice.core.near_misses import HeardNearMiss
from jarvis_voice.core.ports import AsyncResource, Microphone, SpeechToText, Vad, WakeDetector
from jarvis_voice.core.types import HERE, AudioFrame, BegunFrame, Origin
from jarvis_voice.core.wake_point import WakePoint
from jarvis_voice.voice.turn_taking import State

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class WindowedVad(Vad, Protocol):
    """A VAD that gives a probability for each window of 32 ms."""

    async def windows(self, frame: AudioFrame) -> Sequence[float]:
        """Speech probability 0..1 of each window of 32 ms that ends inside this frame, in order."""
        ...


@runtime_checkable
class EchoAware(Protocol):
    """A microphone that knows when it hears little but our own voice."""

    @property
    def is_echo(self) -> bool:
        """Whether that is so of its newest frame."""
        ...


@runtime_checkable
class EarlySound(Protocol):
    """A microphone that can give a frame before it is full."""

    def sound(self) -> AsyncIterator[AudioFrame | BegunFrame]:
        """Frames in order, and the next one as far as it is there while that is wanted."""
        ...

    def hurry(self, *, is_wanted: bool) -> None:
        """Show frames that have begun, or not."""
        ...


class TurnModel(AsyncResource, Protocol):
    """Judges by its sound whether an utterance is finished."""

    async def finished(self, pcm: NDArray[np.int16]) -> float:
        """Probability 0..1 that it is; mono int16, shape (n_samples,), 16 000 Hz.

        Raises:
            ModelError: The model failed.
        """
        ...


class WordsJudge(Protocol):
    """Chooses the words that the user meant; must not block the loop."""

    async def choose(self, texts: Sequence[str]) -> BestHypothesis:
        """Which hearing of a sound is meant, and what it is as a command.

        Args:
            texts: What may have been said without the wake word, the likeliest first, at least one.
        """
        ...


class NoJudge:
    """Knows no commands: takes the likeliest words and waits out every pause."""

    async def choose(self, texts: Sequence[str]) -> BestHypothesis:
        """The first, of which nothing is known."""
        return BestHypothesis(texts[0], Completeness.UNKNOWN)


@dataclass(frozen=True, slots=True)
class SpeechInput:
    """What a session hears with; its maker opens and closes the parts.

    Attributes:
        points: Where the scores of each wake word count, in the order of the detector's words.
        vad: Of what is listened to.
        span_vad: Another one, for the second look at a wake word.
        judge: Who knows what words mean.
        turn_model: Asked where the words are not known; None where there is none.
        second_stt: A better model, for words that are doubtful and not known; None where there is
            none.
    """

    microphone: Microphone
    wake: WakeDetector
    points: tuple[WakePoint, ...]
    vad: WindowedVad
    span_vad: Vad
    stt: SpeechToText
    judge: WordsJudge = field(default_factory=NoJudge)
    turn_model: TurnModel | None = None
    second_stt: SpeechToText | None = None


def _never() -> bool:
    return False


def _nobody(_: State) -> None:
    """Nobody wants to know."""


@dataclass(frozen=True, slots=True)
class VoiceSettings:
    """How a session listens, and what it asks and reports outside.

    Attributes:
        second_stage: Whether to look twice at a wake word's doubtful scores.
        silence_seconds: How long a pause ends an utterance that may go on.
        max_seconds: The longest utterance.
        follow_up_seconds: How long the window after an answer is open; 0 turns it off.
        earcons: Whether to play short sounds.
        thread_id: The conversation; None is the default thread.
        origin: Who is heard, and where: its turns and its events bear it.
        pause_seconds: How long a pause ends a command that is complete.
        hears_while_speaking: Whether a "stop" is heard over our own voice; only where the
            microphone cancels that.
        is_quiet: Asked before each short sound: whether none may be made now.
        on_state: Told of each state that a session comes into; returns at once.
        on_near_miss: Told of each sound that nearly woke it, or woke it for nothing; returns at
            once. None where nobody wants the sounds.
    """

    second_stage: bool
    silence_seconds: float
    max_seconds: float
    follow_up_seconds: float
    earcons: bool
    thread_id: str | None = None
    origin: Origin = HERE
    pause_seconds: float = 0.2
    hears_while_speaking: bool = False
    is_quiet: Callable[[], bool] = _never
    on_state: Callable[[State], None] = _nobody
    on_near_miss: Callable[[HeardNearMiss], None] | None = None
