"""End to end: stderr shows each text, and a text that cannot be printed is reported."""

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest
from cli.command import environment

from jarvis_voice.cli.output import out
from jarvis_voice.core.errors import StoreError
from jarvis_voice.core.paths import Paths

pytestmark = pytest.mark.e2e

TOLD_MEANWHILE = """
import os, sys
from jarvis_voice.cli.output import err, keep_stderr
if "kept" in sys.argv:
    keep_stderr()
before, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
os.dup2(nowhere, 2)  # as sounddevice does while PortAudio begins
err("I cannot hear you yet")
os.dup2(before, 2)
err("and now")
"""


def _told(*words: str) -> list[str]:
    code = [sys.executable, "-c", TOLD_MEANWHILE, *words]
    return subprocess.run(code, capture_output=True, text=True, check=True).stderr.splitlines()


def test_nothing_is_lost_while_portaudio_looks_for_devices() -> None:
    assert _told("kept") == ["I cannot hear you yet", "and now"]


def test_without_its_own_copy_it_would_be() -> None:
    assert _told() == ["and now"]


class _Stream(io.StringIO):
    """Takes what is printed, as a terminal or as a pipe."""

    def __init__(self, *, is_terminal: bool) -> None:
        super().__init__()
        self._is_terminal = is_terminal

    def isatty(self) -> bool:
        return self._is_terminal


@pytest.mark.parametrize(
    ("is_terminal", "shown"),
    [
        (True, "1   tea     \u6771\u4eac  at seven\n12  coffee  -     -\n"),
        (False, "1\ttea\t\u6771\u4eac\tat seven\n12\tcoffee\t-\t-\n"),
    ],
)
def test_rows_stand_in_columns_on_a_terminal_alone(
    monkeypatch: pytest.MonkeyPatch, is_terminal: bool, shown: str
) -> None:
    stream = _Stream(is_terminal=is_terminal)
    monkeypatch.setattr(sys, "stdout", stream)
    out.table([("1", "tea", "\u6771\u4eac", "at seven"), ("12", "coffee", "-", "-")])
    out.table([])
    assert stream.getvalue() == shown


CLOSED = """
import os, sys
from jarvis_voice.cli.output import open_closed_streams
open_closed_streams()
opened = os.open(sys.argv[1], os.O_WRONLY | os.O_CREAT)
print("lost", file=sys.stdout)
os.system("echo lost; echo lost >&2")
sys.exit(opened < 3 or sys.stdin.read() != "")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="descriptors of unix")
def test_what_is_printed_to_a_closed_stream_goes_into_no_file(tmp_path: Path) -> None:
    def close() -> None:
        for number in range(3):
            os.close(number)

    file = tmp_path / "kept"
    argv = [sys.executable, "-c", CLOSED, str(file)]
    assert subprocess.run(argv, check=False, preexec_fn=close).returncode == 0
    assert file.read_bytes() == b""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device that is full")
@pytest.mark.parametrize("words", [["--version"], ["models"], ["briefing", "list"]])
def test_what_could_not_be_printed_is_no_success(paths: Paths, words: list[str]) -> None:
    argv = [sys.executable, "-m", "jarvis_voice", *words]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            argv, env=environment(paths.config), stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert done.returncode == StoreError.exit_code
    assert b"No space left on device." in done.stderr


KEEPS_ITS_FAILURE = """
import sys
from jarvis_voice.cli.output import out
from jarvis_voice.cli.queued_stream import QueuedStream
sys.stdout = QueuedStream(sys.stdout)
out("lost")
sys.stdout.drain(10)
out("told at the latest now")
sys.exit(6 if out.has_lost else 0)
"""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a disk that is always full")
def test_a_failure_that_was_told_is_not_raised_again_at_the_end() -> None:
    with Path("/dev/full").open("wb") as full:
        code = [sys.executable, "-c", KEEPS_ITS_FAILURE]
        done = subprocess.run(code, stdout=full, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 6
    assert done.stderr.count(b"could not be written") == 1
