"""Checks a running Jarvis: who holds the lock, whether its socket answers, whether it hears.

Invariant: the lock is not taken, not even for a moment: a daemon that starts would fail at it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from jarvis_voice.core.errors import BarredError, ControlError
from jarvis_voice.store.process_lock import holder_of
from jarvis_voice.workshop.doctor.check_result import CheckVerdict, failed, ok, skipped, warning

if TYPE_CHECKING:
    from jarvis_voice.core.paths import Paths
    from jarvis_voice.workshop.doctor.run import DiagnosticRun

ENDED = ("no-daemon", "daemon-gone", "daemon-silent")
STATUS_SECONDS = 8.0
WORDS = {"lost": "lost, and looked for", "quiet": "open and gives only silence"}
SHOWN = frozenset({"state", "device", "version", "doing", "planner", "since"})
"""Of the texts in a status: none of them can be a user's own words."""


async def check_running(visit: DiagnosticRun) -> CheckVerdict:
    """What the running Jarvis says of itself."""
    holder = holder_of(visit.paths)
    try:
        status = await _ask_status(visit.paths)
    except ControlError as error:
        return _unanswered(error, holder)
    return judge_status(status, holder)


def _unanswered(error: ControlError, holder: tuple[int, str] | None) -> CheckVerdict:
    if error.code == "unknown-command":
        return warning(
            "The Jarvis that runs is older than this one.", "Start it again, so that it is this one"
        )
    if error.code not in ENDED:
        return warning(f"The running Jarvis answers: {error.message}", "See its log")
    if holder is None:
        return ok("No Jarvis runs.")
    pid, role = holder
    if role != "run":
        return ok(f"No Jarvis runs; `jarvis {role}` is at work (pid {pid}).")
    if isinstance(error, BarredError):
        return failed(f"Jarvis runs (pid {pid}). {error.message}", "See that line")
    return failed(
        f"Jarvis runs (pid {pid}), and its control socket does not answer.",
        f"End it (kill {pid}) and start it again",
    )


def judge_status(status: Mapping[str, Any], holder: tuple[int, str] | None) -> CheckVerdict:
    """What its status means; a field that it does not know is not missed.

    Args:
        status: What it answered.
        holder: Process and role of whoever holds the lock.
    """
    lines = tuple(f"{name}: {value}" for name, value in _plain(status))
    said = f"Jarvis runs (pid {holder[0]})." if holder else "Jarvis runs."
    ears = status.get("ears")
    state = ears.get("state") if isinstance(ears, dict) else None
    if state == "muted":
        return failed(f"{said} It is muted.", "Let it hear again: `jarvis unmute`", *lines)
    if state == "none":
        return warning(f"{said} It has no ears.", "Start it without --text-only", *lines)
    if state in WORDS:
        return failed(
            f"{said} Its microphone is {WORDS[state]}.",
            "Look at the microphone's plug and at the system's sound settings",
            *lines,
        )
    if paused := _paused(status):
        of = "1 language model" if paused == 1 else f"{paused} language models"
        said = f"{said} It leaves {of} alone for a while after failures."
        return warning(said, "See which: `jarvis status`, and try them: `jarvis models`", *lines)
    return ok(said, *lines)


def _paused(status: Mapping[str, Any]) -> int:
    """How many models failed and are not asked for a while; their names are the user's."""
    models = status.get("models")
    found = [one for one in models if isinstance(one, dict)] if isinstance(models, list) else []
    return sum(bool(one.get("pause_seconds")) for one in found)


def _plain(status: Mapping[str, Any], prefix: str = "") -> list[tuple[str, object]]:
    """Numbers, states and names; whatever may hold words of a turn is left out."""
    found: list[tuple[str, object]] = []
    for name, value in status.items():
        if isinstance(value, dict):
            found += _plain(value, f"{prefix}{name}.")
        elif isinstance(value, bool | int | float) or (name in SHOWN and value):
            found.append((prefix + name, value))
    return found


async def _ask_status(paths: Paths) -> Mapping[str, Any]:
    from jarvis_voice.doors.control.client import request

    found: Mapping[str, Any] = {}
    async for answer in request(paths.control_socket, {"command": "status"}):
        said = answer.get("status")
        if isinstance(said, dict):
            found = said
    return found


async def check_autostart(visit: DiagnosticRun) -> CheckVerdict:
    """Whether Jarvis starts at login, and whether that works."""
    from jarvis_voice.platform.autostart.command_line import this_program
    from jarvis_voice.platform.autostart.installer import is_installed, starter_for
    from jarvis_voice.workshop.doctor.system_probe import apart

    environment = visit.outside.environment
    starter = await apart(lambda: starter_for(this_program(environment), environment))
    if not is_installed(starter):
        return ok("It does not start at login; `jarvis service install` would have it so.")
    if starter.file.read_bytes() != starter.content():
        return warning(
            f"{starter.file} starts another installation, or an older one.",
            "Write it anew: `jarvis service install`",
        )
    argv = starter.status()
    if argv is None or visit.outside.which(argv[0]) is None:
        return skipped(f"{starter.file} is there; nobody here could be asked whether it runs.")
    ran = await visit.outside.run(argv, STATUS_SECONDS)
    if ran.code == 0:
        return ok(f"It starts at login by {starter.file}, and runs.")
    return failed(
        f"It should start at login by {starter.file}, and does not run.",
        "See why: `jarvis service logs`",
    )
