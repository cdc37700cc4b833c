"""Builds the command that starts Jarvis at login: this interpreter, package and user's folders.

Invariant: no key is ever in it; keys stay in the .env that Jarvis reads by itself.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from jarvis_voice.core.errors import AutostartError
from jarvis_voice.core.paths import spelled_out
from jarvis_voice.platform.bounded_program import ProgramLimits, run_bounded
from jarvis_voice.platform.install_method import as_line, this_installation

KEPT = ("JARVIS_HOME", "JARVIS_MODELS")
"""Variables that name folders: without them it would be another Jarvis that starts."""

RUN = ("-P", "-m", "jarvis_voice", "run")
"""-P: what lies in the folder it is started in is never taken for a module of its own."""

CHECK_SECONDS = 30.0


@dataclass(frozen=True, slots=True)
class LaunchCommand:
    """A command and the environment variables that it needs.

    Attributes:
        interpreter: Absolute path; not resolved, since a virtual environment is known by its link.
        arguments: What follows it.
        environment: Set for it in addition.
    """

    interpreter: str
    arguments: tuple[str, ...] = RUN
    environment: Mapping[str, str] = field(default_factory=dict)


def this_program(env: Mapping[str, str]) -> LaunchCommand:
    """What runs now, with the folders that `env` names made absolute."""
    folders = {name: str(spelled_out(env[name]).absolute()) for name in KEPT if env.get(name)}
    return LaunchCommand(str(Path(sys.executable).absolute()), environment=folders)


def check(program: LaunchCommand) -> None:
    """Make sure that the command can be started from any folder.

    Raises:
        AutostartError: "not-installed": the package is found only from where you are.
    """
    argv = [program.interpreter, *program.arguments[:-1], "--version"]
    env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    try:
        folder = Path(program.interpreter).anchor
        done = run_bounded(argv, ProgramLimits(CHECK_SECONDS), env=env, cwd=folder)
        is_good = done.exit_code == 0
    except OSError:
        is_good = False
    if not is_good:
        message = (
            f"{program.interpreter} does not find jarvis_voice when it is started from another "
            f"folder. Install it ({as_line(this_installation().reinstalled())}), then try again."
        )
        raise AutostartError("not-installed", message)
