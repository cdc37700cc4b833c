"""Runs Whisper tiny.en on a short utterance as if it were in a window of half a minute.

Invariant: see `context.Context`; the library's own network has no part in it.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from jarvis_voice.engines.log_mel import log_mel
from jarvis_voice.engines.stt.context import (
    LEAST_PROBABILITY,
    WINDOW_SECONDS,
    Context,
    Hypothesis,
    Newest,
    SttResult,
    most_tokens,
)
from jarvis_voice.engines.stt.whisper_tiny.beam_search import Next, search
from jarvis_voice.engines.stt.whisper_tiny.network import (
    FRAMES_A_PLACE,
    POOLED,
    POSITIONS,
    TOKENS,
    TOP,
    WhisperNetwork,
    ban,
)
from jarvis_voice.engines.stt.whisper_tiny.tokens import (
    END,
    FIRST_TIME,
    NO_SPEECH,
    NO_TIMES,
    START,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from jarvis_voice.engines.stt.context import Keep
    from jarvis_voice.engines.stt.whisper_tiny.beam_search import BeamResult
    from jarvis_voice.engines.stt.whisper_tiny.network import Array, EncodedSound, Past
    from jarvis_voice.engines.stt.whisper_tiny.tokens import EnglishTokens

FRAMES_A_SECOND = 100
BLANK = " "
PROMPT = (START, NO_TIMES)

PADDINGS_SECONDS = (0.4, 2.0, WINDOW_SECONDS)
"""Of the 904 slots of 257 real commands it hears 91.0 % with 0.4 s, the library 91.6 %."""


class PooledContext(Context):
    """A loaded Whisper tiny.en and its states for silence.

    Args:
        network: With the user's weights.
        tokens: The model's.
        keep: Computes what it makes of silence with what it is given, or knows it.
    """

    paddings_seconds = PADDINGS_SECONDS

    def __init__(self, network: WhisperNetwork, tokens: EnglishTokens, keep: Keep) -> None:
        self._network = network
        self._tokens = tokens
        self._silence = keep(network.silence)
        self._heard: Newest[EncodedSound] = Newest()
        # the times have their share of what may stand behind the start, and of nothing else
        times = range(FIRST_TIME, TOKENS)
        self._never = (*tokens.never_said, *times)
        self._never_first = (*self._never, END, *tokens.encode(BLANK))
        self._banned, self._times_banned = ban(self._never), ban(times)

    def hear(
        self, sound: NDArray[np.float32], padding_seconds: float, *, beam: int, begins: str = ""
    ) -> SttResult:
        """See `Context.hear`.

        Raises:
            ValueError: The beam is wider than 5.
        """
        if 2 * beam > TOP:
            raise ValueError(f"a beam of {beam} is too wide")
        heard = self._heard.of(self._encoded, sound, padding_seconds)
        known = self.tokens(begins) if begins else []
        read = [*PROMPT, *known]
        # the first says whether anybody speaks, with all tokens allowed
        between = [self._never] * (len(read) - 2)
        banned = ban((), *between, self._never_first)
        asked = [[NO_SPEECH]] * len(read)
        scores, past = self._network.read(heard, [read], banned=banned, wanted=asked)

        def go_on(tokens: Sequence[int], parents: Sequence[int]) -> Next:
            nonlocal past
            if self.at_token:
                self.at_token()
            new = [[token] for token in tokens]
            after, past = self._network.read(heard, new, past, parents, banned=self._banned)
            return Next(after.tokens, after.log_probabilities)

        most = min(most_tokens(sound), POSITIONS - len(read))
        first = Next(scores.tokens[-1:], scores.log_probabilities[-1:])
        found = search(first, go_on, beam=beam, most=most, end=END)
        return SttResult(
            tuple(self._hypothesis(known, one) for one in found),
            float(np.exp(scores.wanted[0, 0])),
            is_cut=len(found[0].tokens) >= most,
        )

    def _hypothesis(self, known: Sequence[int], one: BeamResult) -> Hypothesis:
        text = self._tokens.decode([*known, *one.tokens]).strip()
        return Hypothesis(text, one.log_probability / (len(one.tokens) + 1))

    def log_probabilities(
        self, sound: NDArray[np.float32], texts: Sequence[str], padding_seconds: float
    ) -> tuple[float, ...]:
        """See `Context.log_probabilities`."""
        heard = self._heard.of(self._encoded, sound, padding_seconds)
        begin, *prompt = PROMPT
        _, past = self._network.read(heard, [[begin]], banned=self._times_banned, wanted=[[END]])
        return tuple(self._fits(heard, past, prompt, self.tokens(text)) for text in texts)

    def _fits(
        self, heard: EncodedSound, past: Past, prompt: Sequence[int], tokens: Sequence[int]
    ) -> float:
        read = [*prompt, *tokens]
        if past.length + len(read) > POSITIONS:
            return -math.inf
        following = [[token] for token in (*read[1:], END)]
        scores, _ = self._network.read(
            heard, [read], past, banned=self._times_banned, wanted=following
        )
        begin = len(prompt) - 1
        likelihoods = np.maximum(np.exp(scores.wanted[begin:-1, 0]), LEAST_PROBABILITY)
        return float(np.log(likelihoods).sum())

    def tokens(self, text: str) -> list[int]:
        """See `Context.tokens`."""
        return self._tokens.encode(f" {text}")

    def _encoded(self, sound: NDArray[np.float32], padding_seconds: float) -> EncodedSound:
        return self._network.heard(self._padded(sound, padding_seconds), self._silence)

    def _padded(self, sound: NDArray[np.float32], padding_seconds: float) -> Array:
        spoken = log_mel(sound)
        step = FRAMES_A_PLACE * POOLED
        least = spoken.shape[1] + int(padding_seconds * FRAMES_A_SECOND)
        frames = min(int(WINDOW_SECONDS * FRAMES_A_SECOND), -(-least // step) * step)
        padded = np.zeros((spoken.shape[0], frames), np.float32)
        padded[:, : spoken.shape[1]] = spoken[:, :frames]
        return padded
