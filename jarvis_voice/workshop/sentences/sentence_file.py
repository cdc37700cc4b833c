"""Reads a file of sentences: what is said, what is expected, class and source, between tabs.

Invariant: a line that is written wrongly is an error with its file and number; none is left out.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from jarvis_voice.core.errors import ConfigError, TextError
from jarvis_voice.core.turn_text import FILE_MARK, refuse_long
from jarvis_voice.workshop.sentences.expectation import (
    Alternative,
    alternatives,
    outside_brackets,
)

TURNS = " / "
"""Stands between the turns of a dialogue, and between what is expected of each."""

_MOST_COLUMNS = 4


@dataclass(frozen=True, slots=True)
class SentenceLine:
    """One line: a sentence, or a dialogue that is held in a world of its own.

    Attributes:
        number: Of the line in its file, from 1.
        said: What is said, turn by turn.
        expected: What may come of each turn; empty for a turn that is not judged.
        wanted: The same as it is written; "" where nothing is expected.
        topic: The class of the sentence; "" is none.
        source: Where it was taken from; "" is not told.
    """

    number: int
    said: tuple[str, ...]
    expected: tuple[tuple[Alternative, ...], ...]
    wanted: str = ""
    topic: str = ""
    source: str = ""

    @property
    def is_judged(self) -> bool:
        """Whether anything is expected."""
        return any(self.expected)


def read_sentences(file: Path) -> list[SentenceLine]:
    """The lines of a file, without comments and empty ones.

    Raises:
        ConfigError: The file cannot be read, or a line is written wrongly.
    """
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is no text in UTF-8"
        raise ConfigError("bad-sentences", f"{file} cannot be read: {why}.") from error
    lines: list[SentenceLine] = []
    for number, line in enumerate(text.removeprefix(FILE_MARK).split("\n"), 1):
        if not line.strip() or line.startswith("#"):
            continue
        try:
            lines.append(_read(number, line.removesuffix("\r")))
        except (ValueError, TextError) as error:
            raise ConfigError("bad-sentences", f"{file}, line {number}: {error}.") from error
    if not lines:
        raise ConfigError("bad-sentences", f"There is no sentence in {file}.")
    return lines


def _read(number: int, line: str) -> SentenceLine:
    columns = [column.strip() for column in line.split("\t")]
    if len(columns) > _MOST_COLUMNS:
        raise ValueError(f"there are {len(columns)} columns, {_MOST_COLUMNS} at the most")
    sentences, wanted, topic, source = (*columns, "", "", "")[:_MOST_COLUMNS]
    said = tuple(one.strip() for one in sentences.split(TURNS))
    if not all(said):
        raise ValueError("a sentence is missing")
    for one in said:
        refuse_long(one, "A sentence")
    if not wanted:
        return SentenceLine(number, said, ((),) * len(said), "", topic, source)
    expected = tuple(alternatives(one) for one in outside_brackets(wanted, TURNS))
    if len(expected) != len(said):
        raise ValueError(
            f'{len(said)} turns are said and {len(expected)} expected: write "-" for a turn that '
            "is not judged"
        )
    return SentenceLine(number, said, expected, wanted, topic, source)
