"""What the parts of an answer are shown on, and the page of a pipe: the text as it was written."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from jarvis_voice.core.types import UnitKind
from jarvis_voice.core.visible_text import written_out

_MOST_EMPTY_LINES = 2
_LINE_BREAK = re.compile(r"\n(?!\n)")
"""Before a line that is not empty."""


@dataclass(frozen=True, slots=True)
class AnswerPart:
    """A part of an answer, as its event tells it; see `core.types.Reply`."""

    turn_id: str
    text: str
    lead: str = " "
    kind: UnitKind = "prose"


class AnswerPage(Protocol):
    """Shows answers part by part."""

    def show(self, part: AnswerPart) -> None:
        """Show a part behind those before it."""
        ...

    def pause(self) -> None:
        """Something else is to be shown between: end the line, where the two share a screen."""
        ...

    def end(self, turn_id: str) -> None:
        """The answer of this turn is over."""
        ...


class RawPage:
    """Writes answers as they were written, with what would steer a terminal written out.

    Args:
        write: Writes a text, which may end within a line.
        sign: Stands before each answer.
        under: How far further lines are indented; those of code never are, for it may be copied.
        is_shared: Whether what is shown between the parts comes out at the same place.
    """

    def __init__(
        self,
        write: Callable[[str], None],
        sign: str = "",
        under: int = 0,
        *,
        is_shared: bool = False,
    ) -> None:
        self._write = write
        self._sign = sign
        self._pad = " " * under
        self._is_shared = is_shared
        self._turn_id: str | None = None  # whose line has begun

    def show(self, part: AnswerPart) -> None:
        """Write a part behind those before it."""
        is_code = part.kind == "code"
        text = code_written_out(part.text) if is_code else self._hung(written_out(part.text))
        if self._turn_id == part.turn_id:
            lead = white_space(part.lead)
            self._write((lead if is_code else self._hung(lead)) + text)
            return
        self._end_line()
        self._turn_id = part.turn_id
        self._write(self._sign + indent_of(part.lead) + text)

    def pause(self) -> None:
        """End the line, where something else comes out at the same place."""
        if self._is_shared:
            self._end_line()

    def end(self, turn_id: str) -> None:
        """End the answer's last line."""
        if turn_id == self._turn_id:
            self._end_line()

    def _hung(self, text: str) -> str:
        """The text with its further lines indented."""
        return _LINE_BREAK.sub(f"\n{self._pad}", text)

    def _end_line(self) -> None:
        if self._turn_id is not None:
            self._turn_id = None
            self._write("\n")


def code_written_out(text: str) -> str:
    """As `written_out`; tabs stay, for without them some code does not run."""
    return "\t".join(written_out(piece) for piece in text.split("\t"))


def white_space(lead: str) -> str:
    """A lead, as blanks and line breaks alone."""
    before, is_broken, indent = lead.rpartition("\n")
    breaks = min(before.count("\n") + 1, _MOST_EMPTY_LINES + 1) if is_broken else 0
    return "\n" * breaks + _blanks(indent)


def indent_of(lead: str) -> str:
    """The indentation of a part's first line."""
    _, is_broken, indent = lead.rpartition("\n")
    return _blanks(indent) if is_broken or len(indent) > 1 else ""


def _blanks(white: str) -> str:
    return "".join(sign if sign in " \t" else " " * (sign not in "\r") for sign in white)
