"""`jarvis bench stt`: how much of a command is heard, and how soon."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def stt(
    data: Annotated[
        Path, typer.Option(help="A folder with commands/labels.json and commands/*.flac.")
    ],
    model: Annotated[
        str, typer.Option(help="A Whisper size, or a folder; empty is the configured one.")
    ] = "",
    clips: Annotated[int, typer.Option(min=0, help="At most so many; 0 is all of them.")] = 0,
    threads: Annotated[
        int, typer.Option(min=0, help="Threads of each way; 0 is what is configured.")
    ] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Hear recorded commands our way and the stock way, clip by clip."""
    import asyncio

    from rich.console import Console
    from rich.progress import Progress

    from jarvis_voice.cli.figures import show_report
    from jarvis_voice.core.config import load_config
    from jarvis_voice.core.paths import find_paths
    from jarvis_voice.platform.weights.manifest import whisper_folder
    from jarvis_voice.workshop.benches.stt_bench import bench_stt, read_commands, report

    paths = find_paths()
    configured = load_config(paths).speech_to_text
    folder = whisper_folder(paths.models, model or configured.model)
    commands = read_commands(data, clips or None)
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=len(commands))

        def show(done: int, _: int, name: str) -> None:
            progress.update(task, completed=done, description=name[:30])

        figures = asyncio.run(bench_stt(folder, commands, threads or configured.threads, show))
    show_report(report(figures), as_json=as_json)
