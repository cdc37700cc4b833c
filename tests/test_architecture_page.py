"""Unit: ARCHITECTURE.md shows the turn-taking table and the rooms as they are."""

import re
from pathlib import Path

import pytest

import jarvis_voice
from jarvis_voice.voice.turn_taking import diagram

pytestmark = pytest.mark.unit

PACKAGE = Path(jarvis_voice.__file__).parent
PAGE = PACKAGE.parent / "ARCHITECTURE.md"


def test_the_diagram_is_the_table() -> None:
    assert diagram().strip() in PAGE.read_text(encoding="utf-8")


def test_every_room_is_in_its_table() -> None:
    rooms = {file.parent.name for file in PACKAGE.glob("*/__init__.py")}
    rows = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line[:3] == "| `"]
    named = {room for row in rows for room in re.findall(r"`([a-z]+)/`", row.split("|")[1])}
    assert named == rooms


def test_every_file_and_folder_that_it_names_in_a_room_exists() -> None:
    rooms = {file.parent.name for file in PACKAGE.glob("*/__init__.py")}
    named = set(re.findall(r"`([a-z_]+/[a-z_/]*)`", PAGE.read_text(encoding="utf-8")))
    ours = {name for name in named if name.split("/")[0] in rooms}
    assert len(ours) > 50
    missing = [
        name
        for name in sorted(ours)
        if not ((PACKAGE / name).is_dir() or (PACKAGE / f"{name}.py").is_file())
    ]
    assert missing == []
