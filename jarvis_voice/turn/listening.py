"""One utterance in the making, and what became of it.

Invariant: every frame since its beginning is in it, in order; only frames after `live_from` decide
its end, since those before are the pre-roll, or Jarvis's own sound.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from jarvis_voice.events import ListeningCause
from jarvis_voice.turn.endpoint import Decision, Endpoint
from jarvis_voice.turn.hearing import Sound, measure_level_dbfs, why_rejected
from jarvis_voice.turn.machine import Signal
from jarvis_voice.turn.wake_phrase import strip_wake_word
from jarvis_voice.types import FRAME_SECONDS, AudioFrame, EndedBy, Transcript, Utterance

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

CALL_TAIL_SECONDS = 0.16
"""Speech after the wake word was noticed that is still the word itself. Measured with six synthetic
voices and the stock "hey jarvis": said alone 0 to 0.08 s, with the shortest command ("stop") behind
it 0.24 to 0.48 s."""


@dataclass(slots=True)
class Listening:
    """An open ear.

    Attributes:
        cause: What opened it.
        endpoint: What will close it.
        opened_at: Frames captured up to here are its pre-roll, in seconds.
        live_from: Frames captured later than this decide the end.
        wake_word: The word that is in its pre-roll, or None.
        is_addressed: Whether the user called, by wake word or key.
        ended_at: When its newest frame was captured.
        voiced_seconds: Its frames that the VAD took for speech.
        voiced_since_opened_seconds: The same, without the pre-roll.
    """

    cause: ListeningCause
    endpoint: Endpoint
    opened_at: float
    live_from: float
    wake_word: str | None = None
    is_addressed: bool = True
    ended_at: float = 0.0
    voiced_seconds: float = 0.0
    voiced_since_opened_seconds: float = 0.0
    _sound: list[NDArray[np.int16]] = field(default_factory=list)

    def add(self, frame: AudioFrame, *, is_speech: bool) -> Decision | None:
        """Take the next frame; None means go on."""
        self._sound.append(frame.pcm)
        self.ended_at = frame.captured_at
        if is_speech:
            self.voiced_seconds += FRAME_SECONDS
        if is_speech and frame.captured_at > self.opened_at:
            self.voiced_since_opened_seconds += FRAME_SECONDS
        if frame.captured_at <= self.live_from:
            return None
        return self.endpoint.process(FRAME_SECONDS, is_speech)

    def utterance(self, ended_by: EndedBy) -> Utterance:
        """All that was heard."""
        import numpy as np

        pcm = np.concatenate(self._sound) if self._sound else np.zeros(0, np.int16)
        return Utterance(pcm, self.wake_word, ended_by)

    def judge_sound(self, utterance: Utterance) -> Verdict | None:
        """The verdict where the sound alone gives one, so that no speech to text is spent on it."""
        sound = Sound(measure_level_dbfs(utterance.pcm), self.voiced_seconds)
        reason = why_rejected(sound)
        return self._reject(reason) if reason else None

    def judge(self, utterance: Utterance, transcript: Transcript, word: str) -> Verdict:
        """What the user wants, going by the words.

        Args:
            utterance: What was transcribed.
            transcript: Its words.
            word: The wake word, which is cut from the command wherever it was heard from.
        """
        command = strip_wake_word(transcript.text, word, is_heard=self.wake_word is not None)
        is_cut = command != transcript.text
        if (is_cut and not command) or (self._is_call_only and not is_cut):
            return Verdict(Signal.CALLED_ONLY)
        sound = Sound(measure_level_dbfs(utterance.pcm), self.voiced_seconds)
        if reason := why_rejected(sound, transcript):
            return self._reject(reason)
        return Verdict(Signal.UNDERSTOOD, command=command)

    @property
    def _is_call_only(self) -> bool:
        """The wake model heard its word and nothing came after it, whatever it is spelled like."""
        return self.wake_word is not None and self.voiced_since_opened_seconds <= CALL_TAIL_SECONDS

    def _reject(self, reason: str) -> Verdict:
        if self._is_call_only:
            return Verdict(Signal.CALLED_ONLY)
        signal = Signal.NOT_UNDERSTOOD if self.is_addressed else Signal.NOT_ADDRESSED
        return Verdict(signal, reason=reason)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of an utterance.

    Attributes:
        signal: What to tell the machine.
        command: What the user wants, without the wake word.
        reason: Why it was rejected, kebab-case.
    """

    signal: Signal
    command: str = ""
    reason: str = ""
