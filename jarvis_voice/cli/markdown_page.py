"""Shows answers in Markdown on a terminal, each part as soon as it is there.

Invariant: no line of code gets a sign that is not the code's own, and none is broken: it can be
copied.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from shutil import get_terminal_size
from typing import TYPE_CHECKING

from jarvis_voice.cli.markdown_text import closed, line_text
from jarvis_voice.cli.text_columns import folded, text_width
from jarvis_voice.core.visible_text import written_out
from jarvis_voice.doors.terminal.answer_page import (
    AnswerPart,
    code_written_out,
    indent_of,
    white_space,
)
from jarvis_voice.language.en.markdown_lines import fence_of, rules_table

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.text import Text

COLOURED_CHARACTERS = 5_000
"""Of code; longer code is shown without colours, which would take too long."""

_SIGNS = "*_`[<&\\~\n!"
_CELL = re.compile(r"(?<!\\)\|")
_CODE_INDENT = 4
_MOST_INDENT = 20
_LEAST_COLUMNS = 10


class MarkdownPage:
    """Shows answers on the terminal.

    Args:
        write: Writes a text, which may end within a line.
        sign: Stands before each answer; further lines begin below what stands behind it.
        console: Knows the terminal's width and colours; made at the first use if None is given.
        flows: Whether sentences of a paragraph stand on one line; else each begins one, for a
            prompt below that can only be moved by whole lines.
    """

    def __init__(
        self,
        write: Callable[[str], None],
        sign: str = "",
        console: Callable[[], Console] | None = None,
        *,
        flows: bool = True,
    ) -> None:
        self._write_out = write
        self._written: list[str] = []
        self._sign = sign
        self._under = " " * text_width(sign)
        self._make_console = console or _terminal
        self._flows = flows
        self._turn_id: str | None = None
        self._column = 0  # where the line ends that has begun; 0 where none has
        self._open_marks = ""

    def show(self, part: AnswerPart) -> None:
        """Show a part behind those before it."""
        self._show(part)
        self._flush()

    def pause(self) -> None:
        """End the line; what follows of the answer begins a new one."""
        self._end_line()
        self._flush()

    def end(self, turn_id: str) -> None:
        """End the answer's last line."""
        if turn_id == self._turn_id:
            self._turn_id = None
            self.pause()

    def _write(self, text: str) -> None:
        self._written.append(text)

    def _flush(self) -> None:
        """Write all at once: a prompt below is drawn anew for each writing."""
        if self._written:
            self._write_out("".join(self._written))
            self._written.clear()

    def _show(self, part: AnswerPart) -> None:
        begins = part.turn_id != self._turn_id
        lead = white_space(part.lead)
        indent = self._under + indent_of(part.lead)[:_MOST_INDENT].expandtabs(4)
        if begins or "\n" in lead or part.kind != "prose" or not self._flows:
            self._end_line()
            self._open_marks = "" if begins or "\n" in lead else self._open_marks
        if not begins and lead.count("\n") > 1:
            self._write("\n")
        if part.kind == "prose" and not self._flows and not _is_marked(part.text):
            self._turn_id = part.turn_id  # rich is not needed, nor imported
            self._write(self._whole_lines(part.text, self._sign if begins else indent))
            return
        if begins and self._sign:
            self._write(self._sign)
            self._column = len(self._under)
            if part.kind not in {"prose", "item", "heading", "quote"}:
                self._end_line()
        self._turn_id = part.turn_id
        if part.kind == "prose":
            self._flow(part.text, lead, indent)
        else:
            self._block(part, indent)

    def _whole_lines(self, sentence: str, lead: str) -> str:
        """A plain sentence, broken between words."""
        columns = get_terminal_size().columns
        lines = f"{lead}{written_out(sentence)}".split("\n")
        broken = [one for line in lines for one in folded(line, columns, len(self._under))]
        return "".join(f"{one}\n" for one in broken)

    def _end_line(self) -> None:
        if self._column:
            self._column = 0
            self._write("\n")

    def _flow(self, sentence: str, lead: str, indent: str) -> None:
        """Put a sentence behind the one before it, wrapped at the terminal's width."""
        console = self._make_console()
        markdown, self._open_marks = closed(sentence, self._open_marks)
        has_blank = self._column and lead and self._turn_id and not self._is_signed
        self._put(_line(markdown), console, " " if has_blank else "", indent)
        if not self._flows:
            self._end_line()

    @property
    def _is_signed(self) -> bool:
        """Whether nothing but the sign stands in the line."""
        return bool(self._sign) and self._column == len(self._under)

    def _put(self, text: Text, console: Console, lead: str, indent: str) -> None:
        """Write a text from the column on, with its further lines below the indentation."""
        from rich.text import Text

        room = max(console.width - len(indent), _LEAST_COLUMNS)
        begun = max(self._column - len(indent), 0)
        pad = "x" * begun if self._column else ""
        lines = Text.assemble(pad + lead, text).wrap(console, room)
        shown = [
            _ansi(line[len(pad) :] if not n else line, console) for n, line in enumerate(lines)
        ]
        first = shown[0] if self._column else indent + shown[0]
        *wrapped, last_shown = [first, *shown[1:]]
        self._write(f"\n{indent}".join([*(one.rstrip(" ") for one in wrapped), last_shown]))
        last = lines[-1] if lines else Text()
        self._column = len(indent) + last.cell_len

    def _block(self, part: AnswerPart, indent: str) -> None:
        console = self._make_console()
        match part.kind:
            case "item" | "quote":
                mark, body = _marked(part.text)
                hang = indent + " " * _cells(mark)
                self._write(("" if self._column else indent) + mark)
                self._column = max(self._column, len(indent)) + _cells(mark)
                self._put(_line(" ".join(body.split())), console, "", hang)
            case "heading":
                text = _line(part.text.strip("# \t"))
                text.stylize("bold")
                self._put(text, console, "", indent)
            case "code":
                self._write(_ansi(_code(part.text, part.lead), console))
                self._column = 1
            case "table":
                room = max(console.width - len(self._under), _LEAST_COLUMNS)
                shown = _ansi(_table(part.text), console, room).split("\n")
                lines = [f"{self._under}{line}".rstrip(" ") for line in shown if line.strip()]
                self._write("\n".join(lines))
                self._column = 1
            case _:
                self._write(f"{self._under}{'─' * min(console.width - len(self._under), 40)}")
                self._column = 1
        self._end_line()


