"""Unit: the start-up script of Windows, as far as a file can be checked."""

import codecs
from pathlib import Path

import pytest

from jarvis_voice.platform.autostart.command_line import LaunchCommand
from jarvis_voice.platform.autostart.windows import StartupScript, literal, startup_folder

pytestmark = pytest.mark.unit


def script(program: LaunchCommand) -> list[str]:
    content = StartupScript(program, Path("/startup")).content()
    assert content.startswith(codecs.BOM_UTF16_LE)
    text = content.decode("utf-16")
    assert text.endswith("\r\n")
    return text.removesuffix("\r\n").split("\r\n")


def test_it_runs_pythonw_without_a_window() -> None:
    program = LaunchCommand(
        r"C:\Users\Jörg Ön\venv\Scripts\python.exe", environment={"JARVIS_HOME": "D:\\j v"}
    )
    _, *lines = script(program)
    assert lines == [
        'Set shell = CreateObject("WScript.Shell")',
        'shell.Environment("Process")("JARVIS_HOME") = "D:\\j v"',
        (
            r'shell.Run """C:\Users\Jörg Ön\venv\Scripts\pythonw.exe"" -P -m jarvis_voice run", '
            "0, False"
        ),
    ]


@pytest.mark.parametrize("text", ["", "plain", 'a "b" c', '"', '""'])
def test_a_literal_is_read_as_it_was(text: str) -> None:
    written = literal(text)
    assert (written[0], written[-1]) == ('"', '"')
    inner = written[1:-1]
    assert '"' not in inner.replace('""', "")
    assert inner.replace('""', '"') == text


def test_where_the_startup_folder_is() -> None:
    tail = Path("Microsoft/Windows/Start Menu/Programs/Startup")
    assert startup_folder({"APPDATA": "/r"}, Path("/h")) == Path("/r") / tail
    assert startup_folder({}, Path("/h")) == Path("/h/AppData/Roaming") / tail
