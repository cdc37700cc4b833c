"""Flow: installing and removing, with a systemctl of the test's own that notes what it is told."""

import sys
from pathlib import Path

import pytest
from fakes.autostart_machine import Machine

from jarvis_voice.core.errors import AutostartError
from jarvis_voice.platform.autostart.command_line import LaunchCommand, check, this_program
from jarvis_voice.platform.autostart.installer import (
    install,
    is_installed,
    newest_lines,
    remove,
    show,
    starter_for,
)
from jarvis_voice.platform.autostart.launchd import LaunchdAgent
from jarvis_voice.platform.autostart.starter import Starter
from jarvis_voice.platform.autostart.systemd import UNIT
from jarvis_voice.platform.autostart.windows import StartupScript

pytestmark = [
    pytest.mark.flow,
    pytest.mark.skipif(sys.platform == "win32", reason="programs are files with a #!"),
]

PROGRAM = LaunchCommand("/opt/my python/python")


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    folder = tmp_path / "bin"
    folder.mkdir()
    made = Machine(folder)
    monkeypatch.setenv("PATH", made.path)
    return made


def starter(machine: Machine, program: LaunchCommand = PROGRAM) -> Starter:
    env = {"XDG_CONFIG_HOME": str(machine.folder.parent / "config")}
    return starter_for(program, env, platform="linux")


def user(*words: str) -> list[str]:
    return ["systemctl", "--user", *words]


def test_install_writes_enables_and_starts_without_waiting(machine: Machine) -> None:
    ours, told = starter(machine), list[str]()
    assert machine.noted() == [user("--quiet", "is-active", "graphical-session.target")]
    assert not is_installed(ours)
    install(ours, told.append)
    assert ours.file.read_bytes() == ours.content()
    assert is_installed(ours)
    assert machine.noted() == [
        user("show-environment"),
        user("daemon-reload"),
        user("reenable", UNIT),
        user("--no-block", "restart", UNIT),
    ]
    assert told[0] == f"Wrote {ours.file}"
    assert "  systemctl --user daemon-reload" in told
    assert list(ours.file.parent.iterdir()) == [ours.file]


def test_a_second_install_changes_nothing_and_does_not_restart(machine: Machine) -> None:
    ours, told = starter(machine), list[str]()
    install(ours, told.append)
    before = ours.file.stat().st_mtime_ns
    told.clear()
    machine.noted()
    install(starter(machine), told.append)
    assert ours.file.stat().st_mtime_ns == before
    assert told[0] == f"{ours.file} is as it should be."
    assert machine.noted()[-1] == user("--no-block", "start", UNIT)


def test_another_interpreter_is_taken_up_at_once(machine: Machine) -> None:
    install(starter(machine), print)
    moved = starter(machine, LaunchCommand("/opt/new/python"))
    machine.noted()
    install(moved, print)
    assert b"/opt/new/python" in moved.file.read_bytes()
    assert machine.noted()[-1] == user("--no-block", "restart", UNIT)


def test_remove_stops_disables_and_forgets(machine: Machine) -> None:
    ours = starter(machine)
    install(ours, print)
    machine.noted()
    machine.fail("reset-failed")  # it says so of a unit that never failed
    assert remove(ours, print)
    assert not ours.file.exists()
    assert machine.noted() == [
        user("disable", "--now", UNIT),
        user("daemon-reload"),
        user("reset-failed", UNIT),
    ]
    assert not remove(ours, print)
    assert machine.noted() == []


def test_a_unit_of_somebody_else_is_left_alone(machine: Machine) -> None:
    ours = starter(machine)
    ours.file.parent.mkdir(parents=True)
    ours.file.write_text("[Service]\nExecStart=/bin/mine\n", encoding="utf-8")
    for act in (install, remove):
        with pytest.raises(AutostartError, match="not written by Jarvis"):
            act(ours, print)
    assert "/bin/mine" in ours.file.read_text(encoding="utf-8")
    assert not is_installed(ours)


def test_where_there_is_no_session_nothing_is_written(machine: Machine) -> None:
    machine.fail("show-environment")
    ours = starter(machine)
    with pytest.raises(AutostartError) as caught:
        install(ours, print)
    assert (caught.value.code, caught.value.exit_code) == ("no-autostart", 10)
    assert "--print" in caught.value.message
    assert not ours.file.exists()


def test_where_there_is_no_systemctl_nothing_is_written(
    tmp_path: Path, machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    ours = starter(machine)
    with pytest.raises(AutostartError, match="no systemd"):
        install(ours, print)
    assert not ours.file.exists()


def test_what_systemctl_complains_of_is_said(machine: Machine) -> None:
    machine.fail("reenable")
    with pytest.raises(AutostartError, match=r"reenable.*failed: systemctl: no --user reenable"):
        install(starter(machine), print)


def test_a_folder_that_cannot_be_written_is_said(machine: Machine) -> None:
    ours = starter(machine)
    ours.file.parent.parent.mkdir(parents=True)
    ours.file.parent.write_text("a file where the folder should be", encoding="utf-8")
    with pytest.raises(AutostartError, match="Cannot"):
        install(ours, print)


def test_status_and_logs_are_asked_of_the_system(machine: Machine) -> None:
    ours = starter(machine)
    machine.noted()
    status, logs = ours.status(), ours.logs(7, follow=True)
    assert status
    assert logs
    assert (show(status), show(logs)) == (0, 0)
    assert machine.noted() == [
        user("--no-pager", "--full", "status", UNIT),
        ["journalctl", "--user", f"--user-unit={UNIT}", "--lines=7", "--follow"],
    ]
    machine.fail("status")
    assert show(status) == 1


def test_other_systems_have_their_own_way(machine: Machine) -> None:
    assert isinstance(starter_for(PROGRAM, {}, platform="darwin"), LaunchdAgent)
    windows = starter_for(PROGRAM, {"APPDATA": str(machine.folder)}, platform="win32")
    assert isinstance(windows, StartupScript)
    windows.file.parent.mkdir(parents=True)
    windows.file.write_bytes(windows.content())
    assert is_installed(windows)
    assert remove(windows, print)
    assert not windows.file.exists()


@pytest.mark.e2e
def test_this_interpreter_finds_the_program_and_another_does_not(tmp_path: Path) -> None:
    check(this_program({}))
    bare = tmp_path / "python"
    bare.symlink_to("/bin/false")
    with pytest.raises(AutostartError, match="pip install"):
        check(LaunchCommand(str(bare)))


def test_the_newest_lines_of_a_log(tmp_path: Path) -> None:
    log = tmp_path / "log"
    assert newest_lines(log, 2) == []
    log.write_text("a\nb\nc\n", encoding="utf-8")
    assert newest_lines(log, 2) == ["b", "c"]
