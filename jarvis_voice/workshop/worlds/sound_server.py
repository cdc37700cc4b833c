"""A sound server for a bench, whose microphone and loudspeaker the bench can take away.

Invariant: it lies in a temporary folder and ends with its `async with`; `environment` leads a child
to it and to no other one. Nothing of the user's sound is touched.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import signal
import tempfile
import wave
from asyncio.subprocess import DEVNULL, PIPE, Process
from pathlib import Path
from typing import Self

from jarvis_voice.core.errors import AudioError
from jarvis_voice.core.paths import SHORTEST
from jarvis_voice.core.types import RATE_HZ

PROGRAMS = ("pulseaudio", "pactl", "pacat")

# Without norewinds=1 a null sink renders up to 2 s ahead, and sound arrives in lumps of that size.
CONFIGURATION = """\
.fail
load-module module-native-protocol-unix auth-anonymous=1 socket={socket}
load-module module-null-sink sink_name=virtmic norewinds=1 format=s16le rate=16000 channels=1
load-module module-remap-source master=virtmic.monitor source_name=mic
load-module module-null-sink sink_name=speaker norewinds=1 format=s16le rate=48000 channels=2
set-default-sink speaker
set-default-source mic
"""
REMAP = ("module-remap-source", "master=virtmic.monitor")
NOISE_DBFS = -60.0
START_SECONDS = 20.0
POLL_SECONDS = 0.05
END_SECONDS = 3.0

_OWN = ("JARVIS_", "XDG_", "PULSE_", "DBUS_", "PIPEWIRE_", "WAYLAND_", "GOOGLE_", "SERPAPI_")
_OWN_NAMES = frozenset({"DISPLAY", "XAUTHORITY", "BROWSER", "NOTIFY_SOCKET"})


def missing_programs() -> list[str]:
    """What must be installed first."""
    return [name for name in PROGRAMS if not shutil.which(name)]


class SoundWorld:
    """PulseAudio with the source `mic`, fed by the sink `virtmic`, and the sink `speaker`.

    Attributes:
        environment: What a child needs to use it, and nothing of the user's own.
        microphone: The name of the source; it may change.
    """

    def __init__(self) -> None:
        self.environment: dict[str, str] = {}
        self.microphone = "mic"
        self._samples: dict[str, Path] = {}
        self._folder = Path()
        self._server: Process | None = None
        self._noise: Process | None = None
        self._feeding: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        """Prepare it; `start` starts the server.

        Raises:
            AudioError: A program is missing ("no-sound-server").
        """
        if missing := missing_programs():
            names = " and ".join(missing)
            message = f"Missing: {names}. Install PulseAudio: apt install pulseaudio-utils."
            raise AudioError("no-sound-server", message)
        # a socket's path may have 107 bytes, and TMPDIR may be longer
        self._folder = Path(tempfile.mkdtemp(prefix="jv-sound-", dir=SHORTEST))
        home = self._folder / "home"
        home.mkdir()
        kept = {
            name: value
            for name, value in os.environ.items()
            if name not in _OWN_NAMES and not name.startswith(_OWN)
        }
        self.environment = kept | {
            "HOME": str(home),
            "XDG_RUNTIME_DIR": str(self._folder),
            "PULSE_SERVER": f"unix:{self._folder}/pulse.sock",
            "PULSE_COOKIE": f"{self._folder}/cookie",
            "PULSE_RUNTIME_PATH": str(self._folder),
            "LC_ALL": "C.UTF-8",
        }
        return self

    async def __aexit__(self, *exc: object) -> None:
        await self.set_noise(on=False)
        await self.kill()
        shutil.rmtree(self._folder, ignore_errors=True)

    async def start(self) -> None:
        """Start the server, and noise in the microphone; returns when both can be used.

        Raises:
            AudioError: It does not start ("no-sound-server").
        """
        socket = self._folder / "pulse.sock"
        socket.unlink(missing_ok=True)
        script = self._folder / "pulse.pa"
        script.write_text(CONFIGURATION.format(socket=socket))
        options = ("--daemonize=no", "--use-pid-file=no", "--exit-idle-time=-1")
        self._server = await asyncio.create_subprocess_exec(
            *("pulseaudio", "-n", "-F", str(script), *options),
            env=self.environment,
            stdin=DEVNULL,
            stdout=DEVNULL,
            stderr=DEVNULL,
            start_new_session=True,
        )
        try:
            async with asyncio.timeout(START_SECONDS):
                while "\tmic\t" not in await self._ask("list", "short", "sources"):  # noqa: ASYNC110 - a server tells nobody that it is up
                    await asyncio.sleep(POLL_SECONDS)
        except TimeoutError:
            raise AudioError("no-sound-server", "PulseAudio does not start here.") from None
        self.microphone = "mic"
        for name, file in self._samples.items():
            await self.control("upload-sample", str(file), name)
        await self.set_noise(on=True)

    async def kill(self) -> None:
        """End the server at once, as a crash does."""
        server, self._server = self._server, None
        if server:
            await _end(server)

    async def set_noise(self, *, on: bool) -> None:
        """White noise in the microphone, as a live one has; without it, zeros."""
        if self._feeding:
            self._feeding.cancel()
            await asyncio.wait({self._feeding})
            self._feeding = None
        if self._noise:
            await _end(self._noise)
            self._noise = None
        if not on:
            return
        form = ("--raw", "--format=s16le", f"--rate={RATE_HZ}", "--channels=1")
        self._noise = await asyncio.create_subprocess_exec(
            *("pacat", "--playback", "--device=virtmic", "--latency-msec=200", *form),
            env=self.environment,
            stdin=PIPE,
            stdout=DEVNULL,
            stderr=DEVNULL,
            start_new_session=True,
        )
        self._feeding = asyncio.create_task(_feed(self._noise))

    def know(self, name: str, file: Path) -> None:
        """Have a WAV ready for `say` from the next `start` on."""
        self._samples[name] = file

    async def say(self, name: str, sink: str = "virtmic") -> None:
        """Begin to play a WAV into the microphone, or into the loudspeaker (`speaker`)."""
        await self.control("play-sample", name, sink)

    async def unload_microphone(self) -> None:
        """Pull it out."""
        for line in (await self._ask("list", "short", "modules")).splitlines():
            number, name, *_ = line.split("\t")
            if name == REMAP[0]:
                await self.control("unload-module", number)

    async def load_microphone(self, name: str = "mic") -> None:
        """Plug it in again, as the default, under this name."""
        self.microphone = name
        await self.control("load-module", *REMAP, f"source_name={name}")
        await self.control("set-default-source", name)

    async def suspend_microphone(self, *, on: bool) -> None:
        """Let it give nothing, or give again."""
        await self.control("suspend-source", self.microphone, "1" if on else "0")

    async def control(self, *words: str) -> None:
        """Tell the server something.

        Raises:
            AudioError: It refuses ("sound-server-refused").
        """
        if await self._ask(*words) == _REFUSED:
            raise AudioError("sound-server-refused", f"The sound server refuses: {words[0]}.")

    async def recorders(self) -> tuple[str, ...]:
        """The sources that are being recorded from: what a muted program must not be among."""
        names = dict[str, str]()
        for line in (await self._ask("list", "short", "sources")).splitlines():
            number, name, *_ = line.split("\t")
            names[number] = name
        streams = (await self._ask("list", "short", "source-outputs")).splitlines()
        clients = [line.split("\t") for line in streams]
        return tuple(names.get(one[1], "") for one in clients if one[2] != "-")

    async def _ask(self, *words: str) -> str:
        child = await asyncio.create_subprocess_exec(
            *("pactl", *words), env=self.environment, stdin=DEVNULL, stdout=PIPE, stderr=DEVNULL
        )
        answer, _ = await child.communicate()
        return answer.decode() if child.returncode == 0 else _REFUSED


_REFUSED = "\0"


def write_wav(path: Path, pcm: bytes) -> Path:
    """Mono int16 at 16 kHz."""
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE_HZ)
        file.writeframes(pcm)
    return path


async def _feed(player: Process) -> None:
    """Noise as fast as it is played; ends with the player."""
    import numpy as np

    scale = 32_768 * 10 ** (NOISE_DBFS / 20)
    noise = np.random.default_rng(1).normal(0, scale, RATE_HZ)
    second = np.rint(noise).astype("<i2").tobytes()
    stdin = player.stdin
    with contextlib.suppress(OSError):
        while stdin and player.returncode is None:
            stdin.write(second)
            await stdin.drain()


async def _end(child: Process) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child.pid, signal.SIGKILL)
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(END_SECONDS):
            await child.wait()
