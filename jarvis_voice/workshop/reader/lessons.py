"""Makes lessons for the reader from the collections and from sentences written for it.

Invariant: the same files give the same lessons in the same order.
"""

from __future__ import annotations

import gzip
import random
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from jarvis_voice.core.errors import ConfigError
from jarvis_voice.core.shipped_files import shipped
from jarvis_voice.engines.reader.word_pieces import words_of
from jarvis_voice.workshop.reader.annotated import (
    OUTSIDE,
    UNJUDGED,
    AnnotatedSentence,
    MarkedSpan,
    annotated,
    tags_of,
)
from jarvis_voice.workshop.reader.collection_table import NO_LESSON, CollectionTable

COLLECTIONS = ("clinc150", "hwu64", "snips")
WRITTEN = "written"
MOST_OF_A_MEANING = 300
"""Lessons of one collection for one meaning: what is there a thousand times teaches no more."""

_SLOTS: Mapping[str, str] = {
    **dict.fromkeys(("date", "time", "timeofday", "timeRange"), "time"),
    **dict.fromkeys(
        ("place_name", "city", "state", "country", "geographic_poi", "time_zone"), "place"
    ),
    "list_name": "list",
    **dict.fromkeys(("definition_word",), "topic"),
    "change_amount": "amount",
}
"""Slots of the collections that are slots of ours."""

_ITEMS = frozenset({"set_reminder", "cancel_reminder"})
_NAMES = frozenset({"play_named", "search_work", "refuse_playlist"})
_NAMED = frozenset(
    {
        *(
            "song_name",
            "artist_name",
            "music_genre",
            "audiobook_name",
            "podcast_name",
            "radio_name",
        ),
        *("podcast_descriptor", "playlist_name", "game_name", "artist", "track", "album", "genre"),
        *("object_name", "playlist", "service", "entity_name"),
    }
)
_MARKS_ALL = frozenset({"weather", "define", "set_alarm", "cancel_alarm", "read_alarms"})
"""Meanings whose every slot is marked in the collections that mark any: the rest is outside."""

_LINKING = frozenset(
    {
        *(
            "a",
            "an",
            "the",
            "my",
            "me",
            "i",
            "we",
            "us",
            "you",
            "your",
            "it",
            "is",
            "are",
            "am",
            "be",
        ),
        *(
            "was",
            "were",
            "do",
            "does",
            "did",
            "can",
            "could",
            "would",
            "will",
            "should",
            "may",
            "let",
        ),
        *(
            "what",
            "which",
            "who",
            "when",
            "where",
            "how",
            "why",
            "whats",
            "please",
            "to",
            "for",
            "of",
        ),
        *("set", "tell", "show", "give", "want", "need", "like", "add", "put", "remove", "delete"),
        *("list", "alarm", "timer", "reminder", "remind", "start", "stop", "turn", "play", "find"),
        *("olly", "jarvis", "hey", "just", "any", "there", "that", "this", "?", ".", ",", "'", "!"),
    }
)
"""Words at which no slot begins, so that they are outside where a collection marks nothing."""

_MARKING = frozenset({"hwu64", "snips"})
_RATES = "exchange_rate"


@dataclass(frozen=True, slots=True)
class Lesson:
    """A sentence to learn from.

    Attributes:
        text: Its words.
        meaning: What it means.
        tags: One for each of its words; "?" is not judged.
        collection: Where it is from.
        intent: The collection's own name for it; "" for sentences of our own.
    """

    text: str
    meaning: str
    tags: tuple[str, ...]
    collection: str
    intent: str = ""


def collection_lines(folder: Path, collection: str) -> Iterator[tuple[AnnotatedSentence, str]]:
    """The sentences of a collection with their intents, in the file's order.

    Raises:
        ConfigError: Its file is not there, or a line is bad.
    """
    path = folder / f"{collection}.tsv.gz"
    if not path.is_file():
        raise ConfigError("no-collection", f"There is no {path}.")
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for number, line in enumerate(lines, start=1):
            text, tab, intent = line.rstrip("\n").partition("\t")
            if not tab:
                raise ConfigError("bad-collection", f"{path}, line {number}: it has no intent.")
            yield annotated(text), intent


