"""Unit: typed lines are taken out of the file that prompt_toolkit reads."""

import stat
from pathlib import Path

import pytest
from prompt_toolkit.history import FileHistory

from jarvis_voice.store.erasure import drop_lines

pytestmark = pytest.mark.unit


def test_entries_go_and_others_stay_as_they_are_read(tmp_path: Path) -> None:
    file = tmp_path / "line-history"
    history = FileHistory(str(file))
    for line in ("first", "secret", "two\nlines", "secret", "last"):
        history.store_string(line)
    drop_lines(file, ["secret ", "nothing"])
    assert list(FileHistory(str(file)).load_history_strings()) == ["last", "two\nlines", "first"]
    assert b"secret" not in file.read_bytes()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [one.name for one in tmp_path.iterdir()] == ["line-history"]


def test_all_of_it_goes_and_none_is_no_error(tmp_path: Path) -> None:
    file = tmp_path / "line-history"
    drop_lines(file, None)
    FileHistory(str(file)).store_string("secret")
    drop_lines(file, None)
    assert not file.exists()
