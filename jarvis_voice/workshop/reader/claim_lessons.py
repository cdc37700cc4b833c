"""Reads what the network of false reports learns from: answers of models, sentence by sentence.

Invariant: the same files give the same lessons in the same order.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from jarvis_voice.core.errors import ConfigError
from jarvis_voice.core.shipped_files import shipped
from jarvis_voice.engines.reader.claim_network import MEANINGS, claim_text
from jarvis_voice.engines.reader.word_pieces import words_of
from jarvis_voice.language.en.reports.plain_words import plain_text
from jarvis_voice.workshop.reader.annotated import OUTSIDE
from jarvis_voice.workshop.reader.lessons import WRITTEN, Lesson

FOLDER = "config/trust"
_COLUMNS = 4
_PLACES = ("first", "later")


def claim_files(folder: Path | None = None) -> list[Path]:
    """The shipped files with sentences of answers, by name."""
    return sorted((folder or shipped(FOLDER)).glob("claims-*.tsv"))


def claim_lessons(files: Sequence[Path]) -> list[Lesson]:
    """A lesson of each line: "claim" or "fine", "first" or "later", what was asked, the sentence.

    Raises:
        ConfigError: A file cannot be read, or a line is bad ("bad-claims").
    """
    return [lesson for file in files for lesson in _lessons(file)]


def _lessons(file: Path) -> list[Lesson]:
    try:
        lines = file.read_text(encoding="utf-8").removesuffix("\n").split("\n")
    except OSError as error:
        raise ConfigError("bad-claims", f"{file} cannot be read: {error.strerror}.") from error
    return [_lesson(line, f"{file}, line {number}") for number, line in enumerate(lines, 1)]


def _lesson(line: str, where: str) -> Lesson:
    columns = line.split("\t")
    if len(columns) != _COLUMNS or columns[0] not in MEANINGS or columns[1] not in _PLACES:
        raise ConfigError(
            "bad-claims", f"{where}: wanted is claim or fine, first or later, asked, sentence."
        )
    meaning, place, asked, sentence = columns
    text = claim_text(asked, plain_text(sentence), is_first=place == "first")
    return Lesson(text, meaning, (OUTSIDE,) * len(words_of(text)), WRITTEN)
