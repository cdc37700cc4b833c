"""`jarvis bench wake`: what the wake word misses and what wakes it by mistake."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def wake(
    data: Annotated[
        Path,
        typer.Option(help="A folder with wake/positive, wake/negative, commands and noise."),
    ],
    word: Annotated[str, typer.Option(help="The wake word.")] = "jarvis",
    clips: Annotated[
        int, typer.Option(min=0, help="At most so many of each kind; 0 is all of them.")
    ] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Hear recordings with our head and with openWakeWord's own, side by side."""
    import asyncio

    from rich.console import Console
    from rich.progress import Progress

    from jarvis_voice.cli.figures import show_report
    from jarvis_voice.core.config import load_config
    from jarvis_voice.core.paths import find_paths
    from jarvis_voice.engines.wake.heads import find_head
    from jarvis_voice.platform.weights.manifest import whisper_folder
    from jarvis_voice.workshop.benches.wake_bench import Bench, find_sets, report

    paths = find_paths()
    head = find_head(word, paths.wake_heads, paths.models)
    whisper = whisper_folder(paths.models, load_config(paths).speech_to_text.model)
    sets = find_sets(data, clips or None)
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("listening", total=sets.steps)
        bench = Bench(paths.models, head, whisper)
        figures = asyncio.run(bench.run(sets, lambda: progress.advance(task)))
    show_report(report(figures, head), as_json=as_json)
