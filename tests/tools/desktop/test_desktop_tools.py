"""Flow: a name goes in; an app is started, or the question between two comes out."""

import sys
from pathlib import Path

import pytest
from tools.around import run, surroundings, the_tool

from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.types import Receipt, ReceiptKind
from jarvis_voice.tools.desktop import desktop_tools
from jarvis_voice.tools.desktop.applications import Applications
from jarvis_voice.tools.registry import Tool

pytestmark = [
    pytest.mark.flow,
    pytest.mark.skipif(sys.platform == "win32", reason="programs here are shell scripts"),
]

NAMES = {"Firefox Nightly": "exit 0", "Firefox Developer": "exit 0", "Terminal": "exit 3"}


@pytest.fixture
def open_app(tmp_path: Path) -> Tool:
    folder = tmp_path / "data" / "applications"
    folder.mkdir(parents=True)
    for number, (name, script) in enumerate(NAMES.items()):
        program = tmp_path / f"program-{number}"
        program.write_text(f"#!/bin/sh\ntouch {tmp_path}/started-{number}\n{script}\n")
        program.chmod(0o755)
        keywords = "GenericName=Web Browser\n" if "Firefox" in name else ""
        entry = f"[Desktop Entry]\nType=Application\nName={name}\n{keywords}Exec={program}\n"
        (folder / f"{number}.desktop").write_text(entry)
    env = {
        "XDG_DATA_HOME": str(tmp_path / "data"),
        "XDG_DATA_DIRS": str(tmp_path / "none"),
        "HOME": str(tmp_path),
        "PATH": str(tmp_path),
        "DISPLAY": ":99",
    }
    around = surroundings(applications=Applications(env, "linux"))
    return the_tool(desktop_tools.tools, "open_app", around)


def started(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.glob("started-*"))


@pytest.mark.parametrize("name", ["web browser", "firefox", "fire fox"])
async def test_a_tie_is_asked_and_nothing_is_started(
    open_app: Tool, tmp_path: Path, name: str
) -> None:
    result = await run(open_app, name=name)
    assert result.receipt == Receipt(
        ReceiptKind.NO_OP, "Did you mean Firefox Nightly or Firefox Developer?"
    )
    assert started(tmp_path) == []


async def test_a_doubtful_name_is_asked_about(open_app: Tool, tmp_path: Path) -> None:
    result = await run(open_app, name="germinate")
    assert result.receipt == Receipt(ReceiptKind.NO_OP, "Did you mean Terminal?")
    assert started(tmp_path) == []


async def test_the_one_that_is_named_is_started(open_app: Tool, tmp_path: Path) -> None:
    result = await run(open_app, name="firefox developer")
    assert result.receipt.kind is ReceiptKind.EFFECT
    assert result.data == {"name": "Firefox Developer"}
    assert started(tmp_path) == ["started-1"]


async def test_an_app_that_ends_with_an_error_is_not_claimed(open_app: Tool) -> None:
    assert (await run(open_app, name="terminal")).receipt.kind is ReceiptKind.FAILED


async def test_an_app_that_is_not_here_is_an_error(open_app: Tool, tmp_path: Path) -> None:
    with pytest.raises(ToolError) as caught:
        await run(open_app, name="photoshop")
    assert caught.value.code == "no-such-app"
    assert started(tmp_path) == []


def test_the_question_between_names() -> None:
    assert desktop_tools.which_one(["A"]) == "Did you mean A?"
    assert desktop_tools.which_one(["A", "B", "C"]) == "Did you mean A, B or C?"
