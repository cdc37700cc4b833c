"""E2e: the tool of docs/tools.md is installed as a package and used by its sentence."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.e2e

ROOT = Path(__file__).parents[2]
NEW_IMPORTS = """\
from jarvis_voice.core.types import Receipt, ReceiptKind, ToolResult
from jarvis_voice.tools.dependencies import ToolDependencies
from jarvis_voice.tools.registry import Arguments, Tool, ToolContext
"""
OLD_IMPORTS = """\
from jarvis_voice.tools.registry import Arguments, Tool, ToolContext
from jarvis_voice.tools.surroundings import Surroundings
from jarvis_voice.types import Receipt, ReceiptKind, ToolResult
"""
"""As the page had them before the rooms were cut anew."""


def page_code(language: str, holding: str) -> str:
    """The one code block of the page that holds some text."""
    text = (ROOT / "docs/tools.md").read_text(encoding="utf-8")
    blocks = re.finditer(rf"^```{language}\n(.*?)^```", text, re.M | re.S)
    [block] = [found[1] for found in blocks if holding in found[1]]
    return block


def install(folder: Path, code: str) -> Path:
    """Build the package and install it into a folder, as a user would with pip."""
    package, site = folder / "package", folder / "site"
    package.mkdir()
    (package / "jarvis_tea.py").write_text(code, encoding="utf-8")
    (package / "pyproject.toml").write_text(page_code("toml", "jarvis_tea"), encoding="utf-8")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation"]
    done = subprocess.run(
        [*pip, "--target", str(site), str(package)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return site


@pytest.mark.parametrize(
    ("old", "new", "warned"),
    [
        ("", "", []),
        (
            NEW_IMPORTS,
            OLD_IMPORTS,
            [
                "jarvis_voice.tools.surroundings is now jarvis_voice.tools.dependencies, "
                "and Surroundings is ToolDependencies",
                "jarvis_voice.types is now jarvis_voice.core.types",
            ],
        ),
    ],
    ids=["as it is written", "with the imports of before"],
)
def test_the_tool_of_the_page(tmp_path: Path, old: str, new: str, warned: list[str]) -> None:
    code = page_code("python", "SteepTeaArguments")
    assert old in code
    code = code.replace(old, new)
    if new:
        code = code.replace("(_: ToolDependencies)", "(_: Surroundings)")
    site = install(tmp_path, code)
    home = {"JARVIS_HOME": str(tmp_path / "home"), "PYTHONPATH": str(site)}
    ask = [sys.executable, "-W", "default::DeprecationWarning:jarvis_tea", "-m", "jarvis_voice"]
    turn = subprocess.run(
        [*ask, "ask", "--json", "how long does green tea steep"],
        capture_output=True,
        text=True,
        env=os.environ | home,
        cwd=tmp_path,
        timeout=120,
        check=True,
    )
    events = [json.loads(line) for line in turn.stdout.splitlines()]
    assert [event["action"] for event in events if event["type"] == "tool-ended"] == ["steep_tea"]
    assert events[-1]["reply"] == "Green tea steeps for 2 minutes."
    told = re.findall(r"jarvis_tea\.py:\d+: DeprecationWarning: (.*)", turn.stderr)
    assert told == warned
