"""Collects one utterance and judges what it was.

Invariant: every frame since its beginning is in it, in order, up to the user's last word where a
loud background goes on behind it; only frames after `live_from` decide its end, since those before
are the pre-roll, or Jarvis's own sound.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from jarvis_voice.core.events import ListeningCause
from jarvis_voice.core.types import (
    FRAME_SECONDS,
    AudioFrame,
    BegunFrame,
    EndedBy,
    Transcript,
    Utterance,
)
from jarvis_voice.language.en.wake_phrase import strip_wake_word
from jarvis_voice.voice.endpointing.background_sound import BackgroundSound, power
from jarvis_voice.voice.endpointing.endpoint import Decision, Endpoint
from jarvis_voice.voice.sound_check import UtteranceSound, measure_level_dbfs, why_rejected
from jarvis_voice.voice.turn_taking import Signal

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

CALL_TAIL_SECONDS = 0.16
"""Speech after the wake word was noticed that is still the word itself. Measured with six synthetic
voices and the stock "hey jarvis": said alone 0 to 0.08 s, with the shortest command ("stop") behind
it 0.24 to 0.48 s."""


LAG_SECONDS = 0.4
"""How much of the background is taken for the user's still: its window reaches back over 0.64 s."""


@dataclass(slots=True)
class UtteranceCapture:
    """One utterance while Jarvis listens to it.

    Attributes:
        cause: What opened it.
        endpoint: What will close it.
        opened_at: Frames captured up to here are its pre-roll, in seconds.
        live_from: Frames captured later than this decide the end.
        wake_word: The word that is in its pre-roll, or None.
        is_addressed: Whether the user called, by wake word or key.
        background: What goes on whether the user speaks or not.
        ended_at: When its newest frame was captured.
        voiced_seconds: Its frames that the VAD took for speech.
        voiced_since_opened_seconds: The same, without the pre-roll.
        spoke_until: When the last speech in it ended; when it was opened, while there is none.
    """

    cause: ListeningCause
    endpoint: Endpoint
    opened_at: float
    live_from: float
    wake_word: str | None = None
    is_addressed: bool = True
    background: BackgroundSound = field(default_factory=BackgroundSound)
    ended_at: float = 0.0
    voiced_seconds: float = 0.0
    voiced_since_opened_seconds: float = 0.0
    spoke_until: float = 0.0
    _sound: list[NDArray[np.int16]] = field(default_factory=list)
    _powers: list[float] = field(default_factory=list)
    _begun: BegunFrame | None = None

    def __post_init__(self) -> None:
        self.spoke_until = self.spoke_until or self.opened_at

    @property
    def silence_seconds(self) -> float:
        """From the last speech to the newest sound."""
        newest_at = self._begun.captured_at if self._begun else self.ended_at
        return max(0.0, newest_at - self.spoke_until)

    def add(
        self, frame: AudioFrame, *, is_speech: bool, silent_tail_seconds: float = 0.0
    ) -> Decision | None:
        """Take the next frame; None means go on.

        Args:
            frame: The next one.
            is_speech: Whether there is speech in it.
            silent_tail_seconds: If so, how much silence is behind it within the frame.
        """
        self._begun = None
        self._sound.append(frame.pcm)
        self.ended_at = frame.captured_at
        if self.background.is_loud:
            self._powers.append(power(frame))
            is_speech = is_speech and not self.background.is_all(self._powers)
        if is_speech:
            self.voiced_seconds += FRAME_SECONDS
            self.spoke_until = frame.captured_at - silent_tail_seconds
        if is_speech and frame.captured_at > self.opened_at:
            self.voiced_since_opened_seconds += FRAME_SECONDS
        if frame.captured_at <= self.live_from:
            return None
        return self.endpoint.process(FRAME_SECONDS, is_speech, silent_tail_seconds)

    def glimpse(self, begun: BegunFrame, silent_seconds: float) -> Decision | None:
        """See that the next frame begins with silence; None means go on."""
        if self.ended_at <= self.live_from:
            return None
        self._begun = begun
        return self.endpoint.glimpse(silent_seconds)

    def utterance(self, ended_by: EndedBy) -> Utterance:
        """All that was heard, without the background behind it."""
        import numpy as np

        behind = self._frames_behind
        sound = self._sound[: len(self._sound) - behind]
        if self._begun and not behind:
            sound = [*sound, self._begun.pcm]
        pcm = np.concatenate(sound) if sound else np.zeros(0, np.int16)
        return Utterance(pcm, self.wake_word, ended_by)

    @property
    def _frames_behind(self) -> int:
        """Frames at its end in which a loud background alone is heard."""
        is_heard_out = self.background.is_loud and not self.endpoint.held and self.voiced_seconds
        if not is_heard_out or not self.background.is_all(self._powers):
            return 0
        silent_seconds = max(0.0, self.ended_at - self.spoke_until)
        return round((silent_seconds + LAG_SECONDS) / FRAME_SECONDS)

    def judge_sound(self, utterance: Utterance) -> CaptureVerdict | None:
        """The verdict where the sound alone gives one, so that no speech to text is spent on it."""
        sound = UtteranceSound(measure_level_dbfs(utterance.pcm), self.voiced_seconds)
        reason = why_rejected(sound)
        return self._reject(reason) if reason else None

    def judge(self, utterance: Utterance, transcript: Transcript, word: str) -> CaptureVerdict:
        """What the user wants, going by the words.

        Args:
            utterance: What was transcribed.
            transcript: Its words.
            word: The wake word, which is cut from the command where none was heard, too.
        """
        word = self.wake_word or word
        command = strip_wake_word(transcript.text, word, is_heard=self.wake_word is not None)
        is_cut = command != transcript.text
        if (is_cut and not command) or (self._is_call_only and not is_cut):
            return CaptureVerdict(Signal.CALLED_ONLY)
        sound = UtteranceSound(measure_level_dbfs(utterance.pcm), self.voiced_seconds)
        if reason := why_rejected(sound, transcript):
            return self._reject(reason)
        return CaptureVerdict(Signal.UNDERSTOOD, command=command)

    def commands(self, transcript: Transcript, word: str) -> tuple[str, ...]:
        """What the user may have said behind the wake word, the likeliest first, each once."""
        word = self.wake_word or word
        texts = (transcript.text, *transcript.alternatives)
        cut = (strip_wake_word(t, word, is_heard=self.wake_word is not None) for t in texts)
        return tuple(dict.fromkeys(text for text in cut if text))

    @property
    def _is_call_only(self) -> bool:
        """The wake model heard its word and nothing came after it, whatever it is spelled like."""
        return self.wake_word is not None and self.voiced_since_opened_seconds <= CALL_TAIL_SECONDS

    def _reject(self, reason: str) -> CaptureVerdict:
        if self._is_call_only:
            return CaptureVerdict(Signal.CALLED_ONLY)
        signal = Signal.NOT_UNDERSTOOD if self.is_addressed else Signal.NOT_ADDRESSED
        return CaptureVerdict(signal, reason=reason)


@dataclass(frozen=True, slots=True)
class CaptureVerdict:
    """The result of one utterance.

    Attributes:
        signal: What to tell the machine.
        command: What the user wants, without the wake word.
        reason: Why it was rejected, kebab-case.
    """

    signal: Signal
    command: str = ""
    reason: str = ""
