"""What the audio tests stand on: a loop whose time jumps, a PortAudio made of Python, and a
real sound server with a virtual microphone and loudspeaker."""

from __future__ import annotations

import asyncio
import os
import selectors
import shutil
import subprocess
import sys
import tempfile
import threading
import types
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from jarvis_voice.audio import device_streams
from jarvis_voice.audio.monitor_source import ServerView


class _JumpingSelector(selectors.DefaultSelector):
    """Never waits: it moves the time on instead."""

    now = 0.0

    def select(self, timeout: float | None = None) -> Any:
        if timeout is None:
            raise AssertionError("nothing will ever happen: the test waits for ever")
        self.now += max(timeout, 0.0)
        return super().select(0)


class JumpingLoop(asyncio.SelectorEventLoop):
    """Jumps to its next timer; what would run on a thread runs in line."""

    def __init__(self) -> None:
        self._jumping = _JumpingSelector()
        super().__init__(self._jumping)

    def time(self) -> float:
        return self._jumping.now

    # the supertype's variadic type cannot be met by a fake that takes Any
    def run_in_executor(self, executor: Any, func: Any, *args: Any) -> Any:  # type: ignore[override]
        future = self.create_future()
        try:
            result = func(*args)
        except Exception as error:  # noqa: BLE001 - handed to whoever awaits, as an executor does
            self.call_soon(future.set_exception, error)
        else:
            self.call_soon(_settle, future, result)
        return future


def _settle(future: asyncio.Future[Any], result: Any) -> None:
    if not future.done():
        future.set_result(result)


@pytest.fixture
def in_jumping_time() -> Callable[[Coroutine[Any, Any, Any]], Any]:
    def run(work: Coroutine[Any, Any, Any]) -> Any:
        with asyncio.Runner(loop_factory=JumpingLoop) as runner:
            return runner.run(work)

    return run


class FakePortAudioError(Exception):
    pass


class FakeStream:
    """A stream whose callback the test calls."""

    def __init__(self, sound: FakeSound, kind: str, options: dict[str, Any]) -> None:
        self.sound, self.kind, self.options = sound, kind, options
        self.device = sound.table[options["device"]]["name"]
        self.latency = sound.latency
        self.calls: list[str] = []
        self.is_active = False

    def start(self) -> None:
        if self.device in self.sound.starting:
            self.sound.starting[self.device].wait()
        if self.device in self.sound.broken:
            raise FakePortAudioError("Device unavailable")
        self.calls.append("start")
        self.is_active = True

    def _end(self, how: str) -> None:
        self.calls.append(how)
        self.break_off()

    def stop(self) -> None:
        self._end("stop")

    def abort(self) -> None:
        self._end("abort")

    def close(self) -> None:
        if self.sound.closing:
            self.sound.closing.wait()
        self.calls.append("close")
        self.sound.log.append(f"close {self.device}")
        self.is_active = False

    def break_off(self) -> None:
        """What PortAudio does when the sound server dies."""
        if self.is_active:
            self.is_active = False
            self.options["finished_callback"]()

    def deliver(self, samples: Any) -> None:
        """A block came from the microphone; samples (n,) or (n, channels)."""
        assert self.is_active
        data = np.ascontiguousarray(samples, np.int16)
        self.options["callback"](data.tobytes(), len(data), None, None)

    def demand(self, count: int) -> Any:
        """The loudspeaker wants `count` frames; gives what it got, (count, channels)."""
        assert self.is_active
        buffer = bytearray(b"\x55" * (2 * count * self.options["channels"]))
        times = types.SimpleNamespace(currentTime=7.0, outputBufferDacTime=7.0 + self.latency)
        self.options["callback"](buffer, count, times, None)
        return np.frombuffer(bytes(buffer), np.int16).reshape(count, -1)


class FakeSound(types.ModuleType):
    """The part of sounddevice that is used; the table changes at an initialise only."""

    PortAudioError = FakePortAudioError

    def __init__(self) -> None:
        super().__init__("sounddevice")
        self.machine = [device("Built-in Mic", inputs=2), device("Built-in Speaker", outputs=2)]
        self.table = list(self.machine)
        self.rates: dict[str, set[int]] = {}
        self.channels: dict[str, set[int]] = {}
        self.broken: set[str] = set()
        self.latency = 0.1
        self.closing: threading.Event | None = None  # until it is set, no stream can be closed
        self.starting: dict[str, threading.Event] = {}  # the same for a start
        self.opened: list[FakeStream] = []
        self.log: list[str] = []
        self.default = types.SimpleNamespace(hostapi=0)

    def query_hostapis(self) -> Any:
        return ({"name": "ALSA"}, {"name": "JACK"})

    def query_devices(self, kind: str | None = None) -> Any:
        if kind is None:
            return self.table
        for index, row in enumerate(self.table):
            if row[f"max_{kind}_channels"]:
                return {**row, "index": index}
        raise FakePortAudioError("Error querying device -1")

    def _check(self, device: int, channels: int, dtype: str, samplerate: int) -> None:
        name = self.table[device]["name"]
        if samplerate not in self.rates.get(name, {samplerate}):
            raise FakePortAudioError("Invalid sample rate [PaErrorCode -9997]")
        if channels not in self.channels.get(name, {channels}):
            raise FakePortAudioError("Invalid number of channels [PaErrorCode -9998]")

    check_input_settings = check_output_settings = _check

    def RawInputStream(self, **options: Any) -> FakeStream:  # noqa: N802 - the library's name
        return self._open("input", options)

    def RawOutputStream(self, **options: Any) -> FakeStream:  # noqa: N802 - the library's name
        return self._open("output", options)

    def _open(self, kind: str, options: dict[str, Any]) -> FakeStream:
        stream = FakeStream(self, kind, options)
        self.opened.append(stream)
        self.log.append(f"open {stream.device}")
        return stream

    def _terminate(self) -> None:
        assert not [s for s in self.opened if s.is_active], "terminated under an open stream"
        self.log.append("terminate")

    def _initialize(self) -> None:
        self.log.append("initialize")
        self.table = list(self.machine)


