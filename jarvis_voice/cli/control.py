"""Short requests to the running Jarvis, and what is printed of their answers."""

from __future__ import annotations

import asyncio
import json
from datetime import datetime

from jarvis_voice.app.status_report import NOT_RUNNING, exit_code, lines, reload_lines
from jarvis_voice.cli.output import err, out
from jarvis_voice.core.errors import ControlError
from jarvis_voice.core.paths import Paths
from jarvis_voice.doors.control.client import command
from jarvis_voice.doors.terminal.screen import plain

END_SECONDS = 20.0
"""How long a Jarvis may take to end: a turn 3 s, the sound devices some seconds each."""

LOOK_SECONDS = 0.1


async def show_status(paths: Paths, *, as_json: bool) -> int:
    """Print how the daemon is; the exit code that says it in a number."""
    try:
        status = (await command(paths.control_socket, "status"))["status"]
    except ControlError as error:
        if error.code != "no-daemon":
            raise
        if as_json:
            out(json.dumps({"running": False}))
        else:
            err(f"jarvis: {error.message}")
        return NOT_RUNNING
    if as_json:
        out(json.dumps({"running": True, **status}, ensure_ascii=False))
    else:
        for line in lines(status, datetime.now().astimezone()):
            out(plain(line))
    return exit_code(status)


async def tell(paths: Paths, name: str, done: str, was_so: str) -> None:
    """Send a command and print what came of it.

    Args:
        paths: Where the daemon is.
        name: Of the command.
        done: Printed where it changed something.
        was_so: Printed where it did not.

    Raises:
        ControlError: No daemon runs, or it refuses.
    """
    answer = await command(paths.control_socket, name)
    out(done if answer["changed"] else was_so)


async def reload_settings(paths: Paths) -> None:
    """Let the daemon read its settings anew, and print what came of it.

    Raises:
        ControlError: No daemon runs, or the settings have a mistake.
    """
    found = await command(paths.control_socket, "reload")
    for line in reload_lines(found):
        out(line)


async def end_daemon(paths: Paths) -> None:
    """End the daemon, and return when it has ended.

    Raises:
        ControlError: No daemon runs, or it does not end.
    """
    await command(paths.control_socket, "quit")
    deadline = asyncio.get_running_loop().time() + END_SECONDS
    while asyncio.get_running_loop().time() < deadline:
        try:
            await command(paths.control_socket, "status")
        except ControlError as error:
            if error.code == "no-daemon":
                return
        await asyncio.sleep(LOOK_SECONDS)
    raise ControlError("does-not-end", f"It has not ended within {END_SECONDS:.0f} s. See its log.")
