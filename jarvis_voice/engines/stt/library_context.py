"""Runs Whisper on a short utterance without encoding half a minute of silence.

Whisper was trained on windows of 30 s. An encoder that sees the utterance and little more is
several times faster, but a decoder that finds nothing behind the speech hears worse and starts it
over again. So the decoder gets its 30 s: behind what was encoded stand the states that the encoder
has for silence at those places. They are the same for every utterance and are computed once.

It hears with every model but the one that `whisper_tiny` knows.

Invariant: see `context.Context`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from jarvis_voice.engines.stt.context import (
    LEAST_PROBABILITY,
    WINDOW_SECONDS,
    Context,
    Hypothesis,
    Newest,
    SttResult,
    most_tokens,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from jarvis_voice.engines.stt.context import Keep

PADDINGS_SECONDS = (2.0, 6.0, WINDOW_SECONDS)
"""Of the 904 slots of 257 real commands tiny.en hears 89.9 % with 0.5 s, 90.0 % with 1 s, 90.7 %
with 2 s; the library 91.6 %."""

LENGTH_STEP_SECONDS = 0.8
"""What the encoder sees is rounded up to this: its runtime keeps code for every length it has met.
Over 128 commands the process took 313 MB with it and 409 MB without, as fast and as well heard."""


class LibraryContext(Context):
    """A loaded Whisper model and its encoder states for silence.

    Args:
        model: A `faster_whisper.WhisperModel`.
        language: "en".
        keep: Computes the states of silence with what it is given, or knows them.
    """

    paddings_seconds = PADDINGS_SECONDS

    def __init__(self, model: Any, language: str, keep: Keep) -> None:
        from faster_whisper.tokenizer import Tokenizer
        from faster_whisper.transcribe import get_suppressed_tokens

        self.model = model
        self.tokenizer = Tokenizer(
            model.hf_tokenizer,
            model.model.is_multilingual,
            task="transcribe",
            language=language,
        )
        self._never_said = get_suppressed_tokens(self.tokenizer, [-1])
        self._prompt = [*self.tokenizer.sot_sequence, self.tokenizer.no_timestamps]
        self._silence = keep(self._states_of_silence)
        self._states: Newest[Any] = Newest()

    def hear(
        self, sound: NDArray[np.float32], padding_seconds: float, *, beam: int, begins: str = ""
    ) -> SttResult:
        """See `Context.hear`."""
        states = self._states.of(self._encoded, sound, padding_seconds)
        most = most_tokens(sound)
        known = self.tokens(begins) if begins else []
        (result,) = self.model.model.generate(
            states,
            [self._prompt + known],
            beam_size=beam,
            num_hypotheses=beam,
            # the runtime stops at half of this, with what is known counted
            max_length=2 * (len(known) + most),
            return_scores=True,
            return_no_speech_prob=True,
            suppress_blank=True,
            suppress_tokens=self._never_said,
        )
        heard = zip(result.sequences_ids, result.scores, strict=True)
        return SttResult(
            tuple(
                # the score is a mean over the tokens without the end, the end is in its sum
                Hypothesis(
                    self.tokenizer.decode(tokens).strip(),
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
        """See `Context.log_probabilities`."""
        import numpy as np

        states = self._states.of(self._encoded, sound, padding_seconds)
        start = list(self.tokenizer.sot_sequence)
        frames = self._window_frames // 2
        found = (
            self.model.model.align(states, start, [self.tokens(text)], [frames])[0]
            for text in texts
        )
        return tuple(
            float(np.log(np.maximum(one.text_token_probs, LEAST_PROBABILITY)).sum())
            for one in found
        )

    def tokens(self, text: str) -> list[int]:
        """See `Context.tokens`."""
        tokens: list[int] = self.tokenizer.encode(f" {text}")
        return tokens

    def _encoded(self, sound: NDArray[np.float32], padding_seconds: float) -> Any:
        """Encoder states on the native side, shape (1, 1500, n_states), silence up to 30 s."""
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
