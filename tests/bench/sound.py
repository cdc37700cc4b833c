"""A sound server of the test's own: a virtual microphone, and a loudspeaker that can be heard.

Invariant: `env` leads a child to this server and to no other.
"""

from __future__ import annotations

import shutil
import signal
import subprocess
import tempfile
from itertools import count
from pathlib import Path
from typing import Self

from bench.process import clean_environment, end_group, run, wait_until
from bench.recording import NoiseFloor, Recording

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
SOURCE = ("module-remap-source", "master=virtmic.monitor", "source_name=mic")
LOOPBACK = ("module-loopback", "source=speaker.monitor", "sink=virtmic", "latency_msec=40")
SAMPLE = "bench-sample-"


class SoundServer:
    """PulseAudio with the source `mic` and the sink `speaker`; its log lies in `folder`.

    Attributes:
        env: What a child needs in its environment to use this server.
    """

    def __init__(self, folder: Path) -> None:
        self._home = folder / "sound"
        self.env: dict[str, str] = {}
        self._all_env: dict[str, str] = {}
        self._run_folder = Path()
        self._child: subprocess.Popen[bytes] | None = None
        self._noise: NoiseFloor | None = None
        self._samples: dict[tuple[Path, int], str] = {}
        self._numbers = count(1)

    def __enter__(self) -> Self:
        # A socket's path may have 107 bytes; the folders of tests and TMPDIR may be longer.
        self._run_folder = Path(tempfile.mkdtemp(prefix="bench-sound-", dir="/tmp"))
        self._home.mkdir(parents=True, exist_ok=True)
        self.env = {
            "PULSE_SERVER": f"unix:{self._run_folder}/pulse.sock",
            "PULSE_COOKIE": f"{self._run_folder}/cookie",
            "PULSE_RUNTIME_PATH": str(self._run_folder),
        }
        own = {"HOME": str(self._home), "XDG_RUNTIME_DIR": str(self._run_folder), "LC_ALL": "C"}
        self._all_env = clean_environment() | own | self.env
        try:
            self._start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *exc: object) -> None:
        self._stop_noise()
        self.kill()
        shutil.rmtree(self._run_folder, ignore_errors=True)

    @property
    def log(self) -> str:
        """What the server wrote, for a failure message."""
        return (self._home / "server.log").read_text(errors="replace")

    def play(self, wav: Path) -> None:
        """Begin to play a WAV (up to 8 minutes) into the virtual microphone, at its own level."""
        content = (wav, wav.stat().st_mtime_ns)
        if content not in self._samples:
            name = f"{SAMPLE}{next(self._numbers)}"
            self._pactl("upload-sample", str(wav), name)
            self._samples[content] = name
        self._pactl("play-sample", self._samples[content], "virtmic")

    def wait_until_played(self, timeout: float = 120.0) -> None:
        """Return when no WAV plays into the microphone any more."""
        wait_until(lambda: SAMPLE not in self._playing(), "the WAV was played", timeout)

    def noise_floor(self, dbfs: float = -60.0) -> None:
        """From now on mix white noise into the virtual microphone: pure zeros mean a dead one."""
        self._stop_noise()
        self._noise = NoiseFloor(self._all_env, "virtmic", dbfs)
        wait_until(lambda: NoiseFloor.CLIENT in self._playing(), "the noise plays")

    def record_speaker(self) -> Recording:
        """In a `with`: what comes out of the loudspeaker, mono int16 at 16 000 Hz."""
        return Recording(self._all_env, "speaker.monitor")

    def record_microphone(self) -> Recording:
        """In a `with`: what a program would hear, mono int16 at 16 000 Hz."""
        return Recording(self._all_env, "mic")

    def kill(self) -> None:
        """End the server at once, as a crash does; every client loses it."""
        if self._child is not None:
            end_group(self._child, signal.SIGKILL)
        self._child = None
        self._samples.clear()

    def restart(self) -> None:
        """Start the server anew, with the noise it had."""
        noise = self._noise
        self._stop_noise()
        self.kill()
        self._start()
        if noise is not None:
            self.noise_floor(noise.dbfs)

    def unload_source(self) -> None:
        """Pull out the microphone."""
        self._unload(SOURCE[0])

    def reload_source(self) -> None:
        """Plug the microphone in again, as the default."""
        self._pactl("load-module", *SOURCE)
        self._pactl("set-default-source", "mic")

    def set_loopback(self, *, on: bool) -> None:
        """Let the microphone hear the loudspeaker, or no longer."""
        self._unload(LOOPBACK[0])
        if on:
            self._pactl("load-module", *LOOPBACK)

    def _start(self) -> None:
        socket = self._run_folder / "pulse.sock"
        socket.unlink(missing_ok=True)
        script = self._home / "pulse.pa"
        script.write_text(CONFIGURATION.format(socket=socket))
        options = ["--daemonize=no", "--use-pid-file=no", "--exit-idle-time=-1"]
        with (self._home / "server.log").open("ab") as log:
            self._child = child = subprocess.Popen(
                ["pulseaudio", "-n", "-F", str(script), *options, "--log-target=stderr"],
                env=self._all_env,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

        def ready() -> bool:
            assert child.poll() is None, f"the sound server ended: {self.log}"
            argv = ["pactl", "list", "short", "sources"]
            done = subprocess.run(argv, env=self._all_env, capture_output=True, check=False)
            return b"\tmic\t" in done.stdout

        wait_until(ready, "the sound server answers")

    def _stop_noise(self) -> None:
        if self._noise is not None:
            self._noise.stop()
        self._noise = None

    def _unload(self, module: str) -> None:
        for line in self._pactl("list", "short", "modules").splitlines():
            number, name, *_ = line.split("\t")
            if name == module:
                self._pactl("unload-module", number)

    def _playing(self) -> str:
        return self._pactl("list", "sink-inputs")

    def _pactl(self, *arguments: str) -> str:
        return run(["pactl", *arguments], self._all_env)
