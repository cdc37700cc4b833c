"""Reads what the network of false reports learns from: answers of models, sentence by sentence.

Invariant: the same files give the same lessons in the same order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from jarvis_voice.core.errors import ConfigError
from jarvis_voice.core.sentence_reader import OUTCOMES, TurnEvidence
from jarvis_voice.core.shipped_files import shipped
from jarvis_voice.engines.reader.claim_network import MEANINGS
from jarvis_voice.engines.reader.claim_text import claim_text
from jarvis_voice.engines.reader.word_pieces import words_of
from jarvis_voice.language.en.reports.plain_words import plain_text
from jarvis_voice.workshop.reader.annotated import OUTSIDE
from jarvis_voice.workshop.reader.lessons import WRITTEN, Lesson

FOLDER = "config/trust"
_COLUMNS, _WITH_EVIDENCE = 4, 6
_FIRST, _LATER = "first", "later"


@dataclass(frozen=True, slots=True)
class ClaimLine:
    """A sentence of an answer, as somebody has judged it.

    Attributes:
        meaning: One of `MEANINGS`.
        is_first: The answer begins with it.
        asked: What the user said.
        sentence: As a model writes it.
        evidence: What the steps before it have brought; None where there was none.
    """

    meaning: str
    is_first: bool
    asked: str
    sentence: str
    evidence: TurnEvidence | None = None

    def lesson(self) -> Lesson:
        """What the network is shown of it."""
        text = claim_text(
            self.asked,
            plain_text(self.sentence),
            is_first=self.is_first,
            evidence=self.evidence,
        )
        return Lesson(text, self.meaning, (OUTSIDE,) * len(words_of(text)), WRITTEN)


def claim_files(folder: Path | None = None) -> list[Path]:
    """The shipped files with sentences of answers, by name."""
    return sorted((folder or shipped(FOLDER)).glob("claims-*.tsv"))


def claim_lines(files: Sequence[Path]) -> list[ClaimLine]:
    """Each line: "claim" or "fine", "first" or "later", what was asked, the sentence.

    A line may go on with what the steps before the sentence have brought: one of `OUTCOMES`, and
    what was found out.

    Raises:
        ConfigError: A file cannot be read, or a line is bad ("bad-claims").
    """
    return [line for file in files for line in _lines(file)]


def _lines(file: Path) -> list[ClaimLine]:
    try:
        lines = file.read_text(encoding="utf-8").removesuffix("\n").split("\n")
    except OSError as error:
        raise ConfigError("bad-claims", f"{file} cannot be read: {error.strerror}.") from error
    return [_line(line, f"{file}, line {number}") for number, line in enumerate(lines, 1)]


def _line(line: str, where: str) -> ClaimLine:
    columns = line.split("\t")
    is_whole = len(columns) in (_COLUMNS, _WITH_EVIDENCE)
    if not is_whole or columns[0] not in MEANINGS or columns[1] not in (_FIRST, _LATER):
        raise ConfigError(
            "bad-claims", f"{where}: wanted is claim or fine, first or later, asked, sentence."
        )
    meaning, place, asked, sentence, *seen = columns
    if seen and seen[0] not in OUTCOMES:
        raise ConfigError("bad-claims", f"{where}: the outcome is one of {', '.join(OUTCOMES)}.")
    evidence = TurnEvidence(*seen) if seen else None
    return ClaimLine(meaning, place == _FIRST, asked, sentence, evidence)
