"""Flow: what the pages name exists: commands, options, make targets, settings, files, headings.

Every command of `jarvis` that a page names is run with --help after its options were parsed, and
every `make` target is run dry.
"""

from __future__ import annotations

import io
import shutil
import subprocess
import tomllib
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import typer.main
from pages import (
    PAGES,
    ROOT,
    SOURCES,
    anchors,
    blocks,
    commands,
    links,
    mentions,
    python_files,
    settings,
)

from jarvis_voice.cli.main import app
from jarvis_voice.core.config import Config, load_config
from jarvis_voice.core.paths import Paths, ensure
from jarvis_voice.workshop.worlds.scenario import load_scenarios

pytestmark = pytest.mark.flow

MOST_LINES = {"README.md": 200, "ARCHITECTURE.md": 200, "docs/design.md": 200}
MANUAL = (
    *(
        "talking",
        "settings",
        "models",
        "tools",
        "briefing",
        "people",
        "http",
        "satellite",
        "dashboard",
        "postgres",
        "service",
    ),
    *("troubleshooting", "measurements", "reliability", "tried", "design"),
)


COMMAND = typer.main.get_command(app)


def text_of(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def wrong(words: list[str], *, is_whole: bool) -> str:
    """What is wrong with a command; nothing if there is such a one.

    Args:
        words: The command.
        is_whole: Whether it is to be typed as it stands, so that its options have their values.
    """
    command: Any = COMMAND
    path, rest = [], words[1:]
    while getattr(command, "commands", None) and rest and not rest[0].startswith("-"):
        if rest[0] not in command.commands:
            return f"there is no command {rest[0]!r}"
        path.append(rest[0])
        command, rest = command.commands[rest[0]], rest[1:]
    if rest == ["..."]:
        return ""
    context = command.make_context(path[-1] if path else "jarvis", [], resilient_parsing=True)
    context.resilient_parsing = False
    named = {option for one in command.params for option in (*one.opts, *one.secondary_opts)}
    unknown = [one for one in rest if one.startswith("-") and one not in named | {"--help", "-h"}]
    if unknown:
        return f"there is no option {unknown[0]}"
    if not is_whole:
        return help_fails(tuple(path))
    try:
        left = command.make_parser(context).parse_args([one for one in rest if one != "--help"])[1]
    except Exception as error:  # noqa: BLE001 - click's errors, of the copy that typer brings
        return str(error)
    return f"{left} is too much" if left else help_fails(tuple(path))


@cache
def help_fails(path: tuple[str, ...]) -> str:
    """Run a command with --help; what it said if that failed."""
    printed = io.StringIO()
    with redirect_stdout(printed), redirect_stderr(printed):
        exit_code = COMMAND.main([*path, "--help"], "jarvis", standalone_mode=False)
    return "" if exit_code == 0 else printed.getvalue()


@cache
def target_fails(target: str) -> str:
    """Run a make target dry; what it said if that failed."""
    argv = ["make", "--dry-run", target]
    done = subprocess.run(argv, cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stderr


def faults(named: Iterator[list[str]], *, is_whole: bool = True) -> list[str]:
    """What is wrong with some commands, a line each."""
    found = []
    for words in named:
        if words[0] == "jarvis":
            fault = wrong(words, is_whole=is_whole)
        else:
            targets = [word for word in words[1:] if "=" not in word and word != "..."]
            fault = "".join(target_fails(one) for one in targets)
        if fault:
            found.append(f"{' '.join(words)}: {fault}")
    return found


@pytest.mark.skipif(shutil.which("make") is None, reason="there is no make")
@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_command_of_a_page_works_as_it_is_written(page: Path) -> None:
    assert faults(commands(text_of(page))) == []


def test_every_command_that_the_program_names_works() -> None:
    sources = [*(ROOT / "jarvis_voice").rglob("*.py"), ROOT / "config/jarvis.toml"]
    said = {file: faults(mentions(text_of(file)), is_whole=False) for file in sources}
    assert {str(file): found for file, found in said.items() if found} == {}


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("jarvis fly", "no command 'fly'"),
        ("jarvis threads paint", "no command 'paint'"),
        ("jarvis ask --loud hello", "no option --loud"),
        ("jarvis service logs -n", "-n"),
        ("jarvis mute now", "too much"),
        ("jarvis timers cancel 3", ""),
        ("jarvis --help", ""),
        ("make fly", "fly"),
        ("make run", ""),
    ],
)
def test_a_command_that_does_not_exist_is_seen(line: str, fault: str) -> None:
    for page in (f"```\n{line}\n```\n", f"Type `{line}`.\n"):
        found = faults(commands(page))
        assert (fault in "".join(found)) if fault else found == []
        assert bool(found) == bool(fault)


def test_the_manual_is_whole_and_the_readme_leads_to_every_page() -> None:
    readme = text_of(ROOT / "README.md")
    assert {page.stem for page in PAGES if page.parent.name == "docs"} == set(MANUAL)
    named = set(links(readme))
    assert {f"docs/{name}.md" for name in MANUAL} <= named
    assert {"ARCHITECTURE.md", "CHANGELOG.md", "docs/session.svg"} <= named


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_somewhere(page: Path) -> None:
    broken = []
    for target in links(text_of(page)):
        name, _, anchor = target.partition("#")
        file = (page.parent / name).resolve() if name else page
        if not file.exists() or (anchor and anchor not in anchors(text_of(file))):
            broken.append(target)
    assert broken == []


@pytest.mark.parametrize("name", MOST_LINES)
def test_a_page_that_is_read_whole_is_short(name: str) -> None:
    assert len(text_of(ROOT / name).splitlines()) <= MOST_LINES[name]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_settings_of_a_page_are_read_by_the_program(page: Path, paths: Paths) -> None:
    ours = set(Config.model_fields)
    for block in blocks(text_of(page), "toml"):
        if set(tomllib.loads(block)) <= ours:
            ensure(paths.config)
            paths.config_file.write_text(block, encoding="utf-8")
            load_config(paths)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_setting_that_a_page_names_exists(page: Path) -> None:
    shipped = tomllib.loads(text_of(ROOT / "config/jarvis.toml"))
    missing = []
    for section, name in settings(text_of(page)):
        table: Any = shipped
        for part in section.split("."):
            table = table.get(part, {})
        if name not in table and section != "wake.words":
            missing.append(f"[{section}] {name}")
    assert missing == []


def test_the_picture_shows_what_the_readme_promises() -> None:
    picture = (ROOT / "docs/session.svg").read_text(encoding="utf-8").replace("&#160;", " ")
    assert "Jarvis is ready" in picture
    assert "I have asked your browser for MIT&#x27;s website." in picture
    assert "http://www.w3.org/2000/svg" in picture
    assert "@font-face" not in picture, "a picture fetches nothing"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_file_of_ours_that_a_page_names_exists(page: Path) -> None:
    missing = [name for name in python_files(text_of(page)) if not is_there(name)]
    assert missing == []


def is_there(name: str) -> bool:
    """Whether a file of that name, or that end of a path, is among the sources or the tests."""
    return any(f"/{file}".endswith(f"/{name}") for file in SOURCES)


def test_the_page_tells_how_many_scenarios_there_are() -> None:
    page = (ROOT / "docs/measurements.md").read_text(encoding="utf-8")
    assert f"the {len(load_scenarios())} scenarios" in page
