"""Measures how long the program and each of its parts take to load, in fresh processes.

Invariant: what is timed begins in an interpreter that has imported none of it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from jarvis_voice.platform.gc import gc_paused
from jarvis_voice.workshop.benches.fresh_process import in_fresh_process

READY, FIRST_READY = "ready", "ready at the first start"
PARTS = ("brain", "voice", "speech to text", "voice activity")
"""What loads for long; the wake word's networks are small."""

MEASURED = (READY, FIRST_READY, *PARTS)


async def measure_loading(
    models: Path, rounds: int, took: dict[str, list[float]], on_done: Callable[[], None]
) -> None:
    """Seconds of each part alone and of all at once ("ready"), by turns.

    A first start is one in a home in which nothing is kept yet; the files of the models are in the
    system's cache then, too.

    Args:
        models: The folder of the weights.
        rounds: How often; one more comes first, which fills the system's file cache, and what the
            program keeps for its next start.
        took: Seconds are added to it as they come, by what was loaded.
        on_done: Told after each load.

    Raises:
        JarvisError: A model is missing or failed.
    """
    took.update({name: [] for name in MEASURED})
    with TemporaryDirectory(prefix="jarvis-bench-", ignore_cleanup_errors=True) as home:
        for number in range(rounds + 1):
            for name, seconds in took.items():
                one = await in_fresh_process(_load, name, str(models), home)
                if number:
                    seconds.append(one)
                on_done()


def _load(name: str, models: str, home: str) -> float:
    """In the fresh process, which collects no garbage meanwhile, whichever part it loads."""
    with TemporaryDirectory(dir=home) as empty, gc_paused():
        lived_in = empty if name == FIRST_READY else home
        return asyncio.run(_timed(name, Path(models), Path(lived_in)))


async def _timed(name: str, models: Path, home: Path) -> float:
    if name in {READY, FIRST_READY}:
        return await _time_ready(models, home)
    if name == "brain":
        return await _time_brain(models, home)
    return await _time_model(name, models, home)


async def _time_ready(models: Path, home: Path) -> float:
    started_at = perf_counter()
    from jarvis_voice.workshop.scenarios.bench_program import open_program
    from jarvis_voice.workshop.worlds.timed_sound import QuietRoom, TimedSpeaker

    async with open_program(home, models, QuietRoom(1), TimedSpeaker()):
        return perf_counter() - started_at


async def _time_brain(models: Path, home: Path) -> float:
    started_at = perf_counter()
    from jarvis_voice.core.bus import Bus
    from jarvis_voice.workshop.scenarios.bench_program import open_bench_assistant

    async with open_bench_assistant(home, models, Bus()):
        return perf_counter() - started_at


async def _time_model(name: str, models: Path, home: Path) -> float:
    from jarvis_voice.workshop.scenarios.bench_program import bench_config, bench_paths

    config, paths = bench_config(), bench_paths(home, models)
    started_at = perf_counter()
    if name == "voice":
        from jarvis_voice.core.prosody import Prosody
        from jarvis_voice.engines.tts.piper import PiperTts

        async with PiperTts(models / "piper" / "en_US-joe-medium.onnx", Prosody()):
            return perf_counter() - started_at
    if name == "voice activity":
        from jarvis_voice.engines.vad.silero import SileroVad

        async with SileroVad():
            return perf_counter() - started_at
    from jarvis_voice.engines.stt.whisper import FasterWhisper
    from jarvis_voice.platform.weights.hearing_choice import hearing
    from jarvis_voice.platform.weights.manifest import whisper_folder

    folder = whisper_folder(models, hearing(config.speech_to_text.model, models).model)
    threads = config.speech_to_text.threads
    async with FasterWhisper(folder, config.language, threads, paths.silence):
        return perf_counter() - started_at
