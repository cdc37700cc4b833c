"""The base of every loaded Whisper: it hears a sound of at most half a minute.

Invariant: temperature 0, and no word of ours before the user's but the call that is known to be in
the sound; the same sound, padding and call give the same words.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

from jarvis_voice.core.types import RATE_HZ

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    Compute = Callable[[], NDArray[np.float32]]
    Keep = Callable[[Compute], NDArray[np.float32]]

WINDOW_SECONDS = 30.0
"""What Whisper was trained on, and the most that is heard at once."""

TOKENS_PER_SECOND = 12
SPARE_TOKENS = 24

MOST_TOKENS = 224
"""No one speaks 12 tokens a second: a bound on the repetition loops that noise can start."""

PADDING_SECONDS = 1.0
LEAST_PROBABILITY = 1e-9
COUNTED_TOKENS = 3


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """Words that the user may have said.

    Attributes:
        text: The words, stripped.
        mean_log_probability: Mean over its tokens and its end, natural log, <= 0.
    """

    text: str
    mean_log_probability: float


@dataclass(frozen=True, slots=True)
class SttResult:
    """The result of one pass over an utterance.

    Attributes:
        hypotheses: The likeliest first, at least one.
        no_speech_probability: Whisper's own estimate that nobody spoke, 0..1.
        is_cut: It did not come to its end within the tokens that the time allows.
    """

    hypotheses: tuple[Hypothesis, ...]
    no_speech_probability: float
    is_cut: bool


Encoded = TypeVar("Encoded")


class Newest(Generic[Encoded]):
    """Keeps the encoder's result for the newest sound, which is needed more than once.

    It does not hold the encoder, whose owner holds it: a model that is let go has to be free at
    once, and would wait for the garbage collector, which comes seldom, with all its weights.
    """

    def __init__(self) -> None:
        self._kept: tuple[NDArray[np.float32], float, Encoded] | None = None

    def of(
        self,
        encode: Callable[[NDArray[np.float32], float], Encoded],
        sound: NDArray[np.float32],
        padding_seconds: float,
    ) -> Encoded:
        """What is made of a sound with at least so much silence behind it: kept, or made now."""
        import numpy as np

        if self._kept:
            kept, its_padding_seconds, made = self._kept
            if its_padding_seconds == padding_seconds and np.array_equal(kept, sound):
                return made
        made = encode(sound, padding_seconds)
        self._kept = (sound, padding_seconds, made)
        return made


def most_tokens(sound: NDArray[np.float32]) -> int:
    """The most tokens that are looked for in a sound at 16 000 Hz."""
    return min(MOST_TOKENS, SPARE_TOKENS + int(TOKENS_PER_SECOND * len(sound) / RATE_HZ))


class Context(ABC):
    """A loaded Whisper model, whatever network it uses.

    Attributes:
        paddings_seconds: Silence behind the speech that is listened with: the first, and the next
            where the words go round in circles, at last the whole window.
        at_token: Called before each token where the network lets it; what it raises ends the
            hearing.
    """

    paddings_seconds: tuple[float, ...]
    at_token: Callable[[], None] | None = None

    @abstractmethod
    def hear(
        self, sound: NDArray[np.float32], padding_seconds: float, *, beam: int, begins: str = ""
    ) -> SttResult:
        """The likeliest words in a sound of at most 30 s.

        Args:
            sound: Mono float32, shape (n_samples,), in [-1, 1], 16 000 Hz.
            padding_seconds: The least silence that the encoder sees behind it; it ends at 30 s.
            beam: Hypotheses that are followed at a time, and given.
            begins: Words that are known to stand at its beginning, as they are written; every
                hypothesis begins with them, and their likelihood counts for nothing.
        """

    @abstractmethod
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
        return best * min(1.0, COUNTED_TOKENS / len(self.tokens(texts[0])))

    @abstractmethod
    def tokens(self, text: str) -> list[int]:
        """A text as the decoder reads it behind its prompt."""
