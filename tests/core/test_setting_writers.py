"""Flow: of programs that change one file at the same time none loses what another has written."""

import os
import sys
import threading
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from jarvis_voice.core import settings_file
from jarvis_voice.core.errors import ConfigError
from jarvis_voice.core.keys_file import keys_in, put_key, remove_key
from jarvis_voice.core.settings_file import read_text, rewrite, with_setting, write_text

pytestmark = pytest.mark.flow

WRITERS = 8


def at_once(works: list[Callable[[], None]]) -> list[BaseException]:
    start, errors = threading.Barrier(len(works)), list[BaseException]()

    def run(work: Callable[[], None]) -> None:
        start.wait()
        try:
            work()
        except BaseException as error:  # noqa: BLE001 - the test looks at it
            errors.append(error)

    threads = [threading.Thread(target=run, args=(one,)) for one in works]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    return errors


def setting(file: Path, number: int) -> Callable[[], None]:
    return lambda: rewrite(file, lambda text: with_setting(text, ("a", f"n{number}"), number))


def test_of_many_changes_at_once_none_is_lost(tmp_path: Path) -> None:
    file = tmp_path / "new folder" / "jarvis.toml"
    assert at_once([setting(file, number) for number in range(WRITERS)]) == []
    assert tomllib.loads(read_text(file)) == {"a": {f"n{n}": n for n in range(WRITERS)}}
    assert [one.name for one in file.parent.iterdir()] == ["jarvis.toml"]


def test_by_a_link_they_wait_for_each_other_too(tmp_path: Path) -> None:
    kept, link = tmp_path / "dotfiles" / "jarvis.toml", tmp_path / "config" / "jarvis.toml"
    for one in (kept, link):
        one.parent.mkdir()
    kept.touch()
    link.symlink_to(kept)
    files = [(kept, link)[number % 2] for number in range(WRITERS)]
    assert at_once([setting(file, number) for number, file in enumerate(files)]) == []
    assert len(tomllib.loads(kept.read_text())["a"]) == WRITERS
    assert link.is_symlink()


def test_keys_that_are_set_at_once_are_all_there(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    names = [f"KEY_{number}" for number in range(WRITERS)]
    assert at_once([lambda name=name: put_key(file, name, "abc") for name in names]) == []  # type: ignore[misc]
    assert keys_in(file) == set(names)
    assert file.stat().st_mode & 0o777 == 0o600
    gone = names[:4]
    assert at_once([lambda name=name: _remove(file, name) for name in gone]) == []  # type: ignore[misc]
    assert keys_in(file) == set(names[4:])


def _remove(file: Path, name: str) -> None:
    assert remove_key(file, name)


def test_whole_texts_that_are_written_at_once_are_never_mixed(tmp_path: Path) -> None:
    file = tmp_path / "first-run.json"
    texts = [str(number) * 10_000 for number in range(WRITERS)]
    assert at_once([lambda text=text: write_text(file, text) for text in texts]) == []  # type: ignore[misc]
    assert file.read_text() in texts


def test_who_never_lets_go_is_waited_for_only_so_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fcntl = pytest.importorskip("fcntl")
    monkeypatch.setattr(settings_file, "WAIT_SECONDS", 0.0)
    file = tmp_path / "jarvis.toml"
    file.write_text("a = 1\n")
    folder = os.open(tmp_path, os.O_RDONLY)
    fcntl.flock(folder, fcntl.LOCK_EX)
    with pytest.raises(ConfigError, match="Another program is changing"):
        rewrite(file, lambda _: "a = 2\n")
    os.close(folder)
    rewrite(file, lambda _: "a = 3\n")
    assert file.read_text() == "a = 3\n"


def test_where_a_disk_knows_no_locks_it_is_written_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fcntl = pytest.importorskip("fcntl")

    def refuse(*_: object) -> None:
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr(fcntl, "flock", refuse)
    rewrite(tmp_path / "jarvis.toml", lambda _: "a = 1\n")
    assert (tmp_path / "jarvis.toml").read_text() == "a = 1\n"


def test_what_is_refused_or_unchanged_leaves_the_file_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "jarvis.toml"
    file.write_text("a = 1\n")
    before = file.stat().st_mtime_ns

    def refuse(_: str) -> str:
        raise ConfigError("config-value", "no")

    with pytest.raises(ConfigError, match="no"):
        rewrite(file, refuse)
    rewrite(file, lambda _: None)
    assert (file.read_text(), file.stat().st_mtime_ns) == ("a = 1\n", before)
    rewrite(file, lambda text: text + "b = 2\n")
    assert file.read_text() == "a = 1\nb = 2\n"


def test_a_file_of_the_users_own_that_is_called_so_is_left_alone(tmp_path: Path) -> None:
    file, own = tmp_path / "jarvis.toml", tmp_path / "jarvis.toml.new"
    left = tmp_path / "jarvis.toml.0123456789abcdef.new"
    for one in (own, left):
        one.write_text("mine")
    write_text(file, "a = 1\n")
    assert own.read_text() == "mine"
    assert sorted(one.name for one in tmp_path.iterdir()) == ["jarvis.toml", "jarvis.toml.new"]


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() != 0, reason="only root gives away")
@pytest.mark.parametrize("is_there", [True, False])
def test_what_root_writes_stays_its_users(tmp_path: Path, *, is_there: bool) -> None:
    folder = tmp_path / "config"
    folder.mkdir()
    os.chown(folder, 1234, 1235)
    file = folder / ".env"
    if is_there:
        file.touch(mode=0o640)
        os.chown(file, 1236, 1237)
    put_key(file, "KEY", "abc")
    found = file.stat()
    assert (found.st_uid, found.st_gid) == ((1236, 1237) if is_there else (1234, 1235))
    assert found.st_mode & 0o777 == 0o600
