"""Flow: `jarvis update` and `jarvis extras`, for each way of installing."""

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from typer.testing import CliRunner

from jarvis_voice.cli import update as module
from jarvis_voice.cli.main import app
from jarvis_voice.core.errors import JarvisError
from jarvis_voice.platform import install_method
from jarvis_voice.platform.checkout_update import CheckoutUpdate, UpdateResult
from jarvis_voice.platform.install_method import InstallKind, InstallMethod

pytestmark = pytest.mark.flow

PYTHON = sys.executable


class Shell:
    """Notes what is run instead of running it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.ran: list[list[str]] = []
        self.exit_code = 0
        monkeypatch.setattr(subprocess, "run", self._run)

    def _run(self, argv: Sequence[str], **_: object) -> subprocess.CompletedProcess[str]:
        self.ran.append([*argv])
        return subprocess.CompletedProcess([*argv], self.exit_code)


@pytest.fixture
def shell(monkeypatch: pytest.MonkeyPatch) -> Shell:
    return Shell(monkeypatch)


def installed_by(monkeypatch: pytest.MonkeyPatch, method: InstallMethod) -> None:
    monkeypatch.setattr(install_method, "this_installation", lambda: method)


@pytest.mark.parametrize(
    ("kind", "argv"),
    [
        (InstallKind.PIPX, ["pipx", "upgrade", "jarvis-voice"]),
        (InstallKind.UV_TOOL, ["uv", "tool", "upgrade", "jarvis-voice"]),
        (InstallKind.PIP, [PYTHON, "-m", "pip", "install", "--upgrade", "jarvis-voice"]),
    ],
)
def test_what_came_from_an_index_is_updated_by_the_same_program(
    monkeypatch: pytest.MonkeyPatch, shell: Shell, kind: InstallKind, argv: list[str]
) -> None:
    installed_by(monkeypatch, InstallMethod(kind, PYTHON))
    done = CliRunner().invoke(app, ["update"])
    assert done.exit_code == 0
    assert shell.ran == [argv]
    assert done.output.splitlines()[0].startswith("$ ")
    assert "jarvis quit" in done.output
    shell.exit_code = 7
    assert CliRunner().invoke(app, ["update"]).exit_code == 7


@pytest.mark.parametrize("kind", [InstallKind.PIPX, InstallKind.UV_TOOL, InstallKind.PIP])
def test_what_came_from_a_file_needs_a_newer_file(
    monkeypatch: pytest.MonkeyPatch, shell: Shell, kind: InstallKind
) -> None:
    installed_by(monkeypatch, InstallMethod(kind, PYTHON, Path("/home/me/jarvis.whl")))
    error = CliRunner().invoke(app, ["update"]).exception
    assert isinstance(error, JarvisError)
    assert "/home/me/jarvis.whl" in error.message
    assert "NEW.whl" in error.message
    assert shell.ran == []


def test_a_checkout_fetches_its_models_too(
    monkeypatch: pytest.MonkeyPatch, shell: Shell, tmp_path: Path
) -> None:
    installed_by(monkeypatch, InstallMethod(InstallKind.CHECKOUT, PYTHON, tmp_path))
    monkeypatch.setattr(CheckoutUpdate, "run", lambda _: UpdateResult("abc", "def", 2))
    done = CliRunner().invoke(app, ["update"])
    assert done.exit_code == 0
    assert "Updated from abc to def" in done.output
    [setup] = shell.ran
    assert setup[-2:] == ["setup", "--no-calibrate"]


def test_a_checkout_that_is_the_newest_already(
    monkeypatch: pytest.MonkeyPatch, shell: Shell, tmp_path: Path
) -> None:
    installed_by(monkeypatch, InstallMethod(InstallKind.CHECKOUT, PYTHON, tmp_path))
    monkeypatch.setattr(CheckoutUpdate, "run", lambda _: UpdateResult("abc", "abc", 0))
    assert CliRunner().invoke(app, ["update"]).output == "Jarvis is up to date (abc).\n"
    assert shell.ran == []


def test_extras_are_listed_with_the_line_of_each_that_is_missing(
    monkeypatch: pytest.MonkeyPatch, shell: Shell
) -> None:
    installed_by(monkeypatch, InstallMethod(InstallKind.PIPX, PYTHON, extras=("mcp",)))
    lines = CliRunner().invoke(app, ["extras"]).output.splitlines()
    assert set(module.PURPOSES) == set(install_method.EXTRAS)
    assert "mcp      tool servers (MCP) (installed)" in lines
    assert "        pipx install --force 'jarvis-voice[hotkey,mcp]'" in lines
    assert len(lines) == 15
    assert shell.ran == []


def test_extras_are_installed_by_name(monkeypatch: pytest.MonkeyPatch, shell: Shell) -> None:
    installed_by(monkeypatch, InstallMethod(InstallKind.PIP, PYTHON))
    done = CliRunner().invoke(app, ["extras", "mcp", "tray"])
    assert done.exit_code == 0
    assert "Installed: mcp, tray." in done.output
    assert shell.ran == [[PYTHON, "-m", "pip", "install", "jarvis-voice[mcp,tray]"]]
    error = CliRunner().invoke(app, ["extras", "hotkeys"]).exception
    assert isinstance(error, JarvisError)
    assert (
        error.message
        == 'There is no extra "hotkeys": use hotkey, tray, mcp, http, mail, otel, postgres or '
        "train."
    )


@pytest.mark.e2e
def test_a_program_that_is_not_there_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    installed_by(monkeypatch, InstallMethod(InstallKind.PIPX, PYTHON))
    monkeypatch.setenv("PATH", "/nowhere")
    error = CliRunner().invoke(app, ["update"]).exception
    assert isinstance(error, JarvisError)
    assert error.code == "program-missing"
