"""E2E: what a program started is found by its parent or its mark, and ended; others are not."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from jarvis_voice.platform.process_family import (
    MARK,
    descendants_of,
    end_family,
    marked_with,
    new_mark,
)

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.skipif(sys.platform == "win32", reason="sessions are POSIX"),
]

PARENT = "import os, sys\nif not os.fork(): os.setsid()\nos.write(1, b'1\\n')\nsys.stdin.read()"


@contextmanager
def running(mark: str) -> Iterator[subprocess.Popen[bytes]]:
    child = subprocess.Popen(
        [sys.executable, "-c", PARENT],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, MARK: mark},
    )
    assert child.stdout
    assert child.stdin
    try:
        assert child.stdout.readline() + child.stdout.readline() == b"1\n1\n"
        yield child
    finally:
        child.stdin.close()
        child.kill()
        child.wait()
        child.stdout.close()


def test_children_with_a_session_of_their_own_are_ended_and_no_one_else() -> None:
    mark = new_mark()
    with running(mark) as child, running(new_mark()) as other:
        [grandchild] = descendants_of(child.pid)
        assert {one.pid for one in marked_with(mark)} == {child.pid, grandchild.pid}
        end_family([grandchild], mark)
        assert child.wait(5) != 0
        assert grandchild.wait(5) is None or not grandchild.is_running()
        assert other.poll() is None
        assert descendants_of(child.pid) == []


def test_a_mark_is_never_given_twice_and_this_process_bears_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    mark = new_mark()
    assert mark != new_mark()
    monkeypatch.setenv(MARK, mark)
    assert marked_with(mark) == []
