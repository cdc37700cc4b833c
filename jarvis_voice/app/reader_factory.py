"""Loads the trained reader of sentences; without its files the grammar reads alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from jarvis_voice.core.errors import ModelError

if TYPE_CHECKING:
    from jarvis_voice.assistant.understanding.second_reader import SecondReader
    from jarvis_voice.core.sentence_reader import MeaningReader


def load_second_reader(
    load: Callable[[], MeaningReader] | None,
    own_sentences: Callable[[], Sequence[str]],
    report: Callable[[str, str], None],
) -> SecondReader | None:
    """The trained reader with what its meanings ask of Jarvis.

    Args:
        load: Instead of loading the one that ships.
        own_sentences: Gives the sentences of the user's own, and of tools that do not ship.
        report: Is told why there is none: a code and a sentence.
    """
    from jarvis_voice.assistant.understanding.meaning_cards import load_meaning_cards
    from jarvis_voice.assistant.understanding.own_sentences import OwnSentences
    from jarvis_voice.assistant.understanding.second_reader import SecondReader
    from jarvis_voice.engines.reader.move_head import MoveHead
    from jarvis_voice.engines.reader.network import TrainedReader

    try:
        reader = (load or TrainedReader.load)()
        moves = None if load else MoveHead.load()
    except ModelError as error:
        report(error.code, error.message)
        return None
    return SecondReader(reader, load_meaning_cards(), OwnSentences(reader, own_sentences), moves)
