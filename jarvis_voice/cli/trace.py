"""`jarvis trace`: how a turn was thought through."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from pathlib import Path

    from jarvis_voice.store.sqlite.readonly import PastTurn

_STYLES = {"thought": "dim", "action": "bold cyan", "observation": "green"}


def trace(
    turn: Annotated[
        str, typer.Argument(help='A turn such as "t12" or "12"; the newest one if none is named.')
    ] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Show how a turn was thought through: Thought, Action, Observation.

    The traces of the newest 500 turns are kept.
    """
    import json

    from jarvis_voice.core.paths import find_paths
    from jarvis_voice.store.sqlite.readonly import read_trace

    database = find_paths().database
    past = _find(database, turn)
    lines = read_trace(database, past.turn_id)
    if as_json:
        from dataclasses import asdict

        body = {"turn": asdict(past), "trace": [asdict(line) for line in lines]}
        typer.echo(json.dumps(body, ensure_ascii=False))
        return
    _print(past, [(line.kind, line.text) for line in lines])


def _find(database: Path, turn: str) -> PastTurn:
    """The turn that is named, or the newest; the command ends where there is none."""
    from jarvis_voice.store.sqlite.readonly import read_turn

    number = turn.strip().lower().removeprefix("t")
    past = read_turn(database, f"t{number}" if number else None)
    if past is None:
        newest = read_turn(database)
        known = f"The newest is {newest.turn_id}." if newest else "There are no turns yet."
        typer.echo(f'There is no turn "{turn}". {known}' if turn else known, err=True)
        raise typer.Exit(1)
    return past


def _print(past: PastTurn, lines: list[tuple[str, str]]) -> None:
    from rich.console import Console
    from rich.text import Text

    from jarvis_voice.doors.terminal.screen import plain

    console = Console(soft_wrap=True, highlight=False)
    head = f"{past.turn_id}  {past.started_at}  {past.source}  {past.outcome or 'running'}"
    console.print(Text(head, style="dim"))
    console.print(Text(f"You: {plain(past.text)}", style="bold"))
    width = len("Observation")
    for kind, text in lines:
        label = Text(f"  {kind.title():<{width}}  ", style=_STYLES.get(kind, ""))
        console.print(label + Text(plain(text).replace("\n", " ")))
    if not lines:
        console.print("  Nothing was kept of how this turn went.")
    if past.reply:
        console.print(Text(f"Jarvis: {plain(past.reply)}", style="bold"))
