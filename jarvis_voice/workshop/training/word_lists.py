"""Reads the word lists that ship with the program in config/wake.

Invariant: a list is lines of text; what begins with # is a comment.
"""

from __future__ import annotations

from jarvis_voice.core.shipped_files import shipped


def shipped_lines(name: str) -> list[str]:
    """The lines of a list, such as "commands.txt", without comments."""
    lines = shipped(f"config/wake/{name}").read_text("utf-8").splitlines()
    return [line.strip() for line in lines if line.strip() and not line.startswith("#")]
