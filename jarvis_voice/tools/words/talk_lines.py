"""Draws jokes, facts and riddles from the shipped files of config/talk.

Invariant: all lines of a file come before one comes again, and none comes twice in a row.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.shipped_files import shipped

TALK = "config/talk"
FILES = {"joke": "jokes.txt", "fact": "facts.txt", "riddle": "riddles.tsv"}
COMMENT = "#"


class TalkLines:
    """The lines of one folder; they are read when one is drawn."""

    def __init__(self, chance: Random, folder: Path | None = None) -> None:
        """Take what chooses, and the folder; None is where the files ship."""
        self._chance = chance
        self._folder = shipped(TALK) if folder is None else folder
        self._left: dict[str, list[str]] = {}
        self._newest: dict[str, str] = {}

    def draw(self, kind: str) -> str:
        """One line: of riddles, question and answer with a tab between them.

        Args:
            kind: "joke", "fact" or "riddle".

        Raises:
            ToolError: The file is missing or damaged ("talk-unreadable").
        """
        left = self._left.get(kind) or self._shuffled(kind)
        self._newest[kind] = left.pop()
        self._left[kind] = left
        return self._newest[kind]

    def _shuffled(self, kind: str) -> list[str]:
        lines = read_lines(self._folder / FILES[kind])
        self._chance.shuffle(lines)
        if len(lines) > 1 and lines[-1] == self._newest.get(kind):
            lines.insert(0, lines.pop())
        return lines


def read_lines(file: Path) -> list[str]:
    """The lines of a file, without empty ones and comments.

    Raises:
        ToolError: It is missing, damaged or empty ("talk-unreadable").
    """
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError) as error:
        raise _unreadable() from error
    found = [line for line in map(str.strip, lines) if line and not line.startswith(COMMENT)]
    if not found:
        raise _unreadable()
    return found


def _unreadable() -> ToolError:
    return ToolError(
        "talk-unreadable",
        "My list of jokes, facts and riddles is missing or damaged. Install Jarvis again.",
        spoken="I cannot read my list of jokes.",
    )
