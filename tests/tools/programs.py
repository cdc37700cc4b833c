"""Stub programs on a PATH of the test's own: the edge of the machine where no desktop is."""

import sys
from pathlib import Path

import pytest

SCRIPT = """\
#!{python} -IS
import json, pathlib, sys
here = pathlib.Path({folder!r})
arguments = sys.argv[1:]
with (here / "calls").open("a") as calls:
    calls.write(json.dumps([{name!r}, *arguments]) + "\\n")
{body}
"""


def install(folder: Path, name: str, body: str) -> None:
    """Put a program into a folder; `body` is Python that knows `here` and `arguments`."""
    file = folder / name
    script = SCRIPT.format(python=sys.executable, folder=str(folder), name=name, body=body)
    file.write_text(script, encoding="utf-8")
    file.chmod(0o755)


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder that is the whole PATH."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    return folder


def calls(folder: Path) -> list[list[str]]:
    """What the programs were called with, in order."""
    import json

    file = folder / "calls"
    return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []
