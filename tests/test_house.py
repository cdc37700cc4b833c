"""Unit: the rules of the house, held by scanning the source; each scanner is shown to see."""

import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Protocol

import pytest
from house import banned_names, shells, silent_excepts, strangers

import jarvis_voice

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
    "strangers": strangers,
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
        ("strangers", "jarvis_voice.doors.x", "import sounddevice"),
        ("strangers", "jarvis_voice.assistant.graph.x", "def f():\n    import aiosqlite"),
        ("strangers", "jarvis_voice.tools.x", "from faster_whisper import WhisperModel"),
        ("strangers", "jarvis_voice.app.x", "from langchain_google_genai import X"),
        ("strangers", "jarvis_voice.audio.x", "import onnxruntime as ort"),
        ("strangers", "jarvis_voice.x", "import piper.voice"),
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
        ("strangers", "jarvis_voice.audio.x", "import sounddevice"),
        ("strangers", "jarvis_voice.engines.x", "from jarvis_voice.engines import piper"),
    ],
)
def test_no_scanner_sees_what_is_not_there(rule: str, module: str, source: str) -> None:
    assert not list(SCANS[rule](module, source))


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


def test_imports_go_down_only() -> None:
    done = lint(PROJECT)
    assert done.returncode == 0, done.stdout
    assert "Down only KEPT" in done.stdout


def test_an_import_upwards_breaks_such_a_contract(tmp_path: Path) -> None:
    package = tmp_path / "planted"
    package.mkdir()
    for name, source in {"__init__": "", "high": "", "low": "import planted.high"}.items():
        (package / f"{name}.py").write_text(source, encoding="utf-8")
    contract = """
        [importlinter]
        root_package = planted
        [importlinter:contract:1]
        name = Down only
        type = layers
        layers =
            planted.high
            planted.low
    """
    lines = [line.removeprefix(" " * 8) for line in contract.splitlines()]
    (tmp_path / ".importlinter").write_text("\n".join(lines), encoding="utf-8")
    done = lint(tmp_path)
    assert "Down only BROKEN" in done.stdout, done.stderr
    assert done.returncode != 0


MACHINERY = {"sound": "bench", "desktop": "bench", "weights": "models"}
"""Fixtures that need more than Python, and the marker that says so."""


class Collected(Protocol):
    """What a collected test tells of itself."""

    @property
    def nodeid(self) -> str: ...

    @property
    def fixturenames(self) -> list[str]: ...

    def get_closest_marker(self, name: str) -> object: ...


def unmarked(items: Iterable[Collected]) -> list[str]:
    """Tests that ask for a machine without bearing its marker."""
    return [
        f"{item.nodeid}: {marker}"
        for item in items
        for fixture, marker in MACHINERY.items()
        if fixture in item.fixturenames and not item.get_closest_marker(marker)
    ]


def test_a_test_that_needs_a_machine_says_so(request: pytest.FixtureRequest) -> None:
    items = [item for item in request.session.items if isinstance(item, pytest.Function)]
    assert unmarked(items) == []


class Planted:
    nodeid = "tests/test_x.py::test_x"

    def __init__(self, *markers: str) -> None:
        self.fixturenames = ["tmp_path", "sound"]
        self.markers = markers

    def get_closest_marker(self, name: str) -> object:
        return name if name in self.markers else None


def test_a_test_that_does_not_say_so_is_found() -> None:
    items = [Planted("bench"), Planted("models"), Planted()]
    assert unmarked(items) == ["tests/test_x.py::test_x: bench"] * 2
