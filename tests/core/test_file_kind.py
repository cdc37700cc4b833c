"""Unit: what lies where a file must be is named without opening it."""

import os
from pathlib import Path

import pytest
from store.no_files import NO_FILES

from jarvis_voice.core.config import load_config
from jarvis_voice.core.errors import ConfigError
from jarvis_voice.core.file_kind import no_file
from jarvis_voice.core.paths import find_paths
from jarvis_voice.platform.logs import PrivateFile
from jarvis_voice.store.process_lock import holder_of

pytestmark = [
    pytest.mark.unit,
    pytest.mark.skipif(os.name != "posix", reason="named pipes and sockets in folders"),
]


@pytest.mark.parametrize("kind", NO_FILES)
def test_what_is_no_file_is_named(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "itself"
    NO_FILES[kind](path)
    assert f"it is {kind}" in no_file(path)


def test_files_links_to_files_and_nothing_are_fine(tmp_path: Path) -> None:
    file, link, chain = (tmp_path / name for name in ("file", "link", "chain"))
    assert no_file(file) == ""
    file.touch()
    link.symlink_to(file)
    chain.symlink_to("link")
    assert [no_file(one) for one in (file, link, chain, file / "below")] == [""] * 4


@pytest.mark.parametrize("kind", NO_FILES)
@pytest.mark.parametrize("name", ["jarvis.toml", ".env"])
def test_settings_are_read_from_files_alone(tmp_path: Path, name: str, kind: str) -> None:
    NO_FILES[kind](tmp_path / name)
    with pytest.raises(ConfigError, match=r"Cannot read .*: it is a .*[Mm]ove"):
        load_config(find_paths({"JARVIS_HOME": str(tmp_path)}))


def test_settings_may_be_the_empty_device(tmp_path: Path) -> None:
    before = load_config(find_paths({"JARVIS_HOME": str(tmp_path)}))
    for name in ("jarvis.toml", ".env"):
        (tmp_path / name).symlink_to(os.devnull)
    assert load_config(find_paths({"JARVIS_HOME": str(tmp_path)})) == before


def test_a_log_that_is_a_pipe_nobody_reads_is_not_waited_for(tmp_path: Path) -> None:
    log = tmp_path / "jarvis.log"
    os.mkfifo(log)
    with pytest.raises(OSError, match="No such device"):
        PrivateFile(log)


def test_a_log_may_be_a_pipe_that_somebody_reads(tmp_path: Path) -> None:
    log = tmp_path / "jarvis.log"
    os.mkfifo(log)
    reader = os.open(log, os.O_RDONLY | os.O_NONBLOCK)
    PrivateFile(log).close()
    os.close(reader)


@pytest.mark.parametrize("kind", NO_FILES)
def test_a_note_of_the_holder_that_is_no_file_names_nobody(tmp_path: Path, kind: str) -> None:
    NO_FILES[kind](tmp_path / "threads.pid")
    assert holder_of(find_paths({"JARVIS_HOME": str(tmp_path)})) is None


def test_a_name_with_a_zero_byte_is_told() -> None:
    assert no_file(Path("a\0b")) == "its name holds a zero byte. Write it anew"
