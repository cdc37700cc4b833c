"""Whisper for a short utterance: the encoder is not paid for half a minute of silence.

Whisper was trained on windows of 30 s. An encoder that sees the utterance and little more is
several times faster, but a decoder that finds nothing behind the speech hears worse and starts it
over again. So the decoder gets its 30 s: behind what was encoded stand the states that the encoder
has for silence at those places. They are the same for every utterance and are reckoned once.

Invariant: temperature 0, and no word of ours before the user's but the call that is known to be in
the sound; the same sound, padding and call give the same words.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from jarvis_voice.types import RATE_HZ

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    Reckon = Callable[[], NDArray[np.float32]]
    Keep = Callable[[Reckon], NDArray[np.float32]]

WINDOW_SECONDS = 30.0
"""What Whisper was trained on, and the most that its encoder takes at once."""

TOKENS_PER_SECOND = 12
SPARE_TOKENS = 24
PADDING_SECONDS = 1.0
LEAST_PROBABILITY = 1e-9

LENGTH_STEP_SECONDS = 0.8
"""What the encoder sees is rounded up to this: its runtime keeps code for every length it has met.
Over 128 commands the process took 313 MB with it and 409 MB without, as fast and as well heard."""
COUNTED_TOKENS = 3

MOST_TOKENS = 224
"""No one speaks 12 tokens a second: a bound on the repetition loops that noise can start."""


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """Words that may have been said.

    Attributes:
        text: The words, stripped.
        mean_log_probability: Mean over its tokens and its end, natural log, <= 0.
    """

    text: str
    mean_log_probability: float


@dataclass(frozen=True, slots=True)
class Hearing:
    """What one pass over an utterance gave.

    Attributes:
        hypotheses: The likeliest first, at least one.
        no_speech_probability: Whisper's own estimate that nobody spoke, 0..1.
        is_cut: It did not come to its end within the tokens that the time allows.
    """

    hypotheses: tuple[Hypothesis, ...]
    no_speech_probability: float
    is_cut: bool


@dataclass(frozen=True, slots=True)
class _Encoded:
    """What the encoder made of a sound: states on the native side, shape (1, 1500, n_states)."""

    sound: NDArray[np.float32]
    padding_seconds: float
    states: Any


class ShortContext:
    """A loaded Whisper, its states of silence, and the tokens that it may not say.

    Args:
        model: A `faster_whisper.WhisperModel`.
        language: "en".
        keep: Reckons the states of silence with what it is given, or knows them; None reckons.
    """

    def __init__(self, model: Any, language: str, keep: Keep | None = None) -> None:
        from faster_whisper.tokenizer import Tokenizer
        from faster_whisper.transcribe import get_suppressed_tokens

        self.model = model
        self._tokenizer = Tokenizer(
            model.hf_tokenizer, model.model.is_multilingual, task="transcribe", language=language
        )
        self._never_said = get_suppressed_tokens(self._tokenizer, [-1])
        self._prompt = model.get_prompt(self._tokenizer, [], without_timestamps=True)
        self._silence = keep(self._states_of_silence) if keep else self._states_of_silence()
        self._newest: _Encoded | None = None

    def hear(
        self, sound: NDArray[np.float32], padding_seconds: float, *, beam: int, begins: str = ""
    ) -> Hearing:
        """The likeliest words in a sound of at most 30 s.

        Args:
            sound: Mono float32, shape (n_samples,), in [-1, 1], 16 000 Hz.
            padding_seconds: The least silence that the encoder sees behind it; it ends at 30 s.
            beam: Hypotheses that are followed at a time, and given.
            begins: Words that are known to stand at its beginning, as they are written; every
                hypothesis begins with them, and their likelihood counts for nothing.
        """
        states = self._states(sound, padding_seconds)
        most = min(MOST_TOKENS, SPARE_TOKENS + int(TOKENS_PER_SECOND * len(sound) / RATE_HZ))
        known = self._tokens(begins) if begins else []
        (result,) = self.model.model.generate(
            states,
            [self._prompt + known],
            beam_size=beam,
            num_hypotheses=beam,
            max_length=len(self._prompt) + len(known) + most,
            return_scores=True,
            return_no_speech_prob=True,
            suppress_blank=True,
            suppress_tokens=self._never_said,
        )
        heard = zip(result.sequences_ids, result.scores, strict=True)
        return Hearing(
            tuple(
                # the score is a mean over the tokens without the end, the end is in its sum
                Hypothesis(
                    self._tokenizer.decode(tokens).strip(),
                    score * len(tokens) / (len(tokens) - len(known) + 1),
                )
                for tokens, score in heard
            ),
            float(result.no_speech_prob),
            is_cut=len(result.sequences_ids[0]) >= most + len(known),
        )

    def log_probabilities(
        self, sound: NDArray[np.float32], texts: Sequence[str], padding_seconds: float
    ) -> tuple[float, ...]:
        """How likely each of some texts is to be all that was said.

        No text is looked for: each is read out to the decoder, and what it makes of the sound says
        how well they go together. A word that it would spell in another way still fits.

        Args:
            sound: Mono float32, shape (n_samples,), in [-1, 1], 16 000 Hz, at most 30 s.
            texts: As they are written.
            padding_seconds: The silence behind it; where it was heard with as much just now, the
                encoder has nothing to do.

        Returns:
            Natural log, <= 0: of each the sum over its tokens.
        """
        import numpy as np

        states = self._states(sound, padding_seconds)
        start = list(self._tokenizer.sot_sequence)
        frames = self._window_frames // 2
        found = (
            self.model.model.align(states, start, [self._tokens(text)], [frames])[0]
            for text in texts
        )
        return tuple(
            float(np.log(np.maximum(one.text_token_probs, LEAST_PROBABILITY)).sum())
            for one in found
        )

    def log_probability(self, sound: NDArray[np.float32], texts: Sequence[str]) -> float:
        """How likely the likeliest of some ways to write one word is to be all that was said.

        Args:
            sound: Mono float32, shape (n_samples,), in [-1, 1], 16 000 Hz, at most 30 s.
            texts: As they are written, at least one.

        Returns:
            Natural log, <= 0: of the best of them the sum over its tokens, of which a first text
            that has many counts as many as three.
        """
        best = max(self.log_probabilities(sound, texts, PADDING_SECONDS))
        return best * min(1.0, COUNTED_TOKENS / len(self._tokens(texts[0])))

    def _tokens(self, text: str) -> list[int]:
        tokens: list[int] = self._tokenizer.encode(f" {text}")
        return tokens

    def _states(self, sound: NDArray[np.float32], padding_seconds: float) -> Any:
        """Encoder states of the sound, and of silence up to 30 s; the newest are kept."""
        import numpy as np

        newest = self._newest
        is_same = newest is not None and newest.padding_seconds == padding_seconds
        if newest and is_same and np.array_equal(newest.sound, sound):
            return newest.states
        states = self._encoded(sound, padding_seconds)
        self._newest = _Encoded(sound, padding_seconds, states)
        return states

    def _encoded(self, sound: NDArray[np.float32], padding_seconds: float) -> Any:
        import ctranslate2
        import numpy as np
        from faster_whisper.audio import pad_or_trim

        features = self.model.feature_extractor(sound, padding=0)
        frames = features.shape[-1] + int(padding_seconds * self.model.frames_per_second)
        step = int(LENGTH_STEP_SECONDS * self.model.frames_per_second)
        frames = min(self._window_frames, -(-frames // step) * step)
        spoken = np.asarray(self.model.encode(pad_or_trim(features, frames)))
        silence = self._silence[:, spoken.shape[1] :]
        return ctranslate2.StorageView.from_array(np.concatenate((spoken, silence), axis=1))

    @property
    def _window_frames(self) -> int:
        return int(WINDOW_SECONDS * self.model.frames_per_second)

    def _states_of_silence(self) -> NDArray[np.float32]:
        """What the encoder makes of nothing: float32, shape (1, 1500, n_states)."""
        import numpy as np

        nothing = np.zeros((self.model.model.n_mels, self._window_frames), np.float32)
        return np.array(self.model.encode(nothing))
