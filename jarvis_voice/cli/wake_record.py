"""`jarvis wake record`: records the user saying a wake word, for training and tests."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from jarvis_voice.core.ports import Microphone


def record(
    word: Annotated[str, typer.Option(help="The word to say.")] = "jarvis",
    count: Annotated[int, typer.Option(min=1, max=500, help="How many times.")] = 10,
    folder: Annotated[
        Path | None, typer.Option("--out", file_okay=False, help="Where the recordings go.")
    ] = None,
    negative: Annotated[
        bool, typer.Option("--negative", help="Record other things, never the word.")
    ] = False,
    device: Annotated[
        str, typer.Option(help="Part of a microphone's name; else as configured.")
    ] = "",
) -> None:
    """Record yourself saying the wake word, for `jarvis wake train` and `jarvis wake test`.

    The sound stays in the folder on this machine; delete it when you like.
    """
    import asyncio

    from jarvis_voice.audio.microphone import DeviceMicrophone
    from jarvis_voice.cli.output import err, out
    from jarvis_voice.core.config import load_config
    from jarvis_voice.core.paths import find_paths
    from jarvis_voice.voice.wake.take_files import take_folder

    paths = find_paths()
    target = take_folder(paths.recordings, word, is_word=not negative)
    if folder:
        target = folder / target.name
    prompt = f'Say anything but "{word}"' if negative else f'Say "{word}", as you would call it'
    name = device or load_config(paths).microphone.device
    microphone = DeviceMicrophone(name, lambda _, message: err(message))
    kept = asyncio.run(record_into(microphone, target, count, prompt))
    out(f"{kept} recordings in {target}")


async def record_into(microphone: Microphone, target: Path, count: int, prompt: str) -> int:
    """Record takes into a folder as FLAC, numbered on from those that are there; how many.

    Raises:
        AudioError: The microphone cannot be used, or gives nothing of use.
        OSError: The folder cannot be written.
    """
    import asyncio

    from jarvis_voice.cli.output import err
    from jarvis_voice.core.paths import ensure
    from jarvis_voice.voice.wake.take_files import next_take
    from jarvis_voice.voice.wake.take_recorder import record_takes

    ensure(target)
    kept = 0
    async with microphone:
        async for pcm in record_takes(microphone, count, prompt, err):
            await asyncio.to_thread(_write, next_take(target), pcm)
            kept += 1
    return kept


def _write(file: Path, pcm: NDArray[np.int16]) -> None:
    import soundfile

    from jarvis_voice.core.types import RATE_HZ

    with file.open("xb") as opened:
        soundfile.write(opened, pcm, RATE_HZ, format="FLAC", subtype="PCM_16")