def collection_lessons(folder: Path, collection: str, table: CollectionTable) -> list[Lesson]:
    """What a collection teaches."""
    found: list[Lesson] = []
    for sentence, intent in collection_lines(folder, collection):
        row = table.row_of(collection, intent, sentence.text)
        if row is None or row.meaning == NO_LESSON:
            continue
        ours = AnnotatedSentence(sentence.text, tuple(_our_spans(sentence.spans, row.meaning)))
        whole = collection in _MARKING and row.meaning in _MARKS_ALL
        tags = tuple(tags_of(ours, OUTSIDE if whole else UNJUDGED))
        if not whole:
            tags = tuple(_linked(ours.text, tags))
        found.append(Lesson(sentence.text, row.meaning, tags, collection, intent))
    return found


def _linked(text: str, tags: Sequence[str]) -> Iterator[str]:
    """Linking words that are in no marked slot as outside of all."""
    for word, tag in zip(words_of(text), tags, strict=True):
        yield OUTSIDE if tag == UNJUDGED and word.text.lower() in _LINKING else tag


def _our_spans(spans: Sequence[MarkedSpan], meaning: str) -> Iterator[MarkedSpan]:
    if meaning == _RATES:
        rates = [span for span in spans if span.slot == "currency_name"]
        yield from (
            MarkedSpan(slot, span.begin, span.end)
            for slot, span in zip(("topic", "to"), rates, strict=False)
        )
        return
    for span in spans:
        slot = _SLOTS.get(span.slot)
        if slot is None and span.slot in _NAMED and meaning in _NAMES:
            slot = "name"
        if slot is None and span.slot == "event_name" and meaning in _ITEMS:
            slot = "item"
        if slot:
            yield MarkedSpan(slot, span.begin, span.end)


def written_lessons(paths: Iterable[Path], meanings: Iterable[str]) -> list[Lesson]:
    """What sentences written for the reader teach: lines of meaning, tab, marked sentence.

    Raises:
        ConfigError: A line is bad, or names a meaning that is not there.
    """
    known = frozenset(meanings)
    found: list[Lesson] = []
    for path in paths:
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            if not line.strip() or line.startswith("#"):
                continue
            meaning, tab, text = line.partition("\t")
            if not tab or meaning not in known:
                raise ConfigError(
                    "bad-sentence", f"{path}, line {number}: there is no meaning {meaning!r}."
                )
            sentence = annotated(text.strip())
            found.append(Lesson(sentence.text, meaning, tuple(tags_of(sentence)), WRITTEN))
    return found


def written_files() -> list[Path]:
    """The shipped files with sentences of our own."""
    return sorted(shipped("config/understanding").glob("written*.tsv"))


def balanced(lessons: Iterable[Lesson], chance: random.Random) -> list[Lesson]:
    """At most `MOST_OF_A_MEANING` lessons for each meaning of each collection, in random order."""
    groups: dict[tuple[str, str], list[Lesson]] = defaultdict(list)
    for lesson in lessons:
        groups[lesson.collection, lesson.meaning].append(lesson)
    kept = []
    for group in groups.values():
        chance.shuffle(group)
        kept += group[:MOST_OF_A_MEANING]
    chance.shuffle(kept)
    return kept


def held_out() -> frozenset[str]:
    """Sentences by which understanding is judged, in small letters: nothing learns from them."""
    path = shipped("config/understanding/held-out.txt")
    if not path.is_file():
        return frozenset()
    lines = path.read_text(encoding="utf-8").splitlines()
    return frozenset(line.lower().strip(" .?!") for line in lines if not line.startswith("#"))
