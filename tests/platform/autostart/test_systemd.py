"""Unit: the systemd user unit; where systemd-analyze is here, it reads the unit, too."""

import os
import shutil
import subprocess
import sys
from configparser import RawConfigParser
from pathlib import Path

import pytest
from fakes.autostart_units import words
from hypothesis import given
from hypothesis import strategies as st

from jarvis_voice.platform.autostart.command_line import LaunchCommand, this_program
from jarvis_voice.platform.autostart.systemd import SystemdUnit, command_line, quoted, unit_folder

pytestmark = pytest.mark.unit

ODD = "a b/%h $HOME ${x} \"q\" 's' \\n é;#"
"""Signs that mean something to systemd, none of them in this path."""

PLAIN = "a b/%h $HOME ${x} é;#"
"""The same without those that no path of an executable may hold."""


def unit(program: LaunchCommand, *, has_desktop: bool = False) -> RawConfigParser:
    text = SystemdUnit(program, Path("/units"), has_desktop).content().decode()
    parser = RawConfigParser(strict=False, comment_prefixes=("#",), delimiters=("=",))
    parser.optionxform = str  # type: ignore[assignment,method-assign]  # the documented way
    parser.read_string(text)
    return parser


@given(st.lists(st.text(st.characters(exclude_characters="\0", codec="utf-8")), max_size=4))
def test_what_is_quoted_is_read_as_it_was(values: list[str]) -> None:
    assert words(" ".join(quoted(value) for value in values)) == values


def test_a_plain_path_is_executed_itself() -> None:
    line = command_line(LaunchCommand("/opt/my py/$x/%h/python", ("-m", "a $b")))
    assert words(line) == [":/opt/my py/$x/%h/python", "-m", "a $b"]


@pytest.mark.parametrize("sign", ['"', "'", "\\", "\n"])
def test_a_path_that_systemd_would_refuse_is_executed_by_env(sign: str) -> None:
    path = f"/opt/a{sign}b/python"
    assert words(command_line(LaunchCommand(path, ("-m",)))) == [":/usr/bin/env", path, "-m"]


def test_the_unit_says_what_was_promised() -> None:
    service = unit(LaunchCommand("/usr/bin/python3"))["Service"]
    assert service["Type"] == "notify"
    assert service["KillMode"] == "process"
    assert service["Restart"] == "on-failure"
    assert service["OOMPolicy"] == "continue"
    assert service["ExecReload"].endswith("-HUP $MAINPID")
    assert int(service["WatchdogSec"]) > 3 * 10
    assert service["StandardOutput"] == "null"  # answers and what was said are printed there
    assert words(service["ExecStart"])[1:] == ["-P", "-m", "jarvis_voice", "run"]


@pytest.mark.parametrize(
    ("has_desktop", "target"), [(True, "graphical-session.target"), (False, "default.target")]
)
def test_it_starts_with_the_desktop_where_that_is_told(has_desktop: bool, target: str) -> None:
    read = unit(LaunchCommand("/usr/bin/python3"), has_desktop=has_desktop)
    assert read["Install"]["WantedBy"] == target
    assert read["Unit"].get("PartOf") == (target if has_desktop else None)
    note = SystemdUnit(LaunchCommand("/p"), Path("/units"), has_desktop).note
    assert ("import-environment" in note) is not has_desktop


def test_folders_go_along_and_keys_do_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    env = {"JARVIS_HOME": "here/%h", "GOOGLE_API_KEY": "secret-1", "JARVIS_MODELS": ""}
    program = this_program(env)
    assert program.environment == {"JARVIS_HOME": str(tmp_path / "here" / "%h")}
    assert Path(program.interpreter).is_absolute()
    read = unit(program)["Service"]
    assert words(read["Environment"]) == [f"JARVIS_HOME={tmp_path / 'here' / '%h'}"]
    content = SystemdUnit(program, Path("/units"), has_desktop=False).content()
    assert b"secret" not in content
    assert b"EnvironmentFile" not in content


def test_where_units_lie() -> None:
    home = Path("/home/x")
    assert unit_folder({}, home) == home / ".config/systemd/user"
    assert unit_folder({"XDG_CONFIG_HOME": "/c"}, home) == Path("/c/systemd/user")
    assert unit_folder({"XDG_CONFIG_HOME": "c"}, home) == home / ".config/systemd/user"


@pytest.mark.skipif(sys.platform == "win32", reason="signs that no path has there")
@pytest.mark.parametrize("name", ["plain", PLAIN, ODD])
@pytest.mark.parametrize("has_desktop", [True, False])
def test_systemd_reads_it_without_a_word(tmp_path: Path, name: str, has_desktop: bool) -> None:
    python = tmp_path / name / "python"
    python.parent.mkdir(parents=True)
    python.symlink_to(sys.executable)
    program = LaunchCommand(str(python), environment={"JARVIS_HOME": str(tmp_path / ODD)})
    starter = SystemdUnit(program, tmp_path, has_desktop)
    starter.file.write_bytes(starter.content())
    read = unit(program)["Service"]
    assert words(read["ExecStart"])[-5:-4] in ([str(python)], [f":{python}"])
    if analyze := shutil.which("systemd-analyze"):
        done = subprocess.run(
            [analyze, "--user", "verify", str(starter.file)],
            env=os.environ | {"XDG_RUNTIME_DIR": str(tmp_path)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, "")
