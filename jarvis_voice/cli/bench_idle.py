"""`jarvis bench idle`: what listening costs while nobody speaks."""

from __future__ import annotations

from typing import Annotated

import typer


def idle(
    seconds: Annotated[float, typer.Option(min=1, help="How long each way listens.")] = 60.0,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Listen to room noise our way, then the stock way, each in a process of its own."""
    from rich.console import Console
    from rich.progress import Progress

    from jarvis_voice.cli.figures import show_report
    from jarvis_voice.core.paths import find_paths
    from jarvis_voice.workshop.benches.idle_bench import bench_idle, report

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("listening to a quiet room", total=2)
        ours, stock = bench_idle(find_paths().models, seconds, lambda: progress.advance(task))
    show_report(report(ours, stock, seconds), as_json=as_json)
