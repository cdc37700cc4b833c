"""Unit: ARCHITECTURE.md shows the turn-taking table and the rooms as they are."""

import re
from pathlib import Path

import jarvis_voice
from jarvis_voice.voice.turn_taking import diagram

PACKAGE = Path(jarvis_voice.__file__).parent
PAGE = PACKAGE.parent / "ARCHITECTURE.md"


def test_the_diagram_is_the_table() -> None:
    assert diagram().strip() in PAGE.read_text(encoding="utf-8")


def test_every_room_is_in_its_table() -> None:
    rooms = {file.parent.name for file in PACKAGE.glob("*/__init__.py")}
    rows = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line[:3] == "| `"]
    named = {room for row in rows for room in re.findall(r"`([a-z]+)/`", row.split("|")[1])}
    assert named == rooms
