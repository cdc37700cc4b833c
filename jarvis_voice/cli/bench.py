"""`jarvis bench`: measures hearing, planning, speaking and whole turns."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from jarvis_voice.cli import bench_long
from jarvis_voice.cli.bench_run import BenchRun, JsonOption, WithinOption

if TYPE_CHECKING:
    from jarvis_voice.workshop.benches.idle_bench import Idle

RECORDINGS = 12
"""Of people, which take half a minute each, both ways: 24 commands and these are 8 minutes."""

TURN_MINUTES = 15.0
"""The end of `bench turn` on a machine that is busy with everything else."""

app = typer.Typer(no_args_is_help=True, help="Measure parts of the program on this machine.")


@app.callback()
def _bench() -> None:
    """Measure parts of the program on this machine."""


def brain(
    turns: Annotated[int, typer.Option(min=1, help="Turns to take the median of.")] = 20,
    messages: Annotated[int, typer.Option(min=2, help="Messages of the long thread.")] = 2_000,
    within: WithinOption = 15.0,
    as_json: JsonOption = False,
) -> None:
    """What planning costs without a model, and what a long conversation costs."""
    from jarvis_voice.workshop.benches.brain_bench import BrainFigures, bench_brain, report

    figures = BrainFigures(messages)
    with BenchRun(within) as run:
        run.wait(bench_brain(turns, figures, run.tell))
    run.show(report(figures), as_json=as_json)


def idle(
    seconds: Annotated[float, typer.Option(min=1, help="How long each way listens.")] = 60.0,
    within: WithinOption = 0.0,
    as_json: JsonOption = False,
) -> None:
    """Listen to room noise our way, then the stock way, each in a process of its own."""
    from jarvis_voice.core.paths import find_paths
    from jarvis_voice.workshop.benches.idle_bench import bench_idle, report

    costs: list[Idle] = []
    with BenchRun(within) as run:
        run.wait(bench_idle(find_paths().models, seconds, costs, run.tell))
    run.show(report(costs, seconds), as_json=as_json)


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
    within: WithinOption = 30.0,
    as_json: JsonOption = False,
) -> None:
    """Hear recorded commands our way and the stock way, clip by clip."""
    from jarvis_voice.core.config import load_config
    from jarvis_voice.core.paths import find_paths
    from jarvis_voice.platform.weights.hearing_choice import hearing
    from jarvis_voice.platform.weights.manifest import whisper_folder
    from jarvis_voice.workshop.benches.stt_bench import (
        SttFigures,
        bench_stt,
        read_commands,
        report,
    )

    paths = find_paths()
    configured = load_config(paths).speech_to_text
    size = hearing(model or configured.model, paths.models).model
    folder = whisper_folder(paths.models, size)
    figures = SttFigures(str(folder), threads or configured.threads)
    with BenchRun(within) as run:
        run.say("the recordings are read")
        run.wait(bench_stt(figures, read_commands(data, clips or None), run.tell))
    run.show(report(figures), as_json=as_json)


def tts(
    rounds: Annotated[int, typer.Option(min=1, help="How often each answer is spoken.")] = 3,
    within: WithinOption = 15.0,
    as_json: JsonOption = False,
) -> None:
    """Make typical answers into speech our way and the stock way, answer by answer."""
    from jarvis_voice.app.voice_factory import VOICE_GROUP
    from jarvis_voice.core.paths import find_paths
    from jarvis_voice.platform.weights.check import require
    from jarvis_voice.workshop.benches.tts_bench import LONG, SHORT, TtsFigures, bench_tts, report

    models = find_paths().models
    require(models, [VOICE_GROUP])
    voice, figures = models / "piper" / "en_US-joe-medium.onnx", TtsFigures()
    with BenchRun(within) as run:
        step = run.counted(rounds * len(SHORT + LONG), "answers, each way")
        run.wait(bench_tts(voice, rounds, figures, step))
    run.show(report(figures), as_json=as_json)


def turn(
    *,
    data: Annotated[
        Path | None,
        typer.Option(help="Add recordings of people: a folder with *.flac or commands/*.flac."),
    ] = None,
    turns: Annotated[
        int, typer.Option(min=1, max=1_000, help="Synthetic commands, each said both ways.")
    ] = 24,
    recordings: Annotated[
        int, typer.Option(min=1, help="So many of --data, drawn by chance.")
    ] = RECORDINGS,
    every: Annotated[
        bool, typer.Option("--all", help="All of --data, half a minute each; see --within.")
    ] = False,
    seed: Annotated[int, typer.Option(min=0, help="Of the chance; the same draws the same.")] = 0,
    picture: Annotated[
        Path | None, typer.Option(help="Draw the figures into this PNG file.")
    ] = None,
    device: Annotated[
        bool, typer.Option("--device", help="Answer aloud on this machine's loudspeaker.")
    ] = False,
    loading: Annotated[
        bool, typer.Option(help="Also measure how long the start takes, in fresh processes.")
    ] = True,
    within: Annotated[
        float | None,
        typer.Option(
            min=0,
            help="End after so many minutes with what was measured by then; 0 is never, which is "
            f"also what --all does. Else {TURN_MINUTES:g}.",
            show_default=False,
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Play spoken commands at real speed to the whole program, and to the stock way beside it.

    On two cores that do nothing else it takes 5 minutes, and 8 with --data. Ctrl-C shows what was
    measured so far.
    """
    from jarvis_voice.app.voice_factory import VOICE_GROUP
    from jarvis_voice.core.paths import find_paths
    from jarvis_voice.platform.weights.check import require
    from jarvis_voice.workshop.benches.turn_bench import TurnFigures, TurnOptions, bench_turn
    from jarvis_voice.workshop.benches.turn_picture import draw, require_matplotlib
    from jarvis_voice.workshop.benches.turn_report import report

    if picture:
        require_matplotlib()
    models, drawn = find_paths().models, None if every else recordings
    require(models, [VOICE_GROUP])  # both ways speak: without a voice nothing can be measured
    options = TurnOptions(models, turns, data, drawn, seed, device, loading)
    figures = TurnFigures()
    if within is None:
        within = 0.0 if every else TURN_MINUTES
    with BenchRun(within) as run:
        run.wait(bench_turn(options, figures, run.tell))
    if picture and figures.ours:
        draw(figures, picture)
    run.show(report(figures), as_json=as_json)


