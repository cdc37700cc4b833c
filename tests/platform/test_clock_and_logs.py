"""Unit: clocks, and the daemon's log file: bounded, private, discreet."""

import json
import logging
import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from jarvis_voice.core.clock import FrameClock, SystemClock
from jarvis_voice.core.errors import StoreError
from jarvis_voice.doors.people.secret import new_token
from jarvis_voice.platform.logs import (
    FILE_BYTES,
    FILES_KEPT,
    FOLD_AFTER,
    FOLD_LIKE_AFTER,
    FOLD_SECONDS,
    QUIET,
    Folding,
    LogForm,
    start_log,
)

pytestmark = pytest.mark.unit


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
        logging.getLogger("jarvis_voice.app.daemon").info("turn t1: done")
        for name in QUIET:
            logging.getLogger(name).warning("GET https://example.org/?q=secret")
    text = file.read_text(encoding="utf-8")
    assert "INFO jarvis_voice.app.daemon: turn t1: done" in text
    assert "secret" not in text
    if sys.platform != "win32":
        assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_the_files_are_bounded(tmp_path: Path) -> None:
    file = tmp_path / "jarvis.log"
    with bare_root():
        start_log(file)
        log = logging.getLogger("jarvis_voice.flood")
        for number in range(5 * FILE_BYTES // 10_000):
            log.info(f"{number} {'x' * 10_000}")  # noqa: G004 - else they are one message
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
@pytest.mark.e2e
def test_a_full_disk_is_said_once_and_the_program_goes_on() -> None:
    program = (
        "import logging, pathlib\n"
        "from jarvis_voice.platform.logs import start_log\n"
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


def test_without_a_log_no_raw_line_of_it_goes_to_the_terminal(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "jarvis.log").mkdir()
    with bare_root():
        with pytest.raises(StoreError):
            start_log(tmp_path / "jarvis.log")
        logging.getLogger("jarvis_voice.app.daemon").warning("problem: %s", "folder-unwritable")
        assert capfd.readouterr().err == ""
        start_log(tmp_path / "later.log")
        logging.getLogger("jarvis_voice.app.daemon").warning("problem: %s", "folder-unwritable")
    assert "folder-unwritable" in (tmp_path / "later.log").read_text(encoding="utf-8")


KEY = 'planted"key/0123456789'
"""With signs that JSON and addresses write otherwise."""

SAID = "mother"


def logged(file: Path, form: LogForm) -> str:
    """What stands in the log after everything that could bear a key or a user's words."""
    with bare_root():
        start_log(file, form, [KEY, "ab"])
        log = logging.getLogger("jarvis_voice.planted")
        log.warning("the key is %s, and ab is a word", KEY)
        log.warning("GET https://example.org/?key=planted%22key%2F0123456789")
        log.warning(json.dumps({"key": KEY}))
        try:
            int(f"{KEY}: call my " + SAID)
        except ValueError:
            log.exception("it broke with %s", KEY)
    return file.read_text(encoding="utf-8")


@pytest.mark.parametrize("form", ["text", "json"])
def test_no_line_holds_a_key_or_what_an_exception_says(tmp_path: Path, form: LogForm) -> None:
    text = logged(tmp_path / "jarvis.log", form)
    assert "0123456789" not in text
    assert SAID not in text
    assert "the key is [key], and ab is a word" in text
    assert "ValueError" in text
    assert "in logged" in text


@pytest.mark.parametrize("form", ["text", "json"])
def test_no_line_holds_a_token_wherever_a_client_put_it(tmp_path: Path, form: LogForm) -> None:
    token = new_token()
    with bare_root():
        start_log(tmp_path / "jarvis.log", form)
        log = logging.getLogger("uvicorn.error")
        log.error('"WebSocket /api/v1/satellite?token=%s" [accepted]', token)
        log.error("GET /x?a=1&access_token=%s&b=2", token)
        log.error("jv_short and jv_ are words, b%s=, %s", token, token[:20])
    text = (tmp_path / "jarvis.log").read_text(encoding="utf-8")
    assert token[:19] not in text
    assert "/api/v1/satellite?token=[key]" in text
    assert "&b=2" in text
    assert "jv_short and jv_ are words" in text


def test_json_is_one_object_a_line(tmp_path: Path) -> None:
    lines = logged(tmp_path / "jarvis.log", "json").splitlines()
    bodies = [json.loads(line) for line in lines]
    assert [body["level"] for body in bodies] == ["WARNING"] * 3 + ["ERROR"]
    assert {body["logger"] for body in bodies} == {"jarvis_voice.planted"}
    assert bodies[0]["at"].endswith("+00:00")
    assert bodies[-1]["traceback"].startswith("ValueError")


def record(at: float, text: str = "frame %d was late", number: int = 0) -> logging.LogRecord:
    made = logging.LogRecord("jarvis_voice.x", logging.WARNING, "", 0, text, (number,), None)
    made.created = at
    return made


def written(folding: Folding, *records: logging.LogRecord) -> list[str]:
    return [one.getMessage() for made in records for one in folding.take(made)]


def test_a_line_that_comes_again_and_again_is_counted() -> None:
    folding = Folding()
    at_once = written(folding, *(record(number * 0.01) for number in range(1_000)))
    assert at_once == ["frame 0 was late"] * FOLD_AFTER
    assert written(folding, record(FOLD_SECONDS + 1, "another %d")) == [
        f"{1_000 - FOLD_AFTER} times more within a minute: frame 0 was late",
        "another 0",
    ]
    assert written(folding, record(FOLD_SECONDS + 2)) == ["frame 0 was late"]


def test_other_values_are_other_lines_up_to_a_flood() -> None:
    folding = Folding()
    flood = written(folding, *(record(number * 1e-6, number=number) for number in range(100_000)))
    assert flood == [f"frame {number} was late" for number in range(FOLD_LIKE_AFTER)]
    assert len(folding._minutes) < 2 * FOLD_LIKE_AFTER, "what is remembered is bounded, too"
    [told, _] = written(folding, record(FOLD_SECONDS + 1, "another %d"))
    folded = 100_000 - FOLD_LIKE_AFTER
    assert told == f"{folded} times more within a minute: frame %d was late (with other values)"


def test_messages_now_and_then_are_all_written() -> None:
    folding = Folding()
    times = [number * FOLD_SECONDS / FOLD_AFTER * 1.01 for number in range(100)]
    assert all(len(list(folding.take(record(at)))) == 1 for at in times)


def test_what_was_folded_is_told_at_the_end(tmp_path: Path) -> None:
    with bare_root():
        start_log(tmp_path / "jarvis.log")
        for _ in range(100_000):
            logging.getLogger("jarvis_voice.flood").warning("again")
    text = (tmp_path / "jarvis.log").read_text(encoding="utf-8")
    assert text.count("again\n") == FOLD_AFTER + 1
    assert f"{100_000 - FOLD_AFTER} times more within a minute: again" in text


def test_a_record_whose_values_do_not_fit_ends_no_program(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with bare_root():
        start_log(tmp_path / "jarvis.log")
        logging.getLogger("jarvis_voice.x").warning("%d frames", "many")
        logging.getLogger("jarvis_voice.x").warning("went on")
    assert "went on" in (tmp_path / "jarvis.log").read_text(encoding="utf-8")
    assert "TypeError" in capsys.readouterr().err