class FakeServer:
    """A sound server that does what the test says; implements `ServerWatch`."""

    can_look = True

    def __init__(self) -> None:
        self.on_view: Callable[[ServerView | None], None] | None = None
        self.connect("mic")

    def connect(self, ours: str, *, default: str = "", sources: tuple[str, ...] = ("mic",)) -> None:
        """What is seen from now on; nobody is told yet."""
        known = frozenset((name, "running") for name in sources)
        is_monitor = ours.endswith(".monitor")
        view = ServerView(default or ours, known, (ours,), is_monitor, choices=sources)
        self.view: ServerView | None = view

    def tell(self) -> None:
        """Something changed."""
        assert self.on_view
        self.on_view(self.view)

    def begin(self, on_view: Callable[[ServerView | None], None]) -> None:
        self.on_view = on_view
        self.tell()

    def end(self) -> None:
        self.on_view = None

    def look(self) -> ServerView | None:
        return self.view


@pytest.fixture
def fake_server() -> FakeServer:
    return FakeServer()


def device(
    name: str, *, inputs: int = 0, outputs: int = 0, rate_hz: int = 48_000, hostapi: int = 0
) -> dict[str, Any]:
    return {
        "name": name,
        "hostapi": hostapi,
        "max_input_channels": inputs,
        "max_output_channels": outputs,
        "default_samplerate": float(rate_hz),
    }


@pytest.fixture
def fake_sound(monkeypatch: pytest.MonkeyPatch) -> FakeSound:
    sound = FakeSound()
    monkeypatch.setitem(sys.modules, "sounddevice", sound)
    monkeypatch.setattr(device_streams, "_table", device_streams._Table())
    return sound


@pytest.fixture
def new_device() -> Callable[..., dict[str, Any]]:
    return device


_PULSE = """\
.fail
load-module module-native-protocol-unix auth-anonymous=1 socket={run}/pulse.sock
load-module module-null-sink sink_name=virtmic norewinds=1 format=s16le rate=16000 channels=1
load-module module-remap-source master=virtmic.monitor source_name=mic
load-module module-null-sink sink_name=speaker norewinds=1 format=s16le rate=48000 channels=2
set-default-sink speaker
set-default-source mic
"""


class SoundServer:
    """A PulseAudio of the test's own, with a virtual microphone `mic` and loudspeaker `speaker`."""

    def __init__(self, folder: Path) -> None:
        run, home = folder / "run", folder / "home"
        run.mkdir(mode=0o700)
        home.mkdir()
        self._config = folder / "pulse.pa"
        self._config.write_text(_PULSE.format(run=run))
        self._log = folder / "pulse.log"
        self.env = {
            **os.environ,
            "HOME": str(home),
            "XDG_RUNTIME_DIR": str(run),
            "PULSE_SERVER": f"unix:{run}/pulse.sock",
            "PULSE_COOKIE": str(run / "cookie"),
        }
        self._server: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        command = ["pulseaudio", "-n", "-F", str(self._config), "--daemonize=no"]
        command += ["--exit-idle-time=-1", "--log-target=stderr", "--use-pid-file=no"]
        command += ["--log-level=debug"]
        with self._log.open("ab") as log:
            self._server = subprocess.Popen(command, env=self.env, stderr=log)
        for _ in range(100):
            if self.control("info", check=False) == 0:
                return
            subprocess.run(["sleep", "0.1"], check=True)
        raise AssertionError(f"no sound server: {self._log.read_text()}")

    def signal(self, number: int) -> None:
        assert self._server
        self._server.send_signal(number)

    def kill(self) -> None:
        if self._server:
            self._server.kill()
            self._server.wait()
            self._server = None

    @property
    def underruns(self) -> int:
        """How often the server had nothing to play of a stream that was not at its end."""
        log = self._log.read_text(encoding="utf-8", errors="replace")
        return log.count("Implicit underrun of") + log.count("Underrun on")

    def ask(self, *words: str) -> str:
        command = ["pactl", *words]
        return subprocess.run(
            command, env=self.env, capture_output=True, text=True, check=True
        ).stdout

    def unload(self, module: str) -> None:
        for line in self.ask("list", "short", "modules").splitlines():
            if line.split("\t")[1] == module:
                self.control("unload-module", line.split("\t")[0])

    def control(self, *words: str, check: bool = True) -> int:
        quiet = subprocess.DEVNULL
        command = ["pactl", *words]
        done = subprocess.run(command, env=self.env, stdout=quiet, stderr=quiet, check=check)
        return done.returncode


@pytest.fixture
def sound_server() -> Iterator[SoundServer]:
    folder = Path(tempfile.mkdtemp(prefix="jv-", dir="/tmp"))  # a socket's path must be short
    server = SoundServer(folder)
    try:
        server.start()
        yield server
    finally:
        server.kill()
        shutil.rmtree(folder)
