"""Flow: the daemon never loads the workshop, at its start or while it answers."""

import subprocess
import sys

import pytest
from cli.command import SECONDS, environment

from jarvis_voice.core.paths import Paths

pytestmark = pytest.mark.e2e

TELLS = """
import atexit, sys
ours = lambda: (name for name in sys.modules if name.startswith("jarvis_voice."))
atexit.register(lambda: print("loaded", *sorted(ours()), file=sys.stderr))
"""

RUNS = """
import runpy
sys.argv = ["jarvis", "run", "--text-only"]
runpy.run_module("jarvis_voice", run_name="__main__", alter_sys=True)
"""

IMPORTS = """
import importlib, pkgutil, jarvis_voice
above = {"jarvis_voice.cli", "jarvis_voice.workshop", "jarvis_voice.__main__"}
for room in pkgutil.iter_modules(jarvis_voice.__path__, "jarvis_voice."):
    if room.name not in above:
        path = getattr(importlib.import_module(room.name), "__path__", [])
        for module in pkgutil.walk_packages(path, room.name + "."):
            try:
                importlib.import_module(module.name)
            except ImportError as error:  # what this system has no library for
                assert not str(error.name).startswith("jarvis_voice"), error
"""

LINES = b"what time is it\nset a timer for ten minutes\nopen MIT's website\nexit\n"


def loaded_by(program: str, paths: Paths) -> set[str]:
    """Our modules that a process has loaded when it ends."""
    done = subprocess.run(
        [sys.executable, "-c", TELLS + program],
        input=LINES,
        capture_output=True,
        env=environment(paths.config, PATH=""),
        timeout=SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    told = [line.split() for line in done.stderr.decode().splitlines()]
    [names] = [words[1:] for words in told if words[:1] == ["loaded"]]
    return set(names)


def of_the_workshop(names: set[str]) -> list[str]:
    return sorted(name for name in names if name.startswith("jarvis_voice.workshop"))


@pytest.mark.parametrize("program", [RUNS, IMPORTS], ids=["a daemon", "every module below"])
def test_the_workshop_is_not_loaded(program: str, paths: Paths) -> None:
    names = loaded_by(program, paths)
    assert {"jarvis_voice.app.daemon", "jarvis_voice.assistant.assistant"} <= names
    assert of_the_workshop(names) == []


def test_a_program_that_loads_it_is_seen(paths: Paths) -> None:
    names = loaded_by("import jarvis_voice.workshop.worlds.loopback", paths)
    assert "jarvis_voice.workshop.worlds.loopback" in of_the_workshop(names)
