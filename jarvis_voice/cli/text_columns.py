"""Measures, breaks and cuts lines by the columns of a terminal. Pure."""

from __future__ import annotations

import re
import unicodedata

_WORDS = re.compile(r"( *)(`[^`]+`[^ `]*|[^ ]+)")
"""A word with the blanks before it; what stands between backticks is one."""


def folded(line: str, columns: int, under: int | None = None) -> list[str]:
    """The line as lines of at most so many columns that break between words.

    A command to copy stays whole where it fits into one line, and so does a longer word.

    Args:
        line: One line.
        columns: Of the terminal.
        under: How far the further lines are indented; None is as far as the first.
    """
    if text_width(line) <= columns or line.lstrip(" ").startswith("jarvis "):
        return [line]
    lead = line[: len(line) - len(line.lstrip(" "))]
    pad = lead if under is None else " " * under
    lines, last = [], ""
    for gap, word in _words(line, columns - len(pad)):
        if last.strip() and text_width(last + gap + word) > columns:
            lines.append(last)
            last = pad + word
        else:
            last += gap + word
    return [*lines, last]


def _words(line: str, columns: int) -> list[tuple[str, str]]:
    """The words of a line, each with the blanks before it; a command to copy is one word."""
    before, colon, command = line.partition(": jarvis ")
    if colon and text_width(f"jarvis {command}") <= columns:
        return [*_WORDS.findall(f"{before}:"), (" ", f"jarvis {command}")]
    return _WORDS.findall(line)


def fitting(text: str, columns: int) -> str:
    """The text, cut where it would need more columns of a terminal."""
    if text_width(text) <= columns:
        return text
    kept, used = "", 0
    for char in text:
        used += _columns(char)
        if used >= columns:
            break
        kept += char
    return f"{kept.rstrip()}…"


def text_width(text: str) -> int:
    """How many columns of a terminal a text takes."""
    return sum(map(_columns, text))


def _columns(char: str) -> int:
    if unicodedata.combining(char) or unicodedata.category(char) in {"Cf", "Me"}:
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1
