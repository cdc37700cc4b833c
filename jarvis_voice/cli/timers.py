"""`jarvis timers`: what was set: timers, alarms, reminders and routines."""

from __future__ import annotations

from typing import Annotated

import typer

from jarvis_voice.frontends.screen import one_line

app = typer.Typer(
    no_args_is_help=True, help="List or cancel timers, alarms, reminders and routines."
)


@app.command("list")
def list_(as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False) -> None:
    """List what is set, the next one first: number, kind, when, repetition, name or words."""
    import json

    from jarvis_voice.cli.set_entries import listed
    from jarvis_voice.paths import find_paths

    entries = listed(find_paths().database)
    if as_json:
        typer.echo(json.dumps(entries, ensure_ascii=False))
        return
    for one in entries:
        called = one_line(one["name"] or one["words"])
        typer.echo("\t".join((str(one["number"]), one["kind"], one["due"], one["again"], called)))
    if not entries:
        typer.echo("Nothing is set.")


@app.command("cancel")
def cancel(
    number: Annotated[int, typer.Argument(help="As `jarvis timers list` shows it.")],
) -> None:
    """Cancel one."""
    import asyncio

    from jarvis_voice.cli.set_entries import cancel_entries
    from jarvis_voice.paths import find_paths

    if not asyncio.run(cancel_entries(find_paths(), (number,))):
        typer.echo(f"There is no number {number}. See `jarvis timers list`.", err=True)
        raise typer.Exit(1)
    typer.echo(f"Cancelled {number}.")
