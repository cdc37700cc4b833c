"""The keys of services in the user's .env: one line changes, every other line stays.

Invariant: the file is for its owner alone (mode 0600); no key is in an error or a log.
"""

from __future__ import annotations

import io
from pathlib import Path

from jarvis_voice.core.errors import ConfigError
from jarvis_voice.core.settings_file import read_text, rewrite

PRIVATE = 0o600

LONGEST = 1_000
"""Characters; what is longer is a file that was pasted by mistake."""


def checked_key(text: str) -> str:
    """A key as it was typed or piped in, without what stands around it.

    Raises:
        ConfigError: It is empty, or holds what no key holds.
    """
    key = text.strip().strip("'\"")
    if not key:
        raise ConfigError("key-empty", "No key was given. Nothing was changed.")
    if len(key) > LONGEST or not all("!" <= char <= "~" and char not in "'\"\\`$" for char in key):
        message = (
            "That is no key: it may hold letters, digits and signs such as - _ . and no space. "
            "Nothing was changed."
        )
        raise ConfigError("key-odd", message)
    return key


def put_key(file: Path, variable: str, key: str) -> None:
    """Write a key, in place of the one that was there.

    Raises:
        ConfigError: The file cannot be read or written; it is as before.
    """
    line = f"{variable}='{key}'\n"

    def with_key(text: str) -> str:
        kept, is_there = [], False
        for name, original in _lines(text):
            if name != variable:
                kept.append(original if original.endswith("\n") else original + "\n")
                continue
            kept.append(_blank_lines(original))
            if not is_there:
                kept.append(line)
                is_there = True
        return "".join(kept if is_there else [*kept, line])

    rewrite(file, with_key, mode=PRIVATE)


def remove_key(file: Path, variable: str) -> bool:
    """Take a key out; whether it was there.

    Raises:
        ConfigError: The file cannot be read or written; it is as before.
    """

    def has_it(text: str) -> bool:
        return any(name == variable for name, _ in _lines(text))

    def without_key(text: str) -> str | None:
        kept = [one if name != variable else _blank_lines(one) for name, one in _lines(text)]
        return "".join(kept) if has_it(text) else None

    if not has_it(read_text(file)):
        return False
    rewrite(file, without_key, mode=PRIVATE)
    return True


def read_keys(file: Path) -> dict[str, str]:
    """The variables that are set in the file, without those that are empty.

    Raises:
        ConfigError: It cannot be read, or a line of it is none; no line is quoted.
    """
    from dotenv.parser import parse_stream

    text = _text(file)
    for one in parse_stream(io.StringIO(text)):
        if one.error:
            before = len(one.original.string) - len(one.original.string.lstrip())
            line = one.original.line + one.original.string[:before].count("\n")
            raise ConfigError(
                "keys-syntax",
                f"{file}, line {line}: this is not NAME=value. Write it as "
                "GOOGLE_API_KEY=your-key, or put a # in front of it.",
            )
    return _values(text)


def keys_in(file: Path) -> frozenset[str]:
    """Names of the variables that are set in the file, whatever its other lines are.

    Raises:
        ConfigError: It cannot be read.
    """
    return frozenset(_values(_text(file)))


def _text(file: Path) -> str:
    return read_text(file).removeprefix("\ufeff")


def _values(text: str) -> dict[str, str]:
    from dotenv import dotenv_values

    values = dotenv_values(stream=io.StringIO(text))
    return {name: value for name, value in values.items() if value and value.strip()}


def _blank_lines(original: str) -> str:
    """The empty lines before a variable, which the parser counts to it."""
    before = original[: len(original) - len(original.lstrip())]
    return before[: before.rfind("\n") + 1]


def _lines(text: str) -> list[tuple[str | None, str]]:
    """Every line with the variable that it sets; a value may go over several."""
    from dotenv.parser import parse_stream

    return [(one.key, one.original.string) for one in parse_stream(io.StringIO(text))]
