"""Puts a unit of a written answer into the sentence that a voice says of it. Pure.

Invariant: a plain sentence comes out as it is; no sign of Markdown is left of any other.
"""

from __future__ import annotations

import re

from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.core.types import UnitKind
from jarvis_voice.language.en.answer_unit import Unit
from jarvis_voice.language.en.markup import strip_markup
from jarvis_voice.language.en.number_words import cardinal
from jarvis_voice.language.en.sentences import SENTENCE_CHARACTERS

CODE_SHOWN = "I have put the code on the screen."
TABLE_SHOWN = "I have put the table on the screen."

TOLD_ROWS = 3
"""A table with more rows is not read out."""

_PLAIN = re.compile(r"[\w ,.;:!?'\"%$()-]*", re.ASCII)
_LINE_MARK = lazy_pattern(r"\s*(?:#{1,6}|(?:>\s?)+|[-*+\u2022]|(?P<number>\d{1,3})[.)])(?:\s+|$)")
_QUOTE_MARK = re.compile(r"\s*(?:>\s?)+")
_TASK = re.compile(r"\[[ xX]\]\s+")
_ADDRESS = lazy_pattern(
    r"<?(?:https?://|\bwww\.)(?:[^\s/@<>]*@)?(?:www\.)?([\w.-]*\w)(?::\d+)?(?:[/?#][^\s<>]*)?>?",
    re.IGNORECASE,
)
_CLOSING_MARKS = re.compile(r"[.,;:!?)\]}\"'*_]*$")
_CELL = re.compile(r"(?<!\\)\|")
_LEFT_OVER = (
    (re.compile(r"(?<=\w) \* (?=\w)"), " times "),
    (re.compile(r"#\s?(?=\d)"), "number "),
    (re.compile(r"(?<=\w)#(?!\w)"), " sharp"),
    (re.compile(r"[*_`#]"), " "),
)


def spoken_unit(unit: Unit) -> str:
    """What a voice says of a unit; "" where it says nothing.

    Links are told by their words, bare addresses by their site's name; emoji are left out. Numbers
    and the like stay as they are written, but for the number of a list entry.
    """
    return _spoken(unit.text, unit.kind)


class UnitVoice:
    """Puts the units of one answer into words: of code behind code nothing is said again."""

    def __init__(self) -> None:
        self._newest = ""

    def words(self, text: str, kind: UnitKind) -> str:
        """What is said of the next unit; "" where nothing is.

        Args:
            text: Its Markdown.
            kind: What it is.
        """
        words = _spoken(text, kind)
        if words == self._newest and words in {CODE_SHOWN, TABLE_SHOWN}:
            return ""
        self._newest = words or self._newest
        return words


def _spoken(text: str, kind: UnitKind) -> str:
    match kind:
        case "code":
            return CODE_SHOWN
        case "table":
            return _table(text)
        case "rule":
            return ""
        case "prose":
            return text if _is_plain(text) else _words(text)
        case "item" | "heading" | "quote":
            return _entry(text, kind)


def _is_plain(text: str) -> bool:
    return "_" not in text and _PLAIN.fullmatch(text) is not None


def _entry(text: str, kind: UnitKind) -> str:
    """A list entry, a heading or a line of a quotation as a sentence."""
    mark = _QUOTE_MARK.match(text) if kind == "quote" else _LINE_MARK.match(text)
    body = " ".join(text[mark.end() :].split()) if mark else text
    if kind == "item":
        body = _TASK.sub("", body, count=1) if _TASK.match(body) else body
    if kind == "heading":
        body = body.rstrip("#")
    words = _ended(_words(body))
    number = mark["number"] if mark and kind == "item" and words else None
    return f"{cardinal(int(number)).capitalize()}, {words}" if number else words


def _table(text: str) -> str:
    """A short table row by row, each cell with the name of its column."""
    names, *rows = [line for line in text.splitlines() if line.strip()][: TOLD_ROWS + 3]
    rows = rows[1:]  # the first is the rule below the names
    if len(rows) > TOLD_ROWS or not rows or len(text) > SENTENCE_CHARACTERS:
        return TABLE_SHOWN
    columns = _cells(names)
    return " ".join(filter(None, (_row(columns, _cells(row)) for row in rows))) or TABLE_SHOWN


def _cells(row: str) -> list[str]:
    return [_words(cell.replace("\\|", "|")) for cell in _CELL.split(row.strip().strip("|"))]


def _row(names: list[str], cells: list[str]) -> str:
    told = [
        f"{name}: {cell}" if name else cell
        for name, cell in zip([*names, *[""] * len(cells)], cells, strict=False)
        if cell
    ]
    return _ended(", ".join(told))


def _words(text: str) -> str:
    """A line without marks, emoji and addresses."""
    text = strip_markup(text)
    text = _ADDRESS.sub(_site, text)
    for pattern, spoken in _LEFT_OVER:
        text = pattern.sub(spoken, text)
    text = " ".join(text.split())
    return text if any(sign.isalnum() for sign in text) else ""


def _site(found: re.Match[str]) -> str:
    """An address by its site, with the marks of the sentence behind it."""
    marks = _CLOSING_MARKS.search(found[0])
    return found[1] + (marks[0] if marks else "")


def _ended(words: str) -> str:
    if not words or words[-1] in ".!?\u2026":
        return words
    return words.rstrip(",;:") + "."
