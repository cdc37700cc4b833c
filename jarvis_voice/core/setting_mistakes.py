"""Words what is wrong with the value of a setting, and finds the line where it stands.

Invariant: no value is quoted, since it may be a key.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from typing import Any

from pydantic import ValidationError

from jarvis_voice.core.setting_names import ENV_PREFIX, Name, shortened
from jarvis_voice.core.setting_values import SHAPES

_PART = r"""(?:"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+'|[\w-]++)"""
_NAMES = rf"{_PART}(?:[ \t]*+\.[ \t]*+{_PART})*+"
_HEADER = re.compile(rf"[ \t]*+\[[ \t]*+({_NAMES})[ \t]*+\]")
_SETTING = re.compile(rf"[ \t]*+({_NAMES})[ \t]*+=")


def explained(
    error: ValidationError, keys: Iterable[str], env: Mapping[str, str], text: str, file: str
) -> str:
    """What is wrong, where, and what a good value is.

    Args:
        error: The library's.
        keys: Names of variables that hold keys.
        env: Variables, which go before the file.
        text: What the user's file holds; "" names no line.
        file: Its name.
    """
    first = error.errors(include_input=False, include_url=False)[0]
    parts = tuple(str(part) for part in first["loc"] if part != "[key]")
    where = ".".join(map(shortened, parts))
    bad = f'the setting "{where}" has a bad value: {_why(first, where, keys)}.'
    variables = {name.upper(): name for name in env}
    for count in range(1, len(parts) + 1):
        if variable := variables.get(ENV_PREFIX + "__".join(parts[:count]).upper()):
            return f"The environment variable {variable}: {bad}"
    if line := line_of(text, parts):
        return f"{file}, line {line}: {bad}"
    return f"T{bad[1:]}"


def _why(first: Mapping[str, Any], where: str, keys: Iterable[str]) -> str:
    context = first.get("ctx", {})
    if shape := SHAPES.get(context.get("pattern", "")):
        return f"it must be {shape}"
    if "max_length" in context:
        is_text = first["type"] == "string_too_long" or where in map(str.lower, keys)
        what = "characters" if is_text else "entries"
        return f"it may have at most {context['max_length']:,} {what}"
    return str(first["msg"].removeprefix("Value error, "))


def line_of(text: str, name: Name) -> int:
    """The line, from 1, where a setting stands in a text that is valid TOML; 0 where in none.

    Args:
        text: Of the file.
        name: The keys that lead to it. What lies inside a value stands where that begins.
    """
    table: Name = ()
    best, found = 0, 0
    for number, line in enumerate(text.splitlines(), 1):
        if header := _HEADER.match(line):
            table = keys = _keys(header[1])
        elif setting := _SETTING.match(line):
            keys = (*table, *_keys(setting[1]))
        else:
            continue
        if len(keys) > best and keys == name[: len(keys)]:
            best, found = len(keys), number
    return found


def _keys(dotted: str) -> Name:
    """The keys of a dotted name; none of what only looks like one, inside a text."""
    try:
        value: Any = tomllib.loads(f"{dotted} = 0")
    except tomllib.TOMLDecodeError:
        return ()
    keys: list[str] = []
    while isinstance(value, dict):
        [(key, value)] = value.items()
        keys.append(key)
    return tuple(keys)
