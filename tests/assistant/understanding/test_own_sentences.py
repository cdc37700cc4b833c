"""Unit: which of the user's own sentences is near, and which sentences are the user's own."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from jarvis_voice.assistant.understanding.grammar import Grammar
from jarvis_voice.assistant.understanding.own_sentences import (
    MOST_SENTENCES,
    NEAR,
    OwnSentences,
)
from jarvis_voice.core.paths import find_paths
from jarvis_voice.core.sentence_reader import MeaningReading, SentenceGallery

pytestmark = pytest.mark.unit

READING = MeaningReading("small_talk", 0.1)


class Likens:
    """A reader for which each sentence is as near as it is told."""

    def __init__(self, *likeness: float) -> None:
        self.shown: list[str] = []
        self._likeness = likeness

    def read(self, _: str) -> MeaningReading | None:
        return READING

    def gallery(self, sentences: Sequence[str]) -> SentenceGallery:
        self.shown += sentences
        return self

    def likeness(self, _: MeaningReading) -> Sequence[float]:
        return self._likeness


def nearest(text: str, *near: float) -> str | None:
    sentences = ("water the tomatoes", "feed the fish", "feed the {animal}", "it")
    return OwnSentences(Likens(*near), lambda: sentences).nearest(text, READING)


@pytest.mark.parametrize(
    ("text", "near", "expected"),
    [
        ("the fish are hungry", (0.1, NEAR, 0.2), "feed the fish"),
        ("the fish are hungry", (0.1, NEAR - 0.01, 0.2), None),
        ("the cat is hungry", (0.9, 0.9, 0.9), None),
        ("the fish want tomatoes", (0.9, 0.8, 0.7), "water the tomatoes"),
        ("go and feed the cow", (0.9, 0.8, 0.85), "feed the {animal}"),
    ],
)
def test_the_nearest_with_a_common_word(
    text: str, near: tuple[float, ...], expected: str | None
) -> None:
    assert nearest(text, *near) == expected


def test_they_are_read_once_and_without_their_slots() -> None:
    reader = Likens(0.9)
    own = OwnSentences(reader, lambda: ("feed the {animal}",))
    assert reader.shown == []
    assert own.nearest("feed it", READING) == own.nearest("feed it", READING)
    assert reader.shown == ["feed the "]


def test_no_more_than_are_read_in_a_moment() -> None:
    reader = Likens()
    OwnSentences(reader, lambda: [f"feed horse {n}" for n in range(MOST_SENTENCES + 9)]).load()
    assert len(reader.shown) == MOST_SENTENCES


def test_the_sentences_of_a_users_file(tmp_path: Path) -> None:
    paths = find_paths({"JARVIS_HOME": str(tmp_path)})
    paths.user_sentences.mkdir(parents=True)
    (paths.user_sentences / "own.yaml").write_text(
        "language: en\nintents:\n  search:\n    data:\n"
        "      - sentences: ['[please] hunt for {query}', 'feed (it|me)']\n"
        "        slots: {query: it}\n",
        encoding="utf-8",
    )
    grammar = Grammar.load(paths)
    assert grammar.own_sentences(()) == ("hunt for {query}", "feed it", "feed me")
    assert "thanks" in grammar.own_sentences({"thanks"})
