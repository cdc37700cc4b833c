"""`jarvis bench echo`: our own voice taken out of what the microphone hears, measured."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from jarvis_voice.cli.output import err, out

if TYPE_CHECKING:
    from jarvis_voice.workshop.benches.comparison import Report
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
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """How much of our own voice is cancelled, and who is heard over it."""
    import asyncio

    from jarvis_voice.cli.figures import show_report

    if live:
        _show_live(asyncio.run(_measure_live()), as_json=as_json)
    else:
        show_report(asyncio.run(_bench(data, mentions, calls)), as_json=as_json)


async def _bench(data: Path | None, mentions: int, calls: int) -> Report:
    from jarvis_voice.core.paths import find_paths
    from jarvis_voice.workshop.benches.echo.echo_bench import bench_echo

    return await bench_echo(find_paths(), err, data, mentions=mentions, calls=calls)


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
