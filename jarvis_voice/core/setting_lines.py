"""Finds where a setting stands: the line of the user's file, or the variable of the environment.

Invariant: what is found is checked by the parser, so that no line in a text or a comment is
taken for a setting.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jarvis_voice.core.parsed_text import parsed_toml
from jarvis_voice.core.setting_names import ENV_PREFIX, NOT_SETTINGS

MOST_TRIES = 300
"""Parts of a text that are parsed for one line."""

LONGEST_TEXT = 200_000
"""Characters of a text in which a line is looked for: a part of it is parsed in 50 ms."""


@dataclass(frozen=True, slots=True)
class SettingPlaces:
    """Where settings stand: in a line of the user's file, or in a variable.

    Attributes:
        file: The user's.
        text: What is in it.
    """

    file: Path
    text: str

    def line(self, name: Sequence[object]) -> int | None:
        """The line in the file in which a setting begins."""
        return line_of(self.text, name)

    def place(self, name: Sequence[object]) -> str:
        """The place for a reader; "" where it is neither in the file nor in a variable."""
        if variable := variable_of([str(part) for part in name], os.environ):
            return f"the environment variable {variable}"
        line = self.line(name)
        return f"{self.file}, line {line}" if line else ""


def variable_of(name: Sequence[str], env: Mapping[str, str]) -> str | None:
    """The environment's variable that sets a setting, or None."""
    wanted = {f"{ENV_PREFIX}{'__'.join(name[:count])}".upper() for count in (1, 2)}
    return next((one for one in env if one.upper() in wanted - NOT_SETTINGS), None)


def line_of(text: str, name: Sequence[object]) -> int | None:
    """The line in which a setting begins, or else the nearest that there is above it.

    Args:
        text: Valid TOML.
        name: The keys that lead to the setting. What is not in the text, such as a setting that
            is missing or the place in a list, is left out from its end.

    Returns:
        The number of the line, from 1; None where the text holds nothing of it, or is too long.
    """
    wanted = _there(_values(text) or {}, name) if len(text) <= LONGEST_TEXT else ()
    return _first_line(text.split("\n"), wanted) if wanted else None


def _first_line(lines: Sequence[str], wanted: Sequence[str]) -> int | None:
    """Halve what is between the lines that do not hold a setting and those that do."""
    without, with_it, tries = 0, len(lines), 0
    while with_it - without > 1:
        middle = (without + with_it) // 2
        for count in sorted(range(without + 1, with_it), key=lambda one: abs(one - middle)):
            tries += 1
            if tries > MOST_TRIES:
                return None
            values = _values("\n".join(lines[:count]))
            if values is None:
                continue  # this cut would go through a value of several lines
            if len(_there(values, wanted)) == len(wanted):
                with_it = count
            else:
                without = count
            break
        else:
            break  # what is between is one value of several lines
    return without + 1


def _values(text: str) -> dict[str, Any] | None:
    try:
        return parsed_toml(text)
    except tomllib.TOMLDecodeError:
        return None


def _there(values: dict[str, Any], name: Sequence[object]) -> tuple[str, ...]:
    """The keys of a name as far as they lead to something."""
    found: list[str] = []
    inner: Any = values
    for key in name:
        if not isinstance(inner, dict) or key not in inner:
            break
        found.append(str(key))
        inner = inner[key]
    return tuple(found)
