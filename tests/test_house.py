"""Unit: the rules of the house, held by scanning the source; each scanner is shown to see."""

import re
import subprocess
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Protocol

import pytest
from bench.fixtures import missing_packages, parts_of
from house import (
    KNOW_THE_FILE,
    banned_names,
    concrete_stores,
    gerunds,
    imported,
    long_files,
    public_classes,
    ring,
    shells,
    silent_excepts,
    strangers,
    unknown_homes,
    wall_clock_sums,
)
from kinds import StartedPrograms, may_have

import jarvis_voice

pytestmark = pytest.mark.unit

PACKAGE = Path(jarvis_voice.__file__).parent
PROJECT = PACKAGE.parent

SOURCES = {
    ".".join(file.relative_to(PROJECT).with_suffix("").parts): file.read_text(encoding="utf-8")
    for file in sorted(PACKAGE.rglob("*.py"))
}

Scan = Callable[[str, str], Iterator[str]]
SCANS: dict[str, Scan] = {
    "shells": lambda _, source: shells(source),
    "silent excepts": lambda _, source: silent_excepts(source),
    "banned names": banned_names,
    "gerunds": gerunds,
    "long files": long_files,
    "strangers": strangers,
    "concrete stores": concrete_stores,
    "wall clock sums": wall_clock_sums,
    "unknown homes": unknown_homes,
}


@pytest.mark.parametrize("rule", SCANS)
def test_no_module_breaks_a_rule(rule: str) -> None:
    assert len(SOURCES) > 100
    broken = {module: list(SCANS[rule](module, source)) for module, source in SOURCES.items()}
    assert {module: lines for module, lines in broken.items() if lines} == {}


@pytest.mark.parametrize(
    ("rule", "module", "source"),
    [
        ("shells", "jarvis_voice.tools.x", "subprocess.run(words, shell=True)"),
        ("shells", "jarvis_voice.tools.x", "Popen(words, shell=wanted)"),
        ("shells", "jarvis_voice.tools.x", "value = eval(text)"),
        ("shells", "jarvis_voice.tools.x", "def f():\n    exec(text)"),
        ("shells", "jarvis_voice.tools.x", "os.system(text)"),
        ("shells", "jarvis_voice.tools.x", "await asyncio.create_subprocess_shell(text)"),
        ("silent excepts", "jarvis_voice.x", "try:\n f()\nexcept OSError:\n pass"),
        ("silent excepts", "jarvis_voice.x", "try:\n f()\nexcept:\n ..."),
        ("silent excepts", "jarvis_voice.x", "while 1:\n try:\n  f()\n except Exception:\n  break"),
        ("silent excepts", "jarvis_voice.x", "with contextlib.suppress(Exception):\n f()"),
        ("banned names", "jarvis_voice.tools.utils", ""),
        ("banned names", "jarvis_voice.tools.audio_helpers", ""),
        ("banned names", "jarvis_voice.x", "class SessionManager: ..."),
        ("banned names", "jarvis_voice.x", "async def event_handler(): ..."),
        ("banned names", "jarvis_voice.x", "class A:\n    def process_data(self): ..."),
        ("gerunds", "jarvis_voice.cli.humming", ""),
        ("gerunds", "jarvis_voice.saying.x", ""),
        ("gerunds", "jarvis_voice.x.wake_calling", ""),
        ("long files", "jarvis_voice.x", "x = 1\n" * 401),
        ("strangers", "jarvis_voice.doors.x", "import sounddevice"),
        ("strangers", "jarvis_voice.workshop.benches.x", "import jax"),
        ("strangers", "jarvis_voice.assistant.graph.x", "def f():\n    import aiosqlite"),
        ("strangers", "jarvis_voice.tools.x", "from faster_whisper import WhisperModel"),
        ("strangers", "jarvis_voice.app.x", "from langchain_google_genai import X"),
        ("strangers", "jarvis_voice.audio.x", "import onnxruntime as ort"),
        ("strangers", "jarvis_voice.x", "import piper.voice"),
        ("concrete stores", "jarvis_voice.cli.x", "from jarvis_voice.store.sqlite.store import X"),
        ("concrete stores", "jarvis_voice.tools.x", "from jarvis_voice.store import sqlite"),
        ("concrete stores", "jarvis_voice.x", "def f():\n import jarvis_voice.store.in_memory.y"),
        ("concrete stores", "jarvis_voice.workshop.x", "import sqlite3"),
        ("concrete stores", "jarvis_voice.workshop.x", "f('SELECT text FROM facts')"),
        ("concrete stores", "jarvis_voice.workshop.x", "f(f'DELETE FROM {table}')"),
        ("wall clock sums", "jarvis_voice.x", "left = (entry.due_at - now).total_seconds()"),
        ("wall clock sums", "jarvis_voice.x", "if now - at < timedelta(hours=24): f()"),
        ("wall clock sums", "jarvis_voice.x", "is_past = entry.due_at <= now"),
        ("unknown homes", "jarvis_voice.x", "folder = Path.home() / 'x'"),
        ("unknown homes", "jarvis_voice.x", "folder = Path(name).expanduser()"),
    ],
)  # fmt: skip
def test_each_scanner_sees_what_is_planted(rule: str, module: str, source: str) -> None:
    assert list(SCANS[rule](module, source))


