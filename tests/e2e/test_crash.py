"""End to end: `kill -9` at every point, a full disk, a damaged or locked database; and the next
start, which says what was interrupted and does nothing twice."""

import os
import signal
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest
from bench.process import Program, end_group
from cli.command import environment, jarvis
from store.reads import read_thread

from jarvis_voice.core.paths import find_paths
from jarvis_voice.workshop.faults.crash_faults import run_crash_faults
from jarvis_voice.workshop.faults.crash_fuse import POINTS
from jarvis_voice.workshop.faults.fault import FaultResult

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.skipif(sys.platform == "win32", reason="signals and limits of unix"),
    pytest.mark.timeout(600),
]

ROUNDS = 3
RUN = [sys.executable, "-m", "jarvis_voice", "run", "--text-only"]
LOAD_SECONDS = 120.0


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "jarvis"


@pytest.mark.models
@pytest.mark.parametrize("point", POINTS)
def test_a_program_that_was_killed_loses_nothing_and_does_nothing_twice(point: str) -> None:
    results: list[FaultResult] = []
    run_crash_faults(find_paths().models, ROUNDS, results, lambda: None, [point])
    assert [one.detail for one in results if not one.is_recovered] == []
    assert len(results) == ROUNDS


def test_a_killed_daemon_says_at_the_next_start_what_it_was_at_and_says_it_once(
    home: Path, tmp_path: Path
) -> None:
    """The browser is a program of the test's own, which never comes back."""
    browser = tmp_path / "browser"
    browser.write_text("#!/bin/sh\nexec sleep 1000\n")
    browser.chmod(0o700)
    waits = environment(home, BROWSER=str(browser), DISPLAY=":77")
    with Program(RUN, waits) as daemon:
        daemon.expect("Type what you want", LOAD_SECONDS)
        daemon.send_line("open mit.edu")
        daemon.expect("Opening website")
        os.killpg(daemon.pid, signal.SIGKILL)
        daemon.wait()
        end_group(daemon._running)
    first, second = (jarvis(home, "ask", "what time is it") for _ in range(2))
    told = [line for line in first.stderr.splitlines() if "interrupted" in line]
    assert len(told) == 1, first.stderr
    assert '"open mit.edu"' in told[0]
    assert "interrupted" not in second.stderr
    assert "open mit.edu" not in (home / "jarvis.log").read_text(encoding="utf-8")


@pytest.mark.parametrize("command", ["ask", "run"])
def test_a_damaged_database_is_set_aside_with_what_could_be_read_of_it(
    home: Path, command: str
) -> None:
    assert jarvis(home, "ask", "remember that my car is red").returncode == 0
    file = home / "threads.db"
    with closing(sqlite3.connect(file)) as database:
        [page] = database.execute(
            "SELECT rootpage FROM sqlite_master WHERE name = 'trace'"
        ).fetchone()
    with file.open("r+b") as damaged:
        damaged.seek((page - 1) * 4096)
        damaged.write(os.urandom(4096))
    if command == "ask":
        done = jarvis(home, "ask", "what do you know about me")
        told, answered = done.stderr, done.stdout
    else:
        done = jarvis(home, "run", "--text-only", stdin=b"what do you know about me\n")
        told = answered = done.stdout
    assert done.returncode == 0
    assert "The memory was damaged" in told
    assert str(home / "threads.db.damaged-") in told
    assert "red" in answered


def test_a_database_that_another_program_holds_costs_the_memory_alone(home: Path) -> None:
    assert jarvis(home, "ask", "what time is it").returncode == 0
    with closing(sqlite3.connect(home / "threads.db", isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        done = jarvis(home, "ask", "what is 6 times 7", "remember that my car is red")
    assert "42" in done.stdout
    assert "nothing I am told is kept" in done.stderr
    assert "I will remember" not in done.stdout
    assert len(read_thread(home / "threads.db", "default")) == 1


def test_a_full_disk_is_said_and_the_program_goes_on_and_keeps_what_it_had(home: Path) -> None:
    """No file may grow beyond what the database has now: the next pages do not fit."""
    assert jarvis(home, "ask", "remember that my car is red").returncode == 0
    most_blocks = (home / "threads.db").stat().st_size // 512
    limited = ["sh", "-c", f'ulimit -f {most_blocks}; exec "$@"', "sh", *RUN]
    with Program(limited, environment(home)) as daemon:
        daemon.expect("Type what you want", LOAD_SECONDS)
        for number in range(30):
            daemon.send_line(f"what is {number} times 10")
            daemon.expect(f"💬 .*{number * 10}")
        daemon.send_line("what do you know about me")
        daemon.expect("red")
        daemon.send_line("exit")
        assert daemon.wait() == 0
        said = "\n".join((*daemon.lines, *daemon.errors))
    assert "not keep this turn" in said or "not saved" in said
    with closing(sqlite3.connect(home / "threads.db")) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert "red" in jarvis(home, "ask", "what do you know about me").stdout
