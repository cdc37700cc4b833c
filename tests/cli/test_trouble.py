"""Flow: mistakes, locks, damage and folders that cannot be used, each told in one line."""

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from cli.command import SECONDS, environment, jarvis, one_line
from store.reads import read_thread

from jarvis_voice.core.paths import Paths
from jarvis_voice.store.process_lock import ProcessLock

pytestmark = pytest.mark.e2e


def write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


@pytest.mark.parametrize(
    ("args", "text", "words"),
    [
        (["ask", "hello"], "[voice]\nsped = 1\n", 'Did you mean "speed"?'),
        (["run", "--text-only"], "[voice\n", "is not valid TOML"),
        (["say", "hello"], "voice = 1\n", "must be a section ([voice])"),
        (["hear", "none.wav"], "[wake.words]\njarvis = 2\n", '"wake.words.jarvis"'),
    ],
)
def test_a_mistake_in_the_settings_is_one_line(
    paths: Paths, home: Path, args: list[str], text: str, words: str
) -> None:
    write(paths.config_file, text)
    assert words in one_line(jarvis(home, *args), 2)


def test_a_mistake_in_the_environment_is_one_line(home: Path) -> None:
    done = jarvis(home, "ask", "hello", JARVIS_WAKE__SECOND_STAJE="false")
    assert 'Did you mean "JARVIS_WAKE__SECOND_STAGE"?' in one_line(done, 2)


@pytest.mark.parametrize("args", [["ask", "open school"], ["run", "--text-only"]])
@pytest.mark.parametrize(
    ("file", "text", "words"),
    [
        ("sites.toml", '[[site]]\nname = "School"\nurl = "ftp://x/"\n', 'The site "School"'),
        ("sentences/own.yaml", "intents: {opn_website: {data: []}}\n", "Did you mean"),
    ],
)
def test_a_mistake_in_the_users_sites_or_sentences_is_told_before_any_turn(
    paths: Paths, home: Path, args: list[str], file: str, text: str, words: str
) -> None:
    write(paths.config / file, text)
    assert words in one_line(jarvis(home, *args), 2)
    assert not paths.database.exists()


async def test_a_second_writer_names_the_first(paths: Paths, home: Path) -> None:
    async with ProcessLock(paths.lock, "run"):
        line = one_line(jarvis(home, "run", "--text-only"), 3)
        assert f"already running (pid {os.getpid()})" in line
    async with ProcessLock(paths.lock, "ask"):
        line = one_line(jarvis(home, "run", "--text-only"), 3)
        assert f"Another jarvis command is at work (pid {os.getpid()})" in line
    assert not paths.database.exists()


def test_commands_at_the_same_time_wait_for_each_other(paths: Paths, home: Path) -> None:
    commands = [
        subprocess.Popen(
            [sys.executable, "-m", "jarvis_voice", "ask", "hello"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment(home),
        )
        for _ in range(3)
    ]
    ends = [(*command.communicate(timeout=SECONDS), command.returncode) for command in commands]
    assert [code for *_, code in ends] == [0] * 3
    said = [line for _, err, _ in ends for line in err.splitlines()]
    assert [line for line in said if b"I wait" not in line] == []  # said after 3 s, if at all
    assert len(read_thread(paths.database, "default")) == 3


def test_a_newer_database_is_one_line_and_the_command_ends(paths: Paths, home: Path) -> None:
    paths.data.mkdir(parents=True)
    with closing(sqlite3.connect(paths.database)) as database:
        database.execute("PRAGMA user_version = 99")
    assert "newer Jarvis Voice" in one_line(jarvis(home, "ask", "hello"), 6)


@pytest.mark.parametrize("args", [["ask", "hello"], ["run", "--text-only"]])
def test_a_folder_that_cannot_be_used_is_one_line(tmp_path: Path, args: list[str]) -> None:
    home = tmp_path / ("x" * 300)  # no system takes such a name; modes would not hold root back
    assert str(home) in one_line(jarvis(home, *args), 6)


def test_a_damaged_database_is_set_aside_and_the_turn_is_done(paths: Paths, home: Path) -> None:
    write(paths.database, "this is no database " * 100)
    done = jarvis(home, "ask", "hello")
    assert (done.returncode, done.stdout) == (0, "Hello. What can I do for you?\n")
    [told] = done.stderr.splitlines()
    assert told.startswith("⚠️ The memory was damaged. Nothing of it could be read")
    assert f"kept as {paths.database}.damaged-" in told
    kept = [file for file in home.glob("threads.db.damaged-*") if file.suffix != "-wal"]
    assert any(file.read_bytes().startswith(b"this is no database") for file in kept)
    assert len(read_thread(paths.database, "default")) == 1


def test_readers_of_a_damaged_database_say_so(paths: Paths, home: Path) -> None:
    write(paths.database, "this is no database " * 100)
    for args in (["threads", "list"], ["threads", "show"], ["threads", "clear", "--yes"]):
        assert "Cannot read" in one_line(jarvis(home, *args), 6)


def test_a_home_that_is_no_folder_is_told_and_the_turn_is_done(home: Path) -> None:
    write(home, "a file")
    done = jarvis(home, "ask", "hello")
    assert (done.returncode, done.stdout) == (0, "Hello. What can I do for you?\n")
    log, memory = done.stderr.splitlines()
    assert (str(home) in log, "I go on without a log" in log) == (True, True)
    assert (str(home) in memory, "I go on without my memory" in memory) == (True, True)
