"""What every test gets: folders of its own, no keys, and what cannot run here said by name."""

import gc
import os
import tempfile
from collections.abc import Generator, Iterator
from fnmatch import fnmatch
from functools import cache
from itertools import count
from pathlib import Path

import pytest
from hypothesis import settings
from kinds import StartedPrograms, kind_of, may_have
from nearest_lines import note_nearest_lines
from parsed_once import parse_templates_once

from jarvis_voice.core.paths import Paths, find_paths
from jarvis_voice.platform.gc import gc_paused

pytest_plugins = ["bench.fixtures"]

settings.register_profile("unhurried", deadline=None)  # no test asserts how long anything takes
settings.register_profile("proof", deadline=None, max_examples=2_000)  # for `make proof`
settings.load_profile("unhurried")

parse_templates_once()
gc.set_threshold(20_000, 25, 25)  # many tests make much: a collector that looks often takes long
note_nearest_lines()

MUST_RUN = "REQUIRE_BENCH"
"""Set in CI: a test that could not run here is then an error, not a skip."""


LONGEST = (
    "workshop/soak/test_soak_bench.py",  # looks at its whole process, which grows
    "workshop/scenarios/test_suite.py",
    "workshop/training/test_fit.py",
    "app/test_assistant_factory.py",
    "workshop/worlds/test_no_strange_address.py",
    "e2e/test_crash.py",
    "workshop/fuzz/test_databases.py",
    "workshop/training/test_pipeline.py",
    "e2e/test_briefing_by_voice.py",
    "e2e/test_deaf_proof.py",
)
"""Modules that begin first, of each kind: the cores then end at about the same time."""

MEMORY = Path("/dev/shm")
MEMORY_BYTES = 2 << 30
"""What must be free there."""

PROGRAMS = StartedPrograms()
PROGRAMS.watch()
IDLE = "idle end-to-end modules"
IDLE_ELSEWHERE: list[str] = []
"""Modules of end-to-end tests that started nothing, as workers found; each runs whole modules."""


def has_memory() -> bool:
    """Whether there is a folder in memory in which tests may keep and run files."""
    if not hasattr(os, "statvfs") or not os.access(MEMORY, os.W_OK | os.X_OK):
        return False
    found = os.statvfs(MEMORY)
    return found.f_bavail * found.f_frsize > MEMORY_BYTES and not found.f_flag & os.ST_NOEXEC


def pytest_configure(config: pytest.Config) -> None:
    """Keep the files of the quick kinds in memory: each database waits ten times for a disk."""
    if config.option.markexpr == "not e2e" and has_memory():
        os.environ.setdefault("TMPDIR", str(MEMORY))
        tempfile.tempdir = None  # it is looked up again


def missing_weights() -> list[str]:
    """The weight files that tests need and that are not here."""
    from jarvis_voice.platform.weights.check import missing
    from jarvis_voice.platform.weights.manifest import load_manifest

    groups = ("wake", "whisper-tiny.en", "voice-joe")
    return [file.path for file in missing(load_manifest(), find_paths().models, groups)]


def check_words(item: pytest.Item) -> None:
    """Refuse an end-to-end test whose module does not say it in words that `may_have` looks for.

    Raises:
        pytest.UsageError: `-m e2e` would not find it.
    """
    if not has_words(item.path):
        raise pytest.UsageError(f"{item.nodeid}: write its mark in the module itself")


@cache
def has_words(module: Path) -> bool:
    """Whether a module says that it has end-to-end tests."""
    return may_have(module.read_text("utf-8"), "e2e")


def is_long(item: pytest.Item) -> bool:
    """Whether it is in one of the modules that take longest."""
    return item.nodeid.partition("::")[0].endswith(LONGEST)


