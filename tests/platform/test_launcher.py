"""Unit: the command in ~/.local/bin is a link of ours, and never another program's file."""

import sys
from pathlib import Path

import pytest

from jarvis_voice.platform import launcher as module
from jarvis_voice.platform.install_method import InstallKind, InstallMethod
from jarvis_voice.platform.launcher import Launcher, command_word, find_launcher

pytestmark = [
    pytest.mark.unit,
    pytest.mark.skipif(sys.platform == "win32", reason="links of POSIX"),
]


@pytest.fixture
def launcher(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Launcher:
    environment = tmp_path / "venv" / "bin"
    environment.mkdir(parents=True)
    for name in ("python", "jarvis"):
        (environment / name).touch(mode=0o755)
    monkeypatch.setattr(sys, "executable", str(environment / "python"))
    found = find_launcher()
    assert found is not None
    return found


def state(launcher: Launcher) -> tuple[bool, bool]:
    """Whether the place is free, and whether our link is there."""
    return launcher.is_free, launcher.is_made


def test_it_is_made_once_and_removed(launcher: Launcher) -> None:
    assert launcher.link == Path.home() / ".local/bin/jarvis"
    assert state(launcher) == (True, False)
    launcher.make()
    assert state(launcher) == (False, True)
    launcher.remove()
    assert state(launcher) == (True, False)
    launcher.remove()


@pytest.mark.parametrize("what", ["file", "link", "dead link"])
def test_what_another_program_has_there_stays(
    launcher: Launcher, tmp_path: Path, what: str
) -> None:
    launcher.link.parent.mkdir(parents=True)
    if what == "file":
        launcher.link.write_text("another jarvis", encoding="utf-8")
    else:
        launcher.link.symlink_to("/bin/true" if what == "link" else tmp_path / "gone")
    assert not launcher.is_free
    assert not launcher.is_made
    with pytest.raises(FileExistsError):
        launcher.make()
    launcher.remove()
    assert launcher.link.exists() or launcher.link.is_symlink()


def test_what_to_type(launcher: Launcher, tmp_path: Path) -> None:
    bins = str(launcher.link.parent)
    assert command_word({"PATH": bins}) == str(launcher.command)
    launcher.make()
    assert command_word({"PATH": bins}) == "jarvis"
    launcher.link.unlink()
    launcher.link.write_text("#!/bin/sh", encoding="utf-8")
    launcher.link.chmod(0o755)
    assert command_word({"PATH": bins}) == str(launcher.command), "that one is another program"


def test_pipx_and_uv_make_their_own(launcher: Launcher, monkeypatch: pytest.MonkeyPatch) -> None:
    for kind in (InstallKind.PIPX, InstallKind.UV_TOOL):
        method = InstallMethod(kind, sys.executable)
        monkeypatch.setattr(module, "this_installation", lambda method=method: method)
        assert find_launcher() is None
