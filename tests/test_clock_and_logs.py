"""Unit: clocks, and the daemon's log file."""

import logging
import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from jarvis_voice.clock import FrameClock, SystemClock
from jarvis_voice.errors import StoreError
from jarvis_voice.logs import FILE_BYTES, FILES_KEPT, QUIET, start_log


def test_the_system_clock_starts_at_zero_and_never_goes_back() -> None:
    clock = SystemClock()
    times = [clock.seconds() for _ in range(100)]
    assert times == sorted(times)
    assert times[0] >= 0
    assert clock.now().tzinfo is not None


def test_the_frame_clock_goes_with_the_frames_and_never_back() -> None:
    clock = FrameClock()
    seen = [clock.seconds()]
    for seconds in (0.08, 0.16, 0.08):
        clock.advance_to(seconds)
        seen.append(clock.seconds())
    assert seen == [0.0, 0.08, 0.16, 0.16]


@contextmanager
def bare_root() -> Iterator[None]:
    """The root logger without pytest's own, put back afterwards."""
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    levels = {name: logging.getLogger(name).level for name in QUIET}
    root.handlers[:] = []
    try:
        yield
    finally:
        _put_back(root, before, level, levels)


def _put_back(
    root: logging.Logger, before: list[logging.Handler], level: int, levels: dict[str, int]
) -> None:
    for mine in root.handlers:
        mine.close()
    root.handlers[:] = before
    root.setLevel(level)
    for name, value in levels.items():
        logging.getLogger(name).setLevel(value)


def test_it_logs_to_a_private_file_without_what_libraries_say_of_addresses(tmp_path: Path) -> None:
    file = tmp_path / "state" / "jarvis.log"
    with bare_root():
        start_log(file)
        logging.getLogger("jarvis_voice.daemon").info("turn t1: done")
        for name in QUIET:
            logging.getLogger(name).warning("GET https://example.org/?q=secret")
    text = file.read_text(encoding="utf-8")
    assert "INFO jarvis_voice.daemon: turn t1: done" in text
    assert "secret" not in text
    if sys.platform != "win32":
        assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_the_files_are_bounded(tmp_path: Path) -> None:
    file = tmp_path / "jarvis.log"
    with bare_root():
        start_log(file)
        log = logging.getLogger("jarvis_voice.flood")
        for _ in range(5 * FILE_BYTES // 10_000):
            log.info("x" * 10_000)
    files = list(tmp_path.iterdir())
    assert len(files) == 1 + FILES_KEPT
    assert all(one.stat().st_size <= FILE_BYTES for one in files)
    if sys.platform != "win32":
        assert {stat.S_IMODE(one.stat().st_mode) for one in files} == {0o600}


def test_starting_it_again_opens_no_second_file(tmp_path: Path) -> None:
    with bare_root():
        start_log(tmp_path / "jarvis.log")
        before = logging.getLogger().handlers[:]
        start_log(tmp_path / "jarvis.log")
        assert logging.getLogger().handlers == before


@pytest.mark.skipif(sys.platform != "linux", reason="/dev/full is Linux's")
def test_a_full_disk_is_said_once_and_the_program_goes_on() -> None:
    program = (
        "import logging, pathlib\n"
        "from jarvis_voice.logs import start_log\n"
        "start_log(pathlib.Path('/dev/full'))\n"
        "for number in range(5): logging.getLogger('x').warning('line %d', number)\n"
        "print('went on')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stdout) == (0, "went on\n")
    assert done.stderr == "jarvis: Cannot write the log /dev/full: No space left on device.\n"


def test_a_log_that_cannot_be_written_is_an_error_that_names_it(tmp_path: Path) -> None:
    (tmp_path / "jarvis.log").mkdir()
    with bare_root(), pytest.raises(StoreError) as caught:
        start_log(tmp_path / "jarvis.log")
    assert caught.value.code == "log-unwritable"
    assert os.fspath(tmp_path / "jarvis.log") in caught.value.message