def pytest_xdist_auto_num_workers() -> int:
    """Half as many workers again as there are cores: the tests often wait for programs."""
    return (os.cpu_count() or 1) * 3 // 2


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Do not even load a module that has none of the tests that are wanted."""
    wanted = str(config.option.markexpr)
    if not wanted or not fnmatch(collection_path.name, "test_*.py"):
        return None
    return None if may_have(collection_path.read_text("utf-8"), wanted) else True


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Pass over what is there before the first test, modules and tests: it stays to the end."""
    with gc_paused(keeps=True):
        return (yield)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what this machine cannot run, with the reason, unless it must run; quick kinds first."""
    for item in items:
        if kind_of(item) == "e2e":
            item.add_marker(pytest.mark.e2e)
            check_words(item)
    items.sort(key=lambda item: (kind_of(item) == "e2e", not is_long(item)))
    if os.environ.get(MUST_RUN):
        return
    from bench.fixtures import missing_packages, parts_of

    weights = missing_weights()
    for item in items:
        remedies = []
        if packages := missing_packages(parts_of(item)):
            remedies.append(f"apt install {' '.join(packages)}")
        if weights and item.get_closest_marker("models"):
            remedies.append(f"run `jarvis setup` for {' '.join(weights)}")
        if remedies:
            item.add_marker(pytest.mark.skip(reason=f"not run here: {'; '.join(remedies)}"))


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop() -> None:
    """The first test begins."""
    PROGRAMS.begin()


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Note which tests ran whole."""
    if report.when == "call" or not report.passed:
        PROGRAMS.note_result(report.nodeid, has_passed=report.passed)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: object) -> None:
    """Note what a worker of pytest-xdist has found, which ran a part of the tests."""
    IDLE_ELSEWHERE.extend(getattr(node, "workeroutput", {}).get(IDLE, ()))


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Where everything must run, a skipped test fails the run; and so does an e2e for nothing."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    ends = [item.nodeid for item in getattr(session, "items", []) if kind_of(item) == "e2e"]
    idle = [*PROGRAMS.idle_modules(ends), *IDLE_ELSEWHERE]
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput[IDLE] = idle
    if idle:
        if reporter:
            reporter.write_line(f"\nmarked e2e, but starts and loads nothing: {', '.join(idle)}")
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
    if os.environ.get(MUST_RUN) and reporter and reporter.stats.get("skipped"):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.fixture(autouse=True)
def started_programs(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fail a test of a quick kind that starts a program of its own."""
    yield
    started = PROGRAMS.end_test(request.node)
    if started and kind_of(request.node) != "e2e":
        pytest.fail(f"it starts {started[0]}: mark it e2e")


HOME_NUMBERS = count()


@pytest.fixture(scope="session")
def homes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the home of each test is."""
    return tmp_path_factory.mktemp("homes")


@pytest.fixture(autouse=True)
def isolated(monkeypatch: pytest.MonkeyPatch, homes: Path) -> None:
    """Point every folder of the user at an empty one and hide keys and settings; keep weights."""
    models = find_paths().models
    for name in list(os.environ):
        of_ours = name.startswith(("JARVIS_", "GOOGLE_", "SERPAPI_", "LANGSMITH_", "LANGCHAIN_"))
        if of_ours or name.endswith("_API_KEY"):
            monkeypatch.delenv(name)
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):  # no test opens a window on somebody's desktop
        monkeypatch.delenv(name, raising=False)
    home = homes / str(next(HOME_NUMBERS))  # to look for a number that is free takes ever longer
    home.mkdir()
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(home))
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("JARVIS_MODELS", str(models))


@pytest.fixture(autouse=True)
def looked_through(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no program pass over what is there: it ends long before this process, with its things.

    To undo it behind each test would take a pass over all modules and tests.
    """
    monkeypatch.setattr(gc, "freeze", lambda: None)


@pytest.fixture
def paths(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Paths:
    """Folders of this test's own Jarvis."""
    monkeypatch.setenv("JARVIS_HOME", str(tmp_path / "jarvis"))
    return find_paths()
