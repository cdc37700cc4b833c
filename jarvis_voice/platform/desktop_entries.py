"""Finds and reads freedesktop desktop entries, and parses their command lines.

Invariant: reading only; a broken entry is left out, never guessed at.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.core.paths import home_folder
from jarvis_voice.core.visible_text import has_controls

_GROUP = "[Desktop Entry]"
_ESCAPES = {"s": " ", "n": "\n", "t": "\t", "r": "\r", "\\": "\\"}
_DROPPED_CODES = "fFuUdDnNvm"
_MAX_FILE_BYTES = 256_000


@dataclass(frozen=True, slots=True)
class DesktopEntry:
    """The desktop entry of one application.

    Attributes:
        file: Where it was read.
        values: Its unlocalised keys, escapes resolved, except Exec, which has rules of its own.
    """

    file: Path
    values: Mapping[str, str]

    def is_true(self, key: str) -> bool:
        """A boolean key; false where it is missing."""
        return self.values.get(key, "").strip().lower() in {"true", "1"}

    def items(self, key: str) -> tuple[str, ...]:
        """A list key, such as Keywords, split at its semicolons."""
        return tuple(part.strip() for part in self.values.get(key, "").split(";") if part.strip())


def data_folders(env: Mapping[str, str]) -> tuple[Path, ...]:
    """The folders that may hold applications/, the most important first.

    XDG_DATA_HOME and XDG_DATA_DIRS, and where flatpak and snap export their entries.
    """
    home = Path(env.get("HOME") or home_folder())
    own = Path(env.get("XDG_DATA_HOME") or home / ".local/share")
    shared = env.get("XDG_DATA_DIRS") or "/usr/local/share:/usr/share"
    folders = [own, *(Path(part) for part in shared.split(":") if part.startswith("/"))]
    folders += [
        own / "flatpak/exports/share",
        Path("/var/lib/flatpak/exports/share"),
        Path("/var/lib/snapd/desktop"),
    ]
    return tuple(dict.fromkeys(folders))


def read_entries(env: Mapping[str, str]) -> Iterator[DesktopEntry]:
    """All readable entries; of several with one id only the first, as the specification says."""
    seen: set[str] = set()
    for folder in data_folders(env):
        applications = folder / "applications"
        for file in sorted(applications.rglob("*.desktop")):
            entry_id = "-".join(file.relative_to(applications).parts)
            if entry_id in seen:
                continue
            seen.add(entry_id)
            entry = read_entry(file)
            if entry is not None:
                yield entry


def read_entry(file: Path) -> DesktopEntry | None:
    """One entry, or None when it cannot be read."""
    try:
        if file.stat().st_size > _MAX_FILE_BYTES:
            return None
        text = file.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    values: dict[str, str] = {}
    group = ""
    for line in map(str.strip, text.splitlines()):
        if line.startswith("["):
            group = line
        elif group == _GROUP and "=" in line and not line.startswith("#"):
            key, _, value = line.partition("=")
            values.setdefault(key.strip(), _unescaped(value.strip()))
    return DesktopEntry(file, values)


def parse_exec(entry: DesktopEntry) -> tuple[str, ...] | None:
    """The argument vector of an entry's Exec, without files and URLs to open.

    Returns:
        The arguments, or None when the line is missing, breaks the specification or holds control
        characters.
    """
    words = _split(entry.values.get("Exec", ""))
    if not words:
        return None
    argv: list[str] = []
    for word, is_quoted in words:
        if word == "%i" and not is_quoted:
            icon = entry.values.get("Icon")
            argv += ["--icon", icon] if icon else []
            continue
        expanded = _expanded(word, entry)
        if expanded is None:
            return None
        if expanded or is_quoted:
            argv.append(expanded)
    if not argv or not argv[0] or "=" in argv[0] or any(map(has_controls, argv)):
        return None
    return tuple(argv)


def _unescaped(value: str) -> str:
    return re.sub(r"\\(.)", lambda match: _ESCAPES.get(match[1], match[0]), value)


_WORD = lazy_pattern(r'\s*(?:"((?:[^"\\`$]|\\["`$\\])*)"(?=\s|$)|([^\s"]+)(?=\s|$))')


def _split(line: str) -> list[tuple[str, bool]] | None:
    """The words of a command line, and whether each was quoted; None when quoting is broken."""
    words: list[tuple[str, bool]] = []
    position, end = 0, len(line.rstrip())
    while position < end:
        match = _WORD.match(line, position)
        if match is None:
            return None
        quoted, bare = match.groups()
        if bare is None:
            words.append((re.sub(r'\\(["`$\\])', r"\1", quoted), True))
        else:
            words.append((bare, False))
        position = match.end()
    return words


def _expanded(word: str, entry: DesktopEntry) -> str | None:
    """A word with its field codes resolved; None for a code the specification does not know."""
    codes = {"%": "%", "c": entry.values.get("Name", ""), "k": str(entry.file)}
    known = True

    def resolve(match: re.Match[str]) -> str:
        nonlocal known
        code = match[1]
        if code in codes:
            return codes[code]
        known = known and code != "" and code in _DROPPED_CODES
        return ""

    expanded = re.sub(r"%(.?)", resolve, word)
    return expanded if known else None
