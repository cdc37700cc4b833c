"""Scripted models: each says what it was told to, and fails off its script or left unfinished."""

from __future__ import annotations

from collections import deque
from collections.abc import AsyncIterator, Iterable, Sequence
from typing import Generic, Self, TypeVar

import numpy as np

from jarvis_voice.core.types import AudioFrame, SpeechChunk, Transcript, Utterance

T = TypeVar("T")


class Script(Generic[T]):
    """Lines given out one by one, only while open.

    Attributes:
        resets: How often it was told to forget the sound so far.
    """

    def __init__(self, lines: Iterable[T]) -> None:
        self._lines = deque(lines)
        self._is_open = False
        self.resets = 0

    @property
    def lines_left(self) -> int:
        """Lines not given out yet."""
        return len(self._lines)

    def reset(self) -> None:
        """Count it; the script goes on where it was."""
        self.resets += 1

    async def __aenter__(self) -> Self:
        assert not self._is_open, f"{type(self).__name__} was opened twice"
        self._is_open = True
        return self

    async def __aexit__(self, *exc: object) -> None:
        self._is_open = False
        if not any(exc):
            assert not self._lines, f"{type(self).__name__} has {self.lines_left} lines left"

    def next_line(self) -> T:
        """The next line."""
        assert self._is_open, f"{type(self).__name__} was used while not open"
        assert self._lines, f"{type(self).__name__} was asked once more than its script knows"
        return self._lines.popleft()


class ScriptedWake(Script[float]):
    """A wake detector for one word, with one score for each frame."""

    def __init__(self, scores: Iterable[float], word: str = "hey jarvis") -> None:
        super().__init__(scores)
        self.words = (word,)

    async def score(self, frame: AudioFrame) -> tuple[float, ...]:
        return (self.next_line(),)


class ScriptedVad(Script[float]):
    """A VAD with one probability for each frame."""

    async def probability(self, frame: AudioFrame) -> float:
        return self.next_line()


class ScriptedStt(Script[Transcript]):
    """Speech to text that hears the given texts; a text alone is heard without any doubt.

    Attributes:
        heard: The utterances it was given.
    """

    def __init__(self, texts: Iterable[str | Transcript]) -> None:
        super().__init__(t if isinstance(t, Transcript) else Transcript(t) for t in texts)
        self.heard: list[Utterance] = []

    async def transcribe(self, utterance: Utterance) -> Transcript:
        self.heard.append(utterance)
        return self.next_line()

    async def likeness(self, utterance: Utterance, word: str) -> float:
        """Every sound is like every word."""
        return -0.1

    async def fits(self, utterance: Utterance, texts: Sequence[str]) -> tuple[float, ...]:
        """Nothing fits better than what was heard."""
        return tuple(-30.0 if number else -1.0 for number in range(len(texts)))


class ToneTts(Script[str]):
    """A voice that says each word as a tone of 100 ms, in one chunk; knows every text.

    Attributes:
        said: The texts it was given.
    """

    RATE_HZ = 22_050

    def __init__(self) -> None:
        super().__init__(())
        self.said: list[str] = []

    async def synthesize(self, text: str) -> AsyncIterator[SpeechChunk]:
        assert self._is_open, "ToneTts was used while not open"
        self.said.append(text)
        samples = len(text.split()) * self.RATE_HZ // 10
        tone = 8_000 * np.sin(2 * np.pi * 440 * np.arange(samples) / self.RATE_HZ)
        if samples:
            yield SpeechChunk(tone.astype(np.int16), self.RATE_HZ, text)