def _terminal() -> Console:
    from rich.console import Console

    return Console(highlight=False, markup=False, emoji=False)


def _cells(text: str) -> int:
    from rich.cells import cell_len

    return cell_len(text)


def _is_marked(markdown: str) -> bool:
    """Whether there may be Markdown in a line."""
    return any(sign in markdown for sign in _SIGNS)


def _line(markdown: str) -> Text:
    from rich.text import Text

    if not _is_marked(markdown):
        return Text(written_out(markdown))
    return line_text(markdown)


def _marked(text: str) -> tuple[str, str]:
    """The mark of an entry or a quotation as it is shown, and what stands behind it."""
    if text.startswith(">"):
        body = text.lstrip("> \t")
        return "▌ ", body
    mark, _, body = text.partition(" ")
    body = body.strip()
    if body[:4].lower() in {"[ ] ", "[x] "}:
        return "☐ " if body[1] == " " else "☑ ", body[4:]
    return ("• " if mark in {"-", "*", "+", "•"} else f"{written_out(mark)} "), body


def _ansi(renderable: RenderableType, console: Console, width: int | None = None) -> str:
    with console.capture() as captured:
        is_table = hasattr(renderable, "columns")
        console.print(renderable, end="", width=width, soft_wrap=not is_table)
    return captured.get()


def _code(text: str, lead: str) -> Text:
    """The code between its fences, in the colours of its language."""
    from rich.syntax import Syntax
    from rich.text import Text

    first, *lines = text.split("\n")
    fence = fence_of(first)
    language = ""
    if fence[:3] in {"```", "~~~"}:
        language = first.strip()[len(fence) :].strip().split(" ")[0].lower()
        if lines and lines[-1].strip().startswith(fence):
            lines = lines[:-1]
        indent = len(indent_of(lead))
        lines = [line[indent:] if not line[:indent].strip() else line for line in lines]
    else:
        width = _CODE_INDENT if len(indent_of(lead).expandtabs(4)) >= _CODE_INDENT else 0
        lines = [first, *(line[width:] if not line[:width].strip() else line for line in lines)]
    code = code_written_out("\n".join(lines))
    if not language or len(code) > COLOURED_CHARACTERS:
        return Text(code)
    text_shown = Syntax("", language, theme="ansi_dark").highlight(code)
    text_shown.rstrip()
    return text_shown


def _table(text: str) -> RenderableType:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    first, *others = text.splitlines()
    if not others or not rules_table(others[0], is_whole=True):
        return Text(written_out(text))  # the rest of one that was too long

    names, rule, *rows = [
        [cell.strip().replace("\\|", "|") for cell in _CELL.split(row.strip().strip("|"))]
        for row in [first, *others]
    ]
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for number, name in enumerate(names):
        marks = rule[number] if number < len(rule) else ""
        is_right, is_centred = marks.endswith(":"), marks.startswith(":") and marks.endswith(":")
        table.add_column(
            _line(name),
            justify="center" if is_centred else "right" if is_right else "left",
            overflow="fold",
        )
    for row in rows:
        table.add_row(*(_line(cell) for cell in row[: len(names)]))
    return table
