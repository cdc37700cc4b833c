"""Flow: threads are listed, shown and cleared, whatever they are called."""

import json
import unicodedata
from datetime import UTC, datetime
from pathlib import Path

import pytest
from cli.command import jarvis, one_line
from store.reads import list_threads, read_thread

from jarvis_voice.core.paths import Paths
from jarvis_voice.core.types import TurnInput
from jarvis_voice.store.sqlite.store import SqliteStore

pytestmark = pytest.mark.e2e

NOON = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)


async def remember(paths: Paths, *texts: str, thread: str = "default") -> None:
    async with SqliteStore(paths.database) as store:
        for text in texts:
            turn = TurnInput(store.turns.next_turn_id(), thread, text, "stdin")
            await store.turns.begin(turn, NOON)
            await store.turns.end(turn, f"You said {text}.", "done")


async def test_threads_are_listed_and_shown(paths: Paths, home: Path) -> None:
    await remember(paths, "one", "two")
    await remember(paths, "three", thread="work")
    stamp = "2026-11-21T12:00:00+00:00"
    assert jarvis(home, "threads", "list", TZ="Asia/Tokyo").stdout.splitlines() == [
        "work                         1 turn  2026-11-21 21:00  three",
        "default                     2 turns  2026-11-21 21:00  one",
    ]
    assert json.loads(jarvis(home, "threads", "list", "--json").stdout)[1] == {
        "thread_id": "default",
        "turns": 2,
        "last_at": stamp,
        "last_text": "two",
        "title": "one",
    }
    assert jarvis(home, "threads", "show", TZ="Asia/Tokyo").stdout.splitlines() == [
        "[2026-11-21 21:00 stdin done] one",
        "  You said one.",
        "[2026-11-21 21:00 stdin done] two",
        "  You said two.",
    ]
    unknown = jarvis(home, "threads", "show", "nobody")
    assert (unknown.returncode, unknown.stderr) == (1, 'No turns in the thread "nobody".\n')


async def test_further_lines_of_an_answer_are_indented(paths: Paths, home: Path) -> None:
    await remember(paths, "one\n\ntwo")
    lines = jarvis(home, "threads", "show").stdout.splitlines()
    assert lines[1:] == ["  You said one", "", "  two."]


async def test_a_list_fits_into_80_columns_and_cuts_no_name(paths: Paths, home: Path) -> None:
    long = "w" * 64
    await remember(paths, "what is the tallest mountain of the world and who climbed it first")
    await remember(paths, "東京は今何時ですか、そして明日の天気はどうですか", thread=long)
    lines = jarvis(home, "threads", "list", COLUMNS="80").stdout.splitlines()
    assert lines[0] == long
    assert lines[1].endswith("  東京は今何時ですか、そし…")
    assert lines[2].endswith("  what is the tallest moun…")
    assert max(map(len, lines)) <= 80


@pytest.mark.parametrize(
    ("args", "stdin", "exit_code", "left"),
    [
        ([], b"n\n", 1, 2),
        ([], b"\n", 1, 2),
        ([], b"", 1, 2),
        ([], b"y\n", 0, 0),
        (["--yes"], b"", 0, 0),
    ],
)
async def test_a_thread_is_cleared_after_asking(
    paths: Paths, home: Path, args: list[str], stdin: bytes, exit_code: int, left: int
) -> None:
    await remember(paths, "one", "two")
    await remember(paths, "three", thread="work")
    done = jarvis(home, "threads", "clear", *args, stdin=stdin)
    assert done.returncode == exit_code, done.stderr
    assert ('Forget the 2 turns of "default" for good?' in done.stdout) is not bool(args)
    assert len(read_thread(paths.database, "default")) == left
    assert len(read_thread(paths.database, "work")) == 1


def test_clearing_nothing_is_no_error(home: Path) -> None:
    done = jarvis(home, "threads", "clear", "nobody")
    assert (done.returncode, done.stdout) == (0, 'No turns in the thread "nobody".\n')


@pytest.mark.parametrize("name", ["a\x1b[2Jb", "a/b", "x" * 65])
def test_a_thread_that_cannot_be_called_so_is_one_line(home: Path, name: str) -> None:
    assert "A thread's name has" in one_line(jarvis(home, "ask", "--thread", name, "hello"), 2)
    assert not home.exists()


def test_an_empty_thread_is_the_default(paths: Paths, home: Path) -> None:
    jarvis(home, "ask", "--thread", "", "hello")
    assert [row.thread_id for row in list_threads(paths.database)] == ["default"]


async def test_what_was_said_does_nothing_to_the_terminal(paths: Paths, home: Path) -> None:
    await remember(paths, "\x1b]0;owned\x07\x1b[2J \x9b31m \u202etxt", thread="a\x1b[2Jb")
    for args in (["list"], ["show", "a\x1b[2Jb"]):
        done = jarvis(home, "threads", *args)
        assert done.returncode == 0
        assert not {char for char in done.stdout if unicodedata.category(char) in {"Cc", "Cf"}} - {
            "\n", "\t",
        }  # fmt: skip
        assert "\\x1b[2J" in done.stdout
