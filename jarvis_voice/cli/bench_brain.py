"""`jarvis bench brain`: what planning costs without a model."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from jarvis_voice.cli.output import out

if TYPE_CHECKING:
    from jarvis_voice.workshop.benches.brain_bench import BrainFigures


def brain(
    turns: Annotated[int, typer.Option(min=1, help="Turns to take the median of.")] = 20,
    messages: Annotated[int, typer.Option(min=2, help="Messages of the long thread.")] = 2_000,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """What planning costs without a model, and what a long conversation costs."""
    import asyncio
    import json
    from dataclasses import asdict

    from jarvis_voice.workshop.benches.brain_bench import bench_brain

    figures = asyncio.run(bench_brain(turns, messages))
    if as_json:
        out(json.dumps({name: round(value, 3) for name, value in asdict(figures).items()}))
    else:
        _show(figures)


def _show(figures: BrainFigures) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table("what", box=None, pad_edge=False)
    table.add_column("measured", justify="right")
    table.add_column("wanted", justify="right")
    long = f"a thread of {figures.messages:.0f} messages"
    for name, measured, wanted in (
        ("a turn of 3 loops", f"{figures.turn_ms:.1f} ms", "< 15 ms"),
        ("the same the stock way", f"{figures.stock_turn_ms:.1f} ms", ""),
        ("times as fast as the stock way", f"{figures.times_as_fast:.1f}", ""),
        (f"{long} loads in", f"{figures.load_ms:.1f} ms", "< 50 ms"),
        (f"{long} grows in a turn by", f"{figures.growth_kb:.1f} kB", "< 50 kB"),
    ):
        table.add_row(name, measured, wanted)
    Console().print(table)
