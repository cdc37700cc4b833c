"""Reads TOML and JSON that a user or another program wrote.

Invariant: what is nested by the thousand is a mistake like any other, with its line where that can
be known; it takes neither the stack nor the memory.
"""

from __future__ import annotations

import json
import re
import tomllib
from typing import Any

LARGEST_TOML = 4 * 1024 * 1024
"""Characters of a file; ten thousand sites have one million."""

MOST_PARTS = 64
"""Parts of a dotted name: the parser takes memory by their square."""

_QUOTED_OR_COMMENT = re.compile(
    r'''"""(?:[^"\\]|\\[\s\S]|"(?!""))*+(?:""")?'''  # several lines
    r"""|'''(?:[^']|'(?!''))*+(?:''')?"""
    r"""|"(?:[^"\\\n]|\\.)*+"?"""  # one line; nothing is tried twice where the end is missing
    r"""|'[^'\n]*+'?|#.*"""
)
_BETWEEN_NAMES = re.compile(r"[\s=,\[\]{}]+")


def parsed_toml(text: str) -> dict[str, Any]:
    """The values of a text in TOML.

    Raises:
        tomllib.TOMLDecodeError: It is none, or it is nested too deep, or too long.
    """
    if len(text) > LARGEST_TOML:
        raise tomllib.TOMLDecodeError(f"It has more than {LARGEST_TOML:,} characters")
    if line := _line_of_a_long_name(text):
        raise tomllib.TOMLDecodeError(
            f"A name may have at most {MOST_PARTS} parts with dots between them (at line {line})"
        )
    try:
        return tomllib.loads(text)
    except RecursionError:
        line = _deepest_line(text)
        raise tomllib.TOMLDecodeError(f"Brackets are nested too deep (at line {line})") from None
    except tomllib.TOMLDecodeError:
        raise
    except ValueError as error:  # a number of more digits than Python reads
        raise tomllib.TOMLDecodeError("A number has too many digits") from error


def parsed_json(text: str | bytes) -> Any:
    """The value of a text in JSON.

    Raises:
        ValueError: It is none, or it is nested too deep.
    """
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("Brackets are nested too deep") from None


def _line_of_a_long_name(text: str) -> int | None:
    for number, line in enumerate(_bare(text).split("\n"), start=1):
        if line.count(".") < MOST_PARTS:
            continue
        bare = re.sub(r" ?\. ?", ".", re.sub(r"\s+", " ", line))
        if any(name.count(".") >= MOST_PARTS for name in _BETWEEN_NAMES.split(bare)):
            return number
    return None


def _deepest_line(text: str) -> int:
    """Where brackets are deepest, as far as lines by themselves tell."""
    depth, deepest, found = 0, 0, 1
    for number, line in enumerate(_bare(text).split("\n"), start=1):
        for sign in line:
            depth += (sign in "[{") - (sign in "]}")
            if depth > deepest:
                deepest, found = depth, number
    return found


def _bare(text: str) -> str:
    """The text without comments and what stands in quotation marks, line by line as it was."""
    return _QUOTED_OR_COMMENT.sub(lambda found: "\n" * found[0].count("\n"), text)
