"""A reader of sentences that is told what it finds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from jarvis_voice.core.sentence_reader import MeaningReading
from jarvis_voice.engines.reader.vector_gallery import VectorGallery


class ScriptedReader:
    """Finds a claim as likely as the words that stand in a text say.

    Args:
        likelihoods: Of a text in which these words stand.
        most: Words that it sees at once.

    Attributes:
        texts: What it was shown.
    """

    def __init__(self, likelihoods: Mapping[str, float], most: int = 1_000) -> None:
        self.texts: list[str] = []
        self._most = most
        self._likelihoods = likelihoods

    def read(self, text: str) -> MeaningReading | None:
        self.texts.append(text)
        found = [chance for words, chance in self._likelihoods.items() if words in text]
        return MeaningReading("claim", 1.0, chances={"claim": max(found)} if found else {})

    def sees_all(self, text: str) -> bool:
        return len(text.split()) <= self._most

    def gallery(self, sentences: Sequence[str]) -> VectorGallery:
        raise NotImplementedError
