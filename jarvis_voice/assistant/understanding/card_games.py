"""Takes what is said of playing cards for a game, where a trained reader thinks of bank cards."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.core.sentence_reader import MeaningReader, MeaningReading, SentenceGallery

_MONEY, _GAME = "refuse_money", "refuse_game"
_PLAYED = lazy_pattern(
    r"\b(?:deal|shuffle|cut|guess|memori[sz]e|turn over|flip|draw|pick|choose|play) "
    r"(?:\w+ ){0,3}?cards?\b|\bcard (?:tricks?|games?)\b|\b(?:deck|pack) of cards\b|"
    r"\bplaying cards?\b|\b(?:ace|king|queen|jack|joker)s?\b.*\bcards?\b",
    re.I,
)
_PAID_WITH = lazy_pattern(
    r"\b(?:credit|debit|bank|visa|master ?card|amex|gift|birthday|sim|id|loyalty|pin|limit|"
    r"balance|pay\w*|paid|charge[ds]?|declined|block\w*|lost|stolen|new|replacement|points?|"
    r"account|expires?|fees?|apr|interest)\b",
    re.I,
)


def is_card_game(text: str) -> bool:
    """Whether a sentence is about playing cards, and about none that one pays with."""
    return _PLAYED.search(text) is not None and _PAID_WITH.search(text) is None


@dataclass(frozen=True, slots=True)
class CardGameReader:
    """A trained reader that knows a card game from a bank card.

    Attributes:
        reader: What reads.
    """

    reader: MeaningReader

    def read(self, text: str) -> MeaningReading | None:
        """What a sentence is taken for; None where nothing can be read."""
        reading = self.reader.read(text)
        if reading is None or reading.meaning != _MONEY or not is_card_game(text):
            return reading
        chances = {**reading.chances, _GAME: reading.chances.get(_MONEY, reading.confidence)}
        chances.pop(_MONEY, None)
        return replace(reading, meaning=_GAME, chances=chances)

    def gallery(self, sentences: Sequence[str]) -> SentenceGallery:
        """Sentences to compare others with."""
        return self.reader.gallery(sentences)
