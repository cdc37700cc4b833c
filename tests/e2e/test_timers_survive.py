"""End to end: a timer outlives kill -9 of the daemon, and rings without model and network."""

import os
import signal
import sqlite3
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from bench.process import Program, wait_until
from cli.command import environment, jarvis

from jarvis_voice.core.paths import Paths

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.skipif(sys.platform == "win32", reason="signals of unix"),
]

DAEMON = [sys.executable, "-m", "jarvis_voice", "run", "--text-only"]
STARTED = "Type what you want"
LOAD_SECONDS = 120.0
"""Libraries load on a machine that may be busy with everything else."""


@pytest.fixture
def home(paths: Paths) -> Path:
    return paths.config


def daemon(home: Path) -> Program:
    return Program(DAEMON, environment(home))


def kill(program: Program) -> None:
    os.kill(program.pid, signal.SIGKILL)
    program.wait()


def is_empty(home: Path) -> bool:
    return "Nothing is set." in jarvis(home, "timers", "list").stdout


def test_a_timer_rings_after_kill_9_and_again_after_kill_9_while_it_rings(home: Path) -> None:
    with daemon(home) as first:
        first.expect(STARTED, LOAD_SECONDS)
        asked = jarvis(home, "ask", "set a tea timer for three seconds")
        assert asked.stdout == "The tea timer is set for 3 seconds.\n"
        kill(first)
    with daemon(home) as second:
        second.expect("Your tea timer is done.", LOAD_SECONDS)
        kill(second)
    assert "ringing" in jarvis(home, "timers", "list", "--json").stdout
    with daemon(home) as third:
        third.expect("Your tea timer is done.", LOAD_SECONDS)
        assert jarvis(home, "ask", "stop").stdout == "Okay.\n"
        wait_until(lambda: is_empty(home), "the timer that was stopped is gone")
    with daemon(home) as fourth:
        fourth.expect(STARTED, LOAD_SECONDS)
        assert not any("tea" in line for line in fourth.lines + fourth.errors)


def test_without_a_daemon_that_is_said_and_what_was_missed_is_told_once(
    home: Path, paths: Paths
) -> None:
    asked = jarvis(home, "ask", "wake me at 7 am", "remind me to call Ana tomorrow at nine")
    assert asked.stdout.count("nothing will ring until Jarvis runs") >= 1
    long_ago = (datetime.now(UTC) - timedelta(hours=5)).isoformat(timespec="milliseconds")
    with sqlite3.connect(paths.database) as database:
        database.execute("UPDATE schedule SET due_at = ?", (long_ago,))
    database.close()
    with daemon(home) as first:
        first.expect("You missed", LOAD_SECONDS)
        wait_until(lambda: is_empty(home), "what was missed is gone")
        kill(first)
    with daemon(home) as second:
        second.expect(STARTED, LOAD_SECONDS)
        assert not any("missed" in line for line in second.lines + second.errors)


def test_one_is_cancelled_by_its_number_with_and_without_a_daemon(home: Path) -> None:
    jarvis(home, "ask", "set a timer for ten minutes")
    assert jarvis(home, "timers", "cancel", "7").returncode == 1
    assert jarvis(home, "timers", "cancel", "1").stdout == "Cancelled 1.\n"
    with daemon(home) as running:
        running.expect(STARTED, LOAD_SECONDS)
        jarvis(home, "ask", "set a timer for ten minutes")
        assert jarvis(home, "timers", "cancel", "2").stdout == "Cancelled 2.\n"
        assert is_empty(home)
