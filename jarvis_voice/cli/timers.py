"""`jarvis timers`: what was set: timers, alarms, reminders and routines."""

from __future__ import annotations

from typing import Annotated

import typer

from jarvis_voice.doors.control.requests import LARGEST_NUMBER

app = typer.Typer(
    no_args_is_help=True, help="List or cancel timers, alarms, reminders and routines."
)


@app.command("list")
def list_(
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON, with exact times.")] = False,
) -> None:
    """List what is set, the next one first: number, kind, when, repetition, name or words."""
    import json

    from jarvis_voice.cli.set_entries import listed, shown
    from jarvis_voice.core.clock import SystemClock, elapsed, local_zone
    from jarvis_voice.core.paths import find_paths
    from jarvis_voice.core.schedule_entries import Moment

    database = find_paths().database
    if as_json:
        typer.echo(json.dumps(listed(database), ensure_ascii=False))
        return
    now = SystemClock().now()
    for line in shown(database, Moment(now, *elapsed()), local_zone(now)) or ["Nothing is set."]:
        typer.echo(line)


@app.command("cancel")
def cancel(
    number: Annotated[
        int, typer.Argument(min=1, max=LARGEST_NUMBER, help="As `jarvis timers list` shows it.")
    ],
) -> None:
    """Cancel one."""
    import asyncio

    from jarvis_voice.cli.set_entries import cancel_entries
    from jarvis_voice.core.paths import find_paths

    if not asyncio.run(cancel_entries(find_paths(), (number,))):
        typer.echo(f"There is no number {number}. See `jarvis timers list`.", err=True)
        raise typer.Exit(1)
    typer.echo(f"Cancelled {number}.")