@pytest.mark.parametrize(
    ("rule", "module", "source"),
    [
        ("shells", "jarvis_voice.x", "subprocess.run(words, shell=False)\nre.compile(pattern)"),
        ("silent excepts", "jarvis_voice.x", "try:\n f()\nexcept OSError:\n x = 1"),
        ("silent excepts", "jarvis_voice.x", "with suppress(OSError):\n f()"),
        ("banned names", "jarvis_voice.x", "loop.add_signal_handler(1, end)"),
        ("gerunds", "jarvis_voice.audio.ducking", ""),
        ("gerunds", "jarvis_voice.voice.turn_taking", ""),
        ("gerunds", "jarvis_voice.schedule.ring_sound", ""),
        ("long files", "jarvis_voice.x", "x = 1\n" * 400),
        ("strangers", "jarvis_voice.audio.x", "import sounddevice"),
        ("strangers", "jarvis_voice.workshop.training.x", "import jax"),
        ("strangers", "jarvis_voice.engines.x", "from jarvis_voice.engines import piper"),
        ("concrete stores", "jarvis_voice.cli.x", "from jarvis_voice.store.ports import Store"),
        ("concrete stores", "jarvis_voice.store.factory", "import jarvis_voice.store.sqlite.store"),
        ("concrete stores", "jarvis_voice.tools.x", "purpose='Delete from a list, or select one'"),
        ("wall clock sums", "jarvis_voice.x", "seconds_between(entry.due_at, now) < 60"),
        ("wall clock sums", "jarvis_voice.x", "self._clock.seconds() - self._at < 60"),
        ("wall clock sums", "jarvis_voice.core.wall_times", "(later - earlier).total_seconds()"),
        ("unknown homes", "jarvis_voice.x", "folder = home_folder() / spelled_out(name)"),
    ],
)
def test_no_scanner_sees_what_is_not_there(rule: str, module: str, source: str) -> None:
    assert not list(SCANS[rule](module, source))


def test_who_may_know_the_file_does_and_has_a_reason() -> None:
    for module, reason in KNOW_THE_FILE.items():
        assert reason
        assert list(concrete_stores("jarvis_voice.x", SOURCES[module])), module


def twice(sources: Mapping[str, str]) -> dict[str, list[str]]:
    """Class names that more than one module defines, and where."""
    where: dict[str, list[str]] = {}
    for module, source in sources.items():
        for name in public_classes(source):
            where.setdefault(name, []).append(module)
    return {name: modules for name, modules in where.items() if len(modules) > 1}


def test_a_class_name_is_unique() -> None:
    assert twice(SOURCES) == {}
    planted = {"a": "class Word: ...\nclass _Own: ...", "b": "class Word: ...\nclass _Own: ..."}
    assert twice(planted) == {"Word": ["a", "b"]}


def test_no_modules_import_each_other_in_a_ring() -> None:
    names = {module.removesuffix(".__init__"): source for module, source in SOURCES.items()}
    assert ring({name: imported(source, names) for name, source in names.items()}) == []


def test_a_ring_is_seen() -> None:
    modules = {"a": "import b", "b": "def f():\n    from c import x", "c": "from a import y"}
    rings = ring({name: imported(source, modules) for name, source in modules.items()})
    assert rings == ["a", "b", "c"]


