"""Leaves out what is only told beside a request: "english is not my first language, speak slowly".

Invariant: pure; a clause that may ask for something of its own, or that limits the request, stays.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from jarvis_voice.assistant.understanding.doubtful_words import has_exception, is_order, lost_limits
from jarvis_voice.assistant.understanding.meaning_cards import SURE, MeaningCard, MeaningCards
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.core.sentence_reader import MeaningReader
from jarvis_voice.core.understanding import Part
from jarvis_voice.language.en.normalization import clean

_ASKS_SOMETHING = 0.5
"""From here on a clause asks for something of its own."""

_CHANGES_IT = lazy_pattern(
    r"\d|\b(?:no|not|nope|never|actually|wait|sorry|i mean|i meant|rather|too|also|as well|both|"
    r"all|each|every|one|two|three|four|five|six|seven|eight|nine|ten|fifteen|twenty|thirty|half|"
    r"quarter|another|today|tonight|tomorrow|later|first|then|and|or|please|can you|could you|"
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)day|noon|midnight|am|pm)\b|"
    r"n't\b",
    re.I,
)
"""Words of a clause that may say more of the request, or take it back."""

_OWN_REASON = re.compile(
    r"\A(?:(?:because|as|since|cos|so)\s+)?(?:i|we) (?:mustn't|must not|can't|cannot|won't|"
    r"shouldn't|daren't|don't want to|never|always)\s+(?!(?:have|need|want|hear)\b)",
    re.I,
)
"""Says why of oneself, and denies nothing of the order: "I mustn't be late"."""

_TELLS = lazy_pattern(
    r"\b(?:i|i'm|i've|i'd|we|we're|we've|he|he's|she|she's|it|it's|they|they're|you|you're|your|"
    r"that|that's|this|there|there's|the|my|our|his|her|their|is|are|was|were|has|have|had|"
    r"gonna|going|need|needs|let's|quick|just)\b|'s\b",
    re.I,
)
"""A clause that tells something has a subject or a verb that is no order."""
_ADDRESS = re.compile(r", (?P<word>[a-z]{2,12})[.!?]*\Z", re.I)
_NO_ADDRESS = re.compile(
    r"(?:once|twice|thrice|again|maybe|max|maximum|full|slowly|quickly|gently|softly|up|down|off|"
    r"on|out|more|less|louder|quieter|squared|cubed|hundred|percent)\Z",
    re.I,
)
_HEARS = re.compile(r"\bhear you\b", re.I)
"""Why the sound is to be turned up, which asks for nothing beside it."""
_CLOSED = frozenset({"volume", "adjust_speech", "media", "calculate", "convert"})
"""What takes no name, place or thing that a last word could be."""


def without_remarks(
    text: str,
    parts: Sequence[Part],
    reader: MeaningReader,
    cards: MeaningCards,
    intents_of: Callable[[MeaningCard], frozenset[str]],
) -> tuple[Part, ...]:
    """The one request of a sentence whose other clauses only tell something; else all its parts.

    Args:
        text: The whole sentence.
        parts: Its clauses; those that are not understood have no intent.
        reader: The trained reader: it must take the whole sentence for that very request.
        cards: What its meanings ask of Jarvis.
        intents_of: The intents that the sentences of a card have.
    """
    parts = without_address(text, parts)
    requests = [part for part in parts if part.intent is not None]
    if len(requests) != 1 or has_exception(text):
        return tuple(parts)
    (request,) = requests
    whole = reader.read(clean(text).strip() or text)
    card = cards.by_name.get(whole.meaning) if whole else None
    if whole is None or card is None or whole.confidence < SURE or request.intent is None:
        return tuple(parts)
    is_same = request.intent.name in intents_of(card) and not lost_limits(text, request.text)
    beside = [part.text for part in parts if part.intent is None]
    if is_same and all(_only_tells(one, card.name, reader, cards) for one in beside):
        return (request,)
    return tuple(parts)


def without_address(text: str, parts: Sequence[Part]) -> tuple[Part, ...]:
    """The requests without an unknown last word behind a comma, by which somebody is addressed.

    Only where no request takes words of the user's own, which the last word could be.

    Args:
        text: The whole sentence.
        parts: Its clauses; those that are not understood have no intent.
    """
    last, rest = parts[-1], parts[:-1]
    said = _ADDRESS.search(text.strip())
    is_address = last.intent is None and said is not None and not _CHANGES_IT.search(said["word"])
    is_address = is_address and said is not None and last.text.strip(" .,!?") == said["word"]
    is_closed = bool(rest) and all(one.intent and one.intent.name in _CLOSED for one in rest)
    plays = any(one.intent and one.intent.slots.get("action") == "play" for one in rest)
    if not (is_address and is_closed) or plays or (said and _NO_ADDRESS.match(said["word"])):
        return tuple(parts)
    return tuple(one for one in rest if len(rest) == 1 or not _HEARS.search(one.text))


def _only_tells(clause: str, wanted: str, reader: MeaningReader, cards: MeaningCards) -> bool:
    if (
        _CHANGES_IT.search(_OWN_REASON.sub("", clause, count=1))
        or not _TELLS.search(clause)
        or is_order(clause)
    ):
        return False
    reading = reader.read(clean(clause).strip() or clause)
    if reading is None:
        return False
    asked = sum(
        chance
        for meaning, chance in reading.chances.items()
        if meaning != wanted and (card := cards.by_name.get(meaning)) and card.kind != "talk"
    )
    return asked < _ASKS_SOMETHING


def is_half(parts: Sequence[Part]) -> bool:
    """Whether some of the requests are understood and some are not."""
    known = [part.intent for part in parts if part.intent is not None]
    return 0 < len(known) < len(parts)
