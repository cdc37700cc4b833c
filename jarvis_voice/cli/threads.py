"""`jarvis threads`: list, show and clear conversations."""

from __future__ import annotations

from typing import Annotated

import typer

from jarvis_voice.doors.terminal.screen import one_line

app = typer.Typer(no_args_is_help=True, help="List, show or clear conversations.")

_Name = Annotated[str, typer.Argument(help="The thread's name, as `jarvis threads list` shows it.")]


@app.command("list")
def list_() -> None:
    """List the threads, the latest first."""
    from jarvis_voice.core.paths import find_paths
    from jarvis_voice.store.sqlite.readonly import list_threads

    rows = list_threads(find_paths().database)
    for row in rows:
        name, text = one_line(row.thread_id), one_line(row.last_text)
        typer.echo(f"{name}\t{_turns(row.turns)}\t{row.last_at}\t{text}")
    if not rows:
        typer.echo("No conversations yet.")


@app.command("show")
def show(name: _Name = "default") -> None:
    """Print a thread's transcript."""
    from jarvis_voice.core.paths import find_paths
    from jarvis_voice.store.sqlite.readonly import read_thread

    turns = read_thread(find_paths().database, name)
    if not turns:
        typer.echo(f'No turns in the thread "{name}".', err=True)
        raise typer.Exit(1)
    for turn in turns:
        typer.echo(
            f"[{turn.started_at} {turn.source} {turn.outcome or 'running'}] {one_line(turn.text)}"
        )
        typer.echo(f"  {one_line(turn.reply)}")
        if turn.heard is not None:
            typer.echo(f"  (interrupted; heard: {one_line(turn.heard) or 'nothing'})")


@app.command("clear")
def clear(
    name: _Name = "default",
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
) -> None:
    """Forget a thread, after asking."""
    import asyncio

    from jarvis_voice.cli.thread_removal import clear_thread
    from jarvis_voice.core.paths import find_paths
    from jarvis_voice.store.sqlite.readonly import read_thread

    paths = find_paths()
    count = len(read_thread(paths.database, name))
    if not count:
        typer.echo(f'No turns in the thread "{name}".')
        return
    if not yes and not typer.confirm(f'Forget the {_turns(count)} of "{name}" for good?'):
        typer.echo("Nothing was cleared.")
        raise typer.Exit(1)
    typer.echo(f"Forgot {_turns(asyncio.run(clear_thread(paths, name)))}.")


def _turns(count: int) -> str:
    return "1 turn" if count == 1 else f"{count} turns"