OLD_PATHS = {"jarvis_voice.types", "jarvis_voice.tools.surroundings"}
"""They still work, for tools of other packages (`tests/packaging/test_users_tool.py`)."""


def old_names() -> dict[str, str]:
    """Every dotted name that was given up, and its name today."""
    rows = (PROJECT / "docs/renamed.tsv").read_text(encoding="utf-8").splitlines()
    return dict(row.split("\t") for row in rows[1:])


def test_no_old_dotted_name_is_left() -> None:
    given_up = {old for old in old_names() if old not in OLD_PATHS | {*SOURCES}}
    given_up -= {module.removesuffix(".__init__") for module in SOURCES}
    given_up |= {f"jarvis_voice.{room}" for room in ("evaluation", "frontends", "turn")}
    assert len(given_up) > 500
    files = [*PACKAGE.rglob("*.py"), *(PROJECT / "tests").rglob("*.py"), *PROJECT.glob("*.md")]
    files += [
        *PROJECT.glob("docs/*.md"),
        *PROJECT.glob("config/**/*.md"),
        PROJECT / "pyproject.toml",
    ]
    left = {
        f"{file.relative_to(PROJECT)}: {name}"
        for file in files
        for name in re.findall(r"jarvis_voice(?:\.\w+)+", file.read_text(encoding="utf-8"))
        if given_up & {".".join(name.split(".")[:end]) for end in range(2, name.count(".") + 2)}
    }
    assert left == set()


def test_every_name_of_today_exists() -> None:
    for name in set(old_names().values()):
        module, _, rest = name.rpartition(".")
        packages = {one.removesuffix(".__init__") for one in SOURCES}
        source = SOURCES.get(module, SOURCES.get(f"{module}.__init__", ""))
        assert name in packages or re.search(rf"^(class|def|async def) {rest}\b", source, re.M), (
            name
        )


def lint(folder: Path) -> subprocess.CompletedProcess[str]:
    """Run import-linter on the contract of a folder."""
    program = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports())"
    return subprocess.run(
        [sys.executable, "-c", program],
        cwd=folder,
        capture_output=True,
        encoding="utf-8",
        env=None,
        check=False,
    )


@pytest.mark.e2e
def test_imports_go_down_only() -> None:
    done = lint(PROJECT)
    assert done.returncode == 0, done.stdout
    assert re.findall(r"^(.+) (?:KEPT|BROKEN)", done.stdout, re.M) == [
        "Down only",
        "Inside voice",
        "Inside the assistant",
        "Inside tools",
    ]
    assert "BROKEN" not in done.stdout


CONTRACT = """
    [importlinter]
    root_package = planted
    [importlinter:contract:1]
    name = Down only
    type = layers
    containers = planted
    exhaustive = true
    layers =
        high
        left | right
        low
"""


@pytest.mark.parametrize(
    ("changes", "verdict"),
    [
        ({}, "KEPT"),
        ({"low": "import planted.high"}, "BROKEN"),
        ({"left": "def f():\n    import planted.right"}, "BROKEN"),
        ({"stranger": ""}, "BROKEN"),
    ],
    ids=["down only", "upwards", "sideways", "a module in no layer"],
)
@pytest.mark.e2e
def test_such_a_contract_sees_what_is_planted(
    tmp_path: Path, changes: dict[str, str], verdict: str
) -> None:
    package = tmp_path / "planted"
    package.mkdir()
    sources = {"__init__": "", "high": "import planted.low", "left": "", "right": "", "low": ""}
    for name, source in {**sources, **changes}.items():
        (package / f"{name}.py").write_text(source, encoding="utf-8")
    lines = [line.removeprefix(" " * 4) for line in CONTRACT.splitlines()]
    (tmp_path / ".importlinter").write_text("\n".join(lines), encoding="utf-8")
    done = lint(tmp_path)
    shown = done.stdout + done.stderr
    assert f"Down only {verdict}" in shown or (verdict == "BROKEN" and "stranger" in shown), shown
    assert (done.returncode == 0) == (verdict == "KEPT")


MACHINERY = {
    "sound": ("bench", "sound"),
    "sound_server": ("bench", "sound"),
    "say_to": ("bench", "voices"),
    "desktop": ("bench", "screen"),
    "weights": ("models",),
}
"""Fixtures that need more than Python; the marker that says so, and the part that it names."""


