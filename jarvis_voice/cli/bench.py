"""`jarvis bench`: measures hearing, planning, speaking and whole turns."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from jarvis_voice.cli import bench_long
from jarvis_voice.cli.output import out

if TYPE_CHECKING:
    from jarvis_voice.workshop.benches.brain_bench import BrainFigures
    from jarvis_voice.workshop.benches.reading_cost import UnderstandingFigures


app = typer.Typer(no_args_is_help=True, help="Measure parts of the program on this machine.")


@app.callback()
def _bench() -> None:
    """Measure parts of the program on this machine."""


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
    from jarvis_voice.workshop.benches.reading_cost import bench_reading

    figures, reading = asyncio.run(bench_brain(turns, messages)), asyncio.run(bench_reading())
    if as_json:
        both = {**asdict(figures), **asdict(reading)}
        out(json.dumps({name: round(value, 3) for name, value in both.items()}))
    else:
        _show(figures, reading)


def _show(figures: BrainFigures, reading: UnderstandingFigures) -> None:
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
        ("a sentence is understood in", f"{reading.reading_ms:.1f} ms", ""),
        ("nineteen of twenty sentences are in", f"{reading.reading_p95_ms:.1f} ms", "<= 10 ms"),
    ):
        table.add_row(name, measured, wanted)
    Console().print(table)


def idle(
    seconds: Annotated[float, typer.Option(min=1, help="How long each way listens.")] = 60.0,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Listen to room noise our way, then the stock way, each in a process of its own."""
    from rich.console import Console
    from rich.progress import Progress

    from jarvis_voice.cli.output import show_report
    from jarvis_voice.core.paths import find_paths
    from jarvis_voice.workshop.benches.idle_bench import bench_idle, report

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("listening to a quiet room", total=2)
        ours, stock = bench_idle(find_paths().models, seconds, lambda: progress.advance(task))
    show_report(report(ours, stock, seconds), as_json=as_json)


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

    from jarvis_voice.cli.output import show_report
    from jarvis_voice.core.config import load_config
    from jarvis_voice.core.paths import find_paths
    from jarvis_voice.platform.weights.hearing_choice import hearing
    from jarvis_voice.platform.weights.manifest import whisper_folder
    from jarvis_voice.workshop.benches.stt_bench import bench_stt, read_commands, report

    paths = find_paths()
    configured = load_config(paths).speech_to_text
    size = hearing(model or configured.model, paths.models).model
    folder = whisper_folder(paths.models, size)
    commands = read_commands(data, clips or None)
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=len(commands))

        def show(done: int, _: int, name: str) -> None:
            progress.update(task, completed=done, description=name[:30])

        figures = asyncio.run(bench_stt(folder, commands, threads or configured.threads, show))
    show_report(report(figures), as_json=as_json)


def tts(
    rounds: Annotated[int, typer.Option(min=1, help="How often each answer is spoken.")] = 3,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Make typical answers into speech our way and the stock way, answer by answer."""
    import asyncio

    from rich.console import Console
    from rich.progress import Progress

    from jarvis_voice.app.voice_factory import VOICE_GROUP
    from jarvis_voice.cli.output import show_report
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

    from jarvis_voice.cli.output import show_report
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


def talk(
    turns: Annotated[
        int, typer.Option("--turns", min=1, max=100, help="Turns of each way at each speed.")
    ] = 5,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """How soon a language model's first sentence sounds, and how soon the stock way.

    A scripted model on this machine writes 8, 30 and 150 tokens a second; no service is asked.
    With 5 turns it takes one to two minutes. Leave the machine alone meanwhile.
    """
    import asyncio

    from rich.console import Console
    from rich.progress import Progress

    from jarvis_voice.cli.output import show_report
    from jarvis_voice.core.paths import find_paths
    from jarvis_voice.workshop.benches.talk_bench import bench_talk
    from jarvis_voice.workshop.benches.talk_report import report

    voice = find_paths().models / "piper" / "en_US-joe-medium.onnx"
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=None)

        def show(done: int, steps: int, what: str) -> None:
            progress.update(task, completed=done, total=steps, description=what[:50])

        figures = asyncio.run(bench_talk(turns, voice if voice.exists() else None, show))
    show_report(report(figures), as_json=as_json)


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

    from jarvis_voice.cli.output import show_report
    from jarvis_voice.core.config import load_config
    from jarvis_voice.core.paths import find_paths
    from jarvis_voice.engines.wake.heads import find_head
    from jarvis_voice.platform.weights.hearing_choice import hearing
    from jarvis_voice.platform.weights.manifest import whisper_folder
    from jarvis_voice.workshop.benches.wake_bench import Bench, find_sets, report

    paths = find_paths()
    head = find_head(word, paths.wake_heads, paths.models)
    size = hearing(load_config(paths).speech_to_text.model, paths.models).model
    whisper = whisper_folder(paths.models, size)
    sets = find_sets(data, clips or None)
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("listening", total=sets.steps)
        bench = Bench(paths.models, head, whisper)
        figures = asyncio.run(bench.run(sets, lambda: progress.advance(task)))
    show_report(report(figures, head), as_json=as_json)


def loop(
    rounds: Annotated[int, typer.Option(min=1, help="How often each text is sent.")] = 3,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """How long the event loop stands still while a model, a page and clients send the worst."""
    import asyncio

    from jarvis_voice.cli.output import show_report
    from jarvis_voice.workshop.benches.hostile_bench import bench_hostile, report

    show_report(report(asyncio.run(bench_hostile(rounds))), as_json=as_json)


app.command("wake")(wake)
app.command("stt")(stt)
app.command("turn")(turn)
app.command("talk")(talk)
app.command("tts")(tts)
app.command("idle")(idle)
app.command("echo")(bench_long.echo)
app.command("brain")(brain)
app.command("loop")(loop)
app.command("doors")(bench_long.doors)
app.command("faults")(bench_long.faults)
app.command("soak")(bench_long.soak)
