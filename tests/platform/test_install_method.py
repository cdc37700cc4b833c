"""Unit: how the program was installed, and the lines that a user is told."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from jarvis_voice.platform import install_method
from jarvis_voice.platform.install_method import (
    EXTRAS,
    InstallKind,
    InstallMethod,
    as_line,
    extra_line,
    this_installation,
)

pytestmark = pytest.mark.unit

PYTHON = "/home/me/jarvis/.venv/bin/python"


class Metadata:
    """What importlib knows of the installed package."""

    def __init__(self, text: str | None) -> None:
        self._text = text

    def read_text(self, name: str) -> str | None:
        assert name == "direct_url.json"
        return self._text


def installed(
    monkeypatch: pytest.MonkeyPatch, told: dict[str, Any] | str | None, prefix: Path
) -> InstallMethod:
    """The method as it is found from the metadata and the files of the environment."""
    text = json.dumps(told) if isinstance(told, dict) else told
    monkeypatch.setattr(install_method, "distribution", lambda _: Metadata(text))
    monkeypatch.setattr(sys, "prefix", str(prefix))
    monkeypatch.setattr(sys, "executable", PYTHON)
    return this_installation()


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    folder = tmp_path / "my jarvis"
    (folder / "config").mkdir(parents=True)
    (folder / "pyproject.toml").touch()
    (folder / "config/requirements.txt").touch()
    return folder


@pytest.mark.parametrize("is_editable", [True, False])
def test_a_checkout(monkeypatch: pytest.MonkeyPatch, checkout: Path, is_editable: bool) -> None:
    told = {"url": checkout.as_uri(), "dir_info": {"editable": True} if is_editable else {}}
    found = installed(monkeypatch, told, checkout / ".venv")
    assert (found.kind, found.source) == (InstallKind.CHECKOUT, checkout)
    assert found.is_editable == is_editable
    assert found.lock == checkout / "config/requirements.txt"


@pytest.mark.parametrize(
    ("file", "kind"),
    [("pipx_metadata.json", InstallKind.PIPX), ("uv-receipt.toml", InstallKind.UV_TOOL)],
)
def test_a_tool_is_known_by_its_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, file: str, kind: InstallKind
) -> None:
    (tmp_path / file).touch()
    found = installed(monkeypatch, None, tmp_path)
    assert (found.kind, found.source) == (kind, None)


@pytest.mark.parametrize("told", [None, "{", "[]", {"url": "https://example.org/x.whl"}])
def test_what_does_not_tell_is_plain_pip(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, told: dict[str, Any] | str | None
) -> None:
    found = installed(monkeypatch, told, tmp_path)
    assert (found.kind, found.source) == (InstallKind.PIP, None)


def test_the_program_that_runs_the_tests_came_from_a_folder() -> None:
    assert this_installation().kind is InstallKind.CHECKOUT


def test_a_checkout_installs_by_its_lock(checkout: Path) -> None:
    method = InstallMethod(InstallKind.CHECKOUT, PYTHON, checkout, is_editable=True)
    lock = str(checkout / "config/requirements.txt")
    assert method.with_extras("tray") == [
        *(PYTHON, "-m", "pip", "install", "--require-hashes", "-c", lock, "jarvis-voice[tray]")
    ]
    assert method.reinstalled("numpy")[-1] == "numpy"
    assert method.reinstalled()[-2:] == ["--editable", str(checkout)]
    assert method.removed() == [PYTHON, "-m", "pip", "uninstall", "jarvis-voice"]


def test_a_wheel_that_is_there_is_named_and_one_that_has_gone_is_not(tmp_path: Path) -> None:
    wheel = tmp_path / "jarvis_voice-0.1.0-py3-none-any.whl"
    pipx = InstallMethod(InstallKind.PIPX, PYTHON, wheel)
    uv = InstallMethod(InstallKind.UV_TOOL, PYTHON, wheel)
    assert as_line(pipx.with_extras("mcp")).startswith("pipx runpip jarvis-voice install ")
    assert as_line(uv.with_extras("mcp")).startswith(f"uv pip install --python {PYTHON} ")
    assert pipx.upgraded() is None
    wheel.touch()
    wanted = f"jarvis-voice[mcp] @ {wheel.as_uri()}"
    assert pipx.with_extras("mcp") == ["pipx", "install", "--force", wanted]
    assert uv.with_extras("mcp") == ["uv", "tool", "install", "--force", wanted]


@pytest.mark.parametrize("kind", InstallKind)
def test_what_is_there_already_stays(kind: InstallKind) -> None:
    method = InstallMethod(kind, PYTHON, extras=("hotkey",))
    makes_anew = kind in {InstallKind.PIPX, InstallKind.UV_TOOL}
    wanted = "jarvis-voice[hotkey,tray]" if makes_anew else "jarvis-voice[tray]"
    assert method.with_extras("tray")[-1] == wanted
    assert method.reinstalled()
    assert "jarvis-voice" in " ".join(method.removed())
    assert any(word.startswith("jarvis-voice") for word in method.upgraded() or ())


def test_every_extra_of_the_project_is_known() -> None:
    import tomllib

    root = Path(__file__).parents[2]
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert set(EXTRAS) == set(project["optional-dependencies"])


@pytest.mark.skipif(sys.platform == "win32", reason="quoted for a POSIX shell")
def test_the_line_can_be_typed_as_it_is(monkeypatch: pytest.MonkeyPatch, checkout: Path) -> None:
    import shlex

    installed(monkeypatch, {"url": checkout.as_uri()}, checkout / ".venv")
    assert shlex.split(extra_line("tray"))[0] == PYTHON
    assert "'" in extra_line("tray"), "a space in the path and brackets are quoted"
