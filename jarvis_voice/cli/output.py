"""Prints for the command line: answers and JSON on stdout, progress on stderr."""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import sys
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from jarvis_voice.cli.text_columns import folded, text_width
from jarvis_voice.doors.terminal.answer_page import AnswerPage, RawPage
from jarvis_voice.doors.terminal.screen import JsonScreen, Screen, TextScreen

if TYPE_CHECKING:
    from collections.abc import Sequence

    from jarvis_voice.store.reader_port import StoreReader
    from jarvis_voice.workshop.benches.comparison import Report


PIPE_COLUMNS = 160
"""For the tables of a report that no terminal shows."""


class Output:
    """Prints lines at once, and drops them when the reader has closed the pipe.

    What is lost for another reason, such as a full disk, is told once on stderr.

    Attributes:
        is_broken: Whether a line could not be written: the reader has gone, or the disk is full.
        has_lost: Whether it was lost for another reason than that its reader has gone.
    """

    def __init__(self, name: Literal["stdout", "stderr"]) -> None:
        self._name = name
        self.is_broken = False
        self.has_lost = False

    def __call__(self, line: str) -> None:
        """Print a line."""
        self.write(f"{line}\n")

    def tell(self, line: str, under: int | None = None) -> None:
        """Print a sentence; a terminal shows it in lines that break between words.

        Args:
            line: The sentence.
            under: How far the further lines are indented; None is as far as the first.
        """
        if not self._is_terminal():
            self(line)
            return
        columns = shutil.get_terminal_size().columns
        for one in line.split("\n"):
            self("\n".join(folded(one, columns, under)))

    def table(self, rows: Sequence[Sequence[str]]) -> None:
        """Print rows: in columns on a terminal, with tabs between elsewhere.

        Args:
            rows: Each has as many texts, one line each.
        """
        if not self._is_terminal():
            for row in rows:
                self("\t".join(row))
            return
        widths = [max(map(text_width, column)) for column in zip(*rows, strict=True)]
        for row in rows:
            cells = (
                text + " " * (wide - text_width(text))
                for text, wide in zip(row, widths, strict=True)
            )
            self.tell("  ".join(cells).rstrip(), 2)

    def _is_terminal(self) -> bool:
        stream = getattr(sys, self._name)
        return stream is not None and not stream.closed and stream.isatty()

    def write(self, text: str) -> None:
        """Print a text, which may end within a line."""
        stream = getattr(sys, self._name)
        if stream is None or self.is_broken:
            return
        try:
            print(text, end="", file=stream, flush=True)
        except (OSError, ValueError) as error:  # ValueError: the stream is closed
            self.is_broken = True
            self._drop_the_rest()
            if self is out and isinstance(error, OSError) and error.errno != errno.EPIPE:
                self.has_lost = True
                why = error.strerror or type(error).__name__
                err(f"jarvis: What was to be printed could not be written: {why}.")

    def _drop_the_rest(self) -> None:
        """Lead it nowhere: the interpreter would try once more at its end, and complain."""
        try:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            stream = getattr(sys, self._name)
            os.dup2(nowhere, stream.fileno())
            os.close(nowhere)
            stream.flush()  # one that keeps its failure would raise it again at the end
        except (OSError, ValueError):
            setattr(sys, self._name, None)


def open_closed_streams() -> None:
    """Let streams that are closed lead nowhere.

    Else the next file that is opened gets the descriptor, and what programs of ours print goes into
    it; and a question could not be asked. It is then answered as at the end of a file.
    """
    if sys.platform != "win32":
        for number in range(3):
            try:
                os.fstat(number)
            except OSError:
                os.open(os.devnull, os.O_RDWR)  # it gets the lowest that is free
    if sys.stdin is None:
        sys.stdin = Path(os.devnull).open(encoding="utf-8")  # noqa: SIM115 - to the end
    if sys.stdout is None:
        sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - likewise


def keep_stderr() -> None:
    """Let stderr lead where it leads now, whatever becomes of descriptor 2.

    sounddevice leads that nowhere for as long as PortAudio looks for devices, which it does again
    and again while there is no microphone: what is told meanwhile would be lost.
    """
    if sys.platform == "win32" or sys.stderr is None:  # a console of Windows has no copy
        return
    with contextlib.suppress(OSError, ValueError):
        copy = os.dup(sys.stderr.fileno())
        sys.stderr = os.fdopen(copy, "w", buffering=1, encoding=sys.stderr.encoding)


def tell_unreadable(reader: StoreReader, *tables: str) -> None:
    """Tell on stderr how many rows of these tables a list leaves out, since they cannot be read.

    Raises:
        StoreError: The database cannot be read.
    """
    from jarvis_voice.store.losses import unreadable_told

    if sentence := unreadable_told(reader.unreadable(*tables)):
        err(f"jarvis: {sentence}")


def local_time(stamp: str) -> str:
    """A moment as a clock here shows it, such as "2026-11-25 04:31".

    Args:
        stamp: ISO 8601, with its time zone.
    """
    return f"{datetime.fromisoformat(stamp).astimezone():%Y-%m-%d %H:%M}"


out = Output("stdout")
err = Output("stderr")


def screen_for(*, as_json: bool) -> Screen:
    """The screen of a command that prints one answer."""
    return JsonScreen(out) if as_json else TextScreen(partial(err.tell, under=3), answer_page())


def answer_page(sign: str = "", *, flows: bool = True) -> AnswerPage:
    """Where answers are shown on stdout: rendered on a terminal, as they were written elsewhere.

    Args:
        sign: Stands before each answer.
        flows: Whether the parts of a paragraph may stand on one line, which other lines that come
            out at the same place do not break.
    """
    if sys.stdout is not None and sys.stdout.isatty():
        from jarvis_voice.cli.markdown_page import MarkdownPage

        return MarkdownPage(out.write, sign, flows=flows)
    return RawPage(out.write, sign, text_width(sign), is_shared=not flows)


def show_report(report: Report, *, as_json: bool) -> None:
    """Print it on stdout."""
    if as_json:
        out(report.to_json())
        return
    from rich.console import Console
    from rich.table import Table

    from jarvis_voice.workshop.benches.comparison import machine

    has_stock = any(row.stock for row in report.rows)
    table = Table("what", box=None, pad_edge=False)
    for name in ("ours", *(["stock"] if has_stock else []), "wanted"):
        table.add_column(name, justify="right")
    for row in report.rows:
        stock = [str(row.stock) if row.stock else ""] if has_stock else []
        table.add_row(row.what, str(row.ours), *stock, row.wanted)
    console = Console()
    if not console.is_terminal:
        console.width = PIPE_COLUMNS  # who reads a pipe has no columns to fit into
    console.print(report.title, highlight=False, markup=False, style="italic")
    if table.row_count:
        console.print(table)
    stock = [f"Stock: {report.stock}"] if report.stock and has_stock else []
    for note in (*stock, *report.notes, machine()):
        console.print(note, highlight=False, markup=False, soft_wrap=not console.is_terminal)
