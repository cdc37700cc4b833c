"""Sound into and out of a sound server, through its own command-line clients."""

from __future__ import annotations

import subprocess
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Self

import numpy as np
from bench.process import END_SECONDS, PATIENCE_SECONDS, end_group, wait_until
from numpy.typing import NDArray

RATE_HZ = 16_000
STEP_SAMPLES = 320
RAW = ("--raw", "--format=s16le", f"--rate={RATE_HZ}", "--channels=1")

Pcm = NDArray[np.int16]


def level_dbfs(pcm: Pcm) -> float:
    """RMS level of int16 samples in dB below full scale; silence is -120."""
    return float(levels_dbfs(pcm, len(pcm))[0]) if len(pcm) else -120.0


def levels_dbfs(pcm: Pcm, step_samples: int = STEP_SAMPLES) -> NDArray[np.float64]:
    """RMS level of each whole step of int16 samples, shape (n_steps,), in dBFS."""
    steps = pcm[: len(pcm) // step_samples * step_samples].reshape(-1, step_samples)
    rms = np.sqrt(np.mean(np.square(steps.astype(np.float64) / 32_768), axis=1))
    levels: NDArray[np.float64] = 20 * np.log10(np.maximum(rms, 1e-6))
    return levels


class Recording:
    """What a source gave while the `with` block lasted; time in it is counted in samples."""

    def __init__(self, env: Mapping[str, str], source: str) -> None:
        self._env = dict(env)
        self._source = source
        self._heard = bytearray()
        self._lock = threading.Lock()
        self._child: subprocess.Popen[bytes] | None = None
        self._reader = threading.Thread(target=self._read, daemon=True)

    def __enter__(self) -> Self:
        self._child = subprocess.Popen(
            ["parec", f"--device={self._source}", "--latency-msec=50", *RAW],
            env=self._env,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            start_new_session=True,
        )
        self._reader.start()
        try:
            self._wait_until(lambda: bool(self._heard), "sound comes", PATIENCE_SECONDS)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *exc: object) -> None:
        assert self._child is not None
        assert self._child.stdout is not None
        end_group(self._child)
        self._reader.join(END_SECONDS)
        self._child.stdout.close()

    @property
    def pcm(self) -> Pcm:
        """Everything so far: mono int16, shape (n_samples,), 16 000 Hz."""
        return self._from(0)

    @property
    def seconds(self) -> float:
        """How much was recorded so far."""
        return len(self._heard) / 2 / RATE_HZ

    def wait_for_sound(
        self, above_dbfs: float = -45.0, after: float = 0.0, timeout: float = PATIENCE_SECONDS
    ) -> float:
        """Wait until a step of 20 ms at or after `after` is louder; its time in seconds."""
        start = int(after * RATE_HZ)

        def sounds() -> bool:
            nonlocal start
            levels = levels_dbfs(self._from(start))
            loud = np.flatnonzero(levels > above_dbfs)
            start += STEP_SAMPLES * (int(loud[0]) if len(loud) else len(levels))
            return bool(len(loud))

        self._wait_until(sounds, f"sound above {above_dbfs} dBFS", timeout)
        return start / RATE_HZ

    def wait_for_silence(
        self, lasting: float = 1.0, below_dbfs: float = -45.0, timeout: float = 60.0
    ) -> None:
        """Wait until the newest `lasting` seconds are all quieter, in steps of 20 ms."""
        samples = int(lasting * RATE_HZ)

        def quiet() -> bool:
            newest = self._from(max(0, len(self._heard) // 2 - samples))
            return len(newest) >= samples and not (levels_dbfs(newest) > below_dbfs).any()

        self._wait_until(quiet, f"{lasting} s of silence", timeout)

    def wait_for_seconds(self, seconds: float, timeout: float = 120.0) -> None:
        """Wait until the recording is this long."""
        self._wait_until(lambda: self.seconds >= seconds, f"{seconds} s", timeout)

    def _wait_until(self, condition: Callable[[], bool], what: str, timeout: float) -> None:
        def holds() -> bool:
            ended = not self._reader.is_alive()  # first: what it read before counts
            if condition():
                return True
            assert not ended, f"recording {self._source} ended without {what}"
            return False

        wait_until(holds, f"{what}, recorded from {self._source}", timeout)

    def _from(self, sample: int) -> Pcm:
        with self._lock:
            heard = bytes(self._heard[2 * sample : len(self._heard) // 2 * 2])
        return np.frombuffer(heard, dtype="<i2")

    def _read(self) -> None:
        assert self._child is not None
        assert self._child.stdout is not None
        while heard := self._child.stdout.read1(4_096):  # type: ignore[attr-defined]  # buffered
            with self._lock:
                self._heard += heard


class NoiseFloor:
    """White noise played into a sink until `stop`, or until the server is gone."""

    CLIENT = "noise-floor"

    def __init__(self, env: Mapping[str, str], sink: str, dbfs: float) -> None:
        self.dbfs = dbfs
        scale = 32_768 * 10 ** (dbfs / 20)
        noise = np.random.default_rng(1).normal(0, scale, 10 * RATE_HZ)
        self._bytes = np.clip(np.rint(noise), -32_768, 32_767).astype("<i2").tobytes()
        self._child = subprocess.Popen(
            ["pacat", f"--device={sink}", f"--stream-name={self.CLIENT}", *RAW],
            env=dict(env),
            stdin=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        self._feeder = threading.Thread(target=self._feed, daemon=True)
        self._feeder.start()

    def stop(self) -> None:
        """End the noise."""
        end_group(self._child)
        self._feeder.join(END_SECONDS)

    def _feed(self) -> None:
        assert self._child.stdin is not None
        with suppress(OSError):
            while self._child.poll() is None:
                self._child.stdin.write(self._bytes)
        with suppress(OSError):
            self._child.stdin.close()
