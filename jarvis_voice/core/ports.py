"""Protocols for what each room needs from the outside world, such as a microphone or a voice.

Invariant: an adapter opens its resource in `async with` and nowhere else; constructors only store.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Protocol, Self

from jarvis_voice.core.callers import Caller
from jarvis_voice.core.prosody import Prosody
from jarvis_voice.core.types import (
    HERE,
    AudioFrame,
    Origin,
    Reply,
    Source,
    SpeechChunk,
    Transcript,
    Utterance,
)

Earcon = Literal["awake", "done", "error", "alarm"]


class Clock(Protocol):
    """Gives the time; tests replace it."""

    def seconds(self) -> float:
        """Monotonic seconds since the program (or the recording) started."""
        ...

    def now(self) -> datetime:
        """Wall clock with the local time zone."""
        ...


class AsyncResource(Protocol):
    """A resource that is opened once and closed once."""

    async def __aenter__(self) -> Self: ...
    async def __aexit__(self, *exc: object) -> None: ...


class Microphone(AsyncResource, Protocol):
    """A source of frames: a device or a recording."""

    @property
    def name(self) -> str:
        """The device's name, or the file's."""
        ...

    @property
    def dropped_frames(self) -> int:
        """Frames lost because the reader was too slow; the oldest go first."""
        ...

    @property
    def gaps(self) -> int:
        """How often sound was lost before the newest frame; 0 for a recording."""
        ...

    def frames(self) -> AsyncIterator[AudioFrame]:
        """Frames in order until the source ends.

        Raises:
            AudioError: The device was lost.
        """
        ...


class WakeDetector(AsyncResource, Protocol):
    """Scores every frame for each wake word, on its own worker thread."""

    @property
    def words(self) -> tuple[str, ...]:
        """The wake words as they are spoken, at least one, in the order of the scores."""
        ...

    async def score(self, frame: AudioFrame) -> tuple[float, ...]:
        """One score 0..1 a word after this frame; every frame must be given, in order."""
        ...

    def reset(self) -> None:
        """Forget the sound so far."""
        ...


class Vad(AsyncResource, Protocol):
    """Tells speech from other sound."""

    async def probability(self, frame: AudioFrame) -> float:
        """Highest speech probability 0..1 inside this frame; keeps state between frames."""
        ...

    def reset(self) -> None:
        """Forget the sound so far."""
        ...


class SpeechToText(AsyncResource, Protocol):
    """Turns an utterance into words."""

    async def transcribe(self, utterance: Utterance) -> Transcript:
        """The words of one utterance.

        Raises:
            ModelError: The model failed.
        """
        ...

    async def likeness(self, utterance: Utterance, word: str) -> float:
        """How likely a word is all that was said; natural log, <= 0, 0 is certain.

        Raises:
            ModelError: The model failed.
        """
        ...

    async def fits(self, utterance: Utterance, texts: Sequence[str]) -> tuple[float, ...]:
        """How likely each of some texts is to be all that was said; natural log, <= 0.

        Raises:
            ModelError: The model failed.
        """
        ...


class TextToSpeech(AsyncResource, Protocol):
    """Turns a sentence into speech."""

    def synthesize(self, text: str) -> AsyncIterator[SpeechChunk]:
        """Speech for one sentence that was made speakable, in chunks as they are ready.

        Raises:
            ModelError: The voice failed.
        """
        ...


class SpeechPool(Protocol):
    """The models that hear and speak, which several callers use at the same time."""

    def ears(self, caller: Caller) -> SpeechToText:
        """Speech to text for one caller."""
        ...

    def voice(self, caller: Caller, dials: Prosody) -> TextToSpeech:
        """Text to speech for one caller, at a speed and level of its own."""
        ...

    def vad(self) -> Vad:
        """Voice activity for one sound."""
        ...


@dataclass(frozen=True, slots=True)
class Playback:
    """The result of playing a reply, counted from the frames that the device took."""

    text_heard: str
    was_interrupted: bool


class Speaker(AsyncResource, Protocol):
    """A loudspeaker, or a file that takes its place."""

    @property
    def name(self) -> str:
        """The device's name, or the file's."""
        ...

    async def play(
        self, chunks: AsyncIterator[SpeechChunk], on_started: Callable[[], None]
    ) -> Playback:
        """Play chunks gaplessly and return when the last sample is out or `stop` was called.

        Args:
            chunks: Speech, possibly still being made.
            on_started: Called once, when the first sample was handed to the device.

        Raises:
            AudioError: No device would play.
        """
        ...

    async def play_earcon(self, earcon: Earcon) -> bool:
        """Play a short sound; whether it sounded, as far as is known.

        It does not raise when no device would.
        """
        ...

    def stop(self) -> None:
        """Stop what plays now; nothing that was queued for it comes out afterwards."""
        ...


class Conversation(Protocol):
    """The part of the assistant that a door uses: it runs turns."""

    def ask(
        self,
        text: str,
        *,
        source: Source,
        thread_id: str | None = None,
        dry_run: bool = False,
        origin: Origin = HERE,
    ) -> AsyncGenerator[Reply]:
        """Run one turn; closing the iterator or cancelling its reader cancels the turn.

        Args:
            text: What the user said or typed.
            source: The door it came through.
            thread_id: The conversation; None is the default thread.
            dry_run: Act and confirm tools do nothing, nothing is remembered.
            origin: Who asks, and where.
        """
        ...
