"""Commands to the running Jarvis: status, mute, stop, reload, quit, push-to-talk and the tray."""

from __future__ import annotations

import json
from enum import StrEnum
from typing import Annotated

import typer

from jarvis_voice.cli.output import err, out
from jarvis_voice.core.errors import BarredError, ControlError
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.visible_text import json_line

END_SECONDS = 20.0
"""How long a Jarvis may take to end: a turn 3 s, the sound devices some seconds each."""

LOOK_SECONDS = 0.1


async def show_status(paths: Paths, *, as_json: bool) -> int:
    """Print how the daemon is; the exit code that says it in a number."""
    from dataclasses import asdict
    from datetime import datetime

    from jarvis_voice.app.status_report import NOT_RUNNING, exit_code, lines
    from jarvis_voice.doors.control.client import ask_status
    from jarvis_voice.doors.terminal.screen import plain
    from jarvis_voice.store.process_lock import holder_of

    try:
        status = await ask_status(paths.control_socket)
    except ControlError as error:
        runs = holder_of(paths)
        if error.code != "no-daemon" or (isinstance(error, BarredError) and runs):
            raise
        if as_json:
            out(json.dumps({"running": False}))
        else:
            err.tell(f"jarvis: {error.message}")
        return NOT_RUNNING
    if as_json:
        out(json_line({"running": True, **asdict(status)}))
    else:
        for line in lines(status, datetime.now().astimezone()):
            out.tell(plain(line))
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
    from jarvis_voice.doors.control.client import command

    answer = await command(paths.control_socket, name)
    out.tell(done if answer["changed"] else was_so)


async def reload_settings(paths: Paths) -> None:
    """Let the daemon read its settings anew, and print what came of it.

    Raises:
        ControlError: No daemon runs, or the settings have a mistake.
    """
    from jarvis_voice.app.status_report import reload_lines
    from jarvis_voice.core.setting_operations import ReloadedSettings
    from jarvis_voice.doors.control.client import command

    found = await command(paths.control_socket, "reload")
    changed = ReloadedSettings(tuple(found["hold"]), tuple(found["need_restart"]))
    for line in reload_lines(changed):
        out.tell(line)


async def end_daemon(paths: Paths) -> None:
    """End the daemon, and return when it has ended.

    Raises:
        ControlError: No daemon runs, or it does not end.
    """
    import asyncio

    from jarvis_voice.doors.control.client import command

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


def status(
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Tell how the running Jarvis is: ears, mouth, what it does, what troubled it.

    Exit code 0: all is well (muted is well, too). 3: no Jarvis runs. 5: it is deaf.
    """
    import asyncio

    from jarvis_voice.core.paths import find_paths

    raise typer.Exit(asyncio.run(show_status(find_paths(), as_json=as_json)))


def mute() -> None:
    """Close the microphone, until `jarvis unmute`: nothing is heard, over restarts too."""
    import asyncio

    from jarvis_voice.core.paths import find_paths

    asyncio.run(tell(find_paths(), "mute", "Muted.", "It was muted already."))


def unmute() -> None:
    """Open the microphone again."""
    import asyncio

    from jarvis_voice.core.paths import find_paths

    asyncio.run(tell(find_paths(), "unmute", "Not muted any more.", "It was not muted."))


def stop() -> None:
    """Stop what Jarvis says and what it does; it goes on listening."""
    import asyncio

    from jarvis_voice.core.paths import find_paths

    asyncio.run(tell(find_paths(), "stop", "Stopped.", "Nothing was under way."))


def reload() -> None:
    """Read the settings anew; a file with a mistake is refused and changes nothing.

    Tells what holds from now on and what needs a restart.
    """
    import asyncio

    from jarvis_voice.core.paths import find_paths

    asyncio.run(reload_settings(find_paths()))


def quit_jarvis() -> None:
    """End the running Jarvis in order, and wait until it has ended."""
    import asyncio

    from jarvis_voice.core.paths import find_paths

    asyncio.run(end_daemon(find_paths()))


class Action(StrEnum):
    """What the talk key does."""

    PRESS = "press"
    RELEASE = "release"
    TOGGLE = "toggle"


def ptt(
    action: Annotated[Action, typer.Argument(help="press, release, or toggle between the two.")],
) -> None:
    """Press or release the talk key of the running Jarvis."""
    import asyncio

    from jarvis_voice.core.paths import find_paths
    from jarvis_voice.doors.control.client import request

    async def send() -> None:
        body = {"command": "ptt", "action": action.value}
        async for _ in request(find_paths().control_socket, body):
            continue

    asyncio.run(send())


def tray() -> None:
    """Show in the desktop's tray whether Jarvis hears, is muted or is deaf; its menu mutes it.

    Needs the extra "tray", which `jarvis extras tray` installs.
    """
    from jarvis_voice.core.paths import find_paths
    from jarvis_voice.doors.desktop.tray import Tray

    Tray(find_paths().control_socket).run()
