"""Third-party tools: real packages, installed into a folder on sys.path."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tools.around import run, surroundings

from jarvis_voice.tools.plugins import third_party_tools

pytestmark = pytest.mark.flow

TOOL = """
from jarvis_voice.tools.registry import NoArguments, Tool
from jarvis_voice.core.types import Receipt, ReceiptKind, ToolResult

async def _run(arguments, context):
    return ToolResult(Receipt(ReceiptKind.LOOKUP, "The tide is high."))

def make(name):
    return Tool(name, "The tide, when asked for it.", "tell the tide", NoArguments, "read", 5, _run)
"""


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.syspath_prepend(tmp_path)
    before = set(sys.modules)
    yield tmp_path
    for name in set(sys.modules) - before:
        if name.startswith("tide"):
            del sys.modules[name]


def install(site: Path, package: str, code: str, entry: str) -> None:
    """As pip leaves it: a module and its dist-info."""
    module = package.replace("-", "_")
    (site / f"{module}.py").write_text(TOOL + code)
    info = site / f"{module}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[jarvis_voice.tools]\n{package} = {module}:{entry}\n")


@pytest.mark.parametrize(
    ("code", "entry", "names"),
    [
        ("tide = make('tide')", "tide", ["tide"]),
        ("both = [make('tide'), make('ebb')]", "both", ["tide", "ebb"]),
        ("def tools(around):\n    return make('tide')", "tools", ["tide"]),
        (
            "def tools(around):\n    yield make(f'tide_{around.user.units}')",
            "tools",
            ["tide_metric"],
        ),
        ("def tools(around):\n    return ()", "tools", []),
    ],
)
async def test_a_package_brings_its_tools(
    site: Path, code: str, entry: str, names: list[str]
) -> None:
    install(site, "tide-tables", code, entry)
    tools, problems = third_party_tools(surroundings(), {"search"})
    assert [tool.name for tool in tools] == names
    assert problems == []
    for tool in tools:
        assert (await run(tool)).receipt.observed == "The tide is high."


@pytest.mark.parametrize(
    ("code", "entry", "reason"),
    [
        ("import tide_that_is_not_there", "tools", "ModuleNotFoundError"),
        ("raise SystemExit('a script')", "tools", "SystemExit a script"),
        ("raise KeyboardInterrupt", "tools", "KeyboardInterrupt"),
        ("class Own(BaseException): ...\nraise Own('mine')", "tools", "Own mine"),
        ("tools = 5", "tools", "TypeError int is no Tool"),
        ("tools = [make('tide'), 'tide']", "tools", "TypeError str is no Tool"),
        ("def tools(around):\n    yield make('a')\n    1 / 0", "tools", "ZeroDivisionError"),
        ("", "missing", "AttributeError"),
        ("tools = make(5)", "tools", "the name of a tool is no text"),
        (
            "import dataclasses\ntools = dataclasses.replace(make('tide'), sentences=3)",
            "tools",
            "the sentences of tide are no mapping",
        ),
        (
            "import dataclasses\ntools = dataclasses.replace(make('tide'), fulfils='weather')",
            "tools",
            "what tide fulfils is no tuple",
        ),
        (
            "import dataclasses\ntools = dataclasses.replace(make('tide'), sentences={'x': 1})",
            "tools",
            "the sentences of tide are no mapping",
        ),
    ],
)
def test_a_broken_package_is_told_and_costs_no_other(
    site: Path, code: str, entry: str, reason: str
) -> None:
    install(site, "tide-broken", code, entry)
    install(site, "tide-whole", "tide = make('tide')", "tide")
    tools, [problem] = third_party_tools(surroundings(), set())
    assert [tool.name for tool in tools] == ["tide"]
    assert problem.startswith("The tool package tide-broken could not be loaded: ")
    assert reason in problem
    assert "\n" not in problem


def test_a_name_that_exists_is_refused_and_told(site: Path) -> None:
    install(site, "tide-a", "both = [make('search'), make('tide')]", "both")
    install(site, "tide-b", "tide = make('tide')", "tide")
    tools, problems = third_party_tools(surroundings(), {"search"})
    assert [tool.name for tool in tools] == ["tide"]
    assert ["search" in problems[0], "tide-a" in problems[0]] == [True, True]
    assert ["named tide" in problems[1], "tide-b" in problems[1]] == [True, True]


def test_without_packages_there_is_nothing() -> None:
    assert third_party_tools(surroundings(), set()) == ([], [])


@pytest.mark.parametrize("name", ["finish", "", "Tide", "tide now", "a b\x1b[2J", "tide\n"])
async def test_a_name_that_a_planner_cannot_use_is_left_out_and_told(site: Path, name: str) -> None:
    install(site, "tide-names", f"both = [make({name!r}), make('tide')]", "both")
    tools, problems = third_party_tools(surroundings(), set())
    assert [tool.name for tool in tools] == ["tide"]
    [problem] = problems
    assert "cannot be used" in problem
    assert problem.isprintable()


@pytest.mark.parametrize(
    ("code", "scopes"),
    [
        ("tide = make('tide')", ["act"]),
        ("from dataclasses import replace\ntide = replace(make('tide'), needs='talk')", ["talk"]),
        ("from dataclasses import replace\ntide = replace(make('tide'), needs='all')", []),
    ],
)
def test_one_that_names_no_scope_needs_act(site: Path, code: str, scopes: list[str]) -> None:
    install(site, "tide-scope", code, "tide")
    tools, problems = third_party_tools(surroundings(), ())
    assert [one.scope for one in tools] == scopes
    assert len(problems) == (not scopes)
