"""The parts that a written answer is made of; joined with their leads they are the answer."""

from __future__ import annotations

from dataclasses import dataclass

from jarvis_voice.core.types import UnitKind


@dataclass(frozen=True, slots=True)
class Unit:
    """One part of a written answer.

    Attributes:
        text: Its Markdown as it was written, without white space at its ends.
        lead: The white space between it and the part before; it ends with the indentation of its
            own first line. "" where a part that was too long was cut.
        kind: What it is. A prose unit is one sentence or line; an item one list entry; code and a
            table are one unit each, with their marks.
    """

    text: str
    lead: str
    kind: UnitKind


LEAD_CHARACTERS = 80
"""Wider white space between two units is shortened: it tells nothing by being wider."""

_MOST_INDENT = 40


class Gap:
    """The white space between two units, as it comes.

    Attributes:
        text: So much of it as is kept: a wide one is an empty line at most, and the indentation
            behind it.
    """

    def __init__(self) -> None:
        self.text = ""
        self._is_wide = False

    def add(self, white: str) -> None:
        """Take more of it."""
        text = self.text + white
        self._is_wide = self._is_wide or len(text) > LEAD_CHARACTERS
        if self._is_wide:
            indent = text.rpartition("\n")[2][:_MOST_INDENT]
            text = "\n" * min(text.count("\n"), 2) + indent
        self.text = text