class Collected(Protocol):
    """What a collected test tells of itself."""

    @property
    def nodeid(self) -> str: ...

    @property
    def fixturenames(self) -> Collection[str]: ...

    def iter_markers(self, name: str) -> Iterable[pytest.Mark]: ...


def unmarked(items: Iterable[Collected]) -> list[str]:
    """Tests that ask for a machine without bearing the marker of that part of it."""
    return [
        f"{item.nodeid}: {' '.join((marker, *part))}"
        for item in items
        for fixture, (marker, *part) in MACHINERY.items()
        if fixture in item.fixturenames
        and not any({*part} <= {*mark.args} for mark in item.iter_markers(marker))
    ]


def test_a_test_that_needs_a_machine_says_so(request: pytest.FixtureRequest) -> None:
    items = [item for item in request.session.items if isinstance(item, pytest.Function)]
    assert unmarked(items) == []


class Planted:
    nodeid = "tests/test_x.py::test_x"
    fixturenames = ("tmp_path", "sound", "weights")

    def __init__(self, *marks: pytest.MarkDecorator) -> None:
        self.marks = [mark.mark for mark in marks]

    def iter_markers(self, name: str) -> Iterable[pytest.Mark]:
        return [mark for mark in self.marks if mark.name == name]


def test_a_test_that_does_not_say_so_is_found() -> None:
    models, sound = pytest.mark.models, pytest.mark.bench("sound")
    items = [
        Planted(models, sound),
        Planted(models, pytest.mark.bench("voices"), sound),
        Planted(models, pytest.mark.bench("screen")),
        Planted(sound),
    ]
    where = Planted.nodeid
    assert unmarked(items) == [f"{where}: bench sound", f"{where}: models"]


def test_a_part_that_there_is_not_is_refused() -> None:
    assert parts_of(Planted(pytest.mark.bench("sound", "screen"))) == {"sound", "screen"}
    assert parts_of(Planted()) == set()
    for mark in (pytest.mark.bench("sond"), pytest.mark.bench):
        with pytest.raises(pytest.UsageError, match="names one or more of sound, voices"):
            parts_of(Planted(mark))


def test_a_skip_names_the_packages_of_its_own_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda name: None if name in {"chromium", "pactl"} else "x")
    assert missing_packages({"screen", "voices"}) == []
    assert missing_packages({"sound", "browser"}) == ["chromium", "pulseaudio-utils"]


class Unmarked:
    nodeid = "tests/test_x.py::test_x"

    def iter_markers(self) -> Iterable[pytest.Mark]:
        return ()


def test_an_end_to_end_module_that_starts_nothing_is_found() -> None:
    programs, test = StartedPrograms(), Unmarked()
    programs.note("uname")  # while modules are imported
    programs.begin()
    programs.note_result(test.nodeid, has_passed=True)
    assert programs.end_test(test) == []
    assert programs.idle_modules([test.nodeid]) == ["tests/test_x.py"]
    programs.note("uname")
    assert programs.end_test(test) == []  # it is none of those that count, and yet something
    assert programs.idle_modules([test.nodeid]) == []


@pytest.mark.parametrize(
    ("text", "wanted", "is_loaded"),
    [
        ("pytestmark = pytest.mark.unit", "not e2e", True),
        ("pytestmark = pytest.mark.flow\n@pytest.mark.e2e", "not e2e", True),
        ("pytestmark = [\n    pytest.mark.e2e,\n    NEEDS_LINUX]", "not e2e", False),
        ("pytestmark = pytest.mark.e2e", "not e2e", False),
        ("pytestmark = pytest.mark.unit", "e2e or unit", True),
        ("pytestmark = pytest.mark.unit", "e2e and not bench", False),
        ("pytestmark = pytest.mark.e2e", "e2e and not bench", True),
        ("@pytest.mark.models", "e2e", True),
        ('@pytest.mark.bench("sound")', "e2e", True),
        ("from store.contract.adapters import Adapter", "e2e", True),
        ("pytestmark = pytest.mark.e2e", "bench", False),
        ('@pytest.mark.bench("sound")', "bench", True),
    ],
)
def test_a_module_that_has_no_test_of_a_kind_is_not_loaded_for_it(
    text: str, wanted: str, is_loaded: bool
) -> None:
    assert may_have(text, wanted) == is_loaded
