"""A machine for `jarvis run`: a sound server, and somebody who speaks."""

from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest
from bench.daemon import JarvisProcess
from bench.sound import SoundServer
from bench.voices import Voice, speak

from jarvis_voice.core.paths import find_paths

READY = "is ready"
LOAD_SECONDS = 120.0
"""Models and libraries load on a machine that may be busy with everything else."""


@pytest.fixture
def jarvis_env(sound: SoundServer, tmp_path: Path) -> dict[str, str]:
    """What the daemon sees of the machine."""
    return {
        **sound.env,
        "XDG_RUNTIME_DIR": str(tmp_path),
        "JARVIS_HOME": str(tmp_path / "jarvis"),
        "JARVIS_MODELS": str(find_paths().models),
    }


@pytest.fixture
def jarvis(jarvis_env: dict[str, str], sound: SoundServer) -> Iterator[JarvisProcess]:
    """`jarvis run`, ready, in a room with a little noise."""
    sound.noise_floor()
    with JarvisProcess(jarvis_env, "run") as process:
        process.expect(READY, LOAD_SECONDS)
        yield process


@pytest.fixture
def say_to(sound: SoundServer, tmp_path: Path) -> Callable[[str, Voice], None]:
    """Speak into the microphone and wait until the last word is out."""

    numbers = count()  # the sound server remembers a file by its name

    def say(text: str, voice: Voice) -> None:
        sound.play(speak(text, voice, tmp_path / f"spoken-{next(numbers)}.wav"))
        sound.wait_until_played()

    return say
