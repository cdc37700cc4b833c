"""All access of the doctor to the machine; a test can replace each part.

Invariant: what may hang is bounded by its caller; a program is started without a shell.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import sys
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from jarvis_voice.audio.device_worker import DeviceWorker
from jarvis_voice.platform.bounded_program import ProgramLimits, bounded_program

if TYPE_CHECKING:
    from jarvis_voice.audio.portaudio import Device
    from jarvis_voice.core.config import Config
    from jarvis_voice.core.paths import Paths
    from jarvis_voice.core.ports import Microphone, Speaker
    from jarvis_voice.platform.weights.manifest import Manifest
    from jarvis_voice.voice.speech_input import SpeechInput

T = TypeVar("T")

GOOGLE = "https://generativelanguage.googleapis.com"
SERPAPI = "https://serpapi.com"
RESEND = "https://api.resend.com"


@dataclass(frozen=True, slots=True)
class ProcessResult:
    """Exit code and output of a program that ran.

    Attributes:
        code: Its exit code, negative for a signal; None where it was not there or took too long.
        out: What it wrote to stdout.
        trouble: The last line of stderr, or why there is no exit code.
    """

    code: int | None
    out: str
    trouble: str = ""


async def run_program(argv: Sequence[str], seconds: float) -> ProcessResult:
    """Run a program to its end, from the root folder, for so long at the most."""
    try:
        folder = Path(sys.executable).anchor
        done = await bounded_program(argv, ProgramLimits(seconds), cwd=folder)
    except OSError as error:
        return ProcessResult(None, "", error.strerror or type(error).__name__)
    if done.exit_code is None:
        why = "it printed without end" if done.is_cut else f"it took more than {seconds:.0f} s"
        return ProcessResult(None, "", why)
    last = done.complaint.strip().splitlines()[-1:]
    return ProcessResult(done.exit_code, done.text, "".join(last))


async def apart(call: Callable[[], T]) -> T:
    """Run a blocking call on a thread that nobody waits for at the end, should it hang."""
    worker = DeviceWorker("doctor")
    try:
        return await asyncio.get_running_loop().run_in_executor(worker, call)
    finally:
        worker.shutdown()


def list_devices() -> list[Device]:
    """PortAudio's table of devices."""
    from jarvis_voice.audio.portaudio import list_devices as table

    return table()


def open_microphone(config: Config, on_trouble: Callable[[str, str], None]) -> Microphone:
    """The configured microphone, not opened yet."""
    from jarvis_voice.audio.microphone import DeviceMicrophone

    return DeviceMicrophone(
        config.microphone.device, on_trouble, preferred=config.microphone.preferred
    )


def open_speaker(config: Config) -> Speaker:
    """The configured loudspeaker, not opened yet."""
    from jarvis_voice.audio.speaker import DeviceSpeaker

    return DeviceSpeaker(config.speaker.device, preferred=config.speaker.preferred)


def open_ears(config: Config, paths: Paths) -> AbstractAsyncContextManager[SpeechInput]:
    """The models that hear, on the recorded phrase that they are proved with."""
    from jarvis_voice.app.voice_factory import open_ears as open_proved
    from jarvis_voice.audio.recording import RecordingMicrophone
    from jarvis_voice.core.clock import FrameClock
    from jarvis_voice.voice.readiness import phrase_file

    clock = FrameClock()
    phrase = RecordingMicrophone(phrase_file(), clock=clock, realtime=False, gate=None)
    return open_proved(config, paths, phrase)


def manifest() -> Manifest:
    """The weight files there are."""
    from jarvis_voice.platform.weights.manifest import load_manifest

    return load_manifest()


def hears_loudspeaker() -> bool | None:
    """Whether a sound server leads this process's recording to a loudspeaker; None is unknown.

    May block for 2 s. The server is asked over a connection of its own: PortAudio does not know.
    """
    from jarvis_voice.audio.monitor_source import ServerWatch

    view = ServerWatch().look()
    return view.is_on_monitor if view and view.ours else None


def has_sound_server() -> bool:
    """Whether a sound server answers, through which devices are used; may block for 2 s."""
    from jarvis_voice.audio.monitor_source import ServerWatch

    return ServerWatch().look() is not None


def may_read_and_write(file: Path) -> bool:
    """Whether this user may use a file of a device."""
    return os.access(file, os.R_OK | os.W_OK)


def free_bytes(folder: Path) -> int:
    """What may still be written where a folder lies."""
    return shutil.disk_usage(folder).free


@dataclass(frozen=True, slots=True)
class SystemProbe:
    """The functions through which the doctor sees the machine."""

    devices: Callable[[], list[Device]] = list_devices
    microphone: Callable[[Config, Callable[[str, str], None]], Microphone] = open_microphone
    speaker: Callable[[Config], Speaker] = open_speaker
    ears: Callable[[Config, Paths], AbstractAsyncContextManager[SpeechInput]] = open_ears
    manifest: Callable[[], Manifest] = manifest
    hears_loudspeaker: Callable[[], bool | None] = hears_loudspeaker
    run: Callable[[Sequence[str], float], Awaitable[ProcessResult]] = run_program
    which: Callable[[str], str | None] = shutil.which
    now: Callable[[], datetime] = field(default=lambda: datetime.now().astimezone())
    has_sound_server: Callable[[], bool] = has_sound_server
    free_bytes: Callable[[Path], int] = free_bytes
    may_use: Callable[[Path], bool] = may_read_and_write
    sound_files: Path = Path("/dev/snd")
    environment: Mapping[str, str] = field(default_factory=lambda: dict(os.environ))
    google_url: str = GOOGLE
    serpapi_url: str = SERPAPI
    resend_url: str = RESEND
