"""Names the files of recorded takes: numbered FLAC files in a folder for each word and kind."""

from __future__ import annotations

from pathlib import Path

POSITIVE, NEGATIVE = "positive", "negative"


def take_folder(recordings: Path, word: str, *, is_word: bool) -> Path:
    """Where takes of a word go, or takes of other sounds that are not to wake it."""
    return recordings / word / (POSITIVE if is_word else NEGATIVE)


def next_take(folder: Path) -> Path:
    """The file of the next take in a folder."""
    numbers = [int(file.stem) for file in folder.glob("*.flac") if file.stem.isdecimal()]
    return folder / f"{max(numbers, default=0) + 1:03}.flac"
