"""Unit: ARCHITECTURE.md and docs/design.md show the table, rooms and names as they are."""

import re
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path

import pytest
from pages import ROOT, classes, has_class, has_name, lower_names, paths

import jarvis_voice
from jarvis_voice.voice.turn_taking import diagram

pytestmark = pytest.mark.unit

PACKAGE = Path(jarvis_voice.__file__).parent
PAGE = PACKAGE.parent / "ARCHITECTURE.md"


def test_the_diagram_is_the_table() -> None:
    assert diagram().strip() in PAGE.read_text(encoding="utf-8")


def test_every_room_is_in_its_table() -> None:
    rooms = {file.parent.name for file in PACKAGE.glob("*/__init__.py")}
    rows = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line[:3] == "| `"]
    named = {room for row in rows for room in re.findall(r"`([a-z]+)/`", row.split("|")[1])}
    assert named == rooms


INSIDE = [ROOT / "ARCHITECTURE.md", ROOT / "docs/design.md"]
"""The pages for somebody who changes the program."""


IN_THE_WHEEL = "jarvis_voice/data/"
"""A folder that no checkout has."""


@cache
def known_paths() -> frozenset[str]:
    """Each file of the package, Python files without their ending, and each folder."""
    known = (one.relative_to(PACKAGE) for one in PACKAGE.rglob("*"))
    return frozenset(one.as_posix().removesuffix(".py") for one in known)


@cache
def sources() -> tuple[str, ...]:
    """The text of each module of the package."""
    return tuple(file.read_text(encoding="utf-8") for file in PACKAGE.rglob("*.py"))


def is_path(name: str) -> bool:
    """Whether it is in the project, or the end of a path in the package."""
    wanted = name.rstrip("/")
    end = f"*/{wanted.removesuffix('.py')}"
    return any(ROOT.glob(wanted)) or any(fnmatchcase(f"/{one}", end) for one in known_paths())


def is_class(name: str, member: str) -> bool:
    """Whether there is a class of that name, with that member."""
    return any(has_class(one, name, member) for one in sources())


def is_name(name: str) -> bool:
    """Whether a module of that name is there, or anything is called so in the package."""
    return is_path(name) or any(has_name(one, name) for one in sources())


@pytest.mark.parametrize("page", INSIDE, ids=lambda page: page.stem)
def test_every_file_and_folder_that_a_page_names_exists(page: Path) -> None:
    named = set(paths(page.read_text(encoding="utf-8"))) - {IN_THE_WHEEL}
    assert len(named) > 50
    assert [one for one in sorted(named) if not is_path(one)] == []


@pytest.mark.parametrize("page", INSIDE, ids=lambda page: page.stem)
def test_every_class_and_function_that_a_page_names_exists(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    named = set(classes(text))
    assert len(named) > 5
    assert [one for one in sorted(named) if not is_class(*one)] == []
    assert [one for one in sorted(set(lower_names(text))) if not is_name(one)] == []


@pytest.mark.parametrize(
    ("page", "is_there"),
    [
        ("`core/types`", True),
        ("`core/typos`", False),
        ("`short_turns/topic`", True),
        ("`turns/topic`", False),
        ("`language/en/spoken_*`", True),
        ("`language/en/shouted_*`", False),
        ("`config/jarvis.toml`", True),
        ("`config/jarvis.ini`", False),
        ("`StepRules.mended`", True),
        ("`StepRules.broken`", False),
        ("`Bus.at(origin)`", True),
        ("`ClimbingFrame`", False),
        ("`soft_steps`", True),
        ("`softer_steps`", False),
        ("`trained_follow_up`", True),
    ],
)
def test_a_name_that_does_not_exist_is_seen(page: str, is_there: bool) -> None:
    found = [
        *map(is_path, paths(page)),
        *(is_class(*one) for one in classes(page)),
        *map(is_name, lower_names(page)),
    ]
    assert found == [is_there]
