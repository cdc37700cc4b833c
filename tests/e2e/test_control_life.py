"""End to end: a running Jarvis is asked, muted, told off, reloaded and ended, as a user does it."""

import json
import os
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest
from bench.daemon import JarvisProcess
from bench.process import PATIENCE_SECONDS, clean_environment, run, wait_until
from bench.sound import SoundServer

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.bench("sound"),
    pytest.mark.models,
    pytest.mark.timeout(240),
]

READY = "is ready"
LOAD_SECONDS = 120.0
END_SECONDS = 5.0
"""On a machine with nothing else to do; see `end_seconds`."""
LONG = "one two three four five six seven eight nine ten. " * 12


def end_seconds() -> float:
    """How long the end may take here: longer where many wait for each processor."""
    waiting = os.getloadavg()[0] / (os.cpu_count() or 1)
    return END_SECONDS * max(1.0, waiting)


class Room:
    """A running Jarvis, and its commands."""

    def __init__(self, env: dict[str, str], sound: SoundServer) -> None:
        self.env = env
        self.home = Path(env["JARVIS_HOME"])
        self._sound_env = clean_environment() | sound.env | {"LC_ALL": "C"}

    def jarvis(self, *arguments: str) -> tuple[int, str]:
        """Run a command to its end: its code, and what it printed."""
        with JarvisProcess(self.env, *arguments) as process:
            process.close_stdin()
            code = process.wait(PATIENCE_SECONDS)
            return code, "\n".join([*process.lines, *process.errors])

    def status(self) -> dict[str, Any]:
        """`jarvis status --json`."""
        found: dict[str, Any] = json.loads(self.jarvis("status", "--json")[1])
        return found

    def recorders(self) -> list[str]:
        """The streams of programs that the sound server sees recording."""
        found = run(["pactl", "list", "short", "source-outputs"], self._sound_env)
        return [line for line in found.splitlines() if "protocol-native" in line]

    def configure(self, text: str) -> None:
        """Write the user's settings."""
        self.home.mkdir(parents=True, exist_ok=True)
        (self.home / "jarvis.toml").write_text(text, encoding="utf-8")


@pytest.fixture
def room(sound: SoundServer, tmp_path: Path, jarvis_models: str) -> Room:
    sound.noise_floor()
    home = {"JARVIS_HOME": str(tmp_path / "jarvis"), "JARVIS_MODELS": jarvis_models}
    return Room({**sound.env, **home, "XDG_RUNTIME_DIR": str(tmp_path)}, sound)


@pytest.fixture
def jarvis_models() -> str:
    from jarvis_voice.core.paths import find_paths

    return str(find_paths().models)


def test_a_day_with_a_running_jarvis(room: Room, sound: SoundServer) -> None:
    assert room.jarvis("status")[0] == 3, "nobody runs"
    with JarvisProcess(room.env, "run") as daemon:
        daemon.expect(READY, LOAD_SECONDS)
        _is_well(room)
        _mutes(room, daemon)
        _loses_the_microphone_while_it_listens(room, sound)
        _reloads(room, daemon)
        _stops(room)
        code, said = room.jarvis("quit")
        assert (code, said) == (0, "")
        assert daemon.wait() == 0
        assert daemon.lines[-1] == "Goodbye."
    assert room.recorders() == []


def _is_well(room: Room) -> None:
    code, page = room.jarvis("status")
    assert code == 0, page
    assert "hearing" in page
    status = room.status()
    assert status["ears"]["state"] == "hearing"
    assert status["ears"]["frame_age_seconds"] < 5
    assert status["mouth"]["device"]
    assert (status["doing"], status["wake_words"]) == ("idle", ["jarvis"])
    assert len(room.recorders()) == 1


def _mutes(room: Room, daemon: JarvisProcess) -> None:
    assert room.jarvis("mute") == (0, "Muted.")
    daemon.expect("Muted: the microphone is closed")
    assert room.recorders() == [], "the stream is closed"
    assert room.status()["ears"]["state"] == "muted"
    assert room.jarvis("mute")[1] == "It was muted already."
    code, refusal = room.jarvis("ptt", "press")
    assert code == 9
    assert "muted" in refusal
    assert room.recorders() == [], "the key does not open it"
    assert room.jarvis("unmute") == (0, "Not muted any more.")
    wait_until(lambda: room.status()["ears"]["state"] == "hearing", "it hears again")
    assert len(room.recorders()) == 1


def _loses_the_microphone_while_it_listens(room: Room, sound: SoundServer) -> None:
    assert room.jarvis("ptt", "press")[0] == 0
    sound.unload_source()
    wait_until(lambda: room.status()["ears"]["state"] == "lost", "the loss is noticed")
    assert room.status()["doing"] == "idle", "else other programs stay quiet all the while"
    assert room.jarvis("ptt", "release")[0] == 0
    sound.reload_source()
    wait_until(lambda: room.status()["ears"]["state"] == "hearing", "it hears again")


def _reloads(room: Room, daemon: JarvisProcess) -> None:
    room.configure('[voice]\nspeed = 1.2\n[brain]\nplanner = "local"\n')
    assert room.jarvis("reload") == (
        0, "New from now on: voice.speed.\nNew after a restart: brain.planner.",
    )  # fmt: skip
    room.configure("[voice]\nsped = 1.4\n")
    code, refusal = room.jarvis("reload")
    assert code == 9
    assert 'Did you mean "speed"?' in refusal
    os.kill(daemon.pid, signal.SIGHUP)
    daemon.expect('Did you mean "speed"?')
    room.configure("")
    os.kill(daemon.pid, signal.SIGHUP)
    daemon.expect("New from now on: voice.speed")


def _stops(room: Room) -> None:
    with JarvisProcess(room.env, "say", LONG) as saying:
        saying.close_stdin()
        wait_until(lambda: room.status()["doing"] == "speaking", "it speaks")
        assert room.jarvis("stop") == (0, "Stopped.")
        assert saying.wait() == 0
    assert room.status()["doing"] == "idle"
    assert room.jarvis("stop") == (0, "Nothing was under way.")


def test_a_polite_kill_while_it_speaks_ends_it_soon_and_muted_lasts(room: Room) -> None:
    with JarvisProcess(room.env, "run") as daemon:
        daemon.expect(READY, LOAD_SECONDS)
        with JarvisProcess(room.env, "say", LONG) as saying:
            wait_until(lambda: room.status()["doing"] == "speaking", "it speaks")
            began = time.monotonic()
            os.kill(daemon.pid, signal.SIGTERM)
            assert daemon.wait() == 0
            took = time.monotonic() - began
            saying.wait()
        assert took < end_seconds(), daemon.output
        assert daemon.lines[-1] == "Goodbye."
    (room.home / "muted").touch()
    with JarvisProcess(room.env, "run") as daemon:
        daemon.expect("Muted: the microphone is closed", LOAD_SECONDS)
        wait_until(lambda: room.recorders() == [], "the microphone is closed")
        assert room.status()["ears"]["state"] == "muted"
        assert room.jarvis("unmute")[0] == 0
        wait_until(lambda: len(room.recorders()) == 1, "it is open again")
        subprocess.run(["kill", "-TERM", str(daemon.pid)], check=True)
        assert daemon.wait() == 0
