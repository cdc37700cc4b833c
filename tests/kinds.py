"""The kinds of tests: what each may do, and what it is that end-to-end tests alone do.

Every test module is marked `unit`, `flow`, `contract` or `e2e`; a single test in it may be marked
`e2e` besides. Only an `e2e` test starts a program of its own or loads weights: `make test-fast`
leaves these out.
"""

import os
import platform
import re
import subprocess
from collections import defaultdict
from collections.abc import Iterable
from multiprocessing import spawn
from multiprocessing.process import BaseProcess
from pathlib import PurePath
from typing import Any, Protocol

import pytest

from jarvis_voice.tools.python.sandbox import find_sandbox

KINDS = ("unit", "flow", "contract", "e2e")

HEAVY = ("models", "bench")
"""Markers of tests that load weights, or need a sound server, a screen or a browser."""

PROGRAMS = {"dbus-daemon", "pulseaudio", "Xvfb", "chromium", "pipx", "uv", "initdb"}
"""Beside Python itself: what counts as a program that is started. Not so scripts that stand for one
of the desktop's small programs (`xclip`, `systemctl`), nor the look for a sandbox with which each
registry of tools begins."""


E2E_WORDS = {
    "e2e": (*(f"mark.{name}" for name in ("e2e", *HEAVY)), "store.contract.adapters"),
    "bench": ("mark.bench",),
}
"""What stands in each module that has such tests; those of the store's contract have some on a
server that they start."""


E2E_MODULE = re.compile(r"^pytestmark = \[?\s*pytest\.mark\.e2e\b", re.M)
"""Stands in a module in which each test is end-to-end."""


def may_have(text: str, wanted: str) -> bool:
    """Whether a module may have tests that an expression of marks wants.

    Args:
        text: The module.
        wanted: The expression, such as "e2e and not bench".
    """
    if wanted == "not e2e":
        return not E2E_MODULE.search(text)
    first, *more = wanted.split()
    return "or" in more or any(word in text for word in E2E_WORDS.get(first, ("",)))


class Marked(Protocol):
    """A collected test with its markers."""

    @property
    def nodeid(self) -> str: ...

    def iter_markers(self) -> Iterable[pytest.Mark]: ...


def kind_of(item: Marked) -> str:
    """The kind of a test; what loads weights or needs a sound server is `e2e`, said or not.

    Raises:
        pytest.UsageError: It has none, or several.
    """
    marks = {mark.name for mark in item.iter_markers()}
    if marks & {"e2e", *HEAVY}:
        return "e2e"
    kinds = [kind for kind in KINDS if kind in marks]
    if len(kinds) != 1:
        raise pytest.UsageError(f"{item.nodeid} needs one kind: {', '.join(KINDS)}")
    return kinds[0]


def is_program(path: str) -> bool:
    """Whether it counts as a program that only an end-to-end test starts."""
    name = PurePath(path).name
    return name.startswith("python") or name in PROGRAMS


class StartedPrograms:
    """Notes which programs the tests start; what a shared fixture starts is its first user's."""

    def __init__(self) -> None:
        self._of_test: list[str] = []
        self._busy_modules: set[str] = set()
        self._passed: defaultdict[str, bool] = defaultdict(lambda: True)

    def watch(self) -> None:
        """Note all that this process starts from now on.

        An audit hook would see it too, and be called for each import and each file of every test.
        """
        self._watch_subprocess()
        self._watch_multiprocessing()

    def _watch_subprocess(self) -> None:
        start = subprocess.Popen.__init__

        def noted_start(
            popen: subprocess.Popen[Any], args: Any, *others: Any, **named: Any
        ) -> None:
            first = args if isinstance(args, str | bytes | os.PathLike) else next(iter(args), "")
            self.note(os.fsdecode(named.get("executable") or first))
            start(popen, args, *others, **named)

        subprocess.Popen.__init__ = noted_start  # type: ignore[assignment]

    def _watch_multiprocessing(self) -> None:
        """Its processes, forked or spawned, are not started by `subprocess`."""
        start = BaseProcess.start

        def noted_start(process: BaseProcess) -> None:
            self.note(os.fsdecode(spawn.get_executable()))
            start(process)

        BaseProcess.start = noted_start  # type: ignore[method-assign, assignment]

    def begin(self) -> None:
        """The first test begins: what imports, and what is looked for once, start is no test's."""
        find_sandbox()
        platform.processor()
        self._of_test = []

    def end_test(self, item: Marked) -> list[str]:
        """The programs that a test has started, now that it is over."""
        children, self._of_test = self._of_test, []
        module = item.nodeid.partition("::")[0]
        marks = {mark.name for mark in item.iter_markers()}
        if children or marks & set(HEAVY):
            self._busy_modules.add(module)
        return [path for path in children if is_program(path)]

    def note_result(self, nodeid: str, *, has_passed: bool) -> None:
        """An end-to-end test has passed, or not: what did not run whole is not judged."""
        module = nodeid.partition("::")[0]
        self._passed[module] = self._passed[module] and has_passed

    def idle_modules(self, collected: Iterable[str]) -> list[str]:
        """Modules of end-to-end tests that passed without starting or loading anything.

        Args:
            collected: The ids of all end-to-end tests of this run.
        """
        modules = {nodeid.partition("::")[0] for nodeid in collected}
        judged = {module for module in modules if self._passed.get(module)}
        return sorted(judged - self._busy_modules)

    def note(self, path: str) -> None:
        """A program is started."""
        self._of_test.append(path)