def talk(
    turns: Annotated[
        int, typer.Option("--turns", min=1, max=100, help="Turns of each way at each speed.")
    ] = 5,
    within: WithinOption = 15.0,
    as_json: JsonOption = False,
) -> None:
    """How soon a language model's first sentence sounds, and how soon the stock way.

    A scripted model on this machine writes 8, 30 and 150 tokens a second; no service is asked.
    With 5 turns it takes one to two minutes. Leave the machine alone meanwhile.
    """
    from jarvis_voice.core.paths import find_paths
    from jarvis_voice.workshop.benches.talk_bench import TalkFigures, bench_talk
    from jarvis_voice.workshop.benches.talk_report import report

    voice = find_paths().models / "piper" / "en_US-joe-medium.onnx"
    figures = TalkFigures(has_voice=voice.exists())
    with BenchRun(within) as run:
        run.wait(bench_talk(turns, voice if voice.exists() else None, figures, run.tell))
    run.show(report(figures), as_json=as_json)


def wake(
    data: Annotated[
        Path,
        typer.Option(help="A folder with wake/positive, wake/negative, commands and noise."),
    ],
    word: Annotated[str, typer.Option(help="The wake word.")] = "jarvis",
    clips: Annotated[
        int, typer.Option(min=0, help="At most so many of each kind; 0 is all of them.")
    ] = 0,
    within: WithinOption = 30.0,
    as_json: JsonOption = False,
) -> None:
    """Hear recordings with our head and with openWakeWord's own, side by side."""
    from jarvis_voice.core.config import load_config
    from jarvis_voice.core.paths import find_paths
    from jarvis_voice.engines.wake.heads import find_head
    from jarvis_voice.platform.weights.hearing_choice import hearing
    from jarvis_voice.platform.weights.manifest import whisper_folder
    from jarvis_voice.workshop.benches.wake_bench import Bench, WakeFigures, find_sets, report

    paths = find_paths()
    head = find_head(word, paths.wake_heads, paths.models)
    size = hearing(load_config(paths).speech_to_text.model, paths.models).model
    whisper = whisper_folder(paths.models, size)
    sets, figures = find_sets(data, clips or None), WakeFigures()
    with BenchRun(within) as run:
        step = run.counted(sets.steps, "recordings")
        run.wait(Bench(paths.models, head, whisper).run(sets, figures, step))
    run.show(report(figures, head), as_json=as_json)


def loop(
    rounds: Annotated[int, typer.Option(min=1, help="How often each text is sent.")] = 3,
    within: WithinOption = 15.0,
    as_json: JsonOption = False,
) -> None:
    """How long the event loop stands still while a model, a page and clients send the worst."""
    from jarvis_voice.workshop.benches.hostile_bench import HostileFigures, bench_hostile, report

    figures = HostileFigures()
    with BenchRun(within) as run:
        run.wait(bench_hostile(rounds, figures, run.tell))
    run.show(report(figures), as_json=as_json)


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
