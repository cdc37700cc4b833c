"""Reads the table that says what the intents of the public collections mean to Jarvis.

Invariant: plain values of the shipped file config/understanding/collections.tsv.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from jarvis_voice.core.errors import ConfigError
from jarvis_voice.core.shipped_files import shipped

TABLE = "config/understanding/collections.tsv"
NO_LESSON = "-"
_COLUMNS = 5


@dataclass(frozen=True, slots=True)
class CollectionRow:
    """What sentences of one intent mean.

    Attributes:
        collection: Its name.
        intent: The collection's own.
        pattern: The sentences that it holds for.
        meaning: A meaning of Jarvis; "-" teaches nothing.
        expected: What is right for Jarvis to do, for `jarvis eval --sentences`.
    """

    collection: str
    intent: str
    pattern: re.Pattern[str]
    meaning: str
    expected: str


class CollectionTable:
    """The rows by collection and intent."""

    def __init__(self, rows: Iterable[CollectionRow]) -> None:
        self._rows: dict[tuple[str, str], list[CollectionRow]] = {}
        for row in rows:
            self._rows.setdefault((row.collection, row.intent), []).append(row)

    def row_of(self, collection: str, intent: str, text: str) -> CollectionRow | None:
        """The first row that holds for a sentence; None where there is none."""
        rows = self._rows.get((collection, intent), ())
        return next((row for row in rows if row.pattern.search(text.lower())), None)

    @property
    def intents(self) -> Mapping[str, int]:
        """How many intents there are, by collection."""
        counts: dict[str, int] = {}
        for collection, _ in self._rows:
            counts[collection] = counts.get(collection, 0) + 1
        return counts


def load_collection_table(path: Path | None = None) -> CollectionTable:
    """Read the table.

    Raises:
        ConfigError: A line is bad; the message names it.
    """
    path = path or shipped(TABLE)
    rows = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if not line or line.startswith("#"):
            continue
        cells = line.split("\t")
        if len(cells) != _COLUMNS:
            raise ConfigError("bad-table", f"{path}, line {number}: it needs {_COLUMNS} columns.")
        collection, intent, pattern, meaning, expected = cells
        try:
            rows.append(CollectionRow(collection, intent, re.compile(pattern), meaning, expected))
        except re.error as error:
            raise ConfigError("bad-table", f"{path}, line {number}: {error}.") from error
    return CollectionTable(rows)
