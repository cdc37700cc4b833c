"""`jarvis bench turn`: from the end of speech to the first word of the answer."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def turn(
    data: Annotated[
        Path | None,
        typer.Option(help="Add as many real commands: a folder with commands/*.flac in it."),
    ] = None,
    turns: Annotated[int, typer.Option(min=1, max=1_000, help="Turns of each way.")] = 24,
    picture: Annotated[
        Path | None, typer.Option(help="Draw the figures into this PNG file.")
    ] = None,
    device: Annotated[
        bool, typer.Option("--device", help="Answer aloud on this machine's loudspeaker.")
    ] = False,
    loading: Annotated[
        bool, typer.Option(help="Also measure how long the start takes, in fresh processes.")
    ] = True,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Play spoken commands at real speed to the whole program, and to the stock way beside it."""
    import asyncio

    from rich.console import Console
    from rich.progress import Progress

    from jarvis_voice.cli.figures import show_report
    from jarvis_voice.core.paths import find_paths
    from jarvis_voice.workshop.benches.ledger_cost import ledger_ms
    from jarvis_voice.workshop.benches.turn_bench import TurnOptions, bench_turn
    from jarvis_voice.workshop.benches.turn_picture import draw, require_matplotlib
    from jarvis_voice.workshop.benches.turn_report import report

    if picture:
        require_matplotlib()
    options = TurnOptions(find_paths().models, turns, data, device, loading)
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=None)

        def show(done: int, steps: int, what: str) -> None:
            progress.update(task, completed=done, total=steps, description=what[:50])

        figures = asyncio.run(bench_turn(options, show))
        took_ms = asyncio.run(ledger_ms())
    show_report(report(figures, took_ms), as_json=as_json)
    if picture:
        draw(figures, picture)
