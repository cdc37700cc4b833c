"""E2e: `jarvis run` with ears, under a supervisor of the test's own."""

import os
import signal
from pathlib import Path

import pytest
from bench.daemon import JarvisProcess
from bench.sound import SoundServer
from bench.supervisor import NotifySocket

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.bench("sound"),
    pytest.mark.models,
    pytest.mark.timeout(400),
]

LOAD_SECONDS = 120.0
"""Models and libraries load on a machine that may be busy with everything else."""


def test_ears_are_ready_pinged_for_and_ended(
    jarvis_env: dict[str, str], sound: SoundServer, tmp_path: Path
) -> None:
    sound.noise_floor()
    with NotifySocket(tmp_path / "notify") as told:
        env = jarvis_env | told.env | {"WATCHDOG_USEC": "3000000"}
        with JarvisProcess(env, "run") as jarvis:
            begin = told.until("READY=1", LOAD_SECONDS)
            jarvis.close_stdin()
            pings = told.until("WATCHDOG=1") + told.until("WATCHDOG=1") + told.until("WATCHDOG=1")
            os.kill(jarvis.pid, signal.SIGTERM)
            end = told.until("STOPPING=1")
            assert jarvis.wait() == 0
    heard = [line for line in begin if line.startswith("STATUS=Listening for ")]
    assert len(heard) == 1
    assert begin.index(heard[0]) < begin.index("READY=1")
    assert "STOPPING=1" not in pings
    assert end[-1] == "STOPPING=1"
