"""`jarvis bench echo|doors|faults|soak`: the benches that run for a long time."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from jarvis_voice.cli.bench_run import BenchRun, JsonOption, WithinOption
from jarvis_voice.cli.output import err, out

if TYPE_CHECKING:
    from jarvis_voice.workshop.benches.echo.echo_live import EchoMeasured


DataOption = Annotated[
    Path | None,
    typer.Option(
        "--data", help="Recordings of people (wake/positive) to call; synthetic voices without."
    ),
]


def echo(
    data: DataOption = None,
    live: Annotated[
        bool, typer.Option("--live", help="On this machine's loudspeaker and microphone.")
    ] = False,
    mentions: Annotated[
        int, typer.Option(min=1, help="How often we say our own name in the loop.")
    ] = 100,
    calls: Annotated[int, typer.Option(min=1, help="How many callers there are.")] = 40,
    within: WithinOption = 15.0,
    as_json: JsonOption = False,
) -> None:
    """How much of our own voice is cancelled, and who is heard over it."""
    from jarvis_voice.core.paths import find_paths
    from jarvis_voice.workshop.benches.echo.echo_bench import EchoRecord, bench_echo, report

    if live:
        import asyncio

        _show_live(asyncio.run(_measure_live()), as_json=as_json)
        return
    figures = EchoRecord()
    with BenchRun(within) as run:
        run.wait(bench_echo(find_paths(), figures, run.say, data, mentions=mentions, calls=calls))
    run.show(report(figures), as_json=as_json)


async def _measure_live() -> EchoMeasured:
    from jarvis_voice.audio.echo.reference import PlayedSound
    from jarvis_voice.audio.microphone import DeviceMicrophone
    from jarvis_voice.audio.speaker import DeviceSpeaker
    from jarvis_voice.core.config import load_config
    from jarvis_voice.core.paths import find_paths
    from jarvis_voice.core.prosody import Prosody
    from jarvis_voice.engines.tts.piper import PiperTts
    from jarvis_voice.workshop.benches.echo.echo_live import SENTENCES, measure_echo
    from jarvis_voice.workshop.benches.echo.self_speech import speak

    paths = find_paths()
    config = load_config(paths)
    played = PlayedSound()
    model = paths.models / "piper" / "en_US-joe-medium.onnx"
    async with PiperTts(model, Prosody(config.voice.speed)) as tts:
        speech = list((await speak(tts, SENTENCES)).values())
    microphone = DeviceMicrophone(config.microphone.device, _tell)
    async with DeviceSpeaker(config.speaker.device, played.put) as speaker:
        return await measure_echo(microphone, speaker, played, speech, _tell)


def _tell(code: str, message: str) -> None:
    err(f"jarvis: {code}: {message}")


def _show_live(measured: EchoMeasured, *, as_json: bool) -> None:
    import json
    from dataclasses import asdict

    if as_json:
        out(json.dumps(asdict(measured) | {"verdict": measured.verdict}))
        return
    out(f"room {measured.room_dbfs:.0f} dBFS, my voice {measured.echo_dbfs:.0f} dBFS")
    if measured.delay_seconds is not None:
        out(f"heard {measured.delay_seconds * 1e3:.0f} ms after it was played")
    out(measured.verdict)


def doors(
    *,
    streams: Annotated[
        int, typer.Option(min=1, max=480, help="Idle streams of events at once.")
    ] = 200,
    turns: Annotated[int, typer.Option(min=1, help="Turns beside them, and without.")] = 100,
    users: Annotated[
        int, typer.Option(min=1, max=1_000, help="Users who ask in three threads each.")
    ] = 1_000,
    soak: Annotated[
        float,
        typer.Option("--soak", min=0, help="Also let people come and go for so many minutes."),
    ] = 0.0,
    url: Annotated[
        str,
        typer.Option(help="Also measure an empty PostgreSQL database; what is kept there stays."),
    ] = "",
    within: WithinOption = 0.0,
    as_json: JsonOption = False,
) -> None:
    """What the HTTP port carries: idle streams, many users, a shutdown beside open streams.

    The program runs in a folder of its own, which is removed afterwards, without ears and mouth.
    It takes two to four minutes.
    """
    from importlib.util import find_spec

    from jarvis_voice.core.errors import ConfigError
    from jarvis_voice.platform.install_method import extra_line

    if not (find_spec("fastapi") and find_spec("prometheus_client")):
        message = f"The HTTP port needs more packages. Run: {extra_line('http')}"
        raise ConfigError("http-packages", message)
    from jarvis_voice.workshop.benches.doors.doors_bench import (
        DoorsFigures,
        DoorsOptions,
        bench_doors,
    )
    from jarvis_voice.workshop.benches.doors.doors_report import report

    figures = DoorsFigures(DoorsOptions(streams, turns, users, soak, url))
    with BenchRun(within) as run:
        run.wait(bench_doors(figures, run.tell))
    run.show(report(figures), as_json=as_json)


class Kind(StrEnum):
    """Which faults `jarvis bench faults` produces."""

    CRASH = "crash"
    SOUND = "sound"


def faults(
    rounds: Annotated[int, typer.Option(min=1, help="How often each fault is produced.")] = 20,
    only: Annotated[Kind | None, typer.Option(help="Leave the other kind out.")] = None,
    fuzz: Annotated[
        int,
        typer.Option(min=0, help="Instead: so many rounds of random damage and misuse; 0 is none."),
    ] = 0,
    seed: Annotated[
        int, typer.Option(min=0, help="The first round of --fuzz; a failed one says which it was.")
    ] = 0,
    within: WithinOption = 0.0,
    as_json: JsonOption = False,
) -> None:
    """Kill the program at every point and take its sound away, and see that it goes on.

    The crash faults run in homes of their own and open nothing. The sound faults need a PulseAudio
    that can be started beside yours.

    --fuzz needs neither sound nor models: each round damages or misuses one thing at random, in a
    folder of its own. Nothing that can be read may be lost, every loss must be told, and nothing
    may end with a traceback. Where something gave way, its seed is shown and the exit code is 1:
    run that round again with --fuzz 1 --seed and its number.
    """
    if fuzz:
        _fuzz(fuzz, seed, within, as_json=as_json)
        return
    from jarvis_voice.app.voice_factory import VOICE_GROUP
    from jarvis_voice.core.paths import find_paths
    from jarvis_voice.platform.weights.check import require
    from jarvis_voice.workshop.faults.crash_faults import run_crash_faults
    from jarvis_voice.workshop.faults.crash_fuse import POINTS
    from jarvis_voice.workshop.faults.fault import FaultResult, report

    models = find_paths().models
    require(models, [VOICE_GROUP])
    results: list[FaultResult] = []
    with BenchRun(within) as run:
        if only is not Kind.SOUND:
            killing = run.counted(rounds * len(POINTS), "killing it")
            run_crash_faults(models, rounds, results, killing)
        if only is not Kind.CRASH:
            from jarvis_voice.workshop.faults.sound_faults import FAULTS, run_sound_faults

            losing = run.counted(rounds * (len(FAULTS) + 1), "taking its sound away")
            run.wait(run_sound_faults(models, rounds, results, losing))
    run.show(report(results), as_json=as_json)
    if not all(one.is_recovered for one in results):
        raise typer.Exit(1)


def _fuzz(rounds: int, first_seed: int, within: float, *, as_json: bool) -> None:
    """Run all fuzzers; the command fails where something gave way."""
    import logging

    from jarvis_voice.workshop.fuzz.runner import FUZZERS, FuzzResults, fuzz_report, run_fuzzers

    logging.getLogger("jarvis_voice").addHandler(logging.NullHandler())  # it warns in each round
    results = FuzzResults()
    with BenchRun(within) as run:
        step = run.counted(rounds * len(FUZZERS), "damaging")
        run.wait(run_fuzzers(rounds, first_seed, results, step))
    run.show(fuzz_report(results), as_json=as_json)
    if results.failures:
        raise typer.Exit(1)


def soak(
    turns: Annotated[int, typer.Option(min=1, help="Turns at full speed.")] = 2_000,
    minutes: Annotated[
        float, typer.Option(min=0, help="Then so long in real time, with now and then a call.")
    ] = 30.0,
    picture: Annotated[
        Path | None, typer.Option(help="Draw memory, counts and lag into this PNG file.")
    ] = None,
    within: WithinOption = 0.0,
    as_json: JsonOption = False,
) -> None:
    """Thousands of turns by voice, typed and talked over; Ctrl-C shows what was measured so far."""
    from jarvis_voice.app.voice_factory import VOICE_GROUP
    from jarvis_voice.cli.output import show_report
    from jarvis_voice.core.paths import find_paths
    from jarvis_voice.platform.weights.check import require
    from jarvis_voice.workshop.benches.turn_picture import require_matplotlib
    from jarvis_voice.workshop.soak.soak_bench import SoakOptions, SoakRecord, bench_soak
    from jarvis_voice.workshop.soak.soak_report import draw, report, to_json, verdict
    from jarvis_voice.workshop.soak.soak_verdict import leaks

    if picture:
        require_matplotlib()
    models, record = find_paths().models, SoakRecord()
    require(models, [VOICE_GROUP])
    with BenchRun(within) as run:
        run.wait(bench_soak(SoakOptions(models, turns, minutes), record, run.tell))
    shown = run.marked(report(record))
    if as_json:
        out(to_json(record, shown))
    else:
        show_report(shown, as_json=False)
    if picture:
        draw(record, picture)
    run.leave()
    if leaks(verdict(record)):
        raise typer.Exit(1)
