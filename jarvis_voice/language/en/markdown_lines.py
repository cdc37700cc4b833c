"""Tells what a line of Markdown is from its beginning, which a stream may not have ended. Pure.

Invariant: what was told of a beginning holds for all that goes on from it.
"""

from __future__ import annotations

import re
from typing import Literal

from jarvis_voice.core.lazy_pattern import lazy_pattern

LineKind = Literal["blank", "prose", "item", "heading", "fence", "pipe", "quote", "rule"]

HEAD_CHARACTERS = 1_000
"""What so many characters do not tell is prose."""

_ITEM = lazy_pattern(r"(?:[-*+\u2022]|\d{1,3}[.)])\s")
_ITEM_BEGUN = re.compile(r"[-*+\u2022]|\d{1,3}[.)]?")
_HEADING = re.compile(r"#{1,6}\s")
_LEAST_MARKS = 3
_TAB = 4


def line_kind(head: str, *, is_whole: bool) -> LineKind | None:
    """What a line is; None while only its further signs can tell.

    Args:
        head: Its first signs, without a line break.
        is_whole: Whether the line has ended.
    """
    if len(head) >= HEAD_CHARACTERS:
        return _kind(head[:HEAD_CHARACTERS].lstrip(), is_whole=False) or "prose"
    return _kind(head.lstrip(), is_whole=is_whole)


def indent_of(line: str) -> int:
    """The columns that a line is indented by; a tab is four."""
    white = line[: len(line) - len(line.lstrip())]
    return len(white) + (_TAB - 1) * white.count("\t")


def fence_of(line: str) -> str:
    """The marks that a line of a fence opens or ends code with."""
    body = line.lstrip()
    return body[: len(body) - len(body.lstrip(body[:1]))]


def closes(line: str, fence: str) -> bool:
    """Whether a line ends the code that a fence has opened."""
    body = line.strip()
    return len(body) >= len(fence) and not body.strip(fence[0])


def rules_table(line: str, *, is_whole: bool) -> bool | None:
    """Whether a line stands below a table's head, such as "|---|:-:|"; None while it may."""
    if line.strip("-:| \t\r") or len(line) > HEAD_CHARACTERS:
        return False
    return ("-" in line and "|" in line) if is_whole else None


def _kind(body: str, *, is_whole: bool) -> LineKind | None:  # noqa: PLR0911 - one line each
    sign = body[:1]
    if not sign:
        return "blank" if is_whole else None
    if sign in "`~":
        return _fence(body, sign, is_whole=is_whole)
    if sign == "|":
        return "pipe"
    if sign == ">":
        return "quote"
    if sign == "#":
        is_begun = not body.lstrip("#") and not is_whole
        return None if is_begun else "heading" if _HEADING.match(body + "\n") else "prose"
    if sign in "-*_" and not body.strip(f"{sign} \t\r"):
        if not is_whole:
            return None
        if body.count(sign) >= _LEAST_MARKS:
            return "rule"
    if _ITEM.match(body + "\n" if is_whole else body):
        return "item"
    return None if not is_whole and _ITEM_BEGUN.fullmatch(body) else "prose"


def _fence(body: str, sign: str, *, is_whole: bool) -> LineKind | None:
    """Three marks open code, unless such marks end it on the same line: "```one``` two"."""
    rest = body.lstrip(sign)
    marks = len(body) - len(rest)
    if rest and (marks < _LEAST_MARKS or (sign == "`" and sign in rest)):
        return "prose"
    if not is_whole:
        return None
    return "fence" if marks >= _LEAST_MARKS else "prose"
