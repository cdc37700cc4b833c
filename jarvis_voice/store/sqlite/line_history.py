"""The typed lines that the arrow keys recall: taking some out of the file.

Invariant: the file is replaced whole or stays as it was; it is private before and after.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path


def drop_lines(history: Path, lines: Iterable[str] | None) -> None:
    """Take out every entry that is one of these lines; None is all of them.

    A file of prompt_toolkit: entries of lines that begin with "+", each behind a time in a comment.

    Raises:
        OSError: The file cannot be replaced.
    """
    if not history.exists():
        return
    if lines is None:
        history.unlink()
        return
    unwanted = {line.strip() for line in lines}
    kept = [entry for entry in _entries(history) if _words(entry) not in unwanted]
    fresh = history.with_name(f"{history.name}.new")
    with os.fdopen(os.open(fresh, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "wb") as file:
        file.writelines(line for entry in kept for line in entry)
    fresh.replace(history)


def _entries(history: Path) -> list[list[bytes]]:
    """The lines of the file, entry by entry, the comment before each with it."""
    entries: list[list[bytes]] = [[]]
    for line in history.read_bytes().splitlines(keepends=True):
        if not line.startswith(b"+") and entries[-1] and entries[-1][-1].startswith(b"+"):
            entries.append([])
        entries[-1].append(line)
    return entries


def _words(entry: list[bytes]) -> str:
    lines = (line[1:].decode(errors="replace") for line in entry if line.startswith(b"+"))
    return "".join(lines).strip()
