"""Unit: jokes, facts and riddles, of which none comes twice in a row."""

from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.shipped_files import shipped
from jarvis_voice.language.en.speakable import speakable
from jarvis_voice.tools.words.talk_lines import FILES, TALK, TalkLines, read_lines

pytestmark = pytest.mark.unit

SHIPPED = shipped(TALK)
LONGEST = 220


@pytest.mark.parametrize(("kind", "n_lines"), [("joke", 100), ("fact", 100), ("riddle", 40)])
def test_what_ships_is_complete_and_has_no_line_twice(kind: str, n_lines: int) -> None:
    lines = read_lines(SHIPPED / FILES[kind])
    assert len(set(lines)) == len(lines) == n_lines


@pytest.mark.parametrize("kind", FILES)
def test_each_line_can_be_heard(kind: str) -> None:
    for line in read_lines(SHIPPED / FILES[kind]):
        parts = line.split("\t")
        assert len(parts) == (2 if kind == "riddle" else 1)
        assert len(line) <= LONGEST
        assert line.isascii()
        assert all(part[-1] in ".!?" and speakable(part) for part in parts)


def folder_with(folder: Path, content: bytes) -> Path:
    (folder / FILES["joke"]).write_bytes(content)
    return folder


def test_all_lines_come_before_one_comes_again(tmp_path: Path) -> None:
    lines = TalkLines(Random(1), folder_with(tmp_path, b"# about\na.\n\nb.\nc.\n"))
    told = [lines.draw("joke") for _ in range(300)]
    for start in range(0, 300, 3):
        assert set(told[start : start + 3]) == {"a.", "b.", "c."}
    assert all(one != other for one, other in pairwise(told))


def test_the_same_chance_tells_the_same() -> None:
    first, second = (TalkLines(Random(7), SHIPPED) for _ in range(2))
    assert [first.draw("fact") for _ in range(9)] == [second.draw("fact") for _ in range(9)]


def test_a_single_line_is_told_again(tmp_path: Path) -> None:
    lines = TalkLines(Random(1), folder_with(tmp_path, b"a.\n"))
    assert [lines.draw("joke"), lines.draw("joke")] == ["a.", "a."]


@pytest.mark.parametrize("content", [b"", b"# only a comment\n", b"\xff\n"])
def test_a_damaged_file_is_told_in_one_sentence(tmp_path: Path, content: bytes) -> None:
    with pytest.raises(ToolError) as told:
        TalkLines(Random(1), folder_with(tmp_path, content)).draw("joke")
    assert told.value.code == "talk-unreadable"


def test_a_missing_file_too(tmp_path: Path) -> None:
    with pytest.raises(ToolError, match="Install Jarvis again"):
        TalkLines(Random(1), tmp_path).draw("riddle")
