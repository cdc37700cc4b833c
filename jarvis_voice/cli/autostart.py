"""`jarvis service`: Jarvis at every login, in the background."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from jarvis_voice.platform.autostart.starter import Starter

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

    from jarvis_voice.cli.removal import is_running
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
    install_starter(starter, typer.echo)
    typer.echo("Jarvis is starting. How it is: jarvis service status")


@app.command("remove")
def remove() -> None:
    """Stop Jarvis and start it at login no more. What it knows and your settings stay."""
    from jarvis_voice.platform.autostart.installer import remove as remove_starter

    starter = _starter()
    if not remove_starter(starter, typer.echo):
        typer.echo("Jarvis does not start at login: there is nothing to remove.")
    elif not starter.stop():
        typer.echo("One that runs now goes on until: jarvis quit")


@app.command("status")
def status() -> None:
    """Show whether it runs, and what it is doing. The exit code is 0 when it runs."""
    from jarvis_voice.platform.autostart.installer import is_installed, show

    starter = _starter()
    if not is_installed(starter):
        typer.echo(NOT_INSTALLED)
        raise typer.Exit(1)
    typer.echo(f"Started at login by {starter.file}")
    argv = starter.status()
    if argv is None:
        typer.echo("Whether it runs now: jarvis status")
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
    typer.echo(f"{file}:")
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
