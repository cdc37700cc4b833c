"""Installs and removes autostart, and checks for it: writes the file and runs the commands.

Invariant: a command is a list of words, never a shell's line; a file that is not ours is neither
overwritten nor removed.
"""

from __future__ import annotations

import contextlib
import logging
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from jarvis_voice.core.errors import AutostartError
from jarvis_voice.core.paths import home_folder
from jarvis_voice.platform.autostart.command_line import LaunchCommand
from jarvis_voice.platform.autostart.launchd import LaunchdAgent
from jarvis_voice.platform.autostart.starter import MARK, Argv, Starter, StarterStep
from jarvis_voice.platform.autostart.systemd import SystemdUnit, unit_folder
from jarvis_voice.platform.autostart.windows import StartupScript, startup_folder
from jarvis_voice.platform.bounded_program import ProgramLimits, run_bounded

log = logging.getLogger(__name__)

COMMAND_SECONDS = 60.0
"""How long stopping or starting may take."""

Tell = Callable[[str], None]


def starter_for(
    program: LaunchCommand, env: Mapping[str, str], platform: str = sys.platform
) -> Starter:
    """The way of starting at login on this platform."""
    home = home_folder()
    if platform == "win32":
        return StartupScript(program, startup_folder(env, home))
    if platform == "darwin":
        user_id = os.getuid() if sys.platform != "win32" else 0
        return LaunchdAgent(program, home / "Library" / "LaunchAgents", user_id)
    active = ("systemctl", "--user", "--quiet", "is-active", "graphical-session.target")
    return SystemdUnit(program, unit_folder(env, home), has_desktop=_succeeds(active))


def install(starter: Starter, tell: Tell) -> None:
    """Write the file, have the system read it, and start Jarvis; again changes nothing.

    Raises:
        AutostartError: The way is absent here, the file is somebody else's or cannot be written,
            or a command failed.
    """
    if not is_available(starter):
        raise AutostartError("no-autostart", starter.absent)
    content = starter.content()
    is_new = _ours(starter.file) != content
    if is_new:
        _write(starter.file, content)
        tell(f"Wrote {starter.file}")
    else:
        tell(f"{starter.file} is as it should be.")
    for step in starter.start(is_new=is_new):
        _carry_out(step, tell)
    if starter.note:
        tell(starter.note)


def remove(starter: Starter, tell: Tell) -> bool:
    """Stop Jarvis, remove the file, have the system forget it; whether there was one.

    Raises:
        AutostartError: The file is somebody else's or cannot be removed.
    """
    if _ours(starter.file) is None:
        return False
    for step in starter.stop():
        _carry_out(step, tell)
    try:
        starter.file.unlink()
    except OSError as error:
        message = f"Cannot remove {starter.file}: {error.strerror}."
        raise AutostartError("autostart-file", message) from error
    tell(f"Removed {starter.file}")
    for step in starter.forget():
        _carry_out(step, tell)
    return True


def is_available(starter: Starter) -> bool:
    """Whether this way of starting works here."""
    return not starter.probe or _succeeds(starter.probe)


def is_installed(starter: Starter) -> bool:
    """Whether the file is there, and ours."""
    with contextlib.suppress(AutostartError):
        return _ours(starter.file) is not None
    return False


def show(argv: Argv) -> int:
    """Run a command that prints for the user; its exit code."""
    _require(argv[0])
    try:
        return subprocess.run(argv, check=False).returncode  # noqa: S603 - words of ours
    except KeyboardInterrupt:  # the way to leave a log that is followed
        return 0


def newest_lines(file: Path, n_lines: int) -> list[str]:
    """The last lines of a log, which is bounded; none where there is no log."""
    try:
        return file.read_text(encoding="utf-8", errors="replace").splitlines()[-n_lines:]
    except FileNotFoundError:
        return []


def _ours(file: Path) -> bytes | None:
    """What we wrote there, or None when there is nothing.

    Raises:
        AutostartError: "autostart-file": it is somebody else's, or cannot be read.
    """
    try:
        content = file.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        message = f"Cannot read {file}: {error.strerror}."
        raise AutostartError("autostart-file", message) from error
    if not any(MARK.encode(encoding) in content for encoding in ("utf-8", "utf-16-le")):
        message = f"{file} was not written by Jarvis, so it is left alone. Move it away first."
        raise AutostartError("autostart-file", message)
    return content


def _write(file: Path, content: bytes) -> None:
    """The whole file or none of it."""
    part = file.with_name(file.name + ".part")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        part.write_bytes(content)
        part.replace(file)
    except OSError as error:
        message = f"Cannot write {file}: {error.strerror}."
        raise AutostartError("autostart-file", message) from error


def _carry_out(step: StarterStep, tell: Tell) -> None:
    tell(f"  {' '.join(step.argv)}")
    try:
        _run(step.argv)
    except AutostartError as error:
        if not step.may_fail:
            raise
        log.info("%s", error.message)


def _run(argv: Argv) -> None:
    _require(argv[0])
    try:
        done = run_bounded(argv, ProgramLimits(COMMAND_SECONDS), at_terminal=True)
    except OSError as error:
        message = f"`{' '.join(argv)}` could not be run: {type(error).__name__}."
        raise AutostartError("autostart-command", message) from error
    if done.exit_code is None:
        why = "it printed without end" if done.is_cut else f"no answer in {COMMAND_SECONDS:.0f} s"
        message = f"`{' '.join(argv)}` could not be run: {why}."
        raise AutostartError("autostart-command", message)
    if done.exit_code:
        said = " ".join(done.complaint.split())
        message = f"`{' '.join(argv)}` failed: {said or f'exit code {done.exit_code}'}"
        raise AutostartError("autostart-command", message)


def _require(program: str) -> None:
    if not shutil.which(program):
        raise AutostartError("autostart-command", f"There is no {program} here.")


def _succeeds(argv: Argv) -> bool:
    try:
        _run(argv)
    except AutostartError:
        return False
    return True
