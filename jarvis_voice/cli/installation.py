"""`jarvis service` and `jarvis uninstall`: start Jarvis at login, and remove it."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from jarvis_voice.cli.output import out
from jarvis_voice.core.errors import AlreadyRunningError, ControlError
from jarvis_voice.core.paths import Paths

if TYPE_CHECKING:
    from collections.abc import Sequence

    from jarvis_voice.platform.autostart.starter import Starter
    from jarvis_voice.platform.installed_files import InstalledFiles, InstallFolder, Left


app = typer.Typer(
    no_args_is_help=True,
    help=(
        "Run Jarvis in the background, now and from every login on.\n\n"
        "That is a systemd user unit on Linux, a launchd agent on macOS, a start-up script on "
        "Windows. Programs that Jarvis opened stay open when it is stopped."
    ),
)

NOT_INSTALLED = "Jarvis does not start at login. To have it so: jarvis service install"
ALREADY = (
    "A Jarvis runs already, and there can be but one: end it (`jarvis quit`, or `exit` in its "
    "window), then install again."
)


@app.command("install")
def install(
    only_print: Annotated[
        bool, typer.Option("--print", help="Print the file and change nothing.")
    ] = False,
) -> None:
    """Start Jarvis now and at every login. Run it again after you moved or updated Python."""
    import asyncio

    from jarvis_voice.core.errors import AlreadyRunningError
    from jarvis_voice.core.paths import find_paths
    from jarvis_voice.platform.autostart.command_line import check
    from jarvis_voice.platform.autostart.installer import install as install_starter
    from jarvis_voice.platform.autostart.installer import is_installed

    starter = _starter()
    if only_print:
        typer.echo(_text(starter.content()), nl=False)
        return
    if not is_installed(starter) and asyncio.run(is_running(find_paths())):
        raise AlreadyRunningError("already-running", ALREADY)
    check(starter.program)
    install_starter(starter, out.tell)
    out.tell("Jarvis is starting. How it is: jarvis service status")


@app.command("remove")
def remove() -> None:
    """Stop Jarvis and start it at login no more. What it knows and your settings stay."""
    from jarvis_voice.platform.autostart.installer import remove as remove_starter

    starter = _starter()
    if not remove_starter(starter, out.tell):
        out.tell("Jarvis does not start at login: there is nothing to remove.")
    elif not starter.stop():
        out.tell("One that runs now goes on until: jarvis quit")


@app.command("status")
def status() -> None:
    """Show whether it runs, and what it is doing. The exit code is 0 when it runs."""
    from jarvis_voice.platform.autostart.installer import is_installed, show

    starter = _starter()
    if not is_installed(starter):
        typer.echo(NOT_INSTALLED)
        raise typer.Exit(1)
    out.tell(f"Started at login by {starter.file}")
    argv = starter.status()
    if argv is None:
        out.tell("Whether it runs now: jarvis status")
        return
    raise typer.Exit(show(argv))


@app.command("logs")
def logs(
    lines: Annotated[int, typer.Option("--lines", "-n", min=1, help="How many lines.")] = 50,
    follow: Annotated[
        bool, typer.Option("--follow", "-f", help="Go on with what comes, until Ctrl-C.")
    ] = False,
) -> None:
    """Show the newest lines of Jarvis's own log, then the system's: starts, ends, errors."""
    from jarvis_voice.core.paths import find_paths
    from jarvis_voice.platform.autostart.installer import is_installed, newest_lines, show

    starter, file = _starter(), find_paths().log_file
    out.tell(f"{file}:")
    for line in newest_lines(file, lines):
        typer.echo(line)
    argv = starter.logs(lines, follow=follow)
    if argv is None or not is_installed(starter):
        return
    typer.echo(f"\n{' '.join(argv)}:")
    raise typer.Exit(show(argv))


def _starter() -> Starter:
    import os

    from jarvis_voice.platform.autostart.command_line import this_program
    from jarvis_voice.platform.autostart.installer import starter_for

    return starter_for(this_program(os.environ), os.environ)


def _text(content: bytes) -> str:
    """A file as text; the byte order mark of UTF-16 tells which encoding it is."""
    return content.decode("utf-16" if content[:2] == b"\xff\xfe" else "utf-8")


END_SECONDS = 20.0
"""How long the running Jarvis may take to end."""

TRY_AGAIN_SECONDS = 0.2


async def is_running(paths: Paths) -> bool:
    """Whether a daemon listens on the control socket, or holds the lock."""
    from jarvis_voice.store.process_lock import ProcessLock

    if not paths.lock.exists():
        return False
    try:
        async with ProcessLock(paths.lock, "uninstall"):
            return False
    except AlreadyRunningError:
        return True


async def leave(
    paths: Paths, made: Sequence[InstallFolder], first: Callable[[], object]
) -> list[Left]:
    """Remove what Jarvis made; what is left, and why.

    Args:
        paths: Whose.
        made: Where to look.
        first: Called once the lock is held, before anything is removed.

    Raises:
        AlreadyRunningError: It runs and does not end; nothing was removed.
    """
    from jarvis_voice.platform.installed_files import clear, locks, tidy
    from jarvis_voice.platform.launcher import find_launcher
    from jarvis_voice.platform.own_desktop_entry import find_applications, remove_desktop_entry

    async with _lock(paths):
        first()
        remove_desktop_entry(find_applications(os.environ))
        if launcher := find_launcher():
            launcher.remove()
        left = clear(made)
    everywhere = [*made, *locks(paths)]
    left += clear(locks(paths))
    known = {one.path for one in left}
    return left + [one for one in tidy(everywhere) if one.path not in known]


@asynccontextmanager
async def _lock(paths: Paths) -> AsyncIterator[None]:
    """Hold the lock, after asking whoever runs to end."""
    import asyncio

    from jarvis_voice.store.process_lock import ProcessLock

    loop = asyncio.get_running_loop()
    deadline = loop.time() + END_SECONDS
    is_asked = False
    while True:
        try:
            async with ProcessLock(paths.lock, "uninstall"):
                yield
                return
        except AlreadyRunningError:
            if loop.time() >= deadline:
                raise
        is_asked = is_asked or await _ask_to_end(paths)
        await asyncio.sleep(TRY_AGAIN_SECONDS)


async def _ask_to_end(paths: Paths) -> bool:
    """Ask over the control socket; whether it was heard."""
    from jarvis_voice.doors.control.client import request

    try:
        async for _ in request(paths.control_socket, {"command": "quit"}):
            continue
    except ControlError as error:
        return error.code == "daemon-gone"  # it ended before it had answered
    return True


MEGABYTE = 1_000_000
UNDER_SIZE = 13
"""How far the paths stand behind the sizes."""

SHOWN = 20
"""How much of what is left is named."""


def uninstall(
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
    keep_models: Annotated[
        bool, typer.Option("--keep-models", help="Leave the models, which are slow to fetch.")
    ] = False,
) -> None:
    """Remove all that Jarvis made on this machine, after showing it and asking.

    That is your settings and keys, what was said, notes and timers, the log, the models and the
    start at login. Files that Jarvis did not make are left and named. A running Jarvis is ended.
    """
    import asyncio
    import os

    from jarvis_voice.core.paths import find_paths, home_folder
    from jarvis_voice.core.store_config import is_on_server
    from jarvis_voice.platform.autostart.command_line import this_program
    from jarvis_voice.platform.autostart.installer import is_installed, remove, starter_for
    from jarvis_voice.platform.installed_files import completions, links, locks, look, places

    paths = find_paths()
    made = places(paths, keep_models=keep_models)
    starter = starter_for(this_program(os.environ), os.environ)
    starts = is_installed(starter)
    found = look(made)
    if not (found or starts or look(locks(paths))):
        if left := links(made):
            out.tell("Nothing was removed. Jarvis follows no link; remove what it leads to:")
            _list_left(left)
        else:
            out.tell("Jarvis has made nothing on this machine.")
        _say_how_to_go_on()
        return
    _show(found, starter if starts else None)
    if asyncio.run(is_running(paths)):
        out.tell("Jarvis is running: it will be ended first.")
    if not yes and typer.prompt('To remove all this for good, type "yes"', default="no") != "yes":
        out.tell("Nothing was removed.")
        raise typer.Exit(1)
    is_elsewhere = is_on_server(paths.config_file)
    left = asyncio.run(leave(paths, made, lambda: starts and remove(starter, out.tell)))
    left = [one for one in left if not (keep_models and one.path == paths.models)]
    _tell_left([*left, *completions(home_folder())])
    if is_elsewhere:
        out.tell("What is kept in a PostgreSQL database is still there.")
    if keep_models and paths.models.is_dir():
        out.tell(f"The models are still in {paths.models}")
    _say_how_to_go_on()


def _tell_left(left: Sequence[Left]) -> None:
    out.tell("Removed, but for:" if left else "Removed.")
    _list_left(left)


def _list_left(left: Sequence[Left]) -> None:
    for one in left[:SHOWN]:
        out.tell(f"  {one.path}  ({one.why})")
    if len(left) > SHOWN:
        out.tell(f"  and {len(left) - SHOWN} more")


def _show(found: Sequence[InstalledFiles], starter: Starter | None) -> None:
    out.tell("This is what Jarvis made here:")
    for one in found:
        many = f", {one.n_files} files" if one.n_files > 1 else ""
        out.tell(f"  {_size(one.n_bytes):>9}  {one.path}  ({one.title}{many})", UNDER_SIZE)
    if starter:
        n_bytes = starter.file.stat().st_size
        out.tell(f"  {_size(n_bytes):>9}  {starter.file}  (start at login)", UNDER_SIZE)
    typer.echo(f"  {_size(sum(one.n_bytes for one in found)):>9}  in all")


def _size(n_bytes: int) -> str:
    if n_bytes >= MEGABYTE / 10:
        return f"{n_bytes / MEGABYTE:.1f} MB"
    return f"{n_bytes / 1000:.1f} kB" if n_bytes >= 1000 else f"{n_bytes} B"  # noqa: PLR2004


def _say_how_to_go_on() -> None:
    from jarvis_voice.platform.install_method import as_line, this_installation

    out.tell(f"The program itself: {as_line(this_installation().removed())}")
