"""`jarvis bench faults`: what becomes of the program when it is killed, or loses its sound."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer


class Kind(StrEnum):
    """Which faults."""

    CRASH = "crash"
    SOUND = "sound"


def faults(
    rounds: Annotated[int, typer.Option(min=1, help="How often each fault is produced.")] = 20,
    only: Annotated[Kind | None, typer.Option(help="Leave the other kind out.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Kill the program at every point and take its sound away, and see that it goes on.

    The crash faults run in homes of their own and open nothing. The sound faults need a PulseAudio
    that can be started beside yours.
    """
    import asyncio

    from rich.console import Console
    from rich.progress import Progress

    from jarvis_voice.app.voice_factory import VOICE_GROUP
    from jarvis_voice.cli.figures import show_report
    from jarvis_voice.core.paths import find_paths
    from jarvis_voice.platform.weights.check import require
    from jarvis_voice.workshop.faults.crash_faults import run_crash_faults
    from jarvis_voice.workshop.faults.crash_fuse import POINTS
    from jarvis_voice.workshop.faults.fault import FaultResult, report

    models = find_paths().models
    require(models, [VOICE_GROUP])
    results: list[FaultResult] = []
    with Progress(console=Console(stderr=True), transient=True) as progress:
        if only is not Kind.SOUND:
            killing = progress.add_task("killing it", total=rounds * len(POINTS))
            results += run_crash_faults(models, rounds, lambda: progress.advance(killing))
        if only is not Kind.CRASH:
            from jarvis_voice.workshop.faults.sound_faults import run_sound_faults

            losing = progress.add_task("taking its sound away", total=None)
            sound = run_sound_faults(models, rounds, lambda: progress.advance(losing))
            results += asyncio.run(sound)
    show_report(report(results), as_json=as_json)
    if not all(one.is_recovered for one in results):
        raise typer.Exit(1)
