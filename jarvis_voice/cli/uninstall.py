"""`jarvis uninstall`: off this machine, with all it made."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from jarvis_voice.platform.autostart.starter import Starter
    from jarvis_voice.platform.installed_files import InstalledFiles, Left

MEGABYTE = 1_000_000

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
    from pathlib import Path

    from jarvis_voice.cli.removal import is_running, leave
    from jarvis_voice.core.paths import find_paths
    from jarvis_voice.platform.autostart.command_line import this_program
    from jarvis_voice.platform.autostart.installer import is_installed, remove, starter_for
    from jarvis_voice.platform.installed_files import completions, locks, look, places

    paths = find_paths()
    made = places(paths, keep_models=keep_models)
    starter = starter_for(this_program(os.environ), os.environ)
    starts = is_installed(starter)
    found = look(made)
    if not (found or starts or look(locks(paths))):
        typer.echo("Jarvis has made nothing on this machine.")
        _say_how_to_go_on()
        return
    _show(found, starter if starts else None)
    if asyncio.run(is_running(paths)):
        typer.echo("Jarvis is running: it will be ended first.")
    if not yes and typer.prompt('To remove all this for good, type "yes"', default="no") != "yes":
        typer.echo("Nothing was removed.")
        raise typer.Exit(1)
    left = asyncio.run(leave(paths, made, lambda: starts and remove(starter, typer.echo)))
    left = [one for one in left if not (keep_models and one.path == paths.models)]
    _tell_left([*left, *completions(Path.home())])
    if keep_models and paths.models.is_dir():
        typer.echo(f"The models are still in {paths.models}")
    _say_how_to_go_on()


def _tell_left(left: Sequence[Left]) -> None:
    typer.echo("Removed, but for:" if left else "Removed.")
    for one in left[:SHOWN]:
        typer.echo(f"  {one.path}  ({one.why})")
    if len(left) > SHOWN:
        typer.echo(f"  and {len(left) - SHOWN} more")


def _show(found: Sequence[InstalledFiles], starter: Starter | None) -> None:
    typer.echo("This is what Jarvis made here:")
    for one in found:
        many = f", {one.n_files} files" if one.n_files > 1 else ""
        typer.echo(f"  {_size(one.n_bytes):>9}  {one.path}  ({one.title}{many})")
    if starter:
        typer.echo(f"  {_size(starter.file.stat().st_size):>9}  {starter.file}  (start at login)")
    typer.echo(f"  {_size(sum(one.n_bytes for one in found)):>9}  in all")


def _size(n_bytes: int) -> str:
    if n_bytes >= MEGABYTE / 10:
        return f"{n_bytes / MEGABYTE:.1f} MB"
    return f"{n_bytes / 1000:.1f} kB" if n_bytes >= 1000 else f"{n_bytes} B"  # noqa: PLR2004


def _say_how_to_go_on() -> None:
    typer.echo(f"The program itself: {sys.executable} -m pip uninstall jarvis-voice")
