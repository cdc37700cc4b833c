"""`jarvis bench tts`: how soon an answer is heard."""

from __future__ import annotations

from typing import Annotated

import typer


def tts(
    rounds: Annotated[int, typer.Option(min=1, help="How often each answer is spoken.")] = 3,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Make typical answers into speech our way and the stock way, answer by answer."""
    import asyncio

    from rich.console import Console
    from rich.progress import Progress

    from jarvis_voice.app.voice_factory import VOICE_GROUP
    from jarvis_voice.cli.figures import show_report
    from jarvis_voice.core.paths import find_paths
    from jarvis_voice.platform.weights.check import require
    from jarvis_voice.workshop.benches.tts_bench import LONG, SHORT, bench_tts, report

    models = find_paths().models
    require(models, [VOICE_GROUP])
    voice = models / "piper" / "en_US-joe-medium.onnx"
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("speaking", total=rounds * len(SHORT + LONG))
        figures = asyncio.run(bench_tts(voice, rounds, lambda: progress.advance(task)))
    show_report(report(figures), as_json=as_json)
