"""Unit: collections and written sentences become lessons."""

import gzip
import random
from pathlib import Path

import pytest

from jarvis_voice.assistant.understanding.meaning_cards import load_meaning_cards
from jarvis_voice.core.errors import ConfigError
from jarvis_voice.core.shipped_files import shipped
from jarvis_voice.workshop.reader.collection_table import load_collection_table
from jarvis_voice.workshop.reader.lessons import (
    COLLECTIONS,
    MOST_OF_A_MEANING,
    Lesson,
    balanced,
    collection_lessons,
    collection_lines,
    held_out,
    written_files,
    written_lessons,
)

pytestmark = pytest.mark.unit

TABLE = (
    "play\tsing\t\tjoke\ttell_joke\n"
    "play\talarm\t\\bno\\b\t-\t-\n"
    "play\talarm\t\tset_alarm\tset_alarm\n"
)


def made(tmp_path: Path, *lines: str) -> Path:
    with gzip.open(tmp_path / "play.tsv.gz", "wt") as file:
        file.write("".join(f"{line}\n" for line in lines))
    (tmp_path / "table.tsv").write_text(TABLE)
    return tmp_path


def test_a_collection_teaches_what_the_table_says(tmp_path: Path) -> None:
    folder = made(
        tmp_path,
        "wake me at [time : six]\talarm",
        "no alarm\talarm",
        "sing\tsing",
        "buy it\tshop",
    )
    table = load_collection_table(folder / "table.tsv")
    assert collection_lessons(folder, "play", table) == [
        Lesson("wake me at six", "set_alarm", ("?", "O", "?", "B-time"), "play", "alarm"),
        Lesson("sing", "joke", ("?",), "play", "sing"),
    ]


@pytest.mark.parametrize(
    ("lines", "problem"),
    [(("no intent",), "line 1: it has no intent"), ((), None)],
)
def test_a_bad_collection_is_told(
    tmp_path: Path, lines: tuple[str, ...], problem: str | None
) -> None:
    folder = made(tmp_path, *lines)
    if problem is None:
        assert list(collection_lines(folder, "play")) == []
        with pytest.raises(ConfigError, match="There is no"):
            list(collection_lines(folder, "other"))
        return
    with pytest.raises(ConfigError, match=problem):
        list(collection_lines(folder, "play"))


def test_a_bad_line_of_the_table_is_told(tmp_path: Path) -> None:
    (tmp_path / "table.tsv").write_text("one\ttwo\n")
    with pytest.raises(ConfigError, match="line 1: it needs 5 columns"):
        load_collection_table(tmp_path / "table.tsv")
    (tmp_path / "table.tsv").write_text("a\tb\t(\tc\td\n")
    with pytest.raises(ConfigError, match="line 1"):
        load_collection_table(tmp_path / "table.tsv")


def test_written_sentences_teach_their_slots(tmp_path: Path) -> None:
    path = tmp_path / "written.tsv"
    path.write_text("# ours\nsnooze\tgive me [length : ten minutes] more\n")
    assert written_lessons([path], ["snooze"]) == [
        Lesson(
            "give me ten minutes more", "snooze", ("O", "O", "B-length", "I-length", "O"), "written"
        )
    ]
    path.write_text("snoze\tlater\n")
    with pytest.raises(ConfigError, match="line 1: there is no meaning 'snoze'"):
        written_lessons([path], ["snooze"])


def test_no_meaning_of_a_collection_drowns_the_others() -> None:
    many = [Lesson(str(n), "weather", (), "play") for n in range(MOST_OF_A_MEANING + 50)]
    found = balanced([*many, Lesson("hi", "greeting", (), "play")], random.Random(1))
    assert len(found) == MOST_OF_A_MEANING + 1


@pytest.fixture(scope="module")
def lessons() -> list[Lesson]:
    table, folder = load_collection_table(), shipped("config/understanding")
    return [one for name in COLLECTIONS for one in collection_lessons(folder, name, table)]


def test_the_table_knows_all_intents_and_only_meanings_that_there_are(
    lessons: list[Lesson],
) -> None:
    table, folder = load_collection_table(), shipped("config/understanding")
    for collection in COLLECTIONS:
        for sentence, intent in collection_lines(folder, collection):
            assert table.row_of(collection, intent, sentence.text), (collection, intent, sentence)
    assert {one.meaning for one in lessons} <= set(load_meaning_cards().by_name)
    assert sum(table.intents.values()) == 222  # 221, and what is out of scope


def test_every_meaning_is_taught(lessons: list[Lesson]) -> None:
    known = load_meaning_cards().by_name
    taught = [*lessons, *written_lessons(written_files(), known)]
    assert set(known) - {one.meaning for one in taught} == set()


def test_sentences_that_are_judged_by_are_held_out() -> None:
    folder = Path(__file__).parents[2] / "data/understanding"
    judged = set()
    for file in folder.glob("*frozen*.tsv"):
        for line in file.read_text(encoding="utf-8").splitlines():
            if line and not line.startswith("#"):
                judged |= set(line.split("\t")[0].split(" / "))
    assert {one.strip().lower().strip(" .?!") for one in judged} == set(held_out())
