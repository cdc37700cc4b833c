"""Unit: ARCHITECTURE.md shows the turn-taking table as it is."""

from pathlib import Path

from jarvis_voice.voice.turn_taking import diagram

PAGE = Path(__file__).parent.parent / "ARCHITECTURE.md"


def test_the_diagram_is_the_table() -> None:
    assert diagram().strip() in PAGE.read_text(encoding="utf-8")
