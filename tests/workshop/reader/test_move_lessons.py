"""Unit: tables of follow-ups become lessons; requests are what is new."""

from pathlib import Path

import pytest

from jarvis_voice.core.errors import ConfigError
from jarvis_voice.workshop.reader.lessons import Lesson
from jarvis_voice.workshop.reader.move_lessons import TOPICS, MoveLesson, move_files, move_lessons

pytestmark = pytest.mark.unit

MORE = "timer\tset a timer for ten minutes\tfive more\tmore\n"


def written(folder: Path, text: str) -> Path:
    file = folder / "follow-ups-1.tsv"
    file.write_text(text, encoding="utf-8")
    return file


def test_a_line_says_the_topic_the_turn_and_its_move(tmp_path: Path) -> None:
    assert move_lessons([], 7, [written(tmp_path, MORE)]) == [
        MoveLesson("timer", "five more", "more")
    ]


def test_what_follows_anything_is_shown_in_three_topics(tmp_path: Path) -> None:
    lessons = move_lessons([], 7, [written(tmp_path, "any\t\tsmashing stuff that\ttalk\n")])
    assert {one.text for one in lessons} == {"smashing stuff that"}
    assert len({one.topic for one in lessons}) == 3


def test_a_request_that_leans_on_nothing_is_new(tmp_path: Path) -> None:
    texts = ("open the garden gate site", "do that again right now", "stop")
    requests = [Lesson(text, "open", (), "written") for text in texts]
    lessons = move_lessons(requests, 7, [written(tmp_path, MORE)])
    new = [one for one in lessons if one.move == "new"]
    assert [one.text for one in new] == ["open the garden gate site"]
    assert new[0].topic in TOPICS


@pytest.mark.parametrize(
    "line",
    [
        "five more",
        "oven\tset the oven\tfive more\tmore",
        "timer\tset a timer\t \tmore",
        "timer\tset a timer\tfive more\tMore!",
    ],
)
def test_a_bad_line_is_named(tmp_path: Path, line: str) -> None:
    with pytest.raises(ConfigError, match="line 2: wanted is a topic"):
        move_lessons([], 7, [written(tmp_path, f"{MORE}{line}\n")])


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="cannot be read"):
        move_lessons([], 7, [tmp_path])


def test_every_move_that_is_taught_can_be_made() -> None:
    moves = {one.move for one in move_lessons([], 7, move_files())}
    assert len(moves) >= 30
