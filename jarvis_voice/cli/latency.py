"""`jarvis latency`: where the time of the last turns went, stage by stage."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from jarvis_voice.core.stage_times import TurnStages

PERCENTS = (50, 90, 95)
MILLISECONDS = 1_000

_MEANINGS = {
    "pause": "your last word to the decision that you have finished",
    "transcribe": "from there to the words",
    "plan": "from the words to the first step",
    "act": "until the last tool has ended",
    "word": "until the first sentence of the answer",
    "synthesise": "until its first clause is sound",
    "output": "until the loudspeaker has it",
    "whole": "your last word (or line) to the answer",
}


def latency(
    last: Annotated[
        int, typer.Option("--last", min=1, max=5_000, help="Count the newest so many turns.")
    ] = 200,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Show how long answers took: p50, p90 and p95 of each stage and of whole turns, by source.

    The times of the newest 5,000 turns are kept.
    """
    import json

    from jarvis_voice.core.paths import find_paths
    from jarvis_voice.store.sqlite.readonly import read_latency

    turns = read_latency(find_paths().database, last)
    if as_json:
        typer.echo(json.dumps({"turns": len(turns), "sources": by_source(turns)}))
    else:
        _print(turns)


def by_source(turns: Sequence[TurnStages]) -> dict[str, dict[str, dict[str, float]]]:
    """Milliseconds by source, stage and percentile, with the number of turns that had the stage."""
    from jarvis_voice.core.stage_times import STAGES
    from jarvis_voice.workshop.benches.comparison import percentile

    sources: dict[str, dict[str, dict[str, float]]] = {}
    for source in sorted({turn.source for turn in turns}):
        ours = [turn.seconds for turn in turns if turn.source == source]
        for stage in STAGES:
            took = [seconds[stage] * MILLISECONDS for seconds in ours if stage in seconds]
            if took:
                figures = {f"p{one}_ms": round(percentile(took, one), 1) for one in PERCENTS}
                sources.setdefault(source, {})[stage] = {"turns": len(took), **figures}
    return sources


def _print(turns: Sequence[TurnStages]) -> None:
    from rich.console import Console

    console = Console(highlight=False, soft_wrap=True)
    if not turns:
        console.print("There are no turns yet.")
    for source, stages in by_source(turns).items():
        count = sum(turn.source == source for turn in turns)
        console.print(_table(f"{source}: the newest {count} turns", stages))


def _table(title: str, stages: Mapping[str, Mapping[str, float]]) -> object:
    from rich.box import SIMPLE
    from rich.table import Table

    table = Table(title=title, title_justify="left", box=SIMPLE)
    table.add_column("", no_wrap=True)
    for percent in PERCENTS:
        table.add_column(f"p{percent}", justify="right", no_wrap=True)
    table.add_column("turns", justify="right", no_wrap=True)
    table.add_column("from, to")
    for stage, figures in stages.items():
        shown = (f"{figures[f'p{percent}_ms']:,.0f} ms" for percent in PERCENTS)
        table.add_row(stage, *shown, f"{figures['turns']:.0f}", _MEANINGS[stage])
    return table
