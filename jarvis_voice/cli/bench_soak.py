"""`jarvis bench soak`: a long run, and whether anything grew."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def soak(
    turns: Annotated[int, typer.Option(min=1, help="Turns at full speed.")] = 2_000,
    minutes: Annotated[
        float, typer.Option(min=0, help="Then so long in real time, with now and then a call.")
    ] = 30.0,
    picture: Annotated[
        Path | None, typer.Option(help="Draw memory, counts and lag into this PNG file.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Thousands of turns by voice, typed and talked over; Ctrl-C shows what was measured so far."""
    import asyncio

    from rich.console import Console
    from rich.progress import Progress

    from jarvis_voice.cli.figures import show_report
    from jarvis_voice.cli.output import out
    from jarvis_voice.core.paths import find_paths
    from jarvis_voice.workshop.benches.turn_picture import require_matplotlib
    from jarvis_voice.workshop.soak.soak_bench import SoakOptions, SoakRecord, bench_soak
    from jarvis_voice.workshop.soak.soak_report import draw, report, to_json, verdict
    from jarvis_voice.workshop.soak.soak_verdict import leaks

    if picture:
        require_matplotlib()
    record, broken_off = SoakRecord(), False
    options = SoakOptions(find_paths().models, turns, minutes)
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("the program starts", total=None)

        def show(done: float, total: float, what: str) -> None:
            progress.update(task, completed=done, total=total, description=what)

        try:
            asyncio.run(bench_soak(options, record, show))
        except KeyboardInterrupt:
            broken_off = True
    if as_json:
        out(to_json(record, broken_off=broken_off))
    else:
        show_report(report(record, broken_off=broken_off), as_json=False)
    if picture:
        draw(record, picture)
    if broken_off or leaks(verdict(record)):
        raise typer.Exit(1)
