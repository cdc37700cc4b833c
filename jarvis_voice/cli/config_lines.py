"""Changes one value in the user's jarvis.toml as text, so that comments and order stay.

Invariant: what comes out is valid TOML that holds the value and is otherwise the same line by line;
where that cannot be done, nothing comes out.
"""

from __future__ import annotations

import re
import tomllib


def with_value(text: str, section: str, key: str, value: float) -> str | None:
    """The text with `key = value` under [section]; None where it is written in another way.

    Args:
        text: Of a TOML file.
        section: As it stands between the brackets: "wake.words".
        key: Within the section; it is quoted where it must be.
        value: A number.
    """
    lines = text.splitlines()
    begin = next((n for n, line in enumerate(lines) if _is_header(line, section)), None)
    name = key if re.fullmatch(r"[\w-]+", key, re.ASCII) else f'"{key}"'
    if begin is None:
        gap = [""] if lines and lines[-1].strip() else []
        changed = [*lines, *gap, f"[{section}]", f"{name} = {value}"]
    else:
        end = _end_of_section(lines, begin)
        at = next((n for n in range(begin + 1, end) if _key_of(lines[n]) == key), None)
        if at is None:
            changed = [*lines[: begin + 1], f"{name} = {value}", *lines[begin + 1 :]]
        else:
            changed = [*lines[:at], _with_number(lines[at], value), *lines[at + 1 :]]
    whole = "\n".join(changed) + "\n"
    return whole if _holds(whole, section, key, value) else None


def _is_header(line: str, section: str) -> bool:
    found = re.match(r"\s*\[([^\[\]]+)\]\s*(#.*)?$", line)
    return found is not None and re.sub(r"\s", "", found.group(1)) == section


def _end_of_section(lines: list[str], begin: int) -> int:
    for number in range(begin + 1, len(lines)):
        if re.match(r"\s*\[", lines[number]):
            return number
    return len(lines)


def _key_of(line: str) -> str | None:
    found = re.match(r"""\s*(?:"([^"]*)"|'([^']*)'|([\w-]+))\s*=""", line)
    return next(group for group in found.groups() if group is not None) if found else None


def _with_number(line: str, value: float) -> str:
    return re.sub(r"(=\s*)[^\s#]+", lambda found: f"{found.group(1)}{value}", line, count=1)


def _holds(text: str, section: str, key: str, value: float) -> bool:
    try:
        found = tomllib.loads(text)
        for name in section.split("."):
            found = found[name]
    except (tomllib.TOMLDecodeError, KeyError, TypeError):
        return False
    return isinstance(found, dict) and found.get(key) == value
