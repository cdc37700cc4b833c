"""Flow: desktop entries of a made-up machine go in; matches and receipts come out."""

import os
import sys
from pathlib import Path

import pytest

from jarvis_voice.core.types import Receipt, ReceiptKind
from jarvis_voice.language.en.name_match import MatchVerdict
from jarvis_voice.platform.detached_process import NOT_KNOWN_YET, Started
from jarvis_voice.tools.desktop import applications
from jarvis_voice.tools.desktop.applications import Application, Applications

pytestmark = [
    pytest.mark.flow,
    pytest.mark.skipif(sys.platform == "win32", reason="programs here are shell scripts"),
]
LONG_SECONDS = 60.0

ENTRIES = {
    "firefox": "Name=Firefox\nName[de]=Feuerfuchs\nGenericName=Web Browser\nKeywords=browser;"
    "\nExec=firefox %u",
    "chrome": "Name=Google Chrome\nGenericName=Web Browser\nExec=chrome %U",
    "editor": "Name=Text Editor\nExec=gedit %U\nTryExec=gedit",
    "vim": "Name=Vim\nExec=vim %F\nTerminal=true",
    "gone": "Name=Gone\nExec=not-installed",
    "tried": "Name=Tried\nExec=firefox\nTryExec=not-installed",
    "hidden": "Name=Hidden One\nExec=firefox\nHidden=true",
    "no-display": "Name=Silent One\nExec=firefox\nNoDisplay=true",
    "zero": "Name=Zero One\nExec=firefox a\0b",
    "broken": 'Name=Broken One\nExec="firefox',
}
PROGRAMS = {"firefox": "exit 0", "chrome": "exit 7", "gedit": "exit 0", "vim": "exit 0"}


@pytest.fixture
def env(tmp_path: Path) -> dict[str, str]:
    programs, data = tmp_path / "bin", tmp_path / "data"
    programs.mkdir()
    for program, script in PROGRAMS.items():
        file = programs / program
        file.write_text(f"#!/bin/sh\n{script}\n")
        file.chmod(0o755)
    (data / "applications").mkdir(parents=True)
    for name, lines in ENTRIES.items():
        (data / "applications" / f"{name}.desktop").write_text(
            f"[Desktop Entry]\nType=Application\n{lines}\n"
        )
    return {
        "HOME": str(tmp_path),
        "PATH": str(programs),
        "XDG_DATA_HOME": str(data),
        "XDG_DATA_DIRS": str(tmp_path / "none"),
        "DISPLAY": ":99",
    }


@pytest.fixture
def apps(env: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> Applications:
    monkeypatch.setenv("PATH", env["PATH"] + os.pathsep + os.environ["PATH"])
    return Applications(env, platform="linux")


def found(apps: Applications, heard: str) -> Application:
    match = apps.find(heard)
    assert match.accepted is not None
    return match.accepted.value


def test_only_what_is_shown_and_installed_is_listed(apps: Applications) -> None:
    assert [app.name for app in apps.scan()] == ["Google Chrome", "Text Editor", "Firefox", "Vim"]


@pytest.mark.parametrize(
    ("heard", "name"),
    [
        ("firefox", "Firefox"),
        ("fire fox", "Firefox"),
        ("Firefox.", "Firefox"),
        ("the firefox app", "Firefox"),
        ("browser", "Firefox"),
        ("chrome", "Google Chrome"),
        ("google chrome", "Google Chrome"),
        ("the text editor", "Text Editor"),
        ("gedit", "Text Editor"),
        ("vim", "Vim"),
    ],
)
def test_a_spoken_name_finds_its_application(apps: Applications, heard: str, name: str) -> None:
    assert found(apps, heard).name == name


def test_a_kind_that_several_are_of_is_asked_about(apps: Applications) -> None:
    match = apps.find("web browser")
    assert match.verdict is MatchVerdict.ASK
    assert {one.name for one in match.candidates} == {"Firefox", "Google Chrome"}


@pytest.mark.parametrize("heard", ["door", "feuerfuchs", "hidden one", "a timer", "talking"])
def test_anything_else_is_not_started(apps: Applications, heard: str) -> None:
    assert apps.find(heard).accepted is None


async def test_a_program_that_ends_well_is_done(apps: Applications) -> None:
    receipt = await apps.launch(found(apps, "firefox"), LONG_SECONDS)
    assert receipt == Receipt(ReceiptKind.EFFECT, "I have started Firefox")


async def test_a_program_that_fails_at_once_is_failed(apps: Applications) -> None:
    receipt = await apps.launch(found(apps, "google chrome"), LONG_SECONDS)
    assert receipt == Receipt(ReceiptKind.FAILED, "Google Chrome ended at once with exit code 7")


async def test_a_program_that_vanished_is_failed(apps: Applications) -> None:
    receipt = await apps.launch(Application("Ghost", ("/no/such/program",)), LONG_SECONDS)
    assert receipt.kind is ReceiptKind.FAILED
    assert "cannot be started" in receipt.observed


async def test_a_program_that_has_not_begun_is_not_told_as_started(
    apps: Applications, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def wait(*_: object) -> Started:
        return NOT_KNOWN_YET

    monkeypatch.setattr(applications, "start_detached", wait)
    receipt = await apps.launch(found(apps, "firefox"))
    assert receipt.kind is ReceiptKind.PARTIAL
    assert receipt.observed == (
        "I have asked for Firefox to start; I do not know yet whether it did."
    )


async def test_without_a_display_nothing_is_started(env: dict[str, str]) -> None:
    del env["DISPLAY"]
    receipt = await Applications(env, platform="linux").launch(Application("Firefox", ("false",)))
    assert receipt.kind is ReceiptKind.NO_OP
    assert "no display" in receipt.observed


async def test_a_terminal_program_needs_a_terminal(env: dict[str, str], apps: Applications) -> None:
    vim = found(apps, "vim")
    assert (await apps.launch(vim, LONG_SECONDS)).kind is ReceiptKind.NO_OP
    terminal = Path(env["PATH"]) / "x-terminal-emulator"
    terminal.write_text(f'#!/bin/sh\necho "$@" > {env["HOME"]}/said\n')
    terminal.chmod(0o755)
    receipt = await apps.launch(vim, LONG_SECONDS)
    assert receipt.kind is ReceiptKind.EFFECT
    assert (Path(env["HOME"]) / "said").read_text() == "-e vim\n"


def test_a_mac_opens_by_name(tmp_path: Path) -> None:
    (tmp_path / "Applications" / "Safari.app").mkdir(parents=True)
    apps = Applications({"HOME": str(tmp_path)}, platform="darwin")
    assert found(apps, "safari").argv == ("open", "-a", "Safari")


def test_windows_lists_the_start_menu(tmp_path: Path) -> None:
    menu = tmp_path / "Microsoft/Windows/Start Menu/Programs/Tools"
    menu.mkdir(parents=True)
    for name in ("Firefox.lnk", "Uninstall Firefox.lnk"):
        (menu / name).touch()
    apps = Applications({"APPDATA": str(tmp_path)}, platform="win32")
    assert [(app.name, app.argv) for app in apps.scan()] == [
        ("Firefox", (str(menu / "Firefox.lnk"),))
    ]
