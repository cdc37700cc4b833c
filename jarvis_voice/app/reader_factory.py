"""Loads the trained readers: of the user's sentences, and of a model's false reports.

Invariant: without its files each is missing, which is told, and the rules read alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from jarvis_voice.core.errors import ModelError

if TYPE_CHECKING:
    from jarvis_voice.assistant.understanding.second_reader import SecondReader
    from jarvis_voice.core.sentence_reader import ClaimReader, MeaningReader


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
    from jarvis_voice.assistant.understanding.card_games import CardGameReader
    from jarvis_voice.assistant.understanding.meaning_cards import load_meaning_cards
    from jarvis_voice.assistant.understanding.own_sentences import OwnSentences
    from jarvis_voice.assistant.understanding.second_reader import SecondReader
    from jarvis_voice.engines.reader.network import TrainedReader

    try:
        reader = (load or TrainedReader.load)()
    except ModelError as error:
        report(error.code, error.message)
        return None
    moves = reader if isinstance(reader, TrainedReader) and reader.knows_moves else None
    own = OwnSentences(reader, own_sentences)
    return SecondReader(CardGameReader(reader), load_meaning_cards(), own, moves)


def load_claim_reader(report: Callable[[str, str], None]) -> ClaimReader | None:
    """The network that tells a model's false reports from its company.

    Args:
        report: Is told why there is none: a code and a sentence.
    """
    from jarvis_voice.engines.reader.claim_network import ClaimNetwork

    try:
        return ClaimNetwork.load()
    except ModelError as error:
        report(error.code, error.message)
        return None
