"""Unit: a turn about the stopwatch, by what a trained layer takes it for."""

from collections.abc import Mapping, Sequence

import pytest

from jarvis_voice.assistant.understanding.meaning_cards import load_meaning_cards
from jarvis_voice.assistant.understanding.second_reader import SecondReader
from jarvis_voice.assistant.understanding.short_turns.resolved import ResolvedTurn
from jarvis_voice.assistant.understanding.short_turns.trained_stopwatch import stopwatch_by_layer
from jarvis_voice.core.sentence_reader import MeaningReading, MoveReading, SentenceGallery
from jarvis_voice.core.understanding import Intent
from jarvis_voice.engines.reader.vector_gallery import VectorGallery

pytestmark = pytest.mark.unit


class ReadsMoves:
    """A layer of which the moves are known."""

    def __init__(self, chances: Mapping[str, float]) -> None:
        self._chances = chances

    def read(self, text: str) -> MeaningReading | None:
        return MeaningReading("stop", 0.3, {}) if text else None

    def gallery(self, sentences: Sequence[str]) -> SentenceGallery:
        return VectorGallery([])

    def moves(self, text: str, topic: str) -> MoveReading | None:
        return MoveReading(self._chances)


def resolved(last: str, text: str = "in some words", **chances: float) -> ResolvedTurn | None:
    reads = ReadsMoves(chances)
    second = SecondReader(reads, load_meaning_cards(), moves=reads)
    return stopwatch_by_layer(text, Intent("stopwatch", {"action": last}), second)


def test_what_it_shows_is_told() -> None:
    assert resolved("start", left=0.5, when=0.3) == ResolvedTurn("read the stopwatch")


def test_an_act_is_asked_about() -> None:
    assert resolved("start", cancel=0.9) == ResolvedTurn("stop the stopwatch", is_guess=True)
    assert resolved("stop", again=0.9) == ResolvedTurn("start the stopwatch", is_guess=True)


@pytest.mark.parametrize("last", ["stop", "reset"])
def test_one_that_stands_is_not_stopped(last: str) -> None:
    assert resolved(last, cancel=0.9) is None


def test_what_is_not_likely_is_nothing() -> None:
    assert resolved("start", left=0.4, talk=0.6) is None
    assert resolved("start", "she went home", cancel=0.9) is None
