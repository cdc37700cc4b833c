"""Cuts a streamed answer in Markdown into units: sentences, list entries, code, tables.

Invariant: the units, joined with their leads, are the text; they do not depend on how it was cut
into pieces. Nothing is looked at twice, so that the work grows as the text does.
"""

from __future__ import annotations

from typing import Literal

from jarvis_voice.core.types import UnitKind
from jarvis_voice.language.en.answer_unit import Gap, Unit
from jarvis_voice.language.en.markdown_lines import (
    HEAD_CHARACTERS,
    LineKind,
    closes,
    fence_of,
    indent_of,
    line_kind,
    rules_table,
)
from jarvis_voice.language.en.sentences import SENTENCE_CHARACTERS, SentenceSplitter
from jarvis_voice.language.en.spoken_units import spoken_unit

__all__ = ["Unit", "UnitSplitter", "spoken_unit"]

BLOCK_CHARACTERS = 20_000
"""Longer code, or a longer table, is cut."""

_Block = Literal["item", "heading", "quote", "rule", "fence", "indented", "table", "head"]
"""What is collected until it is whole; "head" may be a table's, which the next line tells."""

_CODE_INDENT = 4
_ENTRY_INDENT = 2
"""A line that is indented so far goes on with the list entry above it."""

_KIND: dict[_Block, UnitKind] = {
    "item": "item",
    "heading": "heading",
    "quote": "quote",
    "rule": "rule",
    "fence": "code",
    "indented": "code",
    "table": "table",
}
_OF_ONE_LINE = {"heading", "quote", "rule"}
_OF_ONE_PIECE = {"fence", "indented", "table"}


