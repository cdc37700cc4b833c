"""Unit: `jarvis setup` offers the command once, and asks nobody who is not there."""

import sys
from pathlib import Path

import pytest
import typer

from jarvis_voice.cli import launcher as module
from jarvis_voice.cli.launcher import offer_launcher
from jarvis_voice.core.paths import Paths

pytestmark = [
    pytest.mark.unit,
    pytest.mark.skipif(sys.platform == "win32", reason="links of POSIX"),
]


class Person:
    """Somebody at a terminal, or nobody.

    Attributes:
        asked: The questions.
    """

    def __init__(self, answer: bool) -> None:
        self.asked: list[str] = []
        self._answer = answer

    def __call__(self, question: str, *, default: bool) -> bool:
        assert default
        self.asked.append(question)
        return self._answer


@pytest.fixture
def command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    command = tmp_path / "venv" / "bin" / "jarvis"
    command.parent.mkdir(parents=True)
    command.touch(mode=0o755)
    monkeypatch.setattr(sys, "executable", str(command.with_name("python")))
    monkeypatch.setattr(module, "_is_terminal", lambda: True)
    return command


def ask(paths: Paths, answer: bool, monkeypatch: pytest.MonkeyPatch, path: str = "") -> list[str]:
    person = Person(answer)
    monkeypatch.setattr(typer, "confirm", person)
    offer_launcher(paths, {"PATH": path})
    return person.asked


def test_a_yes_makes_the_link_and_says_what_the_shell_needs(
    paths: Paths, command: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    bins = Path.home() / ".local/bin"
    [question] = ask(paths, True, monkeypatch)
    assert str(bins) in question
    assert (bins / "jarvis").readlink() == command
    assert 'export PATH="$HOME/.local/bin:$PATH"' in capsys.readouterr().out
    assert ask(paths, True, monkeypatch, str(bins)) == []
    assert capsys.readouterr().out == ""


def test_a_no_is_asked_once(
    paths: Paths, command: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert len(ask(paths, False, monkeypatch)) == 1
    assert ask(paths, False, monkeypatch) == []
    assert capsys.readouterr().out.splitlines() == [f"The command: {command}"] * 2
    assert not (Path.home() / ".local").exists()


def test_nobody_is_asked_in_a_pipe(
    paths: Paths, command: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(module, "_is_terminal", lambda: False)
    assert ask(paths, True, monkeypatch) == []
    assert capsys.readouterr().out == f"The command: {command}\n"


def test_a_folder_that_cannot_be_written_is_said(
    paths: Paths, command: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (Path.home() / ".local").write_text("a file", encoding="utf-8")
    assert len(ask(paths, True, monkeypatch)) == 1
    assert str(command) in capsys.readouterr().err
