"""`jarvis store`: where all that Jarvis knows is kept, and moving it to a server and back."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from typing import TYPE_CHECKING, Annotated

import typer

from jarvis_voice.cli.output import out
from jarvis_voice.core.errors import ConfigError, StoreError

if TYPE_CHECKING:
    from jarvis_voice.core.config import Config
    from jarvis_voice.core.paths import Paths
    from jarvis_voice.store.records import CopyStep, ServerFinding

app = typer.Typer(
    no_args_is_help=True,
    help="See where it keeps what it knows, and move that to PostgreSQL or back.",
)


@app.command("check")
def check() -> None:
    """Say where all is kept, and whether Jarvis can work with it. The exit code is 0 if it can."""
    from jarvis_voice.core.paths import find_paths
    from jarvis_voice.store.factory import examine_server

    paths = find_paths()
    examined = examine_server(paths)
    if examined is None:
        there = paths.database.exists()
        typer.echo(f"{paths.database}" + ("" if there else ": the first turn makes it"))
        out.tell("A file of this machine (SQLite). Whether it is whole: jarvis doctor")
        return
    called, found = examined
    for line in _lines(called, found):
        typer.echo(line)
    if found.is_read_only:
        raise StoreError("database-unusable", f"The {called} can only be read.")
    if found.is_newer:
        message = f"The {called} was written by a newer Jarvis Voice; update the program."
        raise StoreError("database-newer", message)
    if found.hindrance:
        raise StoreError("database-unusable", f"Cannot use the {called}: {found.hindrance}.")


@app.command("copy")
def copy(
    to: Annotated[
        str, typer.Option("--to", metavar="URL", help="Copy to this PostgreSQL database.")
    ] = "",
    from_: Annotated[
        str, typer.Option("--from", metavar="URL", help="Copy from it to the file here.")
    ] = "",
    replace: Annotated[
        bool, typer.Option("--replace", help="Delete what is at the goal; else it must be empty.")
    ] = False,
) -> None:
    """Copy all that is kept: turns, facts, lists, timers, users, tokens and conversations.

    All of it arrives, or nothing is changed. What is copied stays where it was, too. Jarvis must
    not run meanwhile. The address holds no password: that stands in .env as PGPASSWORD.
    """
    import asyncio

    from jarvis_voice.core.config import load_config
    from jarvis_voice.core.paths import find_paths
    from jarvis_voice.core.store_config import database_address

    if bool(to) == bool(from_):
        raise ConfigError("store-copy", "Say either --to URL or --from URL.")
    try:
        url = database_address(to or from_)
    except ValueError as error:
        raise ConfigError("store-address", f"That address is bad: {error}.") from None
    paths = find_paths()
    config = load_config(paths)
    counts = asyncio.run(_copy(paths, config, url, comes_from_there=bool(from_), replace=replace))
    for table, step in counts.items():
        if step.total or step.left:
            left = f", {step.left} cannot be read and stay" if step.left else ""
            typer.echo(f"{table:<14}{step.done:>9,}{left}")
    out.tell("All is copied, and the counts agree." if counts else "There was nothing to copy.")
    if from_ and config.store.url:
        out.tell("To use the file from now on: jarvis config unset store.url")
    if to and config.store.url != url:
        out.tell(f"To use it from now on: jarvis config set store.url '{url}'")


async def _copy(
    paths: Paths, config: Config, url: str, *, comes_from_there: bool, replace: bool
) -> dict[str, CopyStep]:
    """Copy, and return the last step of each table."""
    from jarvis_voice.core.paths import ensure
    from jarvis_voice.store.factory import copy_store
    from jarvis_voice.store.process_lock import ProcessLock

    ensure(paths.data)
    async with ProcessLock(paths.lock, "store copy"):
        steps = copy_store(paths, config, url, comes_from_there=comes_from_there, replaces=replace)
        return await _shown(steps)


async def _shown(steps: AsyncGenerator[CopyStep]) -> dict[str, CopyStep]:
    """Show how far it is, on stderr where that is a terminal."""
    from contextlib import aclosing

    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress

    last: dict[str, CopyStep] = {}
    columns = ("{task.description}", BarColumn(), MofNCompleteColumn())
    async with aclosing(steps):
        console = Console(stderr=True)
        is_silent = not console.is_terminal
        with Progress(*columns, console=console, transient=True, disable=is_silent) as progress:
            bars = {}
            async for step in steps:
                if step.table not in bars:
                    bars[step.table] = progress.add_task(step.table, total=step.total)
                progress.update(bars[step.table], completed=step.done)
                last[step.table] = step
    return last


def _lines(called: str, found: ServerFinding) -> list[str]:
    """What `check` prints."""
    version = "no tables yet: the first start makes them"
    if found.schema:
        version = f"tables of version {found.schema}"
    lines = [
        f"{called[0].upper()}{called[1:]}",
        f"Server {found.server}, {version}, {found.milliseconds:.1f} ms a question",
        "The connection is encrypted (TLS)." if found.is_encrypted else "Not encrypted (no TLS).",
    ]
    lines += [f"{table:<14}{count:>9,}" for table, count in found.rows.items() if count]
    if found.writers:
        lines.append(f"Written now by Jarvis on: {', '.join(found.writers)}")
    return lines