class UnitSplitter:
    """Collects the text of one answer and returns whole units.

    A sentence is out as soon as it has ended, an entry when the line behind it begins, a block
    when it is over. Code that is never closed is out at `flush`.
    """

    def __init__(self) -> None:
        self._units: list[Unit] = []
        self._gap = Gap()  # behind the last unit
        self._sentences = SentenceSplitter()
        self._block: _Block | None = None  # what is collected
        self._parts: list[str] = []
        self._size = 0
        self._fence = ""
        self._begins_with_pipe = False
        self._is_in_list = False
        self._is_after_blank = True
        self._line: Literal["begun", "prose", "block", "blank"] = "begun"
        self._head = ""  # the line while it is not known what it is; in code, its first signs
        self._unended: list[str] | None = None  # a line of prose in which no sentence has ended

    def feed(self, piece: str) -> list[Unit]:
        """Take more text; the units that are whole now."""
        *whole, last = piece.split("\n")
        for line in whole:
            self._take(line, "\n")
        if last:
            self._take(last, "")
        return self._out()

    def flush(self) -> list[Unit]:
        """The rest: the answer has ended."""
        if self._line == "begun" and self._block != "fence":
            self._begin(is_whole=True)
        self._end_line("")
        self._close()
        self._emit(self._sentences.cut_rest(), "prose")
        return self._out()

    def _out(self) -> list[Unit]:
        units, self._units = self._units, []
        return units

    def _take(self, text: str, end: str) -> None:
        """Take a line's further signs, and its end."""
        if self._line == "begun":
            self._head += text
            self._begin(is_whole=bool(end))
        elif self._line == "prose":
            self._prose(text)
        else:
            if self._block == "fence":
                self._head += text[: HEAD_CHARACTERS - len(self._head)]
            self._collect(text)
        if end:
            self._end_line(end)

    def _begin(self, *, is_whole: bool) -> None:
        """Find out what the line is, if its beginning tells, and go on with it as such."""
        head = self._head
        if self._block == "head":
            rules = rules_table(head, is_whole=is_whole)
            if rules is None:
                return
            if rules:
                self._block = "table"
                self._go_on()
                return
            self._close()
        if self._is_indented_code():
            self._go_on_with("indented")
        elif kind := line_kind(head, is_whole=is_whole):
            self._begin_as(kind)

    def _is_indented_code(self) -> bool:
        head = self._head[:HEAD_CHARACTERS]
        if not head.strip() or indent_of(head) < _CODE_INDENT:
            return False
        can_begin = self._is_after_blank and not self._is_in_list and self._block is None
        return can_begin or self._block == "indented"

    def _begin_as(self, kind: LineKind) -> None:
        is_deeper = indent_of(self._head) >= _ENTRY_INDENT
        if kind == "blank":
            if self._block == "indented":
                self._go_on()
            else:
                self._close()
                self._gap.add(self._head)
                self._line = "blank"
            self._is_after_blank = True
            return
        is_row = kind == "pipe" or (kind == "prose" and not self._begins_with_pipe)
        if (self._block == "item" and kind == "prose" and is_deeper) or (
            self._block == "table" and is_row
        ):
            self._go_on()
            return
        self._close()
        self._is_in_list = kind == "item" or (self._is_in_list and is_deeper)
        if kind == "prose":
            self._line, self._unended = "prose", []
            self._prose(self._head)
        elif kind == "pipe":
            self._begins_with_pipe = True
            self._go_on_with("head")
        else:
            self._fence = fence_of(self._head) if kind == "fence" else ""
            self._go_on_with(kind)

    def _go_on_with(self, block: _Block) -> None:
        self._block = block
        self._go_on()

    def _go_on(self) -> None:
        """The line belongs to the block."""
        self._line, text = "block", self._head
        self._head = ""
        self._is_after_blank = False
        self._collect(text)

    def _end_line(self, end: str) -> None:
        if self._line == "prose":
            self._emit(self._sentences.cut_rest(), "prose")
            self._is_after_blank = False
        if self._block is None:
            self._gap.add(end)
        else:
            self._collect(end)
            is_over = self._block == "fence" and closes(self._head, self._fence)
            if is_over or self._block in _OF_ONE_LINE:
                self._close()
        self._line, self._head, self._unended = "begun", "", None
        if self._block == "fence":
            self._line = "block"

    def _prose(self, text: str) -> None:
        """Cut a line into its sentences; one that may be the head of a table waits for the next."""
        if self._unended is not None and "|" in text:
            before, _, behind = text.partition("|")
            self._cut(before)
            text = f"|{behind}"
            if self._unended is not None:
                self._sentences = SentenceSplitter()
                self._head, self._unended = "".join([*self._unended, text]), None
                self._begins_with_pipe = False
                self._go_on_with("head")
                return
        self._cut(text)

    def _cut(self, text: str) -> None:
        for part in self._sentences.cut(text):
            self._emit(part, "prose")
            self._unended = None
        if self._unended is not None:
            self._unended.append(text)

    def _collect(self, text: str) -> None:
        """Add to the block; one that is too long is cut."""
        while self._block and text:
            most = BLOCK_CHARACTERS if self._block in _OF_ONE_PIECE else SENTENCE_CHARACTERS
            room = most - self._size
            self._parts.append(text[:room])
            self._size += len(text[:room])
            text = text[room:]
            if self._size == most:
                self._cut_block()
        if text:
            self._prose(text)

    def _cut_block(self) -> None:
        """Emit the beginning of a full block, to its last line or word, and keep the rest."""
        if self._block in {None, "head"}:
            self._close()
            return
        full = "".join(self._parts)
        place = full.rfind("\n", len(full) // 2) + 1 or full.rfind(" ", 1) + 1 or len(full)
        self._emit(full[:place], _KIND[self._block])
        self._parts, self._size = [full[place:]], len(full) - place

    def _close(self) -> None:
        """The block is over."""
        block, text = self._block, "".join(self._parts)
        self._block, self._parts, self._size = None, [], 0
        if block == "head":  # no table's
            self._release(text)
        elif block:
            self._emit(text, _KIND[block])

    def _release(self, text: str) -> None:
        """Cut into sentences what waited for its next line."""
        *whole, last = text.split("\n")
        for line in whole:
            self._cut(line)
            self._emit(self._sentences.cut_rest(), "prose")
            self._gap.add("\n")
        if last:  # it was too long to wait for its end
            self._line = "prose"
            self._cut(last)

    def _emit(self, raw: str, kind: UnitKind) -> None:
        text = raw.strip()
        if not text:
            self._gap.add(raw)
            return
        self._gap.add(raw[: len(raw) - len(raw.lstrip())])
        self._units.append(Unit(text, self._gap.text, kind))
        self._gap = Gap()
        self._gap.add(raw[len(raw.rstrip()) :])
