"""Unit: blocks of follow-ups become lessons; requests are what is new."""

from pathlib import Path

import pytest

from jarvis_voice.core.errors import ConfigError
from jarvis_voice.workshop.reader.lessons import Lesson
from jarvis_voice.workshop.reader.move_lessons import TOPICS, move_lessons, written_moves

pytestmark = pytest.mark.unit


def written(folder: Path, text: str) -> Path:
    file = folder / "follow-ups.txt"
    file.write_text(text, encoding="utf-8")
    return file


def test_a_block_says_the_topic_and_the_move(tmp_path: Path) -> None:
    file = written(tmp_path, "# why\n[timer more]\nfive more\n\n[any talk]\nta\n")
    assert list(written_moves(file)) == [("timer", "more", "five more"), ("any", "talk", "ta")]


def test_what_follows_anything_is_shown_in_three_topics(tmp_path: Path) -> None:
    file = written(tmp_path, "[any talk]\nsmashing stuff that\n")
    lessons = move_lessons([], 7, file)
    assert {one.text for one in lessons} == {"smashing stuff that"}
    assert len({one.topic for one in lessons}) == 3


def test_a_request_that_leans_on_nothing_is_new(tmp_path: Path) -> None:
    file = written(tmp_path, "[timer more]\nfive more\n")
    texts = ("open the garden gate site", "do that again right now", "stop")
    requests = [Lesson(text, "open", (), "written") for text in texts]
    new = [one for one in move_lessons(requests, 7, file) if one.move == "new"]
    assert [one.text for one in new] == ["open the garden gate site"]
    assert new[0].topic in TOPICS


@pytest.mark.parametrize("text", ["five more\n", "[oven more]\nfive\n", "[timer]\nfive\n"])
def test_a_line_without_a_block_is_a_mistake(tmp_path: Path, text: str) -> None:
    with pytest.raises(ConfigError, match="line 1"):
        list(written_moves(written(tmp_path, text)))
